"""An index that is built by real processes while they are killed, and while its service is ill."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import psutil
import pytest

from tests.fakes.embedding_server import Answer, EmbeddingServer
from tests.processes import Site, wait_for
from worldbook.actions.building import BATCH

PIECES = 6 * BATCH

SET_UP = """
import json
from django.conf import settings
from django.test import Client
from sessions_app.models import ModelRoute, Provider
from tests.factories import make_book, make_entry, make_user
from worldbook.models import Job
# The demo books' own builds would stand in the way for a while.
Job.objects.filter(kind="index").update(cancel_requested=True)
provider = Provider.objects.create(name="lab", kind="openai", base_url="{url}",
    options={{"dimensions": 64, "retries": 0}})
ModelRoute.objects.create(role="embedding", provider=provider, model="small", context_window=512)
author, books = make_user("indexer", roles=["author"]), []
for name in {names!r}:
    lore = [make_entry(f"e{{at}}", title="", content=f"{{name}} number{{at}}", place=at)
        for at in range({pieces})]
    books.append(make_book(author, entries=lore).pk)
client = Client()
client.force_login(author)
cookie = client.cookies[settings.SESSION_COOKIE_NAME].OutputString(attrs=[])
print("SET UP " + json.dumps([cookie, books]))
"""
CSRF = "c" * 32


@pytest.fixture(scope="module")
def service() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[Site]:
    with Site(site_folder / "var", None, "--runners", "1") as running:
        yield running


class Books:
    """An author's books on the site and their indexes, over HTTP."""

    def __init__(self, site: Site, service: EmbeddingServer, *names: str) -> None:
        code = SET_UP.format(url=service.base_url, names=names, pieces=PIECES)
        printed = re.search(r"SET UP (.*)", site.shell(code))
        self.site = site
        self.cookie, self.ids = json.loads(printed.group(1))

    def index(self, at: int, method: str = "GET") -> dict[str, Any]:
        """How the index of a book's first revision stands, after it was asked for with POST."""
        request = Request(
            f"{self.site.url}api/worldbook/books/{self.ids[at]}/revisions/1/index/",
            method=method,
            data=b"{}" if method == "POST" else None,
            headers={
                "Cookie": f"{self.cookie}; csrftoken={CSRF}",
                "X-CSRFToken": CSRF,
                "Content-Type": "application/json",
            },
        )
        with urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())

    def until(self, at: int, *states: str, done: int = 0, seconds: float = 60) -> dict[str, Any]:
        """Wait for a state of the index, or until so many pieces are there."""

        def seen() -> dict[str, Any] | None:
            told = self.index(at)
            there = told["state"] in states or (not states and told["pieces_done"] >= done)
            return told if there else None

        return wait_for(seen, seconds, lambda: f"{self.index(at)}\n{self.site.printed()}")


@pytest.fixture(scope="module")
def books(site: Site, service: EmbeddingServer) -> Books:
    return Books(site, service, "lamp", "gate", "tide", "bell")


def child_of_worker(site: Site) -> psutil.Process:
    """The process of the pool that does the work."""
    return wait_for(lambda: next(iter(psutil.Process(site.pid("worker")).children()), None), 20)


@pytest.mark.spec("WB-15", "SF-3")
@pytest.mark.parametrize(("at", "whole"), [(0, False), (1, True)])
def test_a_build_whose_worker_is_killed_goes_on_and_repeats_one_batch_at_most(
    site: Site, service: EmbeddingServer, books: Books, at: int, whole: bool
) -> None:
    asked = len(service.texts)
    service.script(Answer(), Answer(), Answer(delay=60))
    books.index(at, "POST")
    half = books.until(at, done=2 * BATCH)
    assert half["state"] == "building"
    if whole:
        site.kill("worker")
    else:
        child_of_worker(site).kill()
    told = books.until(at, "ready", "failed")
    assert (told["state"], told["pieces_done"], told["error"]) == ("ready", PIECES, "")
    texts = service.texts[asked:]
    assert len(set(texts)) == PIECES
    assert len(texts) <= PIECES + BATCH


@pytest.mark.spec("WB-15", "WB-25", "CP-4")
@pytest.mark.parametrize(
    ("at", "answer", "said"),
    [
        (2, Answer(503, {"error": {"message": "out of memory"}}), "out of memory"),
        (3, Answer(dimensions=32), "wrong_dimensions: 32 instead of 64"),
    ],
)
def test_a_build_whose_service_falls_ill_says_so_and_goes_on_when_asked_again(
    service: EmbeddingServer, books: Books, at: int, answer: Answer, said: str
) -> None:
    asked = len(service.texts)
    service.script(Answer(), answer)
    books.index(at, "POST")
    failed = books.until(at, "failed", "ready")
    assert (failed["state"], failed["pieces_done"], failed["job"]["state"]) == (
        "failed",
        BATCH,
        "failed",
    )
    assert said in failed["error"]
    books.index(at, "POST")
    assert books.until(at, "ready")["pieces_done"] == PIECES
    assert len(service.texts[asked:]) == PIECES + BATCH
