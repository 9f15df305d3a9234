import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.macros import (
    MacroContext,
    expand,
    macro_names,
    unknown_macros,
    without_remarks,
)

CONTEXT = MacroContext(char="Bob", user="Al, {{char}}", seed="s", turn=3, salt="t", original="O")


@pytest.mark.spec("WB-33")
@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("{{char}} {{ CHAR }}", "Bob Bob"),
        ("{{user}}", "Al, {{char}}"),
        ("{{original}}", "O"),
        ("{{// gone {{char}} }}x", "x"),
        ("{{//gone}}x", "x"),
        ("a\n\n{{trim}}\r\nb", "ab"),
        ("{{random::{{char}}}}", "Bob"),
        ("{{random:{{user}}}}", "Al, {{char}}"),
        ("{{random:a\\,b}}", "a,b"),
        ("{{random}}{{random::}}{{random:}}", ""),
        ("{{pick::only}}", "only"),
        ("{{pick: only }}{{pick only}}", "onlyonly"),
        ("{{random:a,a::a,a}}", "a,a"),
        ("{{ {{user}} }}", "{{ Al, {{char}} }}"),
        ("{{roll:1d1}} {{roll d1}} {{roll::3d1}} {{roll:1}} {{roll: 2d1kh1 + 4}}", "1 1 3 1 5"),
        ("{{setvar::x::1}}", ""),
        ("{{getvar::gate}}{{getvar::none}}", "open"),
        ("{{{char}}}", "{Bob}"),
        ("{{char", "{{char"),
        ("char}}", "char}}"),
        ("{{}}", "{{}}"),
        ("{{char's}}", "{{char's}}"),
        ("{{time}} {{foo::{{char}}}}", "{{time}} {{foo::Bob}}"),
        ("{ {char} }", "{ {char} }"),
    ],
)
def test_what_macros_leave(text, result):
    context = MacroContext(
        char="Bob", user="Al, {{char}}", original="O", variables={"gate": "open"}
    )
    assert expand(text, context).text == result


@pytest.mark.spec("WB-33")
def test_what_is_told_of_macros():
    notes = expand("{{setvar::x::1}}{{time}}{{roll:d0}}{{roll:2d6+}}", CONTEXT).notes
    assert [(note["code"], note["macro"]) for note in notes] == [
        ("setvar_writes_nothing", "x"),
        ("unknown_macro", "time"),
        ("bad_roll", "d0"),
        ("bad_roll", "2d6+"),
    ]
    assert unknown_macros("{{char}}{{time}}{{time}}{{?x}}") == ("time", "")
    assert macro_names("{{random::{{user}}}}") == ("user", "random")


@pytest.mark.spec("WB-33")
def test_draws_are_seeded():
    def texts(macro, **other):
        contexts = [
            MacroContext(**{"seed": "s", "turn": turn, "salt": "t"} | other) for turn in range(40)
        ]
        return [expand(macro, context).text for context in contexts]

    assert texts("{{random::a::b}}") == texts("{{random::a::b}}")
    assert set(texts("{{random::a::b}}")) == {"a", "b"}
    assert texts("{{random::a::b}}") != texts("{{random::a::b}}", salt="other")
    assert texts("{{random::a::b}}") != texts("{{random::a::b}}", seed="other")
    assert len(set(texts("{{pick::a::b::c}}"))) == 1
    assert set(texts("{{roll:2d6}}")) <= {str(n) for n in range(2, 13)}
    pairs = {(text[0], text[1]) for text in texts("{{random::a::b}}{{random::a::b}}")}
    assert len(pairs) == 4


@given(st.text(max_size=40), st.text("{}:/char us,", max_size=40))
def test_any_text_is_read(text, braces):
    for one in (text, braces):
        assert expand(one, CONTEXT) == expand(one, CONTEXT)
        assert isinstance(macro_names(one), tuple)


def test_deep_nesting_is_read_in_one_walk():
    assert expand("{{random::" * 5000 + "x" + "}}" * 5000, CONTEXT).text == "x"


@pytest.mark.spec("WB-33")
@given(st.text(max_size=20), st.text(max_size=20))
def test_values_are_never_read_again(char, user):
    context = MacroContext(char=char, user=user)
    if "\ufdd0" not in char + user:
        assert expand("{{char}}|{{user}}", context).text == f"{char}|{user}"


@pytest.mark.spec("WB-37a")
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("no macros", "no macros"),
        ("a {{// she {{char}} lies }}b", "a b"),
        ("{{random::{{//x}}a::{{user}}}} {{ char }}", "{{random::a::{{user}}}} {{ char }}"),
        ("{{unknown {x} }} {{// open", "{{unknown {x} }} {{// open"),
        ("}} {{ {{//x}}", "}} {{ "),
    ],
)
def test_remarks_are_taken_out_and_all_else_stays_as_written(text, left):
    assert without_remarks(text) == left
