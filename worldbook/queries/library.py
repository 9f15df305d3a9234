"""The worlds of the library, with their people and openings, at a fixed number of queries."""

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from worldbook.models import Character, Opening, OpeningCharacter, OpeningPin, User, World
from worldbook.queries.visible import visible_openings, visible_worlds

FACES = 3


def _that_begin(openings: QuerySet[Opening]) -> QuerySet[Opening]:
    """Those of openings that a story can begin with: somebody is in them."""
    return openings.filter(Exists(OpeningCharacter.objects.filter(opening=OuterRef("pk"))))


def worlds_for(user: User) -> list[World]:
    """The worlds the account may start stories in; each with `cast` and `faces` (the first of it).

    Of their openings those that can begin: lint tells the author of the others.
    """
    worlds: list[World] = list(
        visible_worlds(user).prefetch_related(
            Prefetch("characters", Character.objects.order_by("place", "id"), to_attr="cast"),
            Prefetch("openings", _that_begin(Opening.objects.order_by("place", "id"))),
        )
    )
    for world in worlds:
        world.faces = world.cast[:FACES]  # type: ignore[attr-defined]
    return worlds


def opening_for(user: User, opening_id: int) -> Opening | None:
    """An opening the account may start from, with its world, cast and pins; None else."""
    return (
        _that_begin(visible_openings(user))
        .select_related("world", "player")
        .prefetch_related(
            Prefetch("cast", OpeningCharacter.objects.select_related("character")),
            Prefetch("pins", OpeningPin.objects.select_related("book", "revision")),
        )
        .filter(pk=opening_id)
        .first()
    )
