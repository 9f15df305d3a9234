"""How an account likes its pages: language, colours, keys, size of text."""

from django.db import transaction

from worldbook.models import User

PREFERENCES = ("language", "theme", "enter_sends", "text_size")


@transaction.atomic
def save_preferences(*, by: User, **values: object) -> User:
    """Keep the given ones of `PREFERENCES`; the door has checked their values.

    Raises:
        ValueError: a name that is no preference.
    """
    unknown = set(values) - set(PREFERENCES)
    if unknown:
        raise ValueError(f"no preferences: {sorted(unknown)}")
    for name, value in values.items():
        setattr(by, name, value)
    by.save(update_fields=sorted(values))
    return by
