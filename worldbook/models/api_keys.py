"""API keys: how a program signs in as an account, within scopes (AP-3)."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class ApiKey(models.Model):
    """One key of an account; of its secret only the hash is here. A revoked one stays as a record."""

    class Scope(models.TextChoices):
        """What a key may be used for."""

        PLAY = "play", _("play")
        AUTHOR = "author", _("author")
        READ = "read", _("read")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_keys", verbose_name=_("account")
    )
    name = models.CharField(_("name"), max_length=100)
    prefix = models.CharField(_("begins with"), max_length=12, unique=True, editable=False)
    secret_hash = models.CharField(max_length=64, editable=False)
    scopes = ArrayField(
        models.CharField(max_length=10, choices=Scope.choices), verbose_name=_("scopes")
    )
    created_at = models.DateTimeField(_("made"), db_default=Now(), editable=False)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, editable=False)

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                name="api_key_scopes",
                condition=models.Q(
                    scopes__contained_by=["play", "author", "read"], scopes__len__gte=1
                ),
            ),
            models.UniqueConstraint(
                name="api_key_name_once",
                fields=["owner", "name"],
                condition=models.Q(revoked_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix})"
