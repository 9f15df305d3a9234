"""NUL in an address is answered with 400, by whatever list or lookup it was meant for."""

import pytest
from django.contrib.admin import site
from django.urls import reverse

from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client):
    client.force_login(make_user(roles=["administrator"]))
    return client


def test_no_list_of_the_writing_room_is_asked_for_it(admin):
    for model, page in site._registry.items():
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        name = next((str(one) for one in page.list_filter if isinstance(one, str)), "q")
        assert admin.get(f"{address}?{name}=%00").status_code == 400, address
        assert admin.get(f"{address}?{name}%00=x").status_code == 400, address
        assert admin.get(f"{address}%00/change/").status_code == 400, address


@pytest.mark.parametrize("query", ["q=%00", "ordering=%00", "page=1%00"])
def test_the_api_says_so_in_its_own_shape(admin, query):
    answer = admin.get(f"/api/worldbook/books/?{query}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "not_readable")
    assert answer["Content-Security-Policy"]


def test_what_only_looks_like_it_passes(admin):
    assert admin.get("/api/worldbook/books/?q=%2500").status_code == 200
