"""A small house in two languages as a story's state, and a game master's tools over it, all pure.

The tools judge with the rules that the real ones judge with, and write into memory.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sessions_app.rules.actor_view import ActorView, CardView, HistoryMessage
from sessions_app.rules.foreseeing import foreseen
from sessions_app.rules.judging import AcceptedRound, When, judge_round, judge_time
from sessions_app.rules.master_seen import master_view
from sessions_app.rules.master_view import MasterView
from sessions_app.rules.proposals import RoundProposal, TimeProposal, read_round, read_time
from sessions_app.rules.steps import Refused, RollResult, RoundResult, SkipResult
from sessions_app.rules.world import (
    Described,
    ItemText,
    PersonText,
    Placement,
    PlaceText,
    StoryState,
)
from worldbook.rules.almanac import Almanac
from worldbook.rules.clock import Clock, TimeStep, advance
from worldbook.rules.items.state import Exit, Holder, Item, ItemState
from worldbook.rules.refusal import Refusal
from worldbook.rules.zones import zone_of

EVENING = 1_767_297_600_000
"""2026-01-01 20:00 UTC."""

Texts = Mapping[str, tuple[str, ...]]

ENGLISH: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "hall": ("The Great Hall", "Cold stone and a long table. Somebody has swept.", ()),
    "yard": ("The Yard", "Mud, a well, and the sky over it.", ("courtyard",)),
    "cellar": ("The Cellar", "It smells of apples and of salt.", ()),
    "crypt": ("The Crypt", "Nobody has been here for a long time.", ()),
    "hearth": ("hearth", "The fire in it is low.", ("fireplace",)),
    "oak-door": ("oak door", "Four planks and old iron.", ()),
    "oak-door-back": ("oak door", "Four planks and old iron.", ()),
    "hatch": ("cellar hatch", "", ("trapdoor",)),
    "hatch-up": ("ladder", "", ()),
    "passage": ("secret passage", "", ()),
    "lamp": ("Brass lamp", "It burns with a small blue flame.", ("lantern",)),
    "iron-key": ("iron key", "Heavy and black.", ()),
    "copper-key": ("copper key", "", ()),
    "coat": ("grey coat", "", ()),
    "chest": ("sea chest", "Bound with rope.", ()),
    "letter": ("letter to the Regent", "", ("letter",)),
    "bread": ("rye bread", "", ()),
    "coins": ("silver coin", "", ()),
    "statue": ("marble statue", "A queen without a nose.", ()),
    "gem": ("red gem", "", ()),
    "edda": (
        "Edda Marrow",
        "Edda Marrow is a guard. Her knee tells her the weather.",
        ("the guard",),
    ),
    "nan": ("Nan Pellow", "Nan Pellow rows a ferry.", ()),
    "ana": ("Ana", "", ()),
    "letter-text": ("Open the gate. R.", "", ()),
    "stealth": ("Stealth", "when somebody wants not to be seen", ()),
    "activity": ("mending a net", "", ()),
}
"""Name, description and aliases by key."""

CHINESE: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "hall": ("正厅", "石头很凉，摆着一张长桌。有人扫过地。", ("大厅",)),
    "yard": ("院子", "泥地，一口井，还有头顶的天。", ()),
    "cellar": ("地窖", "一股苹果和盐的气味。", ()),
    "crypt": ("墓室", "很久没有人来过。", ()),
    "hearth": ("火塘", "里面的火很小。", ()),
    "oak-door": ("橡木门", "四块木板，一圈旧铁。", ()),
    "oak-door-back": ("橡木门", "四块木板，一圈旧铁。", ()),
    "hatch": ("活板门", "", ()),
    "hatch-up": ("梯子", "", ()),
    "passage": ("暗道", "", ()),
    "lamp": ("黄铜油灯", "灯芯上一点蓝火。", ()),
    "iron-key": ("铁钥匙", "又沉又黑。", ()),
    "copper-key": ("铜钥匙", "", ()),
    "coat": ("灰布长袍", "", ()),
    "chest": ("旧木箱", "捆着绳子。", ()),
    "letter": ("给县令的信", "", ()),
    "bread": ("炊饼", "", ()),
    "coins": ("铜钱", "", ()),
    "statue": ("石像", "一位没有鼻子的王后。", ()),
    "gem": ("红宝石", "", ()),
    "edda": ("沈更", "沈更守着北塔的门。他的膝盖能知道天气。", ("守门人",)),
    "nan": ("柳三娘", "柳三娘撑一条渡船。", ()),
    "ana": ("阿宁", "", ()),
    "letter-text": ("开门。令。", "", ()),
    "stealth": ("潜行", "不想叫人看见的时候", ()),
    "activity": ("补着渔网", "", ()),
}
HALL, YARD, CELLAR = (
    Holder("location", "hall"),
    Holder("location", "yard"),
    Holder("location", "cellar"),
)
ANA, EDDA, CHEST = Holder("character", "ana"), Holder("character", "edda"), Holder("item", "chest")
ITEMS: tuple[tuple[str, Holder, Mapping[str, Any]], ...] = (
    ("lamp", HALL, {"notable": True}),
    ("iron-key", ANA, {"unique": True}),
    ("copper-key", YARD, {"unique": True}),
    ("coat", ANA, {"slot": "body"}),
    ("chest", HALL, {"container": "locked", "opener": "iron-key"}),
    ("letter", CHEST, {"unique": True}),
    ("bread", ANA, {}),
    ("coins", HALL, {"quantity": 12}),
    ("statue", HALL, {"fixed": True}),
    ("gem", HALL, {"hidden": True}),
)
EXITS = (
    Exit("oak-door", "hall", "yard", "closed", door="oak"),
    Exit("oak-door-back", "yard", "hall", "closed", door="oak"),
    Exit("hatch", "hall", "cellar", "locked", opener="copper-key", door="hatch", travel_seconds=90),
    Exit("hatch-up", "cellar", "hall", "locked", opener="copper-key", door="hatch"),
    Exit("passage", "hall", "crypt", hidden=True),
)


def house(language: str = "en", **changes: Any) -> StoryState:
    """The state: Ana in the hall with a guard; Nan in the yard; evening."""
    words = CHINESE if language.startswith("zh") else ENGLISH

    def text(key: str) -> dict[str, Any]:
        name, description, aliases = words[key]
        return {"key": key, "name": name, "description": description, "aliases": aliases}

    things = ItemState(
        locations=frozenset(("hall", "yard", "cellar", "crypt")),
        characters={"ana": "hall", "edda": "hall", "nan": "yard"},
        items={key: _item(key, words[key][0], holder, more) for key, holder, more in ITEMS},
        exits={way.key: way for way in EXITS},
    )
    state = StoryState(
        session_id=1,
        player="ana",
        things=things,
        almanac=Almanac(zone=_utc()),
        clock=Clock("simulated", now=EVENING, started=EVENING, cursor=EVENING),
        places={
            key: PlaceText(
                **text(key), features=(Described(**text("hearth")),) if key == "hall" else ()
            )
            for key in ("hall", "yard", "cellar", "crypt")
        },
        ways={way.key: Described(**text(way.key)) for way in EXITS},
        items={
            key: ItemText(**text(key), text=words["letter-text"][0] if key == "letter" else "")
            for key, _, _ in ITEMS
        },
        people={key: PersonText(**text(key)) for key in ("edda", "nan", "ana")},
        placements={"nan": Placement(activity=words["activity"][0])},
        checks={
            "stealth": {
                "key": "stealth",
                "name": words["stealth"][0],
                "when": words["stealth"][1],
                "comparison": "over",
            }
        },
    )
    return replace(state, **changes)


def _utc() -> Any:
    zone = zone_of("UTC")
    assert zone is not None
    return zone


def _item(key: str, name: str, holder: Holder, more: Mapping[str, Any]) -> Item:
    return Item(**{"key": key, "name": name, "kind": key, "quantity": 1, "holder": holder, **more})


@dataclass
class PureTools:
    """The tools over a state in memory; `asked` is what was asked of them."""

    state: StoryState
    message: str = ""
    language: str = "en"
    history: tuple[HistoryMessage, ...] = ()
    kept_text: str = ""
    turn: int = 1
    came_from: str = ""
    asked: list[tuple[str, Any]] = field(default_factory=list)
    rounds: list[RoundResult] = field(default_factory=list)
    results: list[Any] = field(default_factory=list)
    rolls: list[int] = field(default_factory=lambda: [11])
    before: StoryState | None = None
    _begun: int = 0

    def view(self) -> MasterView:
        """What the game master sees now."""
        actor = ActorView(
            char=CardView(name=self.state.people["edda"].name, key="edda"),
            message=self.message,
            language=self.language,
            persona_name=self.state.people["ana"].name,
            history=self.history,
            kept_text=self.kept_text,
            seed="a seed",
            turn=self.turn,
        )
        return master_view(self.state, actor, {}, self.came_from)

    async def open(self) -> None:
        self._begun = len(self.asked)
        self.asked.append(("open", None))

    async def look(self) -> MasterView:
        if not any(name == "resolve_round" for name, _ in self.asked[self._begun :]):
            self.before = None
        return self.view()

    async def kept_round(self) -> RoundResult | None:
        return self.rounds[-1] if self.rounds else None

    async def resolve_round(self, proposal: Any) -> RoundResult | Refused:
        self.asked.append(("resolve_round", proposal))
        read = read_round(proposal)
        assert isinstance(read, RoundProposal), read
        self.before = self.state
        judged = judge_round(self.state, read, When(EVENING, self.turn, 1))
        if not isinstance(judged, AcceptedRound):
            return self._kept(Refused(judged))
        where = {who: at for who, at in self.state.things.characters.items() if at}
        assert judged.step is not None
        result = RoundResult(
            1, judged.location, where, judged.moved, judged.proposal.outcomes,
            judged.proposal.item_changes, (), (), (), judged.step.begins, judged.step.ends,
        )  # fmt: skip
        if any(move.who == "ana" for move in judged.moved):
            self.came_from = self.state.player_place or ""
        texts = dict(self.state.items)
        for part, whole in judged.parts.items():
            texts[part] = replace(texts[whole], key=part)
        self.state = replace(
            self.state,
            things=judged.after,
            clock=advance(self.state.clock, judged.step),
            items=texts,
        )
        self.rounds.append(result)
        return self._kept(result)

    async def foresee(self, proposal: Any) -> MasterView:
        read = read_round(proposal)
        assert isinstance(read, RoundProposal), read
        begun = self.before or self.state
        here = begun.player_place or ""
        return replace(self, state=foreseen(begun, read), came_from=here).view()

    async def advance_time(self, proposal: Any) -> SkipResult | Refused:
        self.asked.append(("advance_time", proposal))
        read = read_time(proposal)
        assert isinstance(read, TimeProposal), read
        step = judge_time(self.state, read, When(EVENING, self.turn, 0))
        if not isinstance(step, TimeStep):
            return self._kept(Refused(step))
        self.state = replace(self.state, clock=advance(self.state.clock, step))
        return self._kept(SkipResult(step.begins, step.ends, step.reason))

    async def roll_dice(self, expression: str, reason: str) -> RollResult | Refused:
        self.asked.append(("roll_dice", expression))
        if expression == "0d0":
            told = {"code": "bad_dice", "dice": expression}
            return Refused((Refusal("bad_dice", "no dice", {"told": told}),))
        dice = [{"sides": 20, "value": value, "kept": True} for value in self.rolls]
        total = sum(self.rolls)
        return RollResult(1, self.turn, 1, expression, dice, total, total)

    async def roll_check(
        self, key: str, target: int | None, reason: str, character: str | None = None
    ) -> RollResult | Refused:
        self.asked.append(("roll_check", (key, target)))
        needed = self.state.checks[key]["comparison"] != "absolute"
        if needed and target is None:
            return Refused(
                (Refusal("needs_target", "no target", {"told": {"code": "needs_target"}}),)
            )
        dice = [{"sides": 20, "value": 15, "kept": True}]
        return RollResult(
            1, self.turn, 1, "1d20", dice, 15, 15 - (target or 0), check=key,
            name=self.state.checks[key]["name"], band="clean", outcome="Nobody sees you.", target=target,
        )  # fmt: skip

    def _kept(self, result: Any) -> Any:
        self.results.append(result)
        return result
