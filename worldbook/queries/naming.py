"""Keys that nobody has yet, made from what a person calls a thing."""

from collections.abc import Callable, Iterable

from worldbook.models import Character, Entry, Lorebook, Opening, World
from worldbook.rules.formats.ids import slug

LONGEST = 90


def _free(wanted: str, starting: Callable[[str], Iterable[str]]) -> str:
    """`wanted`, else wanted-2, wanted-3, ... whichever is the first not taken."""
    taken = set(starting(wanted))
    free, count = wanted, 1
    while free in taken:
        count += 1
        free = f"{wanted}-{count}"
    return free


def free_book_key(name: str) -> str:
    """A key for a new lorebook."""
    return _free(
        slug(name)[:LONGEST] or "book",
        lambda key: Lorebook.objects.filter(key__startswith=key).values_list("key", flat=True),
    )


def free_world_key(name: str) -> str:
    """A key for a new world."""
    return _free(
        slug(name)[:LONGEST] or "world",
        lambda key: World.objects.filter(key__startswith=key).values_list("key", flat=True),
    )


def free_character_key(world_id: int, name: str) -> str:
    """A key for a new character of a world."""
    rows = Character.objects.filter(world_id=world_id)
    return _free(
        slug(name)[:LONGEST] or "character",
        lambda key: rows.filter(key__startswith=key).values_list("key", flat=True),
    )


def free_opening_key(world_id: int, name: str) -> str:
    """A key for a new opening of a world."""
    rows = Opening.objects.filter(world_id=world_id)
    return _free(
        slug(name)[:LONGEST] or "opening",
        lambda key: rows.filter(key__startswith=key).values_list("key", flat=True),
    )


def free_key_id(book_id: int, title: str, keys: Iterable[str]) -> str:
    """An id for a new entry: a slug of the title, else of the first key, else "entry" (WB-3)."""
    rows = Entry.objects.filter(book_id=book_id)
    first = next((slug(key) for key in keys if slug(key)), "")
    return _free(
        slug(title) or first or "entry",
        lambda key: rows.filter(key_id__startswith=key).values_list("key_id", flat=True),
    )
