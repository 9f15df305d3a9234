"""A story's state as its game master is shown it (PL-5), with what the player perceives marked."""

import re
from collections.abc import Iterator, Mapping

from sessions_app.rules.actor_view import ActorView, CardView
from sessions_app.rules.master_view import (
    AWAY,
    CARRIED,
    HERE,
    INSIDE,
    WITH,
    WORN,
    CheckView,
    MasterView,
    Named,
    PersonView,
    ThingView,
    WayView,
)
from sessions_app.rules.world import Described, Placement, PlaceText, StoryState
from worldbook.rules.clock import NONE
from worldbook.rules.day_parts import DAY_PARTS
from worldbook.rules.describing import describe_instant, describe_time, words_of
from worldbook.rules.items.state import Exit, Item, outermost
from worldbook.rules.places_seen import visible_items
from worldbook.rules.zones import HOUR, MINUTE

EDIBLE_TAGS = frozenset(
    ("food", "drink", "edible", "meal", "medicine", "potion", "食物", "食品", "饮料", "饮品", "吃食", "药", "酒")
)  # fmt: skip
"""Tags of what may be eaten or drunk, whatever else it is."""

_FOOD = re.compile(
    r"\b(?:bread|loaf|roll|biscuit|cake|pie|pastry|cheese|butter|apple|pear|plum|fruit|berr(?:y|ies)|nuts?"
    r"|honey|egg|meat|ham|sausage|fish|herring|soup|stew|broth|porridge|milk|water|tea|coffee|ale|beer"
    r"|wine|mead|cider|brandy|rum|potion|medicine)s?\b"
    r"|(?:饼|饭|面|粥|汤|糕|糖|酒|茶|水|奶|肉|鱼|蛋|果|枣|桃|梨|杏|瓜|豆|菜|馒头|包子|点心|干粮|药|蜜)$",
    re.IGNORECASE,
)


def master_view(
    state: StoryState, actor: ActorView, cards: Mapping[str, CardView], came_from: str = ""
) -> MasterView:
    """The view of a state; `cards` are the characters' by key, `came_from` the place before."""
    seen = frozenset(visible_items(state.things, state.player)) if state.player else frozenset()
    player, now = state.people.get(state.player or ""), _now(state)
    here = state.player_place
    text = state.places.get(here or "")
    return MasterView(
        actor=actor,
        player=state.player or "",
        player_name=player.name if player else "",
        place=_named(text) if text else None,
        spots=tuple(_named(spot) for spot in text.features) if text else (),
        ways=tuple(_ways(state, here)),
        things=tuple(_thing(state, item, item.key in seen) for item in state.things.items.values()),
        people=tuple(_people(state, cards)),
        places=tuple(_places(state)),
        checks=tuple(_checks(state)),
        now="" if now is None else describe_instant(now, state.almanac, actor.language),
        local_time="" if now is None else describe_time(now, state.almanac),
        day_parts=_day_parts(state, actor.language),
        came_from=came_from if came_from in state.places else "",
    )


def _named(text: Described, *, seen: bool = True) -> Named:
    return Named(
        key=text.key,
        name=text.name,
        aliases=text.aliases,
        description=text.description,
        seen=seen,
    )


def _ways(state: StoryState, here: str | None) -> Iterator[WayView]:
    known = state.known_exits(state.player) if state.player else frozenset()
    for way in state.things.exits.values():
        if way.origin == here:
            yield _way(state, way, seen=not way.hidden or way.key in known)


def _way(state: StoryState, way: Exit, *, seen: bool) -> WayView:
    text = state.ways.get(way.key, Described(way.key, ""))
    target = state.places.get(way.target, PlaceText(way.target, way.target))
    return WayView(
        key=way.key,
        name=text.name or target.name,
        aliases=text.aliases,
        description=text.description,
        seen=seen,
        target=way.target,
        target_name=target.name,
        target_aliases=target.aliases,
        state=way.state,
        opener=way.opener,
        door=bool(way.door or way.opener) or way.state != "open",
        lid=way.door or "",
        around=(state.places[way.origin].description,) if way.origin in state.places else (),
    )


def _thing(state: StoryState, item: Item, seen: bool) -> ThingView:  # noqa: FBT001 - a fact of it
    text = state.items[item.key]
    return ThingView(
        key=item.key,
        name=item.name,
        aliases=text.aliases,
        description=text.description,
        seen=seen,
        kind=item.kind,
        where=_where(state, item),
        holder=item.holder.key,
        text=text.text,
        quantity=item.quantity,
        condition=item.condition,
        container=item.container,
        opener=item.opener,
        slot=item.slot,
        fixed=item.fixed,
        edible=_is_edible(item, text.tags),
        notable=item.notable,
        worn=bool(item.worn),
        near=tuple(_near(state, item)) if seen else (),
        around=tuple(_around(state, item)) if seen else (),
        mine=bool(item.owner) and item.owner == state.player,
    )


def _near(state: StoryState, item: Item) -> Iterator[str]:
    """The names of what a thing is in, of who has it, and of whose it is."""
    holder = item.holder
    while holder.kind == "item":
        inner = state.things.items[holder.key]
        yield from (inner.name, *state.items[inner.key].aliases)
        holder = inner.holder
    for who in {holder.key, item.owner or ""} & state.people.keys():
        person = state.people[who]
        yield from (person.name, person.nickname, *person.aliases)


def _around(state: StoryState, item: Item) -> Iterator[str]:
    """What is said of the place in which a thing lies."""
    place = state.places.get(state.things.place_of(item.key) or "")
    if place is not None:
        for text in (place, *place.features):
            yield from (text.name, *text.aliases)
        yield place.description


def _where(state: StoryState, item: Item) -> str:
    """One of the words of `master_view`."""
    outer = outermost(state.things.items, item.key)
    mine = outer.kind == "character" and outer.key == state.player
    if mine and item.holder == outer:
        return WORN if item.worn else CARRIED
    if not mine and state.things.place_of(item.key) != state.player_place:
        return AWAY
    if item.holder.kind == "item":
        return INSIDE
    return HERE if item.holder.kind == "location" else WITH


def _is_edible(item: Item, tags: tuple[str, ...]) -> bool:
    """Tagged as food or drink; without tags, called so and nothing that is used otherwise."""
    if tags:
        return not EDIBLE_TAGS.isdisjoint(tag.lower() for tag in tags)
    useful = item.fixed or item.slot or item.opener or item.container != "none"
    return not useful and _FOOD.search(item.name) is not None


def _people(state: StoryState, cards: Mapping[str, CardView]) -> Iterator[PersonView]:
    here = state.player_place
    for key, person in state.people.items():
        if key == state.player:
            continue
        how = state.placements.get(key, Placement())
        place = state.things.characters.get(key)
        yield PersonView(
            key=key,
            name=person.name,
            aliases=(*person.aliases, *((person.nickname,) if person.nickname else ())),
            description=person.description,
            seen=place is not None and place == here,
            place=place or "",
            condition=how.condition,
            activity=how.activity,
            card=cards.get(
                key, CardView(name=person.name, key=key, description=person.description)
            ),
        )


def _places(state: StoryState) -> Iterator[Named]:
    for key, place in state.places.items():
        known = state.player is not None and state.knows(state.player, "location", key)
        yield _named(place, seen=known or key == state.player_place)


def _checks(state: StoryState) -> Iterator[CheckView]:
    for key, check in state.checks.items():
        yield CheckView(
            key=key,
            name=check["name"],
            description=check["when"],
            needs_target=check["comparison"] != "absolute",
        )


def _now(state: StoryState) -> int | None:
    return None if state.clock.mode == NONE else state.clock.now


def _day_parts(state: StoryState, language: str) -> dict[str, str]:
    """When each part of the day begins, by its name and by what the language calls it."""
    parts = state.almanac.day_parts
    usual = words_of(language).parts if parts is DAY_PARTS else {}
    found = {
        part.name: f"{part.begins // HOUR:02d}:{part.begins % HOUR // MINUTE:02d}" for part in parts
    }
    return found | {usual[name]: begins for name, begins in found.items() if name in usual}
