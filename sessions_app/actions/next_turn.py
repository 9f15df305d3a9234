"""What an author gives a story for its next turn: strategy, budget, entries in or out (WB-37b)."""

from collections.abc import Sequence
from typing import Any

from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.refusals import raise_for, refused
from sessions_app.models import Session
from sessions_app.queries.next_turn import entries_named, next_turn_json
from sessions_app.queries.trace import is_author_of
from sessions_app.rules.next_turn import NextTurn, read_next_turn
from worldbook.models import User
from worldbook.rules.refusal import Refusal

Json = dict[str, Any]


def give_next_turn(
    *,
    by: User,
    session_id: int,
    key: str,
    strategy: str | None = None,
    budget: int | None = None,
    force: Sequence[str] = (),
    bar: Sequence[str] = (),
) -> Json:
    """Set all that holds for the next selection; nothing named takes back what was given before.

    Entries are named `book:key_id`, each in a pinned revision. The next turn whose lore is chosen
    uses it up; eligibility holds for what is forced. Raises ActionRefused: not_found, not_author
    (403), next_turn_invalid (400, with the field), unknown_entry (400, with the entry).
    """
    found = read_next_turn(strategy=strategy, budget=budget, force=force, bar=bar)
    if isinstance(found, Refusal):
        raise_for(found)
        raise AssertionError("a refusal was raised")
    wanted: NextTurn = found

    def work(story: Session) -> Done:
        if not is_author_of(by, story):
            raise refused("not_author")
        _must_be_pinned(by, story, wanted)
        story.next_turn = wanted.to_json()
        story.save(update_fields=["next_turn"])
        return Done(what="next_turn", result={"next_turn": next_turn_json(by, story)})

    return give_command(
        by=by,
        session_id=session_id,
        key=key,
        name="next_turn",
        arguments=wanted.to_json(),
        work=work,
    )


def _must_be_pinned(by: User, story: Session, wanted: NextTurn) -> None:
    """Refuse names that stand for no entry of a pinned revision: they would do nothing, unseen.

    So are names of entries that `by` may not read.
    """
    names = (*wanted.force, *wanted.bar)
    known = entries_named(by, story, names)
    for name in names:
        if name not in known:
            raise refused("unknown_entry", entry=name)
