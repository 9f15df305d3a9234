"""Lorebooks and their revisions: a mutable draft, and what was published of it (WB-1, WB-2, WB-12)."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from worldbook.models.accounts import OwnedModel
from worldbook.models.checks import between


class Lorebook(OwnedModel):
    """A book of lore. Its draft is its entries; sessions read its revisions.

    `version` guards the book's own fields (compare-and-set). `draft_version` rises with every
    change of the draft, entries included; it differs from `published_version` while the draft
    says something else than the latest revision.
    """

    key = models.SlugField(
        _("key"),
        max_length=100,
        unique=True,
        allow_unicode=True,
        help_text=_("Names the book in prompts and addresses: letters, digits and hyphens."),
    )
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(
        _("description"),
        blank=True,
        help_text=_("For readers of the library; models never see it."),
    )
    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        help_text=_("A language code, such as en or zh-hans."),
    )
    scan_depth = models.PositiveSmallIntegerField(
        _("messages read"),
        default=4,
        help_text=_("How many of the last messages are searched for keys, the newest included."),
    )
    case_sensitive = models.BooleanField(
        _("case matters"), default=False, help_text=_("Whether Key and key are different keys.")
    )
    whole_words = models.BooleanField(
        _("whole words only"),
        default=False,
        help_text=_(
            "Whether a key must stand as a word of its own: king is then not found in liking."
        ),
    )
    max_passes = models.PositiveSmallIntegerField(
        _("further passes"),
        default=2,
        validators=[MaxValueValidator(100)],
        help_text=_(
            "How often the texts of chosen entries are searched for more keys; 0 is never."
        ),
    )
    constant_budget_ratio = models.DecimalField(
        _("share for constant entries"),
        max_digits=4,
        decimal_places=3,
        default="0.35",
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_("How much of the budget entries that are always on may take: 0.35 is 35 %."),
    )
    players_may_read = models.BooleanField(
        _("players may read"),
        default=True,
        help_text=_(
            "Whether players are shown which entries of this book a turn has used, and may read the "
            "revision that their story pins, but for what does not address the actor."
        ),
    )
    tags = ArrayField(
        models.CharField(max_length=60), default=list, blank=True, verbose_name=_("tags")
    )
    source = models.JSONField(_("as imported"), default=dict, blank=True)
    content_hash = models.CharField(max_length=64, blank=True, editable=False)
    latest_revision = models.PositiveIntegerField(_("latest revision"), default=0, editable=False)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    draft_version = models.PositiveIntegerField(default=1, editable=False)
    published_version = models.PositiveIntegerField(default=0, editable=False)
    draft_changed_at = models.DateTimeField(_("draft changed"), db_default=Now(), editable=False)
    created_at = models.DateTimeField(_("created"), db_default=Now(), editable=False)

    class Meta(OwnedModel.Meta):
        verbose_name = _("lorebook")
        verbose_name_plural = _("lorebooks")
        ordering = ["name", "id"]
        constraints = [
            *OwnedModel.Meta.constraints,
            between("lorebook_constant_ratio", "constant_budget_ratio", 0, 1),
            between("lorebook_max_passes", "max_passes", 0, 100),
        ]

    def __str__(self) -> str:
        return self.name


class Revision(models.Model):
    """What was published: one JSON value (native form) and its hash; never altered.

    A trigger of the database refuses to alter one; a pinned one cannot be deleted either.
    """

    book = models.ForeignKey(
        Lorebook, models.PROTECT, related_name="revisions", verbose_name=_("book")
    )
    number = models.PositiveIntegerField(_("number"))
    body = models.JSONField(_("body"))
    content_hash = models.CharField(_("hash"), max_length=64)
    entry_count = models.PositiveIntegerField(_("entries"))
    note = models.CharField(
        _("note"), max_length=300, blank=True, help_text=_("What has changed, in a few words.")
    )
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("published by"),
    )
    published_at = models.DateTimeField(_("published"), db_default=Now())

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        ordering = ["book", "-number"]
        constraints = [
            models.UniqueConstraint(name="revision_number_in_book", fields=["book", "number"]),
            models.CheckConstraint(name="revision_from_1", condition=models.Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.book} · {self.number}"
