"""Who may see an uploaded picture: those who may see what it belongs to (AD-2)."""

from django.contrib.auth.models import AnonymousUser

from sessions_app.models import StoryCharacter
from worldbook.models import User
from worldbook.queries.visible import visible_characters, visible_worlds


def may_see_picture(user: User | AnonymousUser, name: str) -> bool:
    """Whether a stored picture is a cover or portrait of a world in sight, or of an own story.

    A story keeps its copies though the world it came from is closed since. One query.
    """
    if "\x00" in name:
        return False
    owned = StoryCharacter.objects.filter(portrait=name, session__owner_id=user.pk)
    covers = visible_worlds(user).filter(cover=name)
    portraits = visible_characters(user).filter(portrait=name)
    ids = [rows.order_by().values("pk") for rows in (covers, portraits, owned)]
    return bool(ids[0].union(*ids[1:], all=True)[:1])
