"""Providers and routes in the admin: the key goes in and never out, a test makes a real call."""

import asyncio
import threading

import pytest
from django.urls import reverse

from sessions_app.models import ModelCall, ModelRoute, Provider
from sessions_app.queries.routes import route_for
from tests.factories import make_user
from tests.fakes.model_server import ModelServer, Reply, error

pytestmark = [pytest.mark.django_db, pytest.mark.spec("CP-1")]


@pytest.fixture
def admin_client(client):
    client.force_login(make_user(roles=["administrator"], is_superuser=True))
    return client


@pytest.fixture
def server():
    """The scripted server in a loop of its own, since the admin's pages are synchronous."""
    started, made = threading.Event(), {}

    async def main():
        made["stop"] = asyncio.Event()
        async with ModelServer() as running:
            made.update(server=running, loop=asyncio.get_running_loop())
            started.set()
            await made["stop"].wait()

    thread = threading.Thread(target=asyncio.run, args=(main(),))
    thread.start()
    assert started.wait(30)
    yield made["server"]
    made["loop"].call_soon_threadsafe(made["stop"].set)
    thread.join(30)


def make_provider(**fields):
    values = {"name": "local", "kind": "openai", "base_url": "http://127.0.0.1:1/v1"}
    return Provider.objects.create(**{**values, **fields})


FORM = {
    "name": "local", "kind": "openai", "base_url": "http://127.0.0.1:1/v1", "enabled": "on",
    "max_concurrent": "4", "options": "{}", "api_key": "",
}  # fmt: skip


def post(client, name, data, pk=None):
    url = reverse(f"admin:sessions_app_{name}", args=[pk] if pk else [])
    return client.post(url, data)


def errors(response):
    return response.context["adminform"].form.errors


def test_a_key_goes_in_and_never_comes_out(admin_client):
    post(admin_client, "provider_add", {**FORM, "api_key": "sk-secret"})
    provider = Provider.objects.get()
    sealed = provider.api_key_encrypted
    assert sealed
    page = admin_client.get(reverse("admin:sessions_app_provider_change", args=[provider.pk]))
    assert "sk-secret" not in page.content.decode()
    assert sealed not in page.content.decode()
    ModelRoute.objects.create(role="actor", provider=provider, context_window=4_000)
    post(admin_client, "provider_change", {**FORM, "max_concurrent": "2"}, provider.pk)
    assert route_for("actor").api_key.reveal() == "sk-secret"
    assert route_for("actor").max_concurrent == 2
    post(admin_client, "provider_change", {**FORM, "forget_key": "on"}, provider.pk)
    assert not route_for("actor").api_key


def test_bad_options_and_a_missing_address_are_refused(admin_client):
    response = post(
        admin_client, "provider_add", {**FORM, "options": '{"retires": 2}', "base_url": ""}
    )
    assert "no option “retires”" in errors(response)["options"][0]
    assert "base_url" in errors(response)
    assert not Provider.objects.exists()


def test_the_test_button_shows_the_answer(admin_client, server):
    provider = make_provider(base_url=server.base_url)
    url = reverse("admin:sessions_app_provider_test_provider", args=[provider.pk])
    assert admin_client.get(url).status_code == 200
    assert server.requests == []
    server.script(Reply(chunks=("<think>hm</think>", "Ships & <stars>.")))
    page = admin_client.post(url, {"model": "fake", "words": "What?"}).content.decode()
    assert "Ships &amp; &lt;stars&gt;." in page
    assert "<li" in page
    call = ModelCall.objects.get()
    assert (call.role, call.outcome, call.owner.is_superuser) == ("probe", "ok", True)


def test_the_test_button_shows_the_exact_error(admin_client, server):
    provider = make_provider(base_url=server.base_url)
    url = reverse("admin:sessions_app_provider_test_provider", args=[provider.pk])
    server.script(error(401, "Incorrect API key provided"))
    page = admin_client.post(url, {"model": "fake", "words": "What?"}).content.decode()
    assert "HTTP 401: Incorrect API key provided" in page
    assert ModelCall.objects.get().outcome == "wrong_key"


def test_without_a_model_the_button_only_lists_them(admin_client, server):
    provider = make_provider(base_url=server.base_url)
    url = reverse("admin:sessions_app_provider_test_provider", args=[provider.pk])
    page = admin_client.post(url, {"model": "", "words": "What?"}).content.decode()
    assert ">fake</li>" in page
    assert server.requests == []


def test_the_storyteller_says_what_it_is(admin_client):
    provider = make_provider(kind="storyteller", options={"delay_ms": 0})
    url = reverse("admin:sessions_app_provider_test_provider", args=[provider.pk])
    page = admin_client.post(url, {"model": "storyteller", "words": "What?"}).content.decode()
    assert "not a language model" in page


def test_authors_and_players_do_not_reach_it(client):
    provider = make_provider()
    url = reverse("admin:sessions_app_provider_test_provider", args=[provider.pk])
    client.force_login(make_user(roles=["author"]))
    assert client.post(url, {"model": "fake", "words": "What?"}).status_code == 403
    client.force_login(make_user(roles=["player"]))
    assert client.post(url, {"model": "fake", "words": "What?"}).status_code == 302
    assert not ModelCall.objects.exists()


ROUTE = {
    "role": "actor", "name": "default", "model": "fake", "temperature": "0.8", "reasoning": "",
    "context_window": "8000", "max_output": "1000", "time_limit": "300", "enabled": "on",
}  # fmt: skip


@pytest.mark.spec("TB-21")
def test_a_route_is_made(admin_client):
    provider = make_provider()
    response = post(admin_client, "modelroute_add", {**ROUTE, "provider": provider.pk})
    assert response.status_code == 302
    route = route_for("actor")
    assert (route.model, route.context_window, route.price_in) == ("fake", 8_000, None)


@pytest.mark.spec("TB-21")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("context_window", ""),
        ("context_window", "2000"),
        ("time_limit", "179"),
        ("temperature", "2.5"),
        ("model", ""),
    ],
)
def test_a_route_that_cannot_work_is_refused(admin_client, field, value):
    data = {**ROUTE, "provider": make_provider().pk, field: value}
    assert list(errors(post(admin_client, "modelroute_add", data))) == [field]


@pytest.mark.spec("TB-21")
def test_a_game_master_is_no_language_model_yet(admin_client):
    data = {**ROUTE, "role": "master", "provider": make_provider().pk}
    found = errors(post(admin_client, "modelroute_add", data))
    assert found == {"provider": ["Only the built-in storyteller can be the game master yet."]}
    teller = make_provider(name="teller", kind="storyteller")
    post(admin_client, "modelroute_add", {**data, "provider": teller.pk})
    assert ModelRoute.objects.get(role="master").provider == teller


@pytest.mark.spec("TB-21")
def test_fallbacks_must_end(admin_client):
    provider = make_provider()
    fields = {"role": "actor", "provider": provider, "context_window": 8_000, "model": "m"}
    three = ModelRoute.objects.create(name="three", **fields)
    two = ModelRoute.objects.create(name="two", fallback=three, **fields)
    one = ModelRoute.objects.create(name="one", fallback=two, **fields)
    data = {**ROUTE, "provider": provider.pk}
    circle = post(
        admin_client, "modelroute_change", {**data, "name": "three", "fallback": one.pk}, three.pk
    )
    assert "lead back" in errors(circle)["fallback"][0]
    long = post(admin_client, "modelroute_add", {**data, "fallback": one.pk})
    assert "At most two" in errors(long)["fallback"][0]


@pytest.mark.spec("TB-21")
def test_a_route_is_tested_with_its_own_values(admin_client, server):
    provider = make_provider(base_url=server.base_url)
    row = ModelRoute.objects.create(
        role="actor", provider=provider, context_window=8_000, model="m", temperature=0.1
    )
    server.script(Reply(chunks=("Ships.",)))
    url = reverse("admin:sessions_app_modelroute_test_route", args=[row.pk])
    page = admin_client.post(url, {"model": "m", "words": "What?"}).content.decode()
    assert "Ships." in page
    assert server.requests[0]["temperature"] == 0.1


@pytest.mark.spec("OB-1")
def test_calls_are_read_and_not_written(admin_client):
    call = ModelCall.objects.create(
        role="actor", provider="local", model="m", outcome="ok", tokens_in=3,
        request={"tokens": 3, "parts": [
            {"name": "rules", "role": "system", "tokens": 3, "text": "<b>You</b>"}
        ]},
    )  # fmt: skip
    listed = admin_client.get(reverse("admin:sessions_app_modelcall_changelist"))
    assert "unknown" in listed.content.decode()
    url = reverse("admin:sessions_app_modelcall_change", args=[call.pk])
    page = admin_client.get(url).content.decode()
    assert "rules · system · 3" in page
    assert "&lt;b&gt;You&lt;/b&gt;" in page
    assert admin_client.post(url, {"role": "x"}).status_code == 403
    assert admin_client.get(reverse("admin:sessions_app_modelcall_add")).status_code == 403
