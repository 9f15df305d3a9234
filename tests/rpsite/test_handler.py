"""A request over ASGI is one visit to one thread, middleware included."""

import threading

import pytest
from channels.testing import ApplicationCommunicator
from django.http import HttpResponse
from django.urls import path

from rpsite.handler import ThreadHandler

seen: list[int] = []


class First:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        seen.append(threading.get_ident())
        response = self.get_response(request)
        seen.append(threading.get_ident())
        return response


class Last(First):
    pass


def view(request):
    seen.append(threading.get_ident())
    return HttpResponse(b"here")


class urls:  # noqa: N801 - stands for a module of addresses
    urlpatterns = (path("here/", view),)


@pytest.mark.spec("PF-1")
async def test_middleware_and_view_run_in_one_visit_to_a_thread(settings, monkeypatch):
    settings.MIDDLEWARE = [f"{__name__}.First", f"{__name__}.Last"]
    settings.ROOT_URLCONF = urls
    visits = []
    inner = ThreadHandler.get_response
    monkeypatch.setattr(
        ThreadHandler,
        "get_response",
        lambda self, request: (visits.append(threading.get_ident()), inner(self, request))[1],
    )
    scope = {"type": "http", "method": "GET", "path": "/here/", "headers": [], "query_string": b""}
    asked = ApplicationCommunicator(ThreadHandler(), scope)
    await asked.send_input({"type": "http.request", "body": b""})
    assert (await asked.receive_output(30))["status"] == 200
    assert (await asked.receive_output(30))["body"] == b"here"
    assert len(seen) == 5
    assert {*seen, *visits} == {visits[0]}
    assert visits[0] != threading.get_ident()
