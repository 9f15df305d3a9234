"""The rows of a lorebook's draft, and what its author is told of them (WB-3)."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from worldbook.models.checks import one_of
from worldbook.models.lorebooks import Lorebook


class Entry(models.Model):
    """One row of a draft; the fields of WB-3 under their native names.

    Lists are JSON lists of strings, `additional_keys` a list of such lists, `conditions` one
    condition or null, `character_filter` null or `{"mode": "include" | "exclude", "names": [...]}`,
    `delay_until_recursion` the first pass (0: from the start), durations turns of the session.
    """

    class Logic(models.TextChoices):
        """What the secondary keys must do."""

        AND_ANY = "and_any", _("at least one of them is found")
        AND_ALL = "and_all", _("all of them are found")
        NOT_ANY = "not_any", _("none of them is found")
        NOT_ALL = "not_all", _("at least one of them is missing")

    class Position(models.TextChoices):
        """Where the body stands in the prompt."""

        BEFORE_PERSONA = "before_persona", _("before the character")
        AFTER_PERSONA = "after_persona", _("after the character")
        AT_DEPTH = "at_depth", _("among the messages, at a depth")

    class Role(models.TextChoices):
        """Who seems to say the body, at a depth."""

        SYSTEM = "system", _("system")
        USER = "user", _("player")
        ASSISTANT = "assistant", _("model")

    class Audience(models.TextChoices):
        """Which roles of the play an entry is for."""

        ACTOR = "actor", _("actor")
        GM = "gm", _("game master")
        CHARACTER = "character", _("character")
        PLANNER = "planner", _("planner")
        RECORDER = "recorder", _("recorder")
        STORY = "story", _("story")

    class Scope(models.TextChoices):
        """Who in the story knows it."""

        LISTED = "listed", _("those it is given to")
        EVERYONE = "everyone", _("everyone in the story")

    book = models.ForeignKey(
        Lorebook, models.CASCADE, related_name="entries", verbose_name=_("book")
    )
    key_id = models.CharField(
        _("id"),
        max_length=120,
        help_text=_("Unique in its book and stable. Left empty, it is made from the title."),
    )
    source_id = models.CharField(_("id in the imported file"), max_length=200, blank=True)
    title = models.CharField(_("title"), max_length=300, blank=True)
    content = models.TextField(
        _("text"),
        blank=True,
        help_text=_("What the model is told. {{char}} and {{user}} are replaced by names."),
    )
    comment = models.TextField(
        _("author's note"), blank=True, help_text=_("For yourself; no model and no player sees it.")
    )
    enabled = models.BooleanField(_("on"), default=True)
    constant = models.BooleanField(
        _("always on"),
        default=False,
        help_text=_("Needs no key to compete for a place in the prompt."),
    )
    required = models.BooleanField(
        _("required"),
        default=False,
        help_text=_("Always in the prompt; a turn fails rather than leave it out."),
    )
    keys = models.JSONField(
        _("keys"),
        default=list,
        blank=True,
        help_text=_("One a line. Any of them found in the chat starts the entry."),
    )
    secondary_keys = models.JSONField(
        _("secondary keys"),
        default=list,
        blank=True,
        help_text=_("One a line. Looked at once a key has been found."),
    )
    secondary_logic = models.CharField(
        _("of the secondary keys"), max_length=10, choices=Logic.choices, default=Logic.AND_ANY
    )
    case_sensitive = models.BooleanField(_("case matters"), null=True, blank=True)
    whole_words = models.BooleanField(_("whole words only"), null=True, blank=True)
    scan_depth = models.PositiveSmallIntegerField(
        _("messages read"),
        null=True,
        blank=True,
        help_text=_("Empty: as the book says. 0: the chat never starts it, another entry may."),
    )
    probability = models.PositiveSmallIntegerField(
        _("chance (%)"),
        default=100,
        validators=[MaxValueValidator(100)],
        help_text=_("How often it is there when it could be."),
    )
    priority = models.IntegerField(
        _("priority"),
        default=0,
        help_text=_("When the budget is short, higher goes in first."),
    )
    order = models.IntegerField(
        _("order"),
        default=100,
        help_text=_(
            "In the prompt, lower stands first; among equals of priority, higher goes in first."
        ),
    )
    position = models.CharField(
        _("position"), max_length=20, choices=Position.choices, default=Position.BEFORE_PERSONA
    )
    depth = models.PositiveSmallIntegerField(
        _("depth"),
        default=4,
        help_text=_("At a depth: how many messages stand after it; 0 is the very end."),
    )
    role = models.CharField(
        _("said by"),
        max_length=10,
        choices=Role.choices,
        default=Role.SYSTEM,
        help_text=_("Holds at a depth only."),
    )
    audience = models.JSONField(
        _("for"),
        default=list,
        blank=True,
        help_text=_(
            "None chosen: actor and game master, and planners where the scenario shares lore."
        ),
    )
    conditions = models.JSONField(
        _("condition"),
        null=True,
        blank=True,
        help_text=_(
            "What must be so in the story. An entry with one stays out until it can be judged."
        ),
    )
    requires = models.JSONField(
        _("needs"), default=list, blank=True, help_text=_("Ids of entries that must come along.")
    )
    conflicts = models.JSONField(
        _("excludes"),
        default=list,
        blank=True,
        help_text=_("Ids of entries it never stands beside."),
    )
    prevent_recursion = models.BooleanField(
        _("starts no other entry"),
        default=True,
        help_text=_("Its text is not searched for keys of others."),
    )
    exclude_recursion = models.BooleanField(
        _("not started by another entry"),
        default=True,
        help_text=_("Only the chat starts it, never the text of another entry."),
    )
    delay_until_recursion = models.PositiveSmallIntegerField(
        _("from pass"), default=0, help_text=_("0: from the first look at the chat.")
    )
    groups = models.JSONField(
        _("groups"),
        default=list,
        blank=True,
        help_text=_("Of those that share a group, one stays."),
    )
    group_weight = models.PositiveIntegerField(
        _("weight in the group"), default=100, help_text=_("Its chance to be the one that stays.")
    )
    group_prioritize = models.BooleanField(_("goes first in its group"), default=False)
    sticky = models.PositiveIntegerField(
        _("stays (turns)"), default=0, help_text=_("How many turns it stays once it was used.")
    )
    cooldown = models.PositiveIntegerField(
        _("rests (turns)"), default=0, help_text=_("How many turns it then stays away.")
    )
    delay = models.PositiveIntegerField(_("not before turn"), default=0)
    ignore_budget = models.BooleanField(
        _("outside the budget"), default=False, help_text=_("Costs nothing of the budget.")
    )
    character_filter = models.JSONField(
        _("characters"),
        null=True,
        blank=True,
        help_text=_("Only with, or never with, the characters named."),
    )
    scope = models.CharField(
        _("known to"), max_length=10, choices=Scope.choices, default=Scope.LISTED
    )
    tags = models.JSONField(_("tags"), default=list, blank=True)
    color = models.CharField(_("colour"), max_length=20, blank=True)
    locked = models.BooleanField(
        _("locked"), default=False, help_text=_("Assistants and bulk changes leave it alone.")
    )
    blocked = models.CharField(
        _("blocked because"),
        max_length=300,
        blank=True,
        help_text=_(
            "An entry with a reason here never acts. Clear it once the text is fit to use."
        ),
    )
    activate = models.BooleanField(
        _("always started"), default=False, help_text=_("As if a key had been found every turn.")
    )
    dont_activate = models.BooleanField(
        _("never started by keys"),
        default=False,
        help_text=_("Keys do not start it; another entry may bring it along."),
    )
    additional_keys = models.JSONField(
        _("further key lines"),
        default=list,
        blank=True,
        help_text=_("Each line is a list of keys, comma-separated; every line must be found too."),
    )
    exclude_keys = models.JSONField(
        _("excluding keys"),
        default=list,
        blank=True,
        help_text=_("One a line. Any found keeps it out."),
    )
    only_after = models.PositiveIntegerField(
        _("only after (messages)"),
        null=True,
        blank=True,
        help_text=_("The character's messages so far."),
    )
    only_every = models.PositiveIntegerField(
        _("only every (messages)"),
        null=True,
        blank=True,
        help_text=_("The character's messages so far."),
    )
    place = models.PositiveIntegerField(
        pgettext_lazy("order", "place"),
        default=0,
        help_text=_("Its place in the book; the last tie-break."),
    )
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    source = models.JSONField(_("as imported"), default=dict, blank=True, editable=False)
    changed_at = models.DateTimeField(_("changed"), db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["book", "place", "id"]
        constraints = [
            models.UniqueConstraint(name="entry_key_in_book", fields=["book", "key_id"]),
            models.CheckConstraint(name="entry_has_key_id", condition=~models.Q(key_id="")),
            models.CheckConstraint(
                name="entry_probability_percent", condition=models.Q(probability__lte=100)
            ),
            one_of(
                "entry_secondary_logic",
                "secondary_logic",
                ["and_any", "and_all", "not_any", "not_all"],
            ),
            one_of("entry_position", "position", ["before_persona", "after_persona", "at_depth"]),
            one_of("entry_role", "role", ["system", "user", "assistant"]),
            one_of("entry_scope", "scope", ["listed", "everyone"]),
        ]
        indexes = [models.Index(fields=["book", "place"])]

    def __str__(self) -> str:
        return self.title or self.key_id


class EntryNotice(models.Model):
    """Something the author is told once of an entry (WB-22: a pattern that ran too long)."""

    book = models.ForeignKey(
        Lorebook, models.CASCADE, related_name="notices", verbose_name=_("book")
    )
    revision = models.PositiveIntegerField(_("revision"))
    key_id = models.CharField(_("entry"), max_length=120)
    kind = models.CharField(_("kind"), max_length=40)
    detail = models.CharField(_("detail"), max_length=500, blank=True)
    noticed_at = models.DateTimeField(_("noticed"), db_default=Now())
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                name="entry_notice_once", fields=["book", "revision", "key_id", "kind"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.key_id}: {self.kind}"
