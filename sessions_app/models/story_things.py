"""Things of a story and the places on a body where they are worn (IT-1, IT-2, IT-3)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from sessions_app.models.story_keyed import KeyedRow
from sessions_app.models.story_people import StoryCharacter
from sessions_app.models.story_places import StoryLocation
from worldbook.models.story_checks import same_story
from worldbook.models.story_rows import StoryKey
from worldbook.models.things import Item
from worldbook.models.world_rows import KEY_LENGTH, other_key, words_field

_HOLDERS = ("location", "holder", "inside")


def held_by(*names: str) -> models.Q:
    """Held by exactly these of the three kinds of holder."""
    return models.Q(**{f"{name}__isnull": name not in names for name in _HOLDERS})


class StorySlot(KeyedRow):
    """A wear slot that the world adds to the usual ones, or another capacity of one of them."""

    capacity = models.PositiveSmallIntegerField(_("capacity"), default=1)

    class Meta(KeyedRow.Meta):
        verbose_name = _("wear slot of a story")
        verbose_name_plural = _("wear slots of stories")


class StoryItem(KeyedRow):
    """Things of one kind at one place (IT-1).

    A present item has exactly one holder, a gone one has none; holders make no circle, which a
    deferred trigger of the database sees to (IT-2). `kind` is what rules name it by; a split part
    keeps the kind under a key of its own (IT-6). `slot` is where it can be worn, `worn` where it is.
    """

    STORY_TOGETHER = (frozenset({"status", "location_id", "holder_id", "inside_id", "worn"}),)

    class Status(models.TextChoices):
        """Whether it is still there."""

        PRESENT = "present", _("present")
        GONE = "gone", _("gone")

    Container = Item.Container

    kind = models.CharField(_("kind"), max_length=KEY_LENGTH)
    description = models.TextField(_("description"), blank=True)
    text = models.TextField(_("text"), blank=True)
    aliases = words_field(_("other names"))
    tags = words_field(_("tags"))
    quantity = models.PositiveIntegerField(_("quantity"), default=1)
    unique = models.BooleanField(_("unique"), default=False)
    hidden = models.BooleanField(_("hidden"), default=False)
    fixed = models.BooleanField(_("cannot be taken"), default=False)
    notable = models.BooleanField(_("notable"), default=False)
    condition = models.CharField(_("condition"), max_length=200, blank=True)
    slot = other_key(_("worn on"))
    container = models.CharField(
        _("container"), max_length=8, choices=Container.choices, default=Container.NONE
    )
    opener = other_key(_("opener"))
    owner = StoryKey(StoryCharacter, null=True, verbose_name=_("owner"))
    location = StoryKey(StoryLocation, null=True, verbose_name=_("lies in"))
    holder = StoryKey(StoryCharacter, null=True, verbose_name=_("carried by"))
    inside = StoryKey("self", null=True, verbose_name=_("is in"))
    worn = other_key(_("worn now on"))
    status = models.CharField(
        _("status"), max_length=8, choices=Status.choices, default=Status.PRESENT
    )

    class Meta(KeyedRow.Meta):
        verbose_name = _("item of a story")
        verbose_name_plural = _("items of stories")
        constraints = [
            *KeyedRow.Meta.constraints,
            models.CheckConstraint(
                name="story_item_one_holder",
                condition=(models.Q(status="gone") & held_by())
                | (
                    models.Q(status="present")
                    & (held_by("location") | held_by("holder") | held_by("inside"))
                ),
            ),
            models.CheckConstraint(
                name="story_item_worn_by_somebody",
                condition=models.Q(worn="") | models.Q(holder__isnull=False),
            ),
            models.CheckConstraint(
                name="story_item_quantity",
                condition=models.Q(status="gone") | models.Q(quantity__gt=0),
            ),
            same_story("owner", "location", "holder", "inside"),
        ]
