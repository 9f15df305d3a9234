"""Which route serves a role."""

from dataclasses import replace

import pytest

from sessions_app.actions.providers import save_provider_key
from sessions_app.models import ModelRoute, Provider
from sessions_app.queries.routes import route_for
from sessions_app.rules.calls import ModelFailure, Secret
from sessions_app.rules.scenarios import ScenarioConfig

pytestmark = [pytest.mark.django_db, pytest.mark.spec("TB-21")]


def make_route(name="default", *, provider=None, role="actor", **fields):
    provider = provider or Provider.objects.create(
        name=f"of {role}/{name}", kind="openai", base_url="http://127.0.0.1:1/v1"
    )
    return ModelRoute.objects.create(
        role=role, name=name, provider=provider, context_window=8_000, model=name, **fields
    )


def scenario(**routes):
    return replace(ScenarioConfig(id="mine"), routes=routes)


def test_the_storyteller_where_nothing_is_set_up():
    assert route_for("actor").kind == "storyteller"


def test_the_default_and_the_one_that_a_scenario_names(django_assert_num_queries):
    make_route()
    make_route("big", temperature=0.3, time_limit=600, max_output=2_000)
    assert route_for("actor").model == "default"
    with django_assert_num_queries(1):
        route = route_for("actor", scenario(actor="big"))
    assert (route.model, route.temperature, route.time_limit) == ("big", 0.3, 600)
    assert (route.context_window, route.max_output, route.kind) == (8_000, 2_000, "openai")


def test_the_key_is_opened_for_the_call_and_hidden():
    row = make_route()
    save_provider_key(provider_id=row.provider_id, key=" sk-secret ")
    route = route_for("actor")
    assert route.api_key == Secret("sk-secret")
    assert "sk-secret" not in repr(route)


def test_a_route_that_is_not_there_is_an_error():
    make_route()
    with pytest.raises(ModelFailure) as caught:
        route_for("actor", scenario(actor="huge"))
    assert caught.value.code == "route_missing"


def test_a_fallback_is_read_only_where_there_is_one(django_assert_num_queries):
    make_route("alone")
    with django_assert_num_queries(1):
        route_for("actor", scenario(actor="alone"))
    last = make_route("last")
    middle = make_route("middle", fallback=last)
    make_route(fallback=middle)
    with django_assert_num_queries(3):
        route = route_for("actor")
    assert route.fallback.model == "middle"
    assert route.fallback.fallback.model == "last"
    assert route.fallback.fallback.fallback is None


def test_what_is_switched_off_is_left_out():
    last = make_route("last")
    middle = make_route("middle", fallback=last)
    Provider.objects.filter(pk=middle.provider_id).update(enabled=False)
    make_route(fallback=middle, enabled=False)
    assert route_for("actor").model == "last"
    ModelRoute.objects.update(enabled=False)
    with pytest.raises(ModelFailure) as caught:
        route_for("actor")
    assert caught.value.code == "route_missing"


def test_a_circle_of_fallbacks_ends():
    one = make_route("one")
    two = make_route(fallback=one)
    ModelRoute.objects.filter(pk=one.pk).update(fallback=two)
    route = route_for("actor")
    assert [route.model, route.fallback.model, route.fallback.fallback.model] == [
        "default", "one", "default",
    ]  # fmt: skip
    assert route.fallback.fallback.fallback is None


@pytest.mark.spec("CP-1")
def test_a_key_sealed_under_a_lost_secret(settings):
    row = make_route()
    save_provider_key(provider_id=row.provider_id, key="sk-secret")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another secret of the site"
    assert route_for("actor").api_key == Secret("sk-secret")
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(ModelFailure) as caught:
        route_for("actor")
    assert caught.value.code == "wrong_key"
    assert "Enter it again" in caught.value.detail
