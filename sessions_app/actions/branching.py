"""Branch: a new story that begins as another one stands, or stood, at one of its takes (ST-2).

It gets state, texts, settings and seed, the journal of its line and the other takes of its last
turn, so that it can be rewound past the place where it began. Of the logs it gets no other; media
are the same files. The story it comes from is not touched.
"""

from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.copying_rows import (
    copy_journal,
    copy_rows,
    copy_state,
    new_ids,
)
from sessions_app.actions.moving import STATUSES_OF_TAKES
from sessions_app.actions.rewinding import Target, find_target
from sessions_app.models import Checkpoint, Passage, Session, Take, Turn
from sessions_app.queries.moves import images_of
from sessions_app.queries.tree import line_ids, move_of, siblings_of
from sessions_app.rules.messages import MAX_TITLE
from sessions_app.rules.phases import BUSY
from worldbook.actions.story_images import put_images
from worldbook.actions.story_write import lock_state, story_write
from worldbook.models import StoryCounter, User

Json = dict[str, Any]

COPIED = (
    "world_id", "language", "scenario_id", "seed", "persona_name", "persona_text", "settings",
)  # fmt: skip


def branch_story(
    *,
    by: User,
    session_id: int,
    key: str,
    take_id: int | None = None,
    turn_id: int | None = None,
    checkpoint_id: int | None = None,
    title: str = "",
) -> Json:
    """Begin another story from a place of this one; its `session` in the answer.

    From a player's message (`turn_id`) it is the story before the answer, and `draft` is the
    message for the box. An answer that runs elsewhere does not matter. Raises ActionRefused:
    not_found, one_place, turn_running (that very answer is written), greeting_stays, not_on_line.
    """
    place = {"take_id": take_id, "turn_id": turn_id, "checkpoint_id": checkpoint_id}

    def work(story: Session) -> Done:
        target = find_target(story, **place)
        branch = _copy(story, target, by, title.strip()[:MAX_TITLE])
        return Done(what="branches", result={"session": branch.pk, "draft": target.draft})

    arguments = {"take": take_id, "turn": turn_id, "checkpoint": checkpoint_id, "title": title}
    return give_command(
        by=by, session_id=session_id, key=key, name="branch", arguments=arguments, work=work
    )


def _copy(story: Session, target: Target, by: User, title: str) -> Session:
    lock_state(story.pk)
    branch = _new_session(story, target, by, title)
    line = line_ids(target.take_id)
    turns, takes = _copy_texts(story, branch, line, target)
    if target.take_id is not None:
        branch.head_id = takes[target.take_id]
        branch.save(update_fields=["head"])
    _copy_all_state(story, branch, target.take_id)
    copy_journal(story.pk, branch.pk, takes, turns)
    return branch


def _new_session(story: Session, target: Target, by: User, title: str) -> Session:
    number = None if target.take is None else target.take.turn.number
    return Session.objects.create(
        owner=by,
        title=title or (_("%(title)s (branch)") % {"title": story.title})[:MAX_TITLE],
        branched_from=story,
        branched_turn=number,
        **{name: getattr(story, name) for name in COPIED},
    )


def _copy_texts(
    story: Session, branch: Session, line: list[int], target: Target
) -> tuple[dict[int, int], dict[int, int]]:
    """Copy the line and the other takes of its last turn; the maps of turns and of takes."""
    beside = [] if target.take_id is None else siblings_of(target.take_id)
    wanted = Take.objects.filter(pk__in=[*line, *beside]).exclude(pk__in=beside, status__in=BUSY)
    pairs = list(wanted.values_list("pk", "turn_id"))
    takes = new_ids(Take, [take for take, _turn in pairs])
    turns = new_ids(Turn, [turn for _take, turn in pairs])
    copy_rows(Turn, by="id", ids=turns, values={"session": branch.pk})
    begun_anew = {
        "timeline": branch.timeline,
        "left_at": None,
        "claimed_by": "",
        "checkpoint_frame": "",
        "announced": True,
    }
    copy_rows(
        Take,
        by="id",
        ids=takes,
        refs={"turn_id": turns, "parent_id": takes},
        values=begun_anew,
    )
    copy_rows(Passage, by="take_id", ids=takes)
    copy_rows(Checkpoint, by="take_id", ids=takes, values={"session": branch.pk})
    on_line = [takes[take] for take in line]
    Take.objects.filter(pk__in=set(takes.values()) - set(on_line)).update(left_at=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(STATUSES_OF_TAKES, [on_line])
    return turns, takes


def _copy_all_state(story: Session, branch: Session, take_id: int | None) -> None:
    """Copy the state as it is, then bring it to the take's; counters go on where they were."""
    counters = StoryCounter.objects.filter(session=story).values("next_n", "next_seq").first()
    if counters is not None:
        StoryCounter.objects.create(session=branch, **counters)
    with story_write(branch.pk, cause="start"):
        copy_state(story.pk, branch.pk)
        images = images_of(story.pk, move_of(story.head_id, take_id))
        if images:
            put_images(branch.pk, images)
