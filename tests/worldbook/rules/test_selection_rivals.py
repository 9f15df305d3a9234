import pytest

from tests.worldbook.rules.selecting import OPEN, book, choose, decisions, entry, ids, turn


@pytest.mark.spec("WB-27", "WB-50")
def test_bundles_go_in_whole_or_not_at_all():
    books = book(
        entry("root", "x", requires=("middle",)),
        entry("middle", requires=("leaf", "root")),
        entry("leaf"),
        entry("broken", "x", requires=("off",)),
        entry("off", enabled=False),
        entry("lost", "x", requires=("nowhere",)),
    )
    selection = choose(turn("x"), books)
    assert sorted(ids(selection)) == ["leaf", "middle", "root"]
    dropped = {item["key_id"]: (item["member"], item["why"]) for item in selection.dropped}
    assert dropped == {"broken": ("off", "disabled"), "lost": ("nowhere", "unknown_entry")}
    assert decisions(selection) == {
        "broken": "dependency_ineligible",
        "lost": "dependency_ineligible",
    }


@pytest.mark.spec("WB-27")
def test_a_bundle_over_budget_takes_its_members_along_but_no_others():
    books = book(
        entry("root", "x", requires=("big", "own")),
        entry("big", content="x" * 500),
        entry("own", "x"),
    )
    selection = choose(turn("x", budget=400), books)
    assert ids(selection) == ["own"]
    dropped = {item["key_id"]: (item["decision"], item.get("member")) for item in selection.dropped}
    assert dropped == {"root": ("over_budget", None), "big": ("over_budget", "root")}


@pytest.mark.spec("WB-28", "WB-52")
def test_of_a_group_one_stays():
    groups = [entry(f"e{n}", "x", groups=(" g ",), order=n) for n in range(4)]
    selection = choose(turn("x"), book(*groups))
    assert len(ids(selection)) == 1
    assert set(decisions(selection).values()) == {"group_lost"}
    first = [entry("p", "x", groups=("g",), group_prioritize=True), *groups]
    assert ids(choose(turn("x"), book(*first))) == ["p"]
    required = [*first, entry("r", required=True, groups=("g",))]
    assert ids(choose(turn("x"), book(*required))) == ["r"]


@pytest.mark.spec("WB-52")
def test_labels_are_ranked_over_all_and_belong_to_their_book():
    both = entry("both", "x", groups=("a", "b"), group_prioritize=True, order=1)
    one = entry("one", "x", groups=("a",), group_prioritize=True, order=9)
    two = entry("two", "x", groups=("b",))
    selection = choose(turn("x"), book(both, one, two))
    assert sorted(ids(selection)) == ["one", "two"]
    others = [book(entry("e", "x", groups=("a",)), key=f"b{n}") for n in range(2)]
    assert ids(choose(turn("x"), *others)) == ["e", "e"]
    labels = book(entry("A", "x", groups=("a",)), entry("b", "x", groups=("A",)))
    assert ids(choose(turn("x"), labels)) == ["A", "b"]


@pytest.mark.spec("WB-28", "WB-52")
@pytest.mark.parametrize(
    ("weights", "share"), [((1, 1), 0.5), ((100, 300), 0.25), ((0, 0), 0.5), ((0, 5), 0.0)]
)
def test_the_draw_follows_the_weights(weights, share):
    entries = [
        entry(f"e{n}", "x", groups=("g",), group_weight=weight) for n, weight in enumerate(weights)
    ]
    books = book(*entries)
    won = sum(ids(choose(turn("x", seed="s", turn=n), books)) == ["e0"] for n in range(600))
    assert abs(won / 600 - share) < 0.07


@pytest.mark.spec("WB-28", "WB-52")
def test_removing_an_entry_moves_no_draw_of_a_group():
    entries = [entry(f"e{n}", "x", groups=("g",)) for n in range(5)]
    for number in range(40):
        request = turn("x", seed="s", turn=number)
        winner = ids(choose(request, book(*entries)))[0]
        loser = next(one for one in entries if one.key_id != winner)
        less = [one for one in entries if one is not loser]
        assert ids(choose(request, book(*less))) == [winner]


@pytest.mark.spec("WB-28")
def test_a_fallen_bundle_takes_no_label():
    books = book(
        entry("strong", "x", groups=("a",), group_prioritize=True, order=9),
        entry("root", "x", requires=("member",), groups=("b",)),
        entry("member", groups=("a",)),
        entry("rival", "x", groups=("b",)),
    )
    for number in range(20):
        selection = choose(turn("x", turn=number), books)
        assert "strong" in ids(selection)
        assert "root" not in ids(selection)


@pytest.mark.spec("WB-28", "WB-50")
def test_of_two_in_conflict_the_higher_rank_stays():
    low, high = entry("low", "x", conflicts=("high",)), entry("high", "x", priority=1)
    selection = choose(turn("x"), book(low, high))
    assert ids(selection) == ["high"]
    assert selection.dropped[0]["to"] == "high"
    selection = choose(turn("x"), book(low, entry("high", "x", order=101)))
    assert ids(selection) == ["high"]


@pytest.mark.spec("WB-50")
def test_a_loser_bars_nobody_and_a_member_ranks_as_its_best_root():
    books = book(
        entry("a", "x", priority=3, conflicts=("b",)),
        entry("b", "x", priority=2, conflicts=("c",)),
        entry("c", "x", priority=1),
    )
    assert ids(choose(turn("x"), books)) == ["a", "c"]
    members = book(
        entry("root", "x", priority=9, requires=("member",)),
        entry("member", priority=-9, conflicts=("rival",)),
        entry("rival", "x", priority=5),
    )
    assert ids(choose(turn("x"), members)) == ["root", "member"]
    within = book(entry("root", "x", requires=("m",), conflicts=("m",)), entry("m"))
    assert ids(choose(turn("x"), within)) == []


@pytest.mark.spec("WB-18b", "WB-28")
def test_groups_are_settled_after_recursion_and_before_the_budget():
    books = book(
        entry("first", "x", content="tower " * 99, groups=("g",), group_weight=0, **OPEN),
        entry("second", "tower", content="big " * 400, groups=("g",), **OPEN),
    )
    selection = choose(turn("x", budget=900), books)
    assert ids(selection) == []
    assert decisions(selection) == {"first": "group_lost", "second": "over_budget"}


@pytest.mark.spec("WB-29", "WB-49")
def test_the_clock_of_a_chosen_entry():
    books = book(entry("s", "x", sticky=2, cooldown=2), key="b")

    def run(number, text, timed):
        selection = choose(turn(text, turn=number, timed=timed), books)
        return bool(ids(selection)), selection.timed

    timed, seen = {}, []
    for number in range(1, 9):
        found, timed = run(number, "x", timed)
        seen.append(found)
    assert seen == [True, True, True, False, False, True, True, True]
    assert timed == {"b:s": 6}
    assert run(2, "silence", {"b:s": 1}) == (True, {"b:s": 1})
    assert run(4, "silence", {"s": 1}) == (False, {"s": 1})


@pytest.mark.spec("WB-49")
def test_what_the_budget_drops_starts_no_clock():
    selection = choose(turn("x", budget=1), book(entry("s", "x", sticky=2)))
    assert selection.timed == {}


@pytest.mark.spec("WB-55")
def test_fields_of_decorators():
    books = book(
        entry("active", activate=True, dont_activate=True),
        entry("never", "x", dont_activate=True),
        entry("more", "x", additional_keys=(("a", "b"), ("c",))),
        entry("less", "x", exclude_keys=("/z/",)),
        entry("every", "x", only_every=2),
    )
    assert ids(choose(turn("x c"), books)) == ["active", "less", "every"]
    assert ids(choose(turn("x b c z"), books)) == ["active", "more", "every"]
    assert ids(choose(turn("x", answers_before=3), books)) == ["active", "less"]
