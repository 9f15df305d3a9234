"""A story begins with a copy of its world: everything in it, its clock, its opening made true."""

from decimal import Decimal
from typing import Any

import pytest

from sessions_app.actions.sessions import StartWishes, delete_story, start_story, update_story
from sessions_app.models import (
    Session,
    StoryCharacter,
    StoryItem,
    StoryVariable,
    StoryWorld,
    TimeLog,
)
from sessions_app.queries.world import read_world
from sessions_app.rules.world import StoryState
from tests.factories import make_user
from tests.sessions_app.stories import make_scenario, new_key
from tests.worldbook.documents import house
from worldbook.actions.errors import ActionRefused
from worldbook.actions.world_documents import create_world_document, save_world_document
from worldbook.models import JournalRow, Opening, StoryCounter, User, World, story_tables
from worldbook.rules.agenda import Routine
from worldbook.rules.clock import Clock
from worldbook.rules.items.state import Exit, Holder
from worldbook.rules.variables import THE_WORLD, Target

pytestmark = pytest.mark.django_db

NINE = 1_709_193_600_000
"""2024-02-29T09:00 in Berlin."""


@pytest.fixture
def author() -> User:
    make_scenario()
    return make_user(roles=["author"])


def a_house(**opening: Any) -> dict[str, Any]:
    """The house with a starting time, and with its opening changed."""
    document = house()
    document["world"] |= {
        "starting_time": "2024-02-29T09:00",
        "hemisphere": "south",
        "festivals": {"Lamp Night": {"dates": ["12-01"]}},
        "rules": ["Nobody flies."],
    }
    document["characters"][0]["intents"][0]["deadline"] = "2024-03-01T12:00"
    document["openings"][0] |= opening
    return document


def begin(author: User, document: dict[str, Any] | None = None, **wishes: Any) -> Session:
    """A story of the author's own in the world of a document."""
    world = create_world_document(by=author, document=document or a_house())
    return begin_in(author, world, **wishes)


def begin_in(author: User, world: World, **wishes: Any) -> Session:
    opening = Opening.objects.get(world=world)
    return start_story(
        by=author, key=new_key(), opening_id=opening.pk, wishes=StartWishes(**wishes)
    )


@pytest.fixture
def story(author: User) -> Session:
    return begin(author)


@pytest.fixture
def state(story: Session) -> StoryState:
    return read_world(story.pk)


@pytest.mark.spec("PL-1", "PL-8", "PL-9")
def test_places_exits_and_whereabouts_are_copied(state: StoryState) -> None:
    assert state.things.locations == {"hall", "cellar"}
    assert state.things.exits["down"] == Exit(
        "down", "hall", "cellar", "locked", "iron-key", "trapdoor", travel_seconds=20
    )
    assert [feature.key for feature in state.places["hall"].features] == ["clock", "stove"]
    assert state.regions_of("hall") == ("street", "town")
    assert state.things.characters == {"mira": "hall", "tom": "hall"}
    assert state.placements["tom"].follows == "mira"


@pytest.mark.spec("IT-1", "IT-2", "IT-3", "IT-6")
def test_things_are_copied_with_their_holders(state: StoryState) -> None:
    things = state.things
    assert things.items["iron-key"].holder == Holder("item", "tin")
    assert (things.items["iron-key"].owner, things.items["iron-key"].kind) == ("mira", "iron-key")
    assert things.items["tin"].container == "closed"
    assert (things.items["ring"].holder, things.items["ring"].worn) == (
        Holder("character", "mira"),
        "finger",
    )
    assert (things.slots["finger"], things.slots["head"]) == (2, 1)


@pytest.mark.spec("TM-3", "TM-5", "TM-8", "TM-10")
def test_the_clock_starts_where_the_world_says(story: Session, state: StoryState) -> None:
    assert state.clock == Clock("simulated", NINE, NINE, NINE, own_dates=True)
    step = TimeLog.objects.get(session=story)
    assert (step.kind, step.begins, step.ends, step.turn) == ("start", NINE, NINE, 0)
    assert (state.almanac.zone.name, state.almanac.hemisphere) == ("Europe/Berlin", "south")
    assert state.almanac.festivals == {"Lamp Night": {"dates": ["12-01"]}}
    assert state.rules == ("Nobody flies.",)


def test_an_opening_has_a_time_of_its_own(author: User) -> None:
    story = begin(author, a_house(starting_time="2024-02-29T10:00+01:00"))
    assert read_world(story.pk).clock.started == NINE + 3_600_000


def test_a_world_without_time_has_no_clock(author: User) -> None:
    document = a_house()
    document["world"]["clock_mode"] = "none"
    story = begin(author, document)
    assert read_world(story.pk).clock == Clock("none")
    assert not TimeLog.objects.filter(session=story).exists()


@pytest.mark.spec("KN-1", "KN-3", "VR-2")
def test_what_people_plan_feel_and_know_is_copied(state: StoryState) -> None:
    window = Routine("08:00", "12:00", location="cellar", activity="counts jars")
    assert state.routines == {"mira": (window,)}
    (intent,) = state.intents
    assert (intent.key, intent.character, intent.priority) == ("sell", "mira", 5)
    assert intent.deadline == 1_709_290_800_000
    assert state.relationships["mira", "tom"].trust == Decimal("0.5")
    assert state.knows("mira", "location", "cellar")
    assert state.knows("mira", "item", "iron-key")
    assert state.knows("mira", "lore", "house-lore:the-jars")
    assert not state.knows("tom", "item", "iron-key")
    assert state.variables.temperaments["mira"]["valence"] == Decimal("0.25")


@pytest.mark.spec("KN-2", "KN-4")
def test_everybody_knows_what_it_sees_and_whom_it_meets(state: StoryState) -> None:
    seen = {("location", "hall"), ("exit", "down"), ("location", "cellar"), ("item", "tin")}
    assert seen <= state.known_by("tom")
    assert state.relationships["mira", "tom"].label == "brother"
    assert state.relationships["tom", "mira"].label == "acquaintance"


@pytest.mark.spec("VR-1", "VR-1a", "DC-1")
def test_variables_and_checks_are_copied_and_only_what_differs_has_a_row(
    story: Session, state: StoryState
) -> None:
    debt = state.variables.definitions["debt"]
    assert (debt.minimum, debt.maximum, debt.step) == (0, 100, Decimal("0.5"))
    assert state.variables.value(debt, Target("character", "mira")) == Decimal("12.5")
    assert state.variables.value(debt, Target("character", "tom")) == 10
    assert StoryVariable.objects.filter(session=story).count() == 1
    assert state.checks["luck"]["dice"] == "1d20"
    assert len(state.checks["luck"]["bands"]) == 2


@pytest.mark.spec("AD-3")
def test_the_player_is_the_openings_character_at_the_openings_place(author: User) -> None:
    story = begin(author, a_house(location="cellar"))
    state = read_world(story.pk)
    assert (state.player, state.player_place) == ("tom", "cellar")
    assert story.persona_name == "Tom"
    assert not StoryCharacter.objects.filter(session=story, key="persona").exists()


@pytest.mark.spec("AD-3")
def test_who_is_to_play_somebody_is_not_somebody_else(author: User) -> None:
    with pytest.raises(ActionRefused) as refused:
        begin(author, persona=("Ana", "A stranger."))
    assert refused.value.code == "player_is_set"
    assert not Session.objects.exists()


@pytest.mark.spec("AD-3")
def test_an_own_persona_begins_at_the_openings_place_and_knows_it(author: User) -> None:
    document = a_house(player=None, location="cellar")
    story = begin(author, document, persona=("Ana", "A stranger."))
    state = read_world(story.pk)
    assert (state.player, state.player_place) == ("persona", "cellar")
    assert state.knows("persona", "location", "cellar")
    assert not state.knows("persona", "item", "ring")
    own = StoryCharacter.objects.get(session=story, key="persona")
    assert (own.name, own.description, own.cast) == ("Ana", "A stranger.", False)


def test_without_a_place_a_persona_is_with_the_first_of_the_cast(author: User) -> None:
    story = begin(author, a_house(player=None, location=None))
    assert read_world(story.pk).player_place == "hall"


@pytest.mark.parametrize(("player", "key"), [(None, "persona"), ("tom", "tom")])
def test_who_the_player_is_is_written_anew_in_the_story_too(
    author: User, player: str | None, key: str
) -> None:
    story = begin(author, a_house(player=player))
    update_story(
        by=author, session_id=story.pk, values={"persona_name": "Bo", "persona_text": "Old."}
    )
    assert read_world(story.pk).people[key].name == "Bo"
    own = StoryCharacter.objects.get(session=story, key=key)
    assert own.description == "Old."
    assert StoryCharacter.objects.filter(session=story, name="Bo").count() == 1
    assert {row.cause for row in JournalRow.objects.filter(session=story)} == {"player"}


@pytest.mark.spec("AD-3")
def test_the_openings_changes_of_things_come_true_in_order(author: User) -> None:
    changes = [
        {"actor": "mira", "op": "open", "item": "tin"},
        {"actor": "player", "op": "take", "item": "iron-key"},
        {"op": "hide", "item": "tin"},
    ]
    story = begin(author, a_house(item_changes=changes))
    things = read_world(story.pk).things
    assert things.items["iron-key"].holder == Holder("character", "tom")
    assert (things.items["tin"].container, things.items["tin"].hidden) == ("open", True)


@pytest.mark.spec("AD-3", "AD-2")
@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ({"item_changes": [{"actor": "tom", "op": "take", "item": "iron-key"}]}, "in_closed"),
        ({"item_changes": [{"op": "fly"}]}, "unknown_value"),
        (
            {"variable_values": [{"of": {"kind": "world"}, "variable": "debt", "value": 1}]},
            "wrong_target",
        ),
        ({"starting_time": "once"}, "not_instant"),
    ],
)
def test_an_opening_that_does_not_fit_begins_no_story_and_says_why(
    author: User, broken: dict[str, Any], code: str
) -> None:
    world = create_world_document(by=author, document=a_house())
    Opening.objects.filter(world=world).update(**broken)
    with pytest.raises(ActionRefused) as refused:
        begin_in(author, world)
    assert refused.value.code == "opening_broken"
    assert [problem["code"] for problem in refused.value.detail["problems"]] == [code]
    World.objects.filter(pk=world.pk).update(visibility="public", open_to_players=False)
    with pytest.raises(ActionRefused) as told:
        begin_in(make_user(), world)
    assert (told.value.code, told.value.detail) == ("opening_broken", {})
    assert not Session.objects.exists()


@pytest.mark.spec("TM-8")
def test_later_edits_of_the_world_do_not_reach_the_story(author: User) -> None:
    document = a_house()
    world = create_world_document(by=author, document=document)
    story = begin_in(author, world)
    before = read_world(story.pk)
    document["locations"][0]["name"] = "Ruin"
    document["items"].pop()
    document["world"]["zone"] = "UTC"
    save_world_document(by=author, world_id=world.pk, document=document)
    after = read_world(story.pk)
    assert (after.places, after.things) == (before.places, before.things)
    assert after.almanac.zone.name == "Europe/Berlin"


@pytest.mark.spec("ST-0a")
def test_rows_are_numbered_in_their_story_from_one(author: User, story: Session) -> None:
    other = begin_in(author, story.world)
    for one in (story, other):
        numbers = sorted(
            row.n for table in story_tables() for row in table.objects.filter(session=one)
        )
        assert numbers == sorted(set(numbers))
        assert numbers[0] >= 1
        assert numbers[-1] < StoryCounter.objects.get(session=one).next_n
    assert not JournalRow.objects.exists()
    assert StoryItem.objects.filter(session=story).first().pk >> 32 == story.pk


def test_a_deleted_story_takes_its_rows_along_and_no_others(author: User, story: Session) -> None:
    kept = begin_in(author, story.world)
    delete_story(by=author, session_id=story.pk)
    for table in story_tables():
        assert set(table.objects.values_list("session_id", flat=True)) <= {kept.pk}
    assert StoryWorld.objects.get().session_id == kept.pk


def test_an_accounts_stories_go_with_it(author: User) -> None:
    player = make_user()
    world = create_world_document(by=author, document=a_house())
    World.objects.filter(pk=world.pk).update(visibility="public")
    begin_in(player, world)
    player.delete()
    assert not any(table.objects.exists() for table in story_tables())


def test_a_world_can_be_deleted_under_its_stories(author: User, story: Session) -> None:
    story.world.delete()
    assert read_world(story.pk).things.locations == {"hall", "cellar"}


def test_values_of_the_world_are_its_own(author: User) -> None:
    document = a_house(variable_values=[{"of": {"kind": "world"}, "variable": "alarm", "value": 2}])
    document["variables"].append({"key": "alarm", "name": "Alarm", "scope": "world"})
    state = read_world(begin(author, document).pk)
    assert state.variables.values == {(THE_WORLD, "alarm"): Decimal(2)}
