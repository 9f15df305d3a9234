"""Who uses the site, and who may see and edit what somebody owns (AD-2)."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from worldbook.models.checks import between, one_of


class User(AbstractUser):
    """An account; roles are groups: author, player, moderator, administrator."""

    class Theme(models.TextChoices):
        """The colours of the pages."""

        SYSTEM = "system", _("as the device")
        DARK = "dark", _("dark")
        LIGHT = "light", _("light")

    language = models.CharField(
        _("language"), max_length=10, blank=True, choices=settings.LANGUAGES, default=""
    )
    theme = models.CharField(_("theme"), max_length=10, choices=Theme.choices, default=Theme.SYSTEM)
    enter_sends = models.BooleanField(_("Enter sends"), default=True)
    text_size = models.PositiveSmallIntegerField(
        _("text size (%)"), default=100, validators=[MinValueValidator(50), MaxValueValidator(300)]
    )

    class Meta(AbstractUser.Meta):
        verbose_name = _("account")  # type: ignore[assignment]
        verbose_name_plural = _("accounts")  # type: ignore[assignment]
        constraints = [
            one_of("user_theme", "theme", ["system", "dark", "light"]),
            between("user_text_size", "text_size", 50, 300),
        ]


class Visibility(models.TextChoices):
    """Who may see a thing besides its owner."""

    PRIVATE = "private", _("private")
    SHARED = "shared", _("shared with some")
    PUBLIC = "public", _("public")


class OwnedModel(models.Model):
    """Something that belongs to somebody."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("owner")
    )
    visibility = models.CharField(
        _("visibility"),
        max_length=10,
        choices=Visibility.choices,
        default=Visibility.PRIVATE,
        help_text=_("Who may see it besides you. Those it is shared with are listed below."),
    )

    class Meta:
        abstract = True
        constraints = [
            one_of("%(class)s_visibility", "visibility", ["private", "shared", "public"])
        ]


class Share(models.Model):
    """One account's access to one thing that is shared; exactly one target is set."""

    class Access(models.TextChoices):
        """What a share allows."""

        READ = "read", _("may read")
        EDIT = "edit", _("may edit")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="shares", verbose_name=_("account")
    )
    access = models.CharField(_("access"), max_length=4, choices=Access.choices)
    lorebook = models.ForeignKey(
        "worldbook.Lorebook",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="shares",
        verbose_name=_("lorebook"),
    )
    world = models.ForeignKey(
        "worldbook.World",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="shares",
        verbose_name=_("world"),
    )

    class Meta:
        verbose_name = _("share")
        verbose_name_plural = _("shares")
        constraints = [
            models.CheckConstraint(
                name="share_has_one_target",
                condition=models.Q(lorebook__isnull=False, world__isnull=True)
                | models.Q(lorebook__isnull=True, world__isnull=False),
            ),
            one_of("share_access", "access", ["read", "edit"]),
            models.UniqueConstraint(name="share_once_lorebook", fields=["user", "lorebook"]),
            models.UniqueConstraint(name="share_once_world", fields=["user", "world"]),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.access}"
