"""A file somebody uploaded, read and kept for an hour until it is saved or forgotten (WB-8)."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from worldbook.models.checks import one_of


class ImportPreview(models.Model):
    """The file, what was read of it and the report; saving refers to it by id."""

    class Wanted(models.TextChoices):
        """What the file is to become (WB-7)."""

        LOREBOOK = "lorebook", _("a lorebook")
        CHARACTER = "character", _("a character with its book")

    class Defaults(models.TextChoices):
        """How keys of the file match where it does not say (WB-9)."""

        NATIVE = "native", _("as here (anywhere in the text)")
        SILLYTAVERN = "sillytavern", _("as SillyTavern (whole words)")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    wanted = models.CharField(max_length=10, choices=Wanted.choices)
    file_name = models.CharField(max_length=255, blank=True)
    file = models.BinaryField()
    file_hash = models.CharField(max_length=64)
    import_defaults = models.CharField(
        max_length=20, choices=Defaults.choices, default=Defaults.NATIVE
    )
    parsed = models.JSONField(
        help_text="What the reader returned: format, name, card?, book?, entries."
    )
    report = models.JSONField()
    saved_book = models.ForeignKey(
        "worldbook.Lorebook", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    saved_character = models.ForeignKey(
        "worldbook.Character", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("import preview")
        verbose_name_plural = _("import previews")
        constraints = [
            one_of("import_wanted", "wanted", ["lorebook", "character"]),
            one_of("import_defaults", "import_defaults", ["native", "sillytavern"]),
        ]
        indexes = [models.Index(fields=["expires_at"])]

    def __str__(self) -> str:
        return self.file_name or str(self.id)
