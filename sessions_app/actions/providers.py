"""Writes of model services: keys, and the record of a call made by hand (CP-1, OB-1)."""

import dataclasses

from django.conf import settings
from django.db import transaction

from sessions_app.models import ModelCall, Provider
from sessions_app.rules.calls import CallRecord
from sessions_app.rules.sealing import seal
from worldbook.models import User


@transaction.atomic
def save_provider_key(*, provider_id: int, key: str) -> Provider:
    """Keep a provider's API key, sealed; an empty one removes it. It is never shown again."""
    provider = Provider.objects.select_for_update().get(pk=provider_id)
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    provider.api_key_encrypted = seal(key.strip(), secrets)
    provider.save(update_fields=["api_key_encrypted"])
    return provider


@transaction.atomic
def record_calls(*, by: User | None, calls: list[CallRecord]) -> list[ModelCall]:
    """Keep calls that belong to no story."""
    rows = [ModelCall(owner=by, **_fields(call)) for call in calls]
    return ModelCall.objects.bulk_create(rows)


def _fields(call: CallRecord) -> dict[str, object]:
    return {item.name: getattr(call, item.name) for item in dataclasses.fields(call)}
