"""`manage.py story show | propose | advance | roll | edit`: what is, and what is let happen (PG-22)."""

import json
import sys
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandError, CommandParser

from sessions_app.actions.by_hand import at_head
from sessions_app.actions.edits import Edit, write_edit
from sessions_app.actions.refusals import refused
from sessions_app.actions.rolls import roll_check, roll_dice
from sessions_app.actions.rounds import resolve_round
from sessions_app.actions.time import advance_time
from sessions_app.management.story_parts.part import Options, Part
from sessions_app.models import Session
from sessions_app.queries.state_marks import seen_with_marks
from sessions_app.queries.state_rows import TABLES, state_tables
from sessions_app.rules.steps import Refused


def _show_arguments(parser: CommandParser) -> None:
    parser.add_argument("--player", action="store_true", help="only what the player may know")
    parser.add_argument("--table", action="append", choices=sorted(TABLES), help="only this table")


def _propose_arguments(parser: CommandParser) -> None:
    parser.add_argument("--json", help="the proposal; without it, standard input")


def _advance_arguments(parser: CommandParser) -> None:
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--minutes", type=int)
    how.add_argument("--until", metavar="HH:MM")
    parser.add_argument("--days-later", type=int, default=0)
    parser.add_argument("--reason", required=True)


def _roll_arguments(parser: CommandParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--dice", metavar="2d6+3")
    what.add_argument("--check", metavar="KEY")
    parser.add_argument("--target", type=int)
    parser.add_argument("--character", metavar="KEY")
    parser.add_argument("--reason", default="")
    parser.add_argument("--hidden", action="store_true")


def _edit_arguments(parser: CommandParser) -> None:
    parser.add_argument("table", choices=sorted(TABLES))
    parser.add_argument("n", type=int, help="the row's number")
    parser.add_argument("field")
    parser.add_argument("value", help="as JSON")
    parser.add_argument("--seen", required=True, help="the value that is there now, as JSON")
    parser.add_argument("--reason", required=True)


def show(story: Session, options: Options) -> Any:
    """Everything, or what the player may see."""
    if options["player"]:
        return seen_with_marks(story, story.language)
    return dict(state_tables(story.pk, tuple(options["table"] or ())))


def propose(story: Session, options: Options) -> Any:
    """Let a round become true."""
    proposal = _read(options["json"])
    return _said(resolve_round(at=at_head(story), key=_key(), proposal=proposal, cause="author"))


def advance(story: Session, options: Options) -> Any:
    """Let time pass."""
    proposal = {
        "by_minutes": options["minutes"],
        "until_time": options["until"],
        "days_later": options["days_later"],
        "reason": options["reason"],
    }
    return _said(advance_time(at=at_head(story), key=_key(), proposal=proposal, cause="author"))


def roll(story: Session, options: Options) -> Any:
    """Throw dice and record the roll."""
    kept = {name: options[name] for name in ("reason", "character", "hidden")}
    common = {"at": at_head(story), "key": _key(), "cause": "author", **kept}
    if options["check"]:
        check, target = options["check"], options["target"]
        return _said(roll_check(**common, check=check, target=target))
    if options["target"] is not None:
        raise CommandError("no_target: only a check has a target")
    return _said(roll_dice(**common, expression=options["dice"]))


def edit(story: Session, options: Options) -> Any:
    """Change one value."""
    wanted = Edit(
        table=options["table"],
        n=options["n"],
        field=options["field"],
        seen=_read(options["seen"]),
        value=_read(options["value"]),
        reason=options["reason"],
    )
    return {"table": wanted.table, "row": write_edit(story.pk, wanted)}


def _key() -> str:
    """A command that is given again is another step."""
    return f"command:{uuid4().hex}"


def _read(text: str | None) -> Any:
    """A JSON value of an option, or of standard input where there is none."""
    try:
        return json.loads(sys.stdin.read() if text is None else text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise CommandError(f"not_json: {error}") from error


def _said(done: Any) -> Any:
    """What became true; raises ActionRefused with every reason where nothing did."""
    if isinstance(done, Refused):
        raise refused("step_refused", reasons=done.to_json()["refused"])
    return done.to_json()


PARTS = (
    Part("show", "the state as its author or its player sees it", show, _show_arguments),
    Part("propose", "let a round become true, or say why it cannot", propose, _propose_arguments),
    Part("advance", "let time pass", advance, _advance_arguments),
    Part("roll", "roll dice, or a check of the world", roll, _roll_arguments),
    Part("edit", "change one value of the state", edit, _edit_arguments),
)
