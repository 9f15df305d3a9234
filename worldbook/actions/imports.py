"""The first step of an import: a preview that is kept for an hour and changes nothing (WB-8…10)."""

import hashlib
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from worldbook.actions.collecting import collector_paused
from worldbook.actions.errors import ActionRefused
from worldbook.actions.limits import count_import
from worldbook.actions.lookup import must_author, not_found
from worldbook.models import ImportPreview, User
from worldbook.rules.compact import compact_book
from worldbook.rules.formats import Parsed, read
from worldbook.rules.formats.refusals import reason_in
from worldbook.rules.refusal import Refusal
from worldbook.rules.storable import is_all_storable, storable

KEPT = timedelta(hours=1)


def _read(data: bytes, file_name: str, import_defaults: str) -> Parsed:
    parsed = read(
        data,
        file_name=file_name,
        import_defaults=import_defaults,
        max_entries=settings.WORLDBOOK_IMPORT_MAX_ENTRIES,
        max_bytes=settings.WORLDBOOK_IMPORT_MAX_BYTES,
    )
    if isinstance(parsed, Refusal):
        raise ActionRefused(parsed.code, reason_in(parsed, _), status=400, detail=parsed.detail)
    return parsed


def no_lorebook() -> ActionRefused:
    """The answer for a card that holds no lorebook, with what can be done with it."""
    return ActionRefused(
        "no_lorebook",
        _(
            "This card holds no lorebook. It can be imported as a character: choose “a character "
            "with its book”."
        ),
        status=400,
    )


def _must_hold(parsed: Parsed, wanted: str) -> None:
    """Refuse a file that does not hold what is wanted of it (WB-7)."""
    if wanted == ImportPreview.Wanted.CHARACTER and parsed.card is None:
        raise ActionRefused("no_character", _("This file holds no character."), status=400)
    if wanted == ImportPreview.Wanted.LOREBOOK and parsed.book is None:
        raise no_lorebook()


@collector_paused()
def preview_import(
    *, by: User, data: bytes, file_name: str, wanted: str, import_defaults: str = "native"
) -> ImportPreview:
    """Read a file and keep file and report for an hour; nothing else is changed (WB-8).

    Args:
        by: who imports; an author.
        data: the file.
        file_name: names only what has no name of its own.
        wanted: "lorebook" or "character".
        import_defaults: "native" or "sillytavern" (WB-9).

    Raises:
        ActionRefused: "not_author" (403), "unknown_choice" (400), "throttled" (429) with
            `retry_after`, and with 400 every reason that `rules.formats.refusals` knows,
            "no_character" and "no_lorebook".
    """
    must_author(by)
    if (
        wanted not in ImportPreview.Wanted.values
        or import_defaults not in ImportPreview.Defaults.values
    ):
        raise ActionRefused("unknown_choice", _("This choice is not known."), status=400)
    count_import(by)
    parsed = _read(data, file_name, import_defaults)
    _must_hold(parsed, wanted)
    told = parsed.to_json()
    if told["book"] is not None:
        told["book"] = compact_book(told["book"])
    kept = told if is_all_storable(told) else storable(told)
    report = kept.pop("report")
    return ImportPreview.objects.create(
        owner=by,
        wanted=wanted,
        file_name=storable(file_name)[-255:],
        file=data,
        file_hash=hashlib.sha256(data).hexdigest(),
        import_defaults=import_defaults,
        parsed=kept,
        report=report,
        expires_at=timezone.now() + KEPT,
    )


def preview_gone() -> ActionRefused:
    """The answer for a preview that is past its hour, or was never there."""
    return ActionRefused(
        "preview_gone",
        _("This preview is gone: it is kept for an hour. Please upload the file again."),
        status=404,
    )


def preview_to_save(by: User, preview_id: Any) -> ImportPreview:
    """The preview, locked until the transaction ends, or a refusal once its hour is over.

    Raises:
        ActionRefused: "preview_gone" (404).
    """
    live = ImportPreview.objects.select_for_update(of=("self",))
    preview = live.filter(pk=preview_id, owner=by, expires_at__gt=Now()).first()
    if preview is None:
        raise preview_gone()
    return preview


@transaction.atomic
def accept_offers(*, by: User, preview_id: Any, numbers: Iterable[int]) -> ImportPreview:
    """Confirm those of a preview's offers that have these numbers, and no others (WB-9a).

    They are taken over when the preview is saved.

    Raises:
        ActionRefused: "preview_gone" (404), "unknown_choice" (400): there is no such offer.
    """
    preview = preview_to_save(by, preview_id)
    wanted = sorted(set(numbers))
    if wanted and not 0 <= wanted[0] <= wanted[-1] < len(preview.report["offers"]):
        raise ActionRefused("unknown_choice", _("This choice is not known."), status=400)
    preview.report["accepted"] = wanted
    preview.save(update_fields=["report"])
    return preview


@transaction.atomic
def forget_preview(*, by: User, preview_id: Any) -> None:
    """Throw a preview away before its hour is over.

    Raises:
        ActionRefused: "not_found" (404).
    """
    count, _rows = ImportPreview.objects.filter(pk=preview_id, owner=by).delete()
    if not count:
        raise not_found()


def purge_expired_previews() -> int:
    """Delete the previews whose hour is over; how many there were."""
    count, _rows = ImportPreview.objects.filter(expires_at__lte=Now()).delete()
    return count
