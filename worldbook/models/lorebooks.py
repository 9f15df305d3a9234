"""Lorebooks: a mutable draft of entries and immutable revisions (WB-1…3, WB-12)."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from worldbook.models.accounts import OwnedModel


class Lorebook(OwnedModel):
    """A book of lore. Its draft is its entries; sessions read its revisions."""

    key = models.SlugField(_("key"), max_length=100, unique=True, allow_unicode=True)
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), blank=True)
    language = models.CharField(_("language"), max_length=10, blank=True)
    scan_depth = models.PositiveSmallIntegerField(_("scan depth (messages)"), default=4)
    case_sensitive = models.BooleanField(_("case-sensitive"), default=False)
    whole_words = models.BooleanField(_("whole words"), default=False)
    max_passes = models.PositiveSmallIntegerField(_("recursion passes"), default=2)
    constant_budget_ratio = models.DecimalField(
        _("share of the budget for constants"), max_digits=4, decimal_places=3, default="0.35"
    )
    players_may_read = models.BooleanField(_("players may read"), default=True)
    tags = ArrayField(models.CharField(max_length=60), default=list, blank=True, verbose_name=_("tags"))
    source = models.JSONField(_("imported from"), default=dict, blank=True)
    content_hash = models.CharField(max_length=64, blank=True, editable=False)
    latest_revision = models.PositiveIntegerField(_("latest revision"), default=0, editable=False)
    draft_changed_at = models.DateTimeField(_("draft changed"), db_default=Now(), editable=False)
    created_at = models.DateTimeField(_("created"), db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("lorebook")
        verbose_name_plural = _("lorebooks")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """One row of a draft; the fields of WB-3 under their native names."""

    book = models.ForeignKey(Lorebook, models.CASCADE, related_name="entries", verbose_name=_("book"))
    key_id = models.CharField(_("key id"), max_length=120)
    title = models.CharField(_("title"), max_length=300, blank=True)
    content = models.TextField(_("content"), blank=True)
    comment = models.TextField(_("comment"), blank=True)
    enabled = models.BooleanField(_("enabled"), default=True)
    constant = models.BooleanField(_("constant"), default=False)
    required = models.BooleanField(_("required"), default=False)
    keys = models.JSONField(_("keys"), default=list, blank=True)
    secondary_keys = models.JSONField(_("secondary keys"), default=list, blank=True)
    secondary_logic = models.CharField(_("secondary logic"), max_length=10, default="and_any")
    case_sensitive = models.BooleanField(_("case-sensitive"), null=True, blank=True)
    whole_words = models.BooleanField(_("whole words"), null=True, blank=True)
    scan_depth = models.PositiveSmallIntegerField(_("scan depth"), null=True, blank=True)
    probability = models.PositiveSmallIntegerField(_("probability (%)"), default=100)
    priority = models.IntegerField(_("priority"), default=0)
    order = models.IntegerField(_("order"), default=100)
    position = models.CharField(_("position"), max_length=20, default="before_persona")
    depth = models.PositiveSmallIntegerField(_("depth"), default=4)
    role = models.CharField(_("role"), max_length=10, default="system")
    audience = models.JSONField(_("audience"), default=list, blank=True)
    conditions = models.JSONField(_("conditions"), null=True, blank=True)
    requires = models.JSONField(_("requires"), default=list, blank=True)
    conflicts = models.JSONField(_("conflicts"), default=list, blank=True)
    prevent_recursion = models.BooleanField(_("starts no other entry"), default=True)
    exclude_recursion = models.BooleanField(_("not started by a body"), default=True)
    delay_until_recursion = models.PositiveSmallIntegerField(_("from pass"), default=0)
    groups = models.JSONField(_("groups"), default=list, blank=True)
    group_weight = models.PositiveIntegerField(_("group weight"), default=100)
    group_prioritize = models.BooleanField(_("goes first in its group"), default=False)
    sticky = models.PositiveIntegerField(_("sticky (turns)"), default=0)
    cooldown = models.PositiveIntegerField(_("cooldown (turns)"), default=0)
    delay = models.PositiveIntegerField(_("not before turn"), default=0)
    ignore_budget = models.BooleanField(_("outside the budget"), default=False)
    character_filter = models.JSONField(_("character filter"), null=True, blank=True)
    scope = models.CharField(_("scope"), max_length=10, default="listed")
    tags = models.JSONField(_("tags"), default=list, blank=True)
    color = models.CharField(_("colour"), max_length=20, blank=True)
    locked = models.BooleanField(_("locked"), default=False)
    blocked = models.CharField(_("blocked because"), max_length=300, blank=True)
    activate = models.BooleanField(_("always activate"), default=False)
    dont_activate = models.BooleanField(_("never activate"), default=False)
    additional_keys = models.JSONField(_("additional keys"), default=list, blank=True)
    exclude_keys = models.JSONField(_("excluding keys"), default=list, blank=True)
    only_after = models.PositiveIntegerField(_("only after messages"), null=True, blank=True)
    only_every = models.PositiveIntegerField(_("only every messages"), null=True, blank=True)
    place = models.PositiveIntegerField(_("place"), default=0)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    source = models.JSONField(_("as imported"), default=dict, blank=True)
    changed_at = models.DateTimeField(_("changed"), db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["book", "place", "id"]
        constraints = [
            models.UniqueConstraint(name="entry_key_in_book", fields=["book", "key_id"]),
            models.CheckConstraint(
                name="entry_probability_percent", condition=models.Q(probability__lte=100)
            ),
        ]
        indexes = [models.Index(fields=["book", "place"])]

    def __str__(self) -> str:
        return self.title or self.key_id


class Revision(models.Model):
    """What was published: one JSON value (native form) and its hash; never altered."""

    book = models.ForeignKey(
        Lorebook, models.PROTECT, related_name="revisions", verbose_name=_("book")
    )
    number = models.PositiveIntegerField(_("number"))
    body = models.JSONField(_("body"))
    content_hash = models.CharField(_("hash"), max_length=64)
    entry_count = models.PositiveIntegerField(_("entries"))
    note = models.CharField(_("note"), max_length=300, blank=True)
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
            models.UniqueConstraint(name="revision_number_in_book", fields=["book", "number"])
        ]

    def __str__(self) -> str:
        return f"{self.book} · {self.number}"


class EntryNotice(models.Model):
    """Something the author is told once of an entry (WB-22: a pattern that ran too long)."""

    book = models.ForeignKey(
        Lorebook, models.CASCADE, related_name="notices", verbose_name=_("book")
    )
    revision = models.PositiveIntegerField(_("revision"))
    key_id = models.CharField(_("key id"), max_length=120)
    kind = models.CharField(_("kind"), max_length=40)
    detail = models.CharField(_("detail"), max_length=500, blank=True)
    noticed_at = models.DateTimeField(_("noticed"), db_default=Now())
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(
                name="entry_notice_once", fields=["book", "revision", "key_id", "kind"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.key_id}: {self.kind}"
