"""The personas of an account."""

from django.db.models import QuerySet

from worldbook.models import Persona, User


def own_personas(user: User) -> QuerySet[Persona]:
    """The account's own personas, by name."""
    return Persona.objects.filter(owner=user)
