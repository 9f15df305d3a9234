"""Whatever is played, a move brings back the state of its take, byte for byte (ST-1, ST-2, ST-6)."""

import random

import pytest

from sessions_app.actions.branching import branch_story
from sessions_app.actions.messages import choose_take, delete_from
from sessions_app.actions.rewinding import rewind
from sessions_app.actions.turns import regenerate, retry_take
from sessions_app.actions.undoing import undo
from sessions_app.models import Session, Take
from sessions_app.queries.line import walk_up
from sessions_app.queries.moves import dump_of_take
from tests.sessions_app.playing_state import (
    begin,
    change_something,
    dump,
    edit,
    end,
    in_round,
    make_story_with_things,
    send,
)
from tests.sessions_app.stories import make_playable_opening, new_key
from worldbook.actions.errors import ActionRefused
from worldbook.actions.story_write import story_write
from worldbook.models import JournalRow

pytestmark = pytest.mark.django_db

DOINGS = (
    "turn", "again", "failing", "edit", "job", "swipe", "rewind", "jump", "undo", "branch",
)  # fmt: skip


class Play:
    """A story played at random; `remembered` has the dump of every take as it last stood."""

    def __init__(self, seed: int, *, greeted: bool) -> None:
        self.draw = random.Random(seed)
        words = {} if greeted else {"greeting": "", "alternate_greetings": []}
        self.story = make_story_with_things(opening=make_playable_opening(**words))
        self.remembered: dict[int, bytes] = {}
        self.undoable: list[int] = []
        self.turns = 0
        self.done: set[str] = set()
        self.remember()
        for greeting in Take.objects.filter(turn__session=self.story):
            self.remembered[greeting.pk] = dump(self.story)

    def remember(self) -> None:
        self.story.refresh_from_db()
        self.remembered[self.story.head_id or 0] = dump(self.story)

    def check(self) -> None:
        self.story.refresh_from_db()
        assert dump(self.story) == self.remembered[self.story.head_id or 0]

    def give(self, action, **what) -> dict:
        return action(by=self.story.owner, session_id=self.story.pk, key=new_key(), **what)

    def refusal_of(self, action, **what) -> str | None:
        """Why an action was refused; None where it was done."""
        try:
            self.give(action, **what)
        except ActionRefused as refusal:
            return refusal.code
        return None

    def step(self) -> None:
        name = self.draw.choice([*["turn"] * 4, "edit", *DOINGS])
        if self.story.head_id is None:
            name = self.draw.choice(["turn", "failing", "edit", "job", "undo"])
        getattr(self, name)()
        self.done.add(name)

    def turn(self) -> None:
        send(self.story)
        self.play()

    def play(self, status: str = "delivered") -> None:
        """The queued head: edits while it waits are its parent's; then its rounds, edits between."""
        if self.draw.random() < 0.3:
            owner = edit(self.story, self.draw)
            untouched = Take.objects.get(pk=self.story.head_id).base is None
            assert untouched == (owner != self.story.head_id)
            self.remembered[owner] = dump(self.story)
        claim = begin(self.story)
        self.turns += 1
        for _ in range(self.draw.randrange(3)):
            with in_round(claim) as write:
                for _ in range(3):
                    change_something(self.story, write, self.draw)
        end(claim, status)
        self.remember()

    def again(self) -> None:
        what = {"take_id": self.story.head_id, "instruction": ""}
        refusal = self.refusal_of(regenerate, **what)
        if refusal == "greeting_stays":
            return
        if refusal is not None:
            assert refusal == "edits_undone"
            self.give(regenerate, **what, undo_edits=True)
        self.story.refresh_from_db()
        self.play()

    def failing(self) -> None:
        """What a failed attempt changed is gone after it; edits by hand stay for the next one."""
        take = send(self.story)
        self.story.refresh_from_db()
        self.play("failed")
        assert dump(self.story) == self.remembered[take.parent_id or 0]
        self.give(retry_take, take_id=take.pk)
        self.play()

    def edit(self) -> None:
        edit(self.story, self.draw)
        self.remember()

    def job(self) -> None:
        with story_write(self.story.pk, cause="job", timeline=self.story.timeline) as write:
            change_something(self.story, write, self.draw)
        self.remember()

    def swipe(self) -> None:
        others = Take.objects.filter(turn=self.story.head.turn_id).order_by("pk")
        self.moved(choose_take, take_id=self.draw.choice(list(others)).pk)

    def rewind(self) -> None:
        places = walk_up(self.story.head_id, 12)[1:]
        if not places:
            return
        place = self.draw.choice(places)
        if self.draw.random() < 0.5:
            self.moved(rewind, take_id=place.take_id)
        elif Take.objects.get(pk=place.take_id).turn.number:
            self.moved(delete_from, turn_id=place.turn_id, take_id=None)
            self.done.add("before the first" if self.story.head_id is None else "before one")

    def jump(self) -> None:
        """To any take of the tree, also off the line."""
        takes = list(Take.objects.filter(turn__session=self.story).order_by("pk"))
        target = self.draw.choice(takes)
        if target.pk != self.story.head_id:
            assert dump_of_take(self.story, target.pk) == self.remembered[target.pk]
            self.moved(rewind, take_id=target.pk)

    def undo(self) -> None:
        if not self.undoable:
            return
        assert self.refusal_of(undo, command_id=self.undoable.pop()) in (None, "cannot_undo")
        self.check()

    def moved(self, action, **what) -> None:
        journaled = JournalRow.objects.filter(session=self.story).count()
        answer = self.give(action, **what)
        assert JournalRow.objects.filter(session=self.story).count() == journaled
        self.undoable.append(answer["command"])
        self.check()

    def branch(self) -> None:
        """A branch begins with the state of its take and can be rewound past its beginning."""
        before = dump(self.story)
        line = walk_up(self.story.head_id, 100)
        at = self.draw.randrange(len(line))
        answer = self.give(branch_story, take_id=line[at].take_id)
        branch = Session.objects.get(pk=answer["session"])
        assert dump(branch) == self.remembered[line[at].take_id]
        assert dump(self.story) == before
        own = walk_up(branch.head_id, 100)
        assert len(own) == len(line) - at
        for here, there in zip(own[1:4], line[at + 1 :], strict=False):
            rewind(by=branch.owner, session_id=branch.pk, key=new_key(), take_id=here.take_id)
            assert dump(branch) == self.remembered[there.take_id]


@pytest.mark.spec("ST-1", "ST-1a", "ST-2", "ST-3", "ST-6")
@pytest.mark.parametrize(("seed", "turns", "greeted"), [(1, 60, True), (23, 30, False)])
def test_a_move_brings_back_the_state_of_its_take_byte_for_byte(
    seed: int, turns: int, greeted: bool
) -> None:
    play = Play(seed, greeted=greeted)
    while play.turns < turns:
        play.step()
    assert play.done >= ({"before one", *DOINGS} if greeted else {"before the first", "turn"})
    for take in sorted(set(play.remembered) - {0}):
        assert dump_of_take(play.story, take) == play.remembered[take]
