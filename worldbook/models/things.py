"""The things of a world as written, and where on a body they are worn (IT-1, IT-2, IT-3)."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from worldbook.models.checks import between, one_of
from worldbook.models.places import Location
from worldbook.models.world_rows import WorldRow, other_key, words_field
from worldbook.models.worlds import Character

MOST_ALIKE = 1_000_000
MOST_WORN = 100


class WearSlot(WorldRow):
    """A place on the body that a world adds to the usual ones, or whose capacity it changes."""

    capacity = models.PositiveSmallIntegerField(
        _("how many things"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_WORN)],
    )

    class Meta(WorldRow.Meta):
        verbose_name = _("wear slot")
        verbose_name_plural = _("wear slots")
        constraints = [
            *WorldRow.Meta.constraints,
            between("wearslot_capacity", "capacity", 1, MOST_WORN),
        ]


class Item(WorldRow):
    """A thing, some like things, or a container; exactly one of location, holder, inside has it."""

    class Container(models.TextChoices):
        """Whether things can be put into it."""

        NONE = "none", _("no container")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        LOCKED = "locked", _("locked")

    kind = other_key(_("kind"), _("What rules call things of its sort. Empty: its own key."))
    description = models.TextField(_("description"), blank=True)
    text = models.TextField(_("what reading it gives"), blank=True)
    aliases = words_field(_("other names"))
    tags = words_field(_("tags"))
    quantity = models.PositiveIntegerField(
        _("quantity"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ALIKE)],
    )
    unique = models.BooleanField(
        _("unique"), default=False, help_text=_("There is only this one; it joins no stack.")
    )
    hidden = models.BooleanField(
        _("hidden"), default=False, help_text=_("Not seen and not used until it is revealed.")
    )
    fixed = models.BooleanField(_("fixed"), default=False, help_text=_("Cannot be taken."))
    notable = models.BooleanField(
        _("notable"), default=False, help_text=_("Named first among the things of a place.")
    )
    condition = models.CharField(_("condition"), max_length=200, blank=True)
    slot = other_key(_("worn on"), _("The wear slot it takes; empty: it cannot be worn."))
    container = models.CharField(
        _("container"), max_length=10, choices=Container.choices, default=Container.NONE
    )
    opener = other_key(_("opener"), _("The kind of item that locks and unlocks it."))
    owner = models.ForeignKey(
        Character,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="owned",
        verbose_name=_("owner"),
        help_text=_("Whose it is, wherever it is."),
    )
    location = models.ForeignKey(
        Location,
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="items",
        verbose_name=_("lies at"),
    )
    holder = models.ForeignKey(
        Character,
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="held",
        verbose_name=_("carried by"),
    )
    inside = models.ForeignKey(
        "self",
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="contents",
        verbose_name=_("inside"),
    )
    worn = other_key(_("worn now on"), _("The wear slot in which whoever carries it wears it."))

    class Meta(WorldRow.Meta):
        verbose_name = _("item")
        verbose_name_plural = _("items")
        constraints = [
            *WorldRow.Meta.constraints,
            one_of("item_container", "container", ["none", "open", "closed", "locked"]),
            between("item_quantity", "quantity", 1, MOST_ALIKE),
            models.CheckConstraint(
                name="item_one_holder",
                condition=Q(location__isnull=False, holder__isnull=True, inside__isnull=True)
                | Q(location__isnull=True, holder__isnull=False, inside__isnull=True)
                | Q(location__isnull=True, holder__isnull=True, inside__isnull=False),
            ),
            models.CheckConstraint(
                name="item_worn_by_somebody", condition=Q(worn="") | Q(holder__isnull=False)
            ),
            models.CheckConstraint(
                name="item_not_inside_itself", condition=~Q(inside=models.F("id"))
            ),
        ]
