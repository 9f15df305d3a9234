"""Files of books for whoever may read them: which state, in which format, under what name (WB-11)."""

import re
from dataclasses import dataclass

from django.db.models import QuerySet

from worldbook.models import Character, Lorebook, Revision, User
from worldbook.queries.books import draft_book, revision_book
from worldbook.queries.cards import card_of, portrait_png
from worldbook.queries.roles import viewer_of
from worldbook.queries.visible import visible_characters, work_worlds
from worldbook.rules.access import STAFF_ROLES
from worldbook.rules.entries import Book
from worldbook.rules.exports import Exported, export
from worldbook.rules.exports.writing import CARD, CARD_PNG, FORMATS
from worldbook.rules.refusal import Refusal

DRAFT = "draft"
CARDS = (CARD, CARD_PNG)
_UNFIT = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]+')


@dataclass(frozen=True, slots=True)
class ExportWish:
    """What is asked for: `state` is DRAFT or a revision's number as text."""

    format: str
    state: str = DRAFT
    character: Character | None = None


def state_of(book: Lorebook, state: str) -> Book | None:
    """What the draft (DRAFT) or a revision (its number) says; None where there is no such one."""
    if state == DRAFT:
        return draft_book(book.pk)
    if not (state.isascii() and state.isdigit() and len(state) < 10):
        return None
    revision = Revision.objects.filter(book=book, number=int(state)).first()
    return None if revision is None else revision_book(revision)


def characters_with(user: User, book: Lorebook) -> QuerySet[Character]:
    """The characters whose book this is and whose cards the account may have.

    A card tells all of a character, so a player gets those of worlds shared with it alone.
    """
    rows = visible_characters(user).filter(lorebook=book)
    if not viewer_of(user).roles & set(STAFF_ROLES):
        rows = rows.filter(world__in=work_worlds(user))
    return rows.select_related("world").order_by("name", "id")


def formats_for(characters: int) -> tuple[str, ...]:
    """The formats a book can be written in; cards where it belongs to a character."""
    return FORMATS if characters else tuple(name for name in FORMATS if name not in CARDS)


def exported(wish: ExportWish, said: Book) -> Exported | Refusal:
    """The file of a state of a book."""
    if wish.character is None:
        return export(said, wish.format)
    picture = portrait_png(wish.character) if wish.format == CARD_PNG else None
    return export(said, wish.format, card=card_of(wish.character), picture=picture)


def file_name(wish: ExportWish, said: Book, ending: str) -> str:
    """A name for the file that says what it is, in any script: "北塔-r3.json"."""
    name = wish.character.name if wish.character is not None else said.name
    stem = " ".join(_UNFIT.sub(" ", name).split()).strip(" .")[:80] or said.key
    state = "" if wish.character is not None else f"-{_mark(wish.state)}"
    return f"{stem}{state}.{ending}"


def _mark(state: str) -> str:
    return state if state == DRAFT else f"r{state}"
