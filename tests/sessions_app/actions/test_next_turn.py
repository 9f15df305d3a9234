"""What an author gives for the next turn is used once and kept with that turn (WB-37b)."""

import pytest

from sessions_app.actions.next_turn import give_next_turn
from sessions_app.actions.turn_jobs import claim_take
from sessions_app.actions.turns import regenerate, retry_take, submit_turn
from sessions_app.engine.commit import commit_context
from sessions_app.engine.context import Context, make_context
from sessions_app.engine.database import Database
from sessions_app.engine.gather import gather
from sessions_app.engine.prepare import prepare
from sessions_app.engine.values import LoreFailed
from sessions_app.models import Session, Take, Turn
from sessions_app.queries.next_turn import next_turn_json
from sessions_app.queries.why_not import explain_entry
from tests.factories import make_book, make_entry, make_user
from tests.sessions_app.stories import (
    make_playable_opening,
    make_story,
    new_key,
    pin_by_hand,
    unpin_by_hand,
)
from worldbook.actions.errors import ActionRefused

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WB-37b")]

LORE = (
    make_entry("inn", keys=("inn",)),
    make_entry("forge", keys=("forge",)),
    make_entry("off", keys=("off",), enabled=False),
)


class Here(Database):
    """The ORM in the test's own thread and transaction."""

    def __init__(self) -> None:
        """No pool."""

    async def run(self, work, *args, **kwargs):
        return work(*args, **kwargs)


def prepared(claim) -> Context:
    """A turn prepared without an event loop: nothing in it waits where lore is chosen by rules."""
    try:
        prepare(Here(), claim).send(None)
    except StopIteration as end:
        return end.value[1]
    raise AssertionError("it waits")


@pytest.fixture
def story() -> Session:
    """An author's own story that reads one book."""
    author = make_user(roles=["author"])
    story = make_story(author, make_playable_opening(author))
    unpin_by_hand(story)
    book = make_book(author, key="town", entries=LORE)
    pin_by_hand(story, book, place=0)
    return story


def give(story: Session, **values) -> dict:
    return give_next_turn(by=story.owner, session_id=story.pk, key=new_key(), **values)


def send(story: Session, text: str) -> int:
    """Send a message; its take."""
    submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text=text)
    story.refresh_from_db()
    return story.head_id


def played(story: Session, take: int) -> Context:
    """Prepare a take as the runner does, then end it."""
    claim = claim_take(story.pk, take)
    context = prepared(claim)
    Take.objects.filter(pk=take).update(status="delivered")
    story.refresh_from_db()
    return context


def ids(context: Context) -> list[str]:
    return sorted(entry.key_id for entry in context.selection.selected)


def test_it_is_used_by_the_next_turn_and_by_no_later_one(story: Session) -> None:
    give(story, force=["town:forge"], bar=["town:inn"], budget=900)
    first = played(story, send(story, "To the inn"))
    assert ids(first) == ["forge"]
    turn = Turn.objects.get(session=story, number=1)
    assert turn.trace["overrides"] == {
        "budget": 900,
        "forced": ["town:forge"],
        "barred": ["town:inn"],
    }
    assert turn.selection_input["forced"] == ["town:forge"]
    assert story.next_turn == {}
    assert ids(played(story, send(story, "To the inn again"))) == ["inn"]


def test_another_take_of_the_turn_reuses_it_though_it_was_given_no_more(story: Session) -> None:
    give(story, force=["town:forge"])
    take = send(story, "Hello")
    assert ids(played(story, take)) == ["forge"]
    give(story, bar=["town:inn"])
    new = regenerate(
        by=story.owner, session_id=story.pk, key=new_key(), take_id=take, instruction=""
    )["take"]
    assert ids(played(story, new)) == ["forge"]
    assert story.next_turn == {"bar": ["town:inn"]}
    told = explain_entry(story, Turn.objects.get(session=story, number=1).pk, "forge")
    assert told["cause"]["kind"] == "forced"


def test_eligibility_holds_and_the_trace_says_so(story: Session) -> None:
    give(story, force=["town:off"])
    context = played(story, send(story, "Hello"))
    assert ids(context) == []
    (dropped,) = context.selection.trace["dropped"]
    assert (dropped["key_id"], dropped["why"]) == ("off", "disabled")


def test_the_strategy_of_one_turn_is_searched_by(story: Session) -> None:
    give(story, strategy="hybrid")
    take = send(story, "What do you know about the forge?")
    gathered = gather(story.pk, take)
    assert gathered.search is not None
    assert (gathered.request.strategy, gathered.request.overridden) == ("hybrid", ("strategy",))


def test_what_is_given_while_a_turn_is_prepared_stays_for_the_next(story: Session) -> None:
    give(story, force=["town:forge"])
    take = send(story, "Hello")
    claim = claim_take(story.pk, take)
    gathered = gather(story.pk, take)
    give(story, force=["town:inn"])
    commit_context(claim, make_context(gathered, ""))
    story.refresh_from_db()
    assert story.next_turn == {"force": ["town:inn"]}


@pytest.mark.spec("WB-25")
def test_a_turn_whose_lore_cannot_be_chosen_keeps_what_was_asked_and_uses_nothing_up(
    story: Session,
) -> None:
    book = make_book(story.owner, key="law", entries=[make_entry("law", required=True)])
    pin_by_hand(story, book, place=1)
    give(story, budget=1)
    take = send(story, "Hello")
    claim = claim_take(story.pk, take)
    with pytest.raises(LoreFailed):
        prepared(claim)
    turn = Turn.objects.get(session=story, number=1)
    assert (turn.selection, turn.selection_input["budget"]) == (None, 1)
    failed = turn.trace["failed"]
    assert (failed["code"], failed["entry"]) == ("required_over_budget", "law:law")
    assert turn.trace["overrides"] == {"budget": 1}
    story.refresh_from_db()
    assert story.next_turn == {"budget": 1}
    give(story)
    Take.objects.filter(pk=take).update(status="failed")
    retry_take(by=story.owner, session_id=story.pk, key=new_key(), take_id=take)
    assert ids(played(story, take)) == ["law"]
    turn.refresh_from_db()
    assert "failed" not in turn.trace


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"force": ["town:nothing"]}, "unknown_entry"),
        ({"bar": ["elsewhere:inn"]}, "unknown_entry"),
        ({"strategy": "magic"}, "next_turn_invalid"),
        ({"force": ["town:inn"], "bar": ["town:inn"]}, "next_turn_invalid"),
    ],
)
def test_what_would_do_nothing_is_refused(story: Session, values, code) -> None:
    with pytest.raises(ActionRefused) as refusal:
        give(story, **values)
    assert refusal.value.code == code


def test_only_who_may_edit_the_world_gives_it() -> None:
    story = make_story()
    with pytest.raises(ActionRefused) as refusal:
        give(story, budget=5)
    assert (refusal.value.code, refusal.value.status) == ("not_author", 403)


def test_it_is_shown_with_the_titles_of_the_entries(story: Session) -> None:
    answer = give(story, force=["town:forge"], budget=7)
    story.refresh_from_db()
    assert answer["next_turn"] == next_turn_json(story.owner, story)
    assert answer["next_turn"]["force"] == [{"name": "town:forge", "title": "forge"}]
    unpin_by_hand(story)
    assert next_turn_json(story.owner, story)["force"] == [{"name": "town:forge", "title": ""}]
