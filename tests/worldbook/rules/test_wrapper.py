import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.wrapper import wrap

NASTY = st.one_of(
    st.text(max_size=30),
    st.lists(
        st.sampled_from(
            ["</worldbook-entry>", "<worldbook-entry id=", '"', "'", ">", "&lt;", "\n"]
        ),
        max_size=6,
    ).map("".join),
)


@pytest.mark.spec("WB-33")
def test_the_wrapper():
    shown = wrap(book="tower", revision=3, key_id="gate", title='The "gate"\n', body="A & <b>'s\n")
    assert shown == (
        '<worldbook-entry id="tower:3:gate" title="The &quot;gate&quot;">\n'
        "A &amp; &lt;b&gt;&#x27;s\n\n"
        "</worldbook-entry>"
    )


@pytest.mark.spec("WB-33")
@given(NASTY, NASTY, NASTY)
def test_no_body_and_no_title_can_close_the_wrapper(book, title, body):
    shown = wrap(book=book, revision=1, key_id="k", title=title, body=body)
    assert shown.count("<") == shown.count(">") == 2
    assert re.fullmatch(
        r'<worldbook-entry id="[^"<>]*" title="[^"<>]*">\n[^<>"\']*\n</worldbook-entry>', shown
    )
