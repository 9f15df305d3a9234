import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.rules.phases import (
    AFTER,
    BUSY,
    ENDED,
    TakeUp,
    TakeView,
    goes_at_once,
    is_read_by_models,
    may_promote,
    merge_text,
    refuse_on_take,
    take_up,
    text_after_stop,
)

STATUSES = sorted(BUSY | ENDED)
statuses = st.sampled_from(STATUSES)


def code(command: str, head: str | None = None, **about: object) -> str | None:
    values = {"status": "delivered", "turn_number": 1, "is_head": True, "has_text": True} | about
    take = TakeView(**values)
    refusal = refuse_on_take(command, take, head or take.status)
    return refusal.code if refusal else None


@pytest.mark.spec("TB-3")
@pytest.mark.parametrize("command", sorted(AFTER))
@pytest.mark.parametrize("status", STATUSES)
def test_each_command_is_for_the_states_named(command: str, status: str) -> None:
    expected = None if status in AFTER[command] else "wrong_state"
    assert code(command, status=status) == ("turn_running" if status in BUSY else expected)


@pytest.mark.spec("ST-1")
@given(st.sampled_from(sorted(AFTER)), st.sampled_from(sorted(BUSY)))
def test_nothing_is_done_to_takes_while_a_turn_runs(command: str, head: str) -> None:
    assert code(command, head, status="delivered") == "turn_running"


def test_only_the_last_answer_and_never_the_greeting() -> None:
    assert code("regenerate", is_head=False) == "not_last_answer"
    assert code("regenerate", turn_number=0) == "greeting_stays"
    assert code("resume", status="interrupted", has_text=False) == "nothing_kept"


@pytest.mark.spec("TB-1")
def test_a_message_goes_at_once_only_where_nothing_runs_or_waits() -> None:
    assert goes_at_once("delivered", 0)
    assert goes_at_once("failed", 0)
    assert goes_at_once(None, 0)
    assert not goes_at_once("running", 0)
    assert not goes_at_once("failed", 1)


@pytest.mark.spec("TB-3")
def test_what_waits_is_played_after_stop_but_not_after_a_failure() -> None:
    allowed = {status for status in STATUSES if may_promote(status)}
    assert allowed == {"delivered", "stopped", "skipped"}
    assert may_promote(None)


@pytest.mark.spec("TB-3")
def test_two_attempts_start_by_themselves_and_no_more() -> None:
    assert take_up("queued", 0, stop_requested=False) is TakeUp.START
    assert take_up("running", 1, stop_requested=False) is TakeUp.START
    assert take_up("running", 2, stop_requested=False) is TakeUp.INTERRUPT
    assert take_up("running", 1, stop_requested=True) is TakeUp.STOP
    assert take_up("delivered", 1, stop_requested=True) is TakeUp.LEAVE


def test_stop_keeps_or_goes_back_to_what_stood_before() -> None:
    assert text_after_stop("abcdef", "abc", keep=True) == "abcdef"
    assert text_after_stop("abcdef", "abc", keep=False) == "abc"


@pytest.mark.spec("TB-2")
@given(st.lists(st.text(max_size=5), max_size=8), st.data())
def test_frames_laid_again_from_anywhere_give_the_same_text(pieces: list[str], data: st.DataObject):
    frames = [("".join(pieces[:n]), piece) for n, piece in enumerate(pieces)]
    text = ""
    for before, piece in frames:
        text = merge_text(text, len(before), piece)
    assert text == "".join(pieces)
    again = data.draw(st.integers(0, len(frames)))
    for before, piece in frames[again:]:
        text = merge_text(text, len(before), piece)
    assert text == "".join(pieces)


def test_later_turns_read_what_came_to_its_end_and_what_was_continued() -> None:
    assert is_read_by_models("delivered", appended=False)
    assert not is_read_by_models("interrupted", appended=False)
    assert is_read_by_models("failed", appended=True)
    assert not is_read_by_models("running", appended=True)
