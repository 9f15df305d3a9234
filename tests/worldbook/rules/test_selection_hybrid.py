import json

import pytest

from tests.worldbook.rules.selecting import book, choose, decisions, entry, ids, turn
from worldbook.rules.entries import CharacterFilter
from worldbook.rules.selection import SelectionRequest, eligible
from worldbook.rules.selection.explain import explain
from worldbook.rules.selection.ranking import ineligible, rank_words


def hybrid(*texts, **fields):
    return turn(*texts, **({"strategy": "hybrid", "by_words": (), "by_vectors": ()} | fields))


def causes(selection):
    return {item.key_id: dict(item.cause) for item in selection.selected}


@pytest.mark.spec("WB-21", "WB-24")
def test_candidates_need_no_key_and_skip_secondary_logic_and_tell_their_places():
    lore = book(
        entry("keyless"),
        entry("second", "query", secondary_keys=("never said",)),
        entry("vector"),
        entry("nobody", "zzz"),
        entry("both", "query"),
        key="b",
    )
    request = hybrid(
        "a query", by_words=("b:keyless", "b:second", "b:both"), by_vectors=("b:vector", "b:second")
    )
    told = causes(choose(request, lore))
    assert set(told) == {"keyless", "second", "vector", "both"}
    assert told["keyless"] == {
        "kind": "hybrid",
        "score": round(1 / 61, 6),
        "words": 1,
        "vectors": None,
        "pass": 0,
    }
    assert told["second"]["words"] == 2
    assert told["second"]["vectors"] == 2
    assert told["both"]["kind"] == "keyword"
    assert choose(request, lore).degradations == ()
    assert ids(choose(turn("a query"), lore)) == ["both"]


@pytest.mark.spec("WB-20", "WB-24")
def test_candidates_never_skip_eligibility_and_thirty_are_counted_without_the_ineligible():
    shut = [
        entry("off", enabled=False),
        entry("blocked", blocked="script"),
        entry("gm", audience=("gm",)),
        entry("condition", conditions={"turn": {"at_least": 99}}),
        entry("filter", character_filter=CharacterFilter("include", ("Nobody",))),
        entry("chance", probability=0),
        entry("delay", delay=9),
        entry("empty", content="{{// nothing }}"),
        entry("dont", dont_activate=True),
    ]
    lore = book(*shut, *(entry(f"open{at}") for at in range(40)), key="b")
    names = tuple(f"b:{item.key_id}" for item in lore.entries)
    selection = choose(hybrid("x", by_vectors=names), lore)
    assert ids(selection) == [f"open{at}" for at in range(30)]
    assert decisions(selection) == {}


@pytest.mark.spec("WB-24")
def test_unknown_names_and_strange_books_are_no_candidates():
    lore = book(entry("a"), key="b")
    request = hybrid("x", by_words=("c:a", "b:gone", "a", "b:a"))
    assert causes(choose(request, lore))["a"]["words"] == 1


@pytest.mark.spec("WB-24", "WB-30")
def test_the_score_counts_after_priority_and_direct_hits_and_before_order():
    lore = book(
        entry("low", order=999),
        entry("high", order=1),
        entry("direct", "query", order=0),
        entry("prior", priority=1, order=0),
        key="b",
    )
    request = hybrid("query", by_vectors=("b:high", "b:prior", "b:low"), budget=0, max_entries=4)
    for room, kept in enumerate((["prior"], ["prior", "direct"], ["prior", "direct", "high"]), 1):
        chosen = choose(hybrid("query", by_vectors=request.by_vectors, max_entries=room), lore)
        assert set(ids(chosen)) == set(kept)


@pytest.mark.spec("WB-18", "WB-24", "WB-25")
def test_without_vectors_words_alone_rank_and_the_trace_says_so():
    lore = book(
        entry("tower", content="The lighthouse keeper guards a lamp."),
        entry("sea", content="Waves roll."),
        key="inline",
    )
    request = turn("Tell me of the lighthouse", strategy="hybrid")
    selection = choose(request, lore)
    assert ids(selection) == ["tower"]
    assert causes(selection)["tower"]["kind"] == "hybrid"
    missing = {"code": "no_index", "book": "inline", "revision": 0}
    assert selection.trace["degradations"] == [missing]
    told = hybrid("x", by_vectors=None, lacking=({"code": "vectors_failed", "why": "slow"},))
    assert choose(told, lore).trace["degradations"] == [{"code": "vectors_failed", "why": "slow"}]


@pytest.mark.spec("WB-24")
def test_the_scene_is_searched_too_and_history_is_not():
    lore = book(entry("a", content="Gulls cry."), entry("b", content="Copper keys."), key="b")
    request = turn("copper", "hello", strategy="hybrid", scene="Gulls everywhere")
    assert ids(choose(request, lore)) == ["a"]


def test_words_are_ranked_over_all_books_and_the_best_comes_first():
    one = book(entry("x", content="harbour"), entry("y", content="harbour wall stone"), key="one")
    two = book(entry("x", content="the harbour master of harbour street"), key="two")
    request = turn("harbour master", strategy="hybrid")
    assert rank_words(request, [one, two])[0] == "two:x"
    assert set(rank_words(request, [one, two])) == {"one:x", "one:y", "two:x"}


def test_only_what_could_be_barred_is_judged_and_nothing_else_is_let_in():
    lore = book(
        entry("plain"),
        entry("gm", audience=("gm",)),
        entry("off", enabled=False),
        entry("only", only_every=2),
        key="b",
    )
    for audience in ("actor", "gm", "planner", "recorder"):
        for shared in (True, False):
            request = turn("x", "y", "z", audience=audience, share_worldbook=shared)
            open_ids = eligible(request, [lore])["b"]
            left = [
                item.key_id
                for at, item in enumerate(lore.entries)
                if at not in ineligible(request, lore)
            ]
            assert tuple(left) == open_ids


@pytest.mark.spec("WB-18", "WB-37")
def test_a_frozen_request_gives_the_same_choice_again():
    lore = book(entry("a"), entry("b"), key="b")
    request = hybrid("x", by_words=("b:b",), by_vectors=None, lacking=({"code": "no_index"},))
    again = SelectionRequest.from_json(json.loads(json.dumps(request.to_json())))
    assert again == request
    assert choose(again, lore) == choose(request, lore)
    assert explain(again, [lore], "b")["cause"]["kind"] == "hybrid"
    assert explain(again, [lore], "a")["decision"] == "not_activated"
    old = {"query": "x", "messages": []}
    assert SelectionRequest.from_json(old).by_words is None
