"""Making and revoking keys (AP-3)."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.factories import make_user
from worldbook.actions import api_keys
from worldbook.actions.api_keys import create_api_key, revoke_api_key
from worldbook.actions.errors import ActionRefused
from worldbook.models import ApiKey
from worldbook.queries.api_keys import key_of_text, own_keys

pytestmark = pytest.mark.django_db


def make(by, name="phone", scopes=("read",), **more):
    return create_api_key(by=by, name=name, scopes=scopes, now=timezone.now(), **more)


@pytest.mark.spec("AP-3")
def test_of_a_key_only_a_hash_is_kept():
    key, text = make(make_user(), scopes=["read", "play"])
    brand, prefix, secret = text.split("_", 2)
    assert (brand, prefix, key.scopes) == ("rps", key.prefix, ["play", "read"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(k)::text FROM worldbook_apikey k")
        (stored,) = cursor.fetchone()
    assert secret not in stored
    assert key_of_text(text) == key
    assert key_of_text(text + "x") is None
    assert key_of_text(text.replace("rps_", "RPS_")) is None


@pytest.mark.spec("AP-3")
def test_a_revoked_key_opens_nothing_and_stays_as_a_record():
    owner = make_user()
    key, text = make(owner)
    now = timezone.now()
    revoke_api_key(by=owner, key_id=key.pk, now=now)
    assert key_of_text(text) is None
    assert not own_keys(owner)
    later = now + timedelta(days=1)
    assert revoke_api_key(by=owner, key_id=key.pk, now=later).revoked_at == now
    assert make(owner)[0].name == key.name


@pytest.mark.spec("AP-3")
def test_nobody_ends_the_key_of_another_but_an_administrator():
    key, text = make(make_user())
    with pytest.raises(ActionRefused) as refused:
        revoke_api_key(by=make_user(roles=["moderator"]), key_id=key.pk, now=timezone.now())
    assert refused.value.status == 404
    assert key_of_text(text) == key
    admin = make_user(roles=["administrator"], is_superuser=True)
    revoke_api_key(by=admin, key_id=key.pk, now=timezone.now())
    assert key_of_text(text) is None


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": "  "}, "invalid"),
        ({"name": "x" * 101}, "invalid"),
        ({"name": "a\x00"}, "invalid"),
        ({"scopes": []}, "invalid"),
        ({"scopes": ["read", "rule"]}, "invalid"),
        ({"expires_at": timezone.now() - timedelta(days=1)}, "invalid"),
        ({"name": "taken"}, "name_taken"),
    ],
)
def test_wishes_that_make_no_key(wrong, code):
    owner = make_user()
    make(owner, name="taken")
    with pytest.raises(ActionRefused) as refused:
        make(owner, **wrong)
    assert refused.value.code == code
    assert ApiKey.objects.count() == 1


def test_an_account_has_no_more_keys_than_it_can_oversee(monkeypatch):
    monkeypatch.setattr(api_keys, "MOST_KEYS", 2)
    owner = make_user()
    make(owner, name="1")
    make(owner, name="2")
    with pytest.raises(ActionRefused) as refused:
        make(owner, name="3")
    assert refused.value.code == "too_many_keys"
    make(make_user(), name="3")


@pytest.mark.parametrize("scopes", [[], ["rule"]])
def test_the_table_itself_knows_the_scopes(scopes):
    owner = make_user()
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiKey.objects.create(owner=owner, name="x", prefix="x", secret_hash="x", scopes=scopes)
