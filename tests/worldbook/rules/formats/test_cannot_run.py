"""Bodies that would run elsewhere block their entry; lore that only looks odd does not (WB-9)."""

import pytest

from worldbook.rules.formats.cannot_run import found, writing


@pytest.mark.spec("WB-9")
@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("<% if (x) { %>hi<% } %>", ["blocked_ejs"]),
        ("<%= hp %>", ["blocked_ejs"]),
        ("<script>alert(1)</script>hi", ["blocked_script"]),
        ("[link](javascript:go())", ["blocked_script"]),
        ("```html\n<body>\n</body>\n```", ["blocked_frontend"]),
        ("<StatusPlaceHolderImpl/>", ["blocked_frontend"]),
        ('<div onclick="go()">', ["blocked_frontend"]),
        ("_.set('hp', 3);", ["blocked_mvu"]),
        ("<UpdateVariable>…</UpdateVariable>", ["blocked_mvu"]),
        ("He has {{zz_unknown::hp}} left.", ["blocked_macro"]),
        ("{{outlet::gate}}", ["blocked_macro"]),
        ("{{#if hp}}hurt{{/if}}", ["blocked_cbs"]),
        ("function go(a)\n  x()\nend", ["blocked_lua"]),
        ("{{char}} meets {{user}} {{random::a::b}} {{roll:2d6}} {{// note}}{{trim}}", []),
        ("{{getvar::gate}} {{ char }} {{USER}} {{original}} {{pick:a,b}}", []),
        ("<tower> & <The gate> a < b, function of the gate", []),
        ("<b>bold</b> [mvu is a place] {{", ["blocked_mvu"]),
        ("a {{ without an end", []),
        ("", []),
    ],
)
def test_what_blocks(body, codes):
    assert [note.code for note in found("", body)] == codes


@pytest.mark.spec("WB-9")
@pytest.mark.parametrize(
    "title", ["[mvu_update] rules", "[initvar] don't open", "[InitialVariables]"]
)
def test_a_title_that_belongs_to_variables_blocks(title):
    assert [note.code for note in found(title, "hp: 3")] == ["blocked_mvu"]


@pytest.mark.spec("WB-9")
def test_a_title_that_places_the_body_is_only_said():
    notes = list(found("@INJECT pos=1", "Lore."))
    assert [(note.code, note.kind) for note in notes] == [("title_mark", "unsupported")]


@pytest.mark.spec("WB-33")
def test_writing_macros_are_reported_and_do_not_block():
    assert list(found("", "{{setvar::a::1}}")) == []
    assert [note.code for note in writing("{{setvar::a::1}}")] == ["does_nothing"]
