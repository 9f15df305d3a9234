"""Model services, the routes of roles to them, and what every call cost (CP-1, TB-21, OB-1)."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Provider(models.Model):
    """A service that answers for one or more capabilities."""

    STORY_KIND = "config"

    class Kind(models.TextChoices):
        """The wire format."""

        OPENAI = "openai", _("OpenAI-compatible")
        STORYTELLER = "storyteller", _("built-in storyteller")

    name = models.CharField(_("name"), max_length=100, unique=True)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind.choices)
    base_url = models.URLField(_("base URL"), max_length=500, blank=True)
    api_key_encrypted = models.TextField(_("API key"), blank=True, editable=False)
    options = models.JSONField(_("options"), default=dict, blank=True)
    max_concurrent = models.PositiveSmallIntegerField(_("calls at once"), default=8)
    enabled = models.BooleanField(_("enabled"), default=True)

    class Meta:
        verbose_name = _("provider")
        verbose_name_plural = _("providers")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class ModelRoute(models.Model):
    """Where a role's calls go; the route named "default" for a role serves unless told otherwise."""

    STORY_KIND = "config"

    role = models.CharField(_("role"), max_length=40)
    name = models.SlugField(_("name"), max_length=60, default="default")
    provider = models.ForeignKey(
        Provider, models.PROTECT, related_name="routes", verbose_name=_("provider")
    )
    model = models.CharField(_("model"), max_length=200, blank=True)
    temperature = models.FloatField(_("temperature"), default=0.8)
    reasoning = models.CharField(_("reasoning level"), max_length=20, blank=True)
    context_window = models.PositiveIntegerField(_("context window (tokens)"))
    max_output = models.PositiveIntegerField(_("output limit (tokens)"), default=1024)
    time_limit = models.PositiveIntegerField(_("time limit (s)"), default=300)
    price_in = models.DecimalField(
        _("price in (per million tokens)"), max_digits=12, decimal_places=6, null=True, blank=True
    )
    price_out = models.DecimalField(
        _("price out (per million tokens)"), max_digits=12, decimal_places=6, null=True, blank=True
    )
    fallback = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("fallback")
    )
    enabled = models.BooleanField(_("enabled"), default=True)

    class Meta:
        verbose_name = _("model route")
        verbose_name_plural = _("model routes")
        ordering = ["role", "name"]
        constraints = [
            models.UniqueConstraint(name="route_name_in_role", fields=["role", "name"]),
            models.CheckConstraint(
                name="route_time_limit_180", condition=models.Q(time_limit__gte=180)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role}/{self.name}"


class ModelCall(models.Model):
    """One call of a model service (OB-1). Points to the turn by id, never by key (ST-0: log)."""

    STORY_KIND = "log"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", null=True)
    session_ref = models.BigIntegerField(null=True)
    turn_ref = models.BigIntegerField(null=True)
    take_ref = models.BigIntegerField(null=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    role = models.CharField(_("role"), max_length=40)
    capability = models.CharField(_("capability"), max_length=20, default="chat")
    provider = models.CharField(_("provider"), max_length=100)
    model = models.CharField(_("model"), max_length=200, blank=True)
    tokens_in = models.PositiveIntegerField(_("tokens in"), null=True)
    tokens_out = models.PositiveIntegerField(_("tokens out"), null=True)
    tokens_cached = models.PositiveIntegerField(_("tokens cached"), null=True)
    tokens_estimated = models.BooleanField(_("tokens estimated"), default=False)
    cost = models.DecimalField(_("cost"), max_digits=14, decimal_places=8, null=True)
    first_token_ms = models.PositiveIntegerField(_("first token (ms)"), null=True)
    total_ms = models.PositiveIntegerField(_("total (ms)"), null=True)
    retries = models.PositiveSmallIntegerField(_("retries"), default=0)
    outcome = models.CharField(_("outcome"), max_length=40)
    detail = models.TextField(_("detail"), blank=True)
    request = models.JSONField(_("what the model got"), null=True)
    started_at = models.DateTimeField(_("started"), db_default=Now())

    class Meta:
        verbose_name = _("model call")
        verbose_name_plural = _("model calls")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["turn_ref"]),
            models.Index(fields=["session_ref", "started_at"]),
            models.Index(fields=["owner", "started_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.provider} {self.outcome}"
