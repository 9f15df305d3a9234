"""The list of keys for administrators (AP-3)."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_user
from worldbook.actions.api_keys import create_api_key
from worldbook.models import ApiKey
from worldbook.queries.api_keys import key_of_text

pytestmark = pytest.mark.django_db
LIST = "admin:worldbook_apikey_changelist"


def make(by, name="phone"):
    return create_api_key(by=by, name=name, scopes=["read"], now=timezone.now())


@pytest.mark.spec("AP-3")
def test_an_administrator_sees_all_keys_without_secrets_and_ends_them(admin_client):
    key, text = make(make_user("ben"))
    page = admin_client.get(reverse(LIST)).content.decode()
    assert key.prefix in page
    assert "ben" in page
    assert text not in page
    assert key.secret_hash not in page
    one = admin_client.get(reverse("admin:worldbook_apikey_change", args=[key.pk]))
    assert key.secret_hash not in one.content.decode()
    admin_client.post(reverse(LIST), {"action": "revoke", "_selected_action": [key.pk]})
    assert key_of_text(text) is None
    assert ApiKey.objects.get().revoked_at is not None


@pytest.mark.spec("AP-3")
@pytest.mark.parametrize("role", ["author", "moderator"])
def test_others_do_not_see_the_list(client, role):
    client.force_login(make_user(roles=[role]))
    assert client.get(reverse(LIST)).status_code == 403


def test_the_list_needs_as_many_queries_for_three_keys_as_for_one(
    admin_client, django_assert_max_num_queries
):
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    make(make_user())
    admin_client.get(reverse(LIST))
    with CaptureQueriesContext(connection) as one:
        admin_client.get(reverse(LIST))
    make(make_user())
    make(make_user())
    with CaptureQueriesContext(connection) as three:
        admin_client.get(reverse(LIST))
    assert len(three) == len(one)
