"""Stories with state for tests: places and things, turns that change them, edits by hand."""

import random
from typing import Any

from sessions_app.actions.turn_jobs import Claim, Ending, claim_take, end_attempt
from sessions_app.actions.turns import submit_turn
from sessions_app.models import Session, StoryClock, StoryItem, StoryLocation, Take, TimeLog
from tests.sessions_app.stories import by_hand, make_story, new_key
from worldbook.actions.story_write import StoryWrite, story_write
from worldbook.queries.story_images import dump_state


def make_story_with_things(**wishes: Any) -> Session:
    """A story with three places, a chest and four things, and a clock."""
    story = make_story(**wishes)
    with by_hand(story):
        places = [
            StoryLocation.objects.create(session=story, key=key, name=key)
            for key in ("hall", "yard", "cellar")
        ]
        StoryItem.objects.create(
            session=story, key="chest", kind="chest", location=places[0], container="open"
        )
        for key in ("lamp", "coin", "rope", "key"):
            StoryItem.objects.create(
                session=story, key=key, kind=key, name=key, location=places[1], quantity=3
            )
        StoryClock.objects.update_or_create(session=story, defaults={"now": 0, "started": 0})
    return story


def dump(story: Session) -> bytes:
    """The state as it is."""
    return dump_state(story.pk)


def send(story: Session, text: str = "Go on.") -> Take:
    """A message as a queued turn; its take."""
    submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text=text)
    story.refresh_from_db()
    assert story.head is not None
    return story.head


def begin(story: Session) -> Claim:
    """The head's next attempt."""
    story.refresh_from_db()
    assert story.head_id is not None
    claim = claim_take(story.pk, story.head_id)
    assert claim is not None
    return claim


def end(claim: Claim, status: str = "delivered", text: str = "So it is.") -> None:
    """How the attempt ends."""
    end_attempt(claim, Ending(status=status, text=text, speaker="guard"))


def in_round(claim: Claim) -> Any:
    """The write of a round of an attempt."""
    return story_write(
        claim.session_id,
        cause="master",
        take=claim.take_id,
        turn=claim.turn_id,
        attempt=claim.attempt,
        timeline=claim.timeline,
        round=1,
    )


def turn(story: Session, draw: random.Random, changes: int = 3) -> Take:
    """A whole turn with random changes; its take."""
    take = send(story)
    claim = begin(story)
    if changes:
        with in_round(claim) as write:
            for _ in range(changes):
                change_something(story, write, draw)
    end(claim)
    story.refresh_from_db()
    return take


def change_something(story: Session, write: StoryWrite, draw: random.Random) -> None:
    """One lawful change of a random row: made, moved, altered, removed; or time passes."""
    things = list(StoryItem.objects.filter(session=story).exclude(key="chest").order_by("pk"))
    places = list(StoryLocation.objects.filter(session=story).order_by("pk"))
    kind = draw.choice(["make", "move", "put", "alter", "remove", "time", "nothing"])
    if kind == "make" or not things:
        key = f"thing-{draw.randrange(10**9)}"
        StoryItem.objects.create(session=story, key=key, kind="thing", location=draw.choice(places))
        return
    one = draw.choice(things)
    if kind == "move":
        one.location, one.inside = draw.choice(places), None
    elif kind == "put":
        one.location, one.inside = None, StoryItem.objects.get(session=story, key="chest")
    elif kind == "alter":
        one.name, one.quantity = draw.choice("abcdef"), draw.randrange(1, 9)
    elif kind == "remove":
        one.delete()
        return
    elif kind == "time":
        _let_time_pass(story, draw.randrange(1, 1000))
        return
    one.save()


def _let_time_pass(story: Session, by: int) -> None:
    clock = StoryClock.objects.get(session=story)
    TimeLog.objects.create(session=story, kind="elapsed", begins=clock.now, ends=clock.now + by)
    clock.now += by
    clock.save()


def edit(story: Session, draw: random.Random, cause: str = "author") -> int:
    """An edit by hand; the take it belongs to (0: none)."""
    with story_write(story.pk, cause=cause) as write:
        change_something(story, write, draw)
    return write.take
