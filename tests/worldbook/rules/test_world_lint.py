import pytest

from worldbook.rules.world_findings import MESSAGES
from worldbook.rules.world_lint import lint_world


def row(key, **more):
    return {"key": key, "name": key.title(), **more}


def way(ends, **more):
    origin, target = ends.split("-")
    return row(ends, **{"from": origin, "to": target}, **more)


def item(key, place="hall", **more):
    return row(key, **{"holder": {"kind": "location", "key": place}, **more})


def opening(key, **more):
    return row(key, **{"characters": ["ann"], **more})


def world(**parts):
    return {"world": row("w"), **parts}


def town(**parts):
    """Two places and two people who know each other: nothing to find."""
    whole = {
        "locations": [row("hall"), row("yard")],
        "exits": [way("hall-yard"), way("yard-hall")],
        "characters": [
            row("ann", location="hall", relationships=[{"other": "bob"}]),
            row("bob", location="yard", relationships=[{"other": "ann"}]),
        ],
        "openings": [opening("start", player="ann")],
    }
    return world(**{**whole, **parts})


def found(document):
    return [(one.code, one.level, one.part, one.key) for one in lint_world(document)]


def codes(document):
    return [(one.code, one.key) for one in lint_world(document)]


@pytest.mark.spec("TB-19")
def test_a_world_in_order_and_a_world_without_places_have_no_findings():
    assert found(town()) == []
    assert found(world(characters=[row("ann")])) == []
    assert (
        found(
            world(
                locations=[row("room")],
                characters=[row("ann", location="room")],
                openings=[opening("o", location="room")],
            )
        )
        == []
    )


@pytest.mark.spec("TB-19")
def test_an_opening_that_nobody_is_in_is_an_error():
    document = town(openings=[opening("start", player="ann"), opening("bare", characters=[])])
    assert found(document) == [("no_cast", "error", "openings", "bare")]


@pytest.mark.spec("TB-19")
def test_places_that_cannot_be_entered_left_or_reached_are_errors():
    places = [row("hall"), row("yard"), row("attic"), row("pit"), row("isle"), row("reef")]
    ways = [
        way(ends)
        for ends in ["hall-yard", "yard-hall", "attic-hall", "hall-pit", "isle-reef", "reef-isle"]
    ]
    document = town(locations=places, exits=ways)
    assert found(document) == [
        ("no_entrance", "error", "locations", "attic"),
        ("no_way_out", "error", "locations", "pit"),
        ("unreachable", "error", "locations", "attic"),
        ("unreachable", "error", "locations", "isle"),
        ("unreachable", "error", "locations", "reef"),
        ("one_way", "warning", "exits", "attic-hall"),
        ("one_way", "warning", "exits", "hall-pit"),
    ]


@pytest.mark.spec("TB-19")
def test_each_opening_begins_somewhere_and_locks_and_hiding_do_not_cut_off():
    document = town(
        locations=[row("hall"), row("yard"), row("isle"), row("reef")],
        exits=[
            way("hall-yard", state="blocked"),
            way("yard-hall", hidden=True),
            way("isle-reef"),
            way("reef-isle"),
        ],
        openings=[opening("one", player="ann"), opening("two", location="isle"), opening("none")],
    )
    told = {one.key: one.detail["openings"] for one in lint_world(document)}
    assert told == {"hall": "Two", "yard": "Two", "isle": "One", "reef": "One"}


@pytest.mark.spec("TB-19")
def test_people_without_place_or_relationship():
    people = [
        row("ann", location="hall", relationships=[{"other": "bob"}]),
        row("bob", location="yard"),
        row("cora"),
        row("dead", condition="dead", relationships=[{"other": "bob"}]),
        row("crowd", location="yard", group=True),
        row("guard", location="yard", background=True),
    ]
    assert found(town(characters=people)) == [
        ("nowhere", "error", "characters", "cora"),
        ("one_sided", "warning", "characters", "ann"),
        ("no_relationship", "warning", "characters", "cora"),
        ("one_sided", "warning", "characters", "dead"),
    ]


@pytest.mark.spec("TB-19")
def test_names_used_twice():
    document = town(
        regions=[{"key": "north", "name": "The Hall"}],
        locations=[{"key": "hall", "name": "the  HALL"}, row("yard")],
        characters=[
            {**row("ann", location="hall", relationships=[{"other": "bob"}]), "name": "Bob"},
            row("bob", location="yard", relationships=[{"other": "ann"}]),
        ],
    )
    assert codes(document) == [("name_twice", "hall"), ("name_twice", "bob")]


@pytest.mark.spec("IT-9", "IT-6")
def test_locks_that_nothing_opens():
    document = town(
        exits=[
            way("hall-yard", state="locked", door="gate"),
            way("yard-hall", state="locked", door="gate"),
        ],
        items=[
            item("chest", container="locked", opener="brass"),
            item("iron", kind="brass"),
            item("jar", container="open", opener="wax"),
            item("tin", container="locked"),
            item("safe", container="locked", opener="code"),
            item("code", holder={"kind": "item", "key": "purse"}),
            item("purse", container="closed", holder={"kind": "item", "key": "safe"}),
        ],
    )
    assert codes(document) == [
        ("no_opener", "hall-yard"),
        ("unknown_opener", "jar"),
        ("no_opener", "tin"),
        ("opener_inside", "safe"),
    ]
    both = {**document, "items": [*document["items"], item("spare", kind="code")]}
    assert ("opener_inside", "safe") not in codes(both)


@pytest.mark.spec("IT-9")
def test_items_of_one_name_in_one_place():
    def lamp(key, **more):
        return {**item(key, **more), "name": "Lamp"}

    document = town(
        items=[
            lamp("one"),
            lamp("two", place="yard"),
            lamp("three", holder={"kind": "character", "key": "ann"}),
            lamp("four", holder={"kind": "item", "key": "box"}),
            item("box", place="yard", container="open"),
        ]
    )
    assert codes(document) == [("name_here_twice", "three"), ("name_here_twice", "four")]


@pytest.mark.spec("TB-19", "TM-2", "TM-3")
def test_times_that_the_clock_makes_nothing_of():
    def clock(mode, **more):
        return town(world=row("w", clock_mode=mode, **more))

    begins = {"starting_time": "1312-03-28T21:40"}
    assert codes(clock("simulated", **begins)) == []
    assert codes(clock("real", **begins)) == [("unused_start", "w")]
    assert codes(clock("none")) == []
    document = clock("none", **begins)
    ann, bob = document["characters"]
    ann = ann | {"routines": [{"start": "08:00", "end": "09:00"}]}
    assert codes(document | {"characters": [ann, bob]}) == [
        ("unused_start", "w"),
        ("routines_stand", "w"),
    ]


@pytest.mark.spec("TB-19", "AG-1")
@pytest.mark.parametrize(
    ("window", "covers"),
    [
        ({"start": "06:00", "end": "06:00"}, True),
        ({"start": "00:00", "end": "24:00"}, True),
        ({"start": "00:00", "end": "23:59"}, False),
        ({"start": "06:00", "end": "06:00", "days": ["mon"]}, False),
        ({"start": "06:00", "end": "06:00", "calendar": {"months": [5]}}, False),
    ],
)
def test_windows_after_one_that_always_holds(window, covers):
    document = town()
    ann, bob = document["characters"]
    later = {"start": "08:00", "end": "09:00"}
    found = codes(document | {"characters": [ann | {"routines": [window, later]}, bob]})
    assert found == ([("covered_routines", "ann")] if covers else [])
    last = codes(document | {"characters": [ann | {"routines": [later, window]}, bob]})
    assert last == []


@pytest.mark.spec("TB-19")
def test_findings_have_a_sentence_in_the_readers_language():
    document = town(items=[item("tin", container="locked", opener="key")])
    finding = lint_world(document)[0]
    assert finding.say() == "It is opened by “key”, and there is no such item."
    assert finding.to_json(lambda text: "打开它的是“%(opener)s”。")["text"] == "打开它的是“key”。"
    assert {level for level, _text in MESSAGES.values()} == {"error", "warning"}
