"""Hybrid turns: what words and vectors bring in, and what becomes of a turn whose search fails."""

import asyncio
import time
from typing import Any

import pytest

from sessions_app.actions.turns import submit_turn
from sessions_app.engine.context import Context, make_context
from sessions_app.engine.gather import gather
from sessions_app.engine.searching import query_vector, ranked
from sessions_app.models import ModelRoute, Provider
from sessions_app.queries.embeddings import embedding_for, local_embedding
from sessions_app.queries.why_not import explain_entry
from sessions_app.tasks.indexes import build_index
from tests.factories import make_book, make_entry
from tests.fakes.embedding_server import Answer, EmbeddingServer
from tests.sessions_app.stories import (
    make_scenario,
    make_story,
    new_key,
    pin_by_hand,
    unpin_by_hand,
)
from worldbook.actions.indexes import queue_index
from worldbook.models import IndexBuild

pytestmark = pytest.mark.django_db

LORE = (
    make_entry("inn", title="", keys=("zzz",), content="Rooms for travellers at the gull"),
    make_entry("forge", title="", keys=("zzz",), content="Swords are made here"),
    make_entry("secret", title="", keys=("zzz",), content="travellers gull", enabled=False),
    make_entry("key", title="", keys=("copper",), content="Opens nothing"),
)


def make_service(server: EmbeddingServer) -> None:
    """Let a service be the site's embedding."""
    provider = Provider.objects.create(
        name="lab",
        kind="openai",
        base_url=server.base_url,
        options={"dimensions": server.dimensions, "retries": 0},
    )
    ModelRoute.objects.create(
        role="embedding", provider=provider, model="small", context_window=512
    )


def make_hybrid(entries=LORE, *, books: int = 1, index: bool = True):
    """A story that pins books with this lore, indexed in the site's embedding."""
    make_scenario()
    story = make_story()
    make_scenario(strategy="hybrid", worldbook_budget=2400)
    unpin_by_hand(story)
    for place in range(books):
        book = make_book(entries=entries)
        revision = book.revisions.get()
        pin_by_hand(story, book, revision, place)
        if index:
            build = queue_index(revision, by=None, embedding=embedding_for().version)
            build_index(build.job_id)
            build.refresh_from_db()
            assert build.state == "ready", build.error
    return story


def choose(story, text: str) -> Context:
    """What a message brings in, as the runner has it."""
    submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text=text)
    story.refresh_from_db()
    gathered = gather(story.pk, story.head_id)
    return make_context(ranked(gathered, asyncio.run(query_vector(gathered))), "")


def ids(context: Context) -> list[str]:
    return [entry.key_id for entry in context.selection.selected]


def lacked(context: Context) -> list[Any]:
    return [dict(item) for item in context.selection.trace["degradations"]]


@pytest.mark.spec("WB-18", "WB-24")
def test_vectors_bring_in_what_no_key_names_and_the_input_keeps_the_rankings():
    with EmbeddingServer() as server:
        make_service(server)
        story = make_hybrid()
        context = choose(story, "travellers welcome")
        assert server.requests[-1]["input"] == ["travellers welcome"]
    assert lacked(context) == []
    first = context.selection.selected[0]
    assert (first.key_id, first.cause["kind"], first.cause["vectors"]) == ("inn", "hybrid", 1)
    frozen = context.selection_input
    book = story.pins.get().book.key
    assert frozen["by_words"] == [f"{book}:inn"]
    assert set(frozen["by_vectors"]) == {f"{book}:{name}" for name in ("inn", "forge", "key")}


@pytest.mark.spec("PG-21", "WB-37")
def test_why_not_runs_on_the_rankings_as_they_were():
    with EmbeddingServer() as server:
        make_service(server)
        story = make_hybrid()
        context = choose(story, "travellers welcome")
    turn = story.head.turn
    turn.selection_input = context.selection_input
    turn.save()
    IndexBuild.objects.all().delete()
    told = explain_entry(story, turn.pk, "inn")
    assert told["decision"] == "selected"
    assert told["cause"] == dict(context.selection.selected[0].cause)
    assert explain_entry(story, turn.pk, "secret")["besides"]["why"] == "disabled"


@pytest.mark.spec("WB-15", "WB-16", "WB-24")
def test_until_the_index_is_ready_words_alone_rank_and_the_trace_says_so():
    with EmbeddingServer() as server:
        make_service(server)
        story = make_hybrid(index=False)
        context = choose(story, "travellers welcome")
        assert server.requests == []
        assert ids(context) == ["inn"]
        pin = story.pins.get()
        missing = {"code": "no_index", "book": pin.book.key, "revision": 1, "state": "none"}
        assert lacked(context) == [missing]
        queue_index(pin.revision, by=None, embedding="lab/small:64")
        gathered = gather(story.pk, story.head_id)
        assert asyncio.run(query_vector(gathered)) == ""
        assert ranked(gathered, "").request.lacking == ({**missing, "state": "building"},)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Answer(500, {"error": {"message": "out of memory"}}), "bad_response"),
        (Answer(dimensions=32), "wrong_dimensions"),
        (Answer(200, b"nothing that is JSON"), "bad_response"),
        (Answer(401, {"error": {"message": "no"}}), "wrong_key"),
    ],
)
@pytest.mark.spec("WB-25")
def test_a_failing_vector_service_leaves_the_words(answer, why):
    with EmbeddingServer() as server:
        make_service(server)
        story = make_hybrid()
        server.script(answer)
        context = choose(story, "travellers welcome")
    assert ids(context) == ["inn"]
    assert lacked(context) == [{"code": "vectors_failed", "why": why}]


@pytest.mark.spec("WB-25")
def test_a_vector_service_that_is_slow_or_gone_does_not_hold_the_turn_up():
    with EmbeddingServer() as server:
        make_service(server)
        story = make_hybrid()
        server.script(Answer(delay=30))
        began = time.monotonic()
        context = choose(story, "travellers welcome")
        assert time.monotonic() - began < 12
        assert lacked(context) == [{"code": "vectors_failed", "why": "time_limit"}]
        assert ids(context) == ["inn"]
    gathered = gather(story.pk, story.head_id)
    assert asyncio.run(query_vector(gathered)) == "unreachable"


@pytest.mark.spec("WB-25")
def test_an_embedding_that_is_switched_off_is_told_and_the_turn_goes_on():
    with EmbeddingServer() as server:
        make_service(server)
        story = make_hybrid()
    ModelRoute.objects.filter(role="embedding").update(enabled=False)
    context = choose(story, "copper for travellers")
    assert set(ids(context)) == {"inn", "key"}
    assert lacked(context) == [{"code": "no_embedding", "why": "route_missing"}]


@pytest.mark.spec("WB-15", "WB-25", "CP-4")
def test_a_service_that_now_makes_vectors_of_another_size_is_another_index():
    with EmbeddingServer() as server:
        make_service(server)
        story = make_hybrid()
        server.dimensions = 32
        Provider.objects.filter(name="lab").update(options={"dimensions": 32, "retries": 0})
        context = choose(story, "travellers welcome")
        assert [(item["code"], item["state"]) for item in lacked(context)] == [("no_index", "none")]
        assert ids(context) == ["inn"]
        build = queue_index(story.pins.get().revision, by=None, embedding="lab/small:32")
        build_index(build.job_id)
        build.refresh_from_db()
        assert (build.state, build.pieces_reused) == ("ready", 0)
        gathered = gather(story.pk, story.head_id)
        found = ranked(gathered, asyncio.run(query_vector(gathered)))
    assert (found.request.lacking, len(found.request.by_vectors)) == ((), 3)
    assert IndexBuild.objects.filter(state="ready").count() == 2


def test_a_story_without_books_searches_nothing():
    story = make_hybrid(books=0)
    context = choose(story, "hello")
    assert (ids(context), lacked(context)) == ([], [])


@pytest.mark.parametrize("books", [1, 3])
def test_more_books_cost_one_query_each(books, django_assert_num_queries):
    with EmbeddingServer() as server:
        make_service(server)
        story = make_hybrid(books=books)
        submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text="travellers")
        story.refresh_from_db()
        gather(story.pk, story.head_id)
        gathered = gather(story.pk, story.head_id)
        vector = asyncio.run(query_vector(gathered))
    with django_assert_num_queries(books):
        found = ranked(gathered, vector)
    assert len(found.request.by_vectors) == 3 * books


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("Where can I sleep tonight?", "inn"),
        ("\u6211\u7d2f\u4e86\uff0c\u60f3\u627e\u4e2a\u5730\u65b9\u8fc7\u591c", "kezhan"),
    ],
)
@pytest.mark.spec("WB-24", "CP-4")
def test_the_model_of_the_install_finds_what_keys_and_words_miss(query, wanted):
    lore = (
        make_entry("inn", title="", keys=("zzz",), content="The Gull rents beds to travellers."),
        make_entry("forge", title="", keys=("zzz",), content="The smith forges swords."),
        make_entry(
            "kezhan",
            title="",
            keys=("zzz",),
            content="\u5ba2\u6808\u8001\u677f\u5411\u65c5\u4eba\u51fa\u79df\u5e8a\u94fa\u3002",
        ),
        make_entry(
            "tiejiang",
            title="",
            keys=("zzz",),
            content="\u94c1\u5320\u953b\u9020\u5251\u548c\u76fe\u724c\u3002",
        ),
    )
    story = make_hybrid(lore)
    assert IndexBuild.objects.get().embedding == local_embedding().version
    context = choose(story, query)
    assert lacked(context) == []
    by_vectors = context.selection_input["by_vectors"]
    assert by_vectors[0].endswith(f":{wanted}")
    assert wanted in ids(context)
    make_scenario(strategy="rules")
    story.refresh_from_db()
    assert ids(make_context(gather(story.pk, story.head_id), "")) == []
