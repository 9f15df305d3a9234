"""Keys of providers, and calls that belong to no story."""

from decimal import Decimal

import pytest

from sessions_app.actions.providers import record_calls, save_provider_key
from sessions_app.models import ModelCall, Provider
from sessions_app.rules.calls import CallRecord
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.spec("CP-1")
def test_a_key_is_kept_encrypted_and_can_be_removed():
    provider = Provider.objects.create(name="a", kind="openai")
    save_provider_key(provider_id=provider.pk, key="sk-secret")
    provider.refresh_from_db()
    assert provider.api_key_encrypted
    assert "sk-secret" not in provider.api_key_encrypted
    save_provider_key(provider_id=provider.pk, key="")
    provider.refresh_from_db()
    assert provider.api_key_encrypted == ""


@pytest.mark.spec("OB-1")
def test_a_call_is_kept():
    by = make_user()
    call = CallRecord(
        role="probe", provider="a", model="m", outcome="ok", tokens_in=3, cost=Decimal("0.5")
    )
    record_calls(by=by, calls=[call])
    row = ModelCall.objects.get()
    assert (row.owner, row.role, row.tokens_in, row.tokens_out) == (by, "probe", 3, None)
    assert row.cost == Decimal("0.5")
