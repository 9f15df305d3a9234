"""`manage.py story dump | rewind | branch | checkpoint | journal` (ST-1, ST-2, ST-4, ST-6)."""

import uuid
from typing import Any

from django.core.management.base import CommandParser

from sessions_app.actions.branching import branch_story
from sessions_app.actions.checkpoints import make_checkpoint, remove_checkpoint, rename_checkpoint
from sessions_app.actions.rewinding import find_target, preview_rewind, rewind
from sessions_app.management.story_parts.part import IDS, NUMBERS, Options, Part, whole, words
from sessions_app.models import Session
from sessions_app.queries.checkpoints import checkpoints_json, left_json
from sessions_app.queries.journal import MOST, TABLE_NAMES, journal_json
from sessions_app.queries.moves import dump_of_take
from worldbook.models import JournalRow
from worldbook.queries.story_images import dump_state

_FILTERS = ("before", "limit", "take", "table", "n", "cause")


def _place_arguments(parser: CommandParser) -> None:
    """The three ways to name a place."""
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--take", type=whole(IDS), help="after this answer")
    place.add_argument("--turn", type=whole(IDS), help="before the answer to this message (id)")
    place.add_argument("--checkpoint", type=whole(IDS), help="a checkpoint (id)")


def _place(options: Options) -> dict[str, Any]:
    return {f"{name}_id": options[name] for name in ("take", "turn", "checkpoint")}


def _given(story: Session) -> dict[str, Any]:
    """Who gives a command to which story, under a key of its own."""
    return {"by": story.owner, "session_id": story.pk, "key": f"shell:{uuid.uuid4()}"}


def _dump_arguments(parser: CommandParser) -> None:
    parser.add_argument("--take", type=whole(IDS), help="as it stands after this answer")


def dump(story: Session, options: Options) -> bytes:
    """The state in canonical JSON, as it is or as a rewind to a take would bring it."""
    if options["take"] is None:
        return dump_state(story.pk)
    return dump_of_take(story, find_target(story, take_id=options["take"]).take_id)


def _rewind_arguments(parser: CommandParser) -> None:
    _place_arguments(parser)
    parser.add_argument("--preview", action="store_true", help="say what it would do, do nothing")


def rewind_story(story: Session, options: Options) -> Any:
    """Rewind, or say what a rewind would do."""
    if options["preview"]:
        return preview_rewind(story, whole=True, **_place(options))
    return rewind(**_given(story), **_place(options))


def _branch_arguments(parser: CommandParser) -> None:
    _place_arguments(parser)
    parser.add_argument("--title", type=words, default="", help="what the new story is called")


def branch(story: Session, options: Options) -> Any:
    """Begin another story there."""
    return branch_story(**_given(story), title=options["title"], **_place(options))


def _checkpoint_arguments(parser: CommandParser) -> None:
    parser.add_argument("name", nargs="?", type=words, help="the name; without one all are listed")
    parser.add_argument(
        "--take", type=whole(IDS), help="the answer that gets it, else the last one"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--rename", type=whole(IDS), metavar="CHECKPOINT", help="gets the name instead"
    )
    which.add_argument("--remove", type=whole(IDS), metavar="CHECKPOINT", help="is taken away")


def checkpoint(story: Session, options: Options) -> Any:
    """List, make, rename or take away checkpoints."""
    if options["remove"] is not None:
        return remove_checkpoint(**_given(story), checkpoint_id=options["remove"])
    if options["name"] is None:
        return {"checkpoints": checkpoints_json(story), "left": left_json(story)}
    name = options["name"]
    if options["rename"] is not None:
        return rename_checkpoint(**_given(story), checkpoint_id=options["rename"], name=name)
    return make_checkpoint(**_given(story), name=name, take_id=options["take"])


def _journal_arguments(parser: CommandParser) -> None:
    parser.add_argument("--before", type=whole(NUMBERS), help="changes before this one")
    parser.add_argument("--limit", type=whole(MOST), default=50)
    parser.add_argument("--take", type=whole(IDS))
    parser.add_argument("--table", choices=TABLE_NAMES)
    parser.add_argument("--n", type=whole(NUMBERS), help="the number of a row")
    parser.add_argument("--cause", choices=JournalRow.Cause.values)


def journal(story: Session, options: Options) -> Any:
    """What changed, newest first."""
    return journal_json(story, **{name: options[name] for name in _FILTERS})


PARTS = (
    Part("dump", "the state as canonical JSON", dump, _dump_arguments),
    Part("rewind", "let the story stand at a place again", rewind_story, _rewind_arguments),
    Part("branch", "begin another story at a place of this one", branch, _branch_arguments),
    Part("checkpoint", "list, make, rename, remove checkpoints", checkpoint, _checkpoint_arguments),
    Part("journal", "what changed in its state", journal, _journal_arguments),
)
