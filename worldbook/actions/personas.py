"""A player's personas: who they play, to be copied into stories."""

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import not_found
from worldbook.models import Persona, User

NAME_LENGTH = 200


def _clean_name(name: str) -> str:
    clean = name.strip()
    if not clean or len(clean) > NAME_LENGTH:
        raise ActionRefused(
            "bad_name",
            _("A name has between 1 and %(most)d characters.") % {"most": NAME_LENGTH},
            status=400,
        )
    return clean


@transaction.atomic
def save_persona(*, by: User, name: str, text: str = "", persona_id: int | None = None) -> Persona:
    """Make a persona, or change one's own.

    Raises:
        ActionRefused: "bad_name" (400), "not_found" (404).
    """
    clean = _clean_name(name)
    if persona_id is None:
        return Persona.objects.create(owner=by, name=clean, text=text)
    persona = Persona.objects.select_for_update().filter(pk=persona_id, owner=by).first()
    if persona is None:
        raise not_found()
    persona.name, persona.text = clean, text
    persona.save(update_fields=["name", "text"])
    return persona


@transaction.atomic
def delete_persona(*, by: User, persona_id: int) -> None:
    """Delete one's own persona; stories keep their copy.

    Raises:
        ActionRefused: "not_found" (404).
    """
    count, _rows = Persona.objects.filter(pk=persona_id, owner=by).delete()
    if not count:
        raise not_found()
