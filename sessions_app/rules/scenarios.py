"""What a scenario may be: which combinations can work, and why the others cannot (SC-1, SC-2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from sessions_app.rules.refusing import refuse
from worldbook.rules.refusal import Refusal
from worldbook.rules.words import gettext_noop as _

KINDS = ("actor", "table", "story", "illustrated")
STRATEGIES = ("rules", "hybrid")
ASSEMBLIES = ("closed_loop", "preassembled")
PROMPTS = ("actor/rules", "actor/instruction", "actor/append", "actor/proceed", "actor/labels")

# What this version can play; the rest may be written down but not be enabled.
PLAYED_KINDS = ("actor", "table")
PLAYED_STRATEGIES = ("rules", "hybrid")
PLAYED_ASSEMBLIES = ("closed_loop",)


@dataclass(frozen=True, slots=True)
class ScenarioConfig:
    """How a turn is made. The fields are those of the Scenario table."""

    id: str
    name: str = ""
    description: str = ""
    kind: str = "actor"
    enabled: bool = True
    strategy: str = "rules"
    worldbook_budget: int = 1500
    share_worldbook: bool = True
    share_memory: bool = True
    share_instructions: bool = True
    memory_sources: tuple[str, ...] = ()
    slow_lane: bool = False
    foreground_loop: bool = False
    compact: bool = False
    memory_hook: bool = False
    gates: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)
    routes: Mapping[str, str] = field(default_factory=dict)
    assembly: str = "closed_loop"


FIELDS = tuple(item.name for item in fields(ScenarioConfig))
_LISTS = ("memory_sources", "gates", "tools")
_BOOLEANS = tuple(item.name for item in fields(ScenarioConfig) if item.type is bool)
_MAPPINGS = ("prompts", "routes")


def read_config(data: Mapping[str, Any]) -> ScenarioConfig | Refusal:
    """A scenario from JSON values; types are checked, combinations are `problems`' to judge."""
    for name, value in data.items():
        if name not in FIELDS:
            return refuse("scenario_unknown_field", _("There is no field “%(field)s”."), field=name)
        if not _fits(name, value):
            text = _("The field “%(field)s” is not of the right form.")
            return refuse("scenario_bad_field", text, field=name)
    values: dict[str, Any] = {
        name: tuple(value) if name in _LISTS else value for name, value in data.items()
    }
    return ScenarioConfig(**values)


def _fits(name: str, value: Any) -> bool:
    if name in _LISTS:
        return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
    if name in _MAPPINGS:
        return isinstance(value, Mapping) and all(
            isinstance(item, str) for pair in value.items() for item in pair
        )
    if name in _BOOLEANS:
        return isinstance(value, bool)
    if name == "worldbook_budget":
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return isinstance(value, str)


def problems(config: ScenarioConfig) -> tuple[Refusal, ...]:
    """Every reason why a scenario cannot work; empty where it can."""
    found = [*_unknown(config), *_combinations(config)]
    if config.enabled and not found:
        found += _not_played(config)
    return tuple(found)


def _unknown(config: ScenarioConfig) -> list[Refusal]:
    known = {"kind": KINDS, "strategy": STRATEGIES, "assembly": ASSEMBLIES}
    found = [
        _refusal(
            name,
            _("“%(value)s” is not one of %(known)s."),
            value=getattr(config, name),
            known=", ".join(values),
        )
        for name, values in known.items()
        if getattr(config, name) not in values
    ]
    strange = [name for name in config.prompts if name not in PROMPTS]
    if strange:
        found.append(_refusal("prompts", _("There is no prompt “%(value)s”."), value=strange[0]))
    return found


SLOW_LANE_REASONS = {
    "story": _("Kind “story” prepares and settles the scene itself, which replaces the slow lane."),
    "illustrated": _(
        "Kind “illustrated” keeps its own state with each picture; a slow lane cannot."
    ),
    "table": _("Kind “table” has its game master and recorder in the place of a slow lane."),
}
LOOP_REASONS = {
    "story": _("Kind “story” has its beats in the place of a foreground loop."),
    "illustrated": _("Kind “illustrated” makes text and picture in one call; a director cannot."),
    "table": _("Kind “table” has its game master in the place of a foreground loop."),
}
COMPACT_REASONS = {
    "table": _("Kind “table” compacts by chapters; compact would do it a second time."),
    "illustrated": _(
        "Kind “illustrated” reads its history by snapshots, which compact would break."
    ),
}


def _combinations(config: ScenarioConfig) -> list[Refusal]:
    found = []
    if config.slow_lane and config.kind in SLOW_LANE_REASONS:
        found.append(_refusal("slow_lane", SLOW_LANE_REASONS[config.kind]))
    if config.foreground_loop and config.kind in LOOP_REASONS:
        found.append(_refusal("foreground_loop", LOOP_REASONS[config.kind]))
    if config.foreground_loop and config.kind == "actor" and _without_actor(config):
        found.append(
            _refusal(
                "foreground_loop", _("A foreground loop needs the tool “actor” to say anything.")
            )
        )
    if config.compact and config.kind in COMPACT_REASONS:
        found.append(_refusal("compact", COMPACT_REASONS[config.kind]))
    if config.memory_hook and config.kind == "illustrated":
        found.append(
            _refusal(
                "memory_hook", _("Kind “illustrated” has no place for an external memory hook.")
            )
        )
    return found


def _without_actor(config: ScenarioConfig) -> bool:
    return bool(config.tools) and "actor" not in config.tools


def _not_played(config: ScenarioConfig) -> list[Refusal]:
    """What is not built yet: refused openly instead of ignored in play."""
    later = {
        "kind": config.kind not in PLAYED_KINDS,
        "strategy": config.strategy not in PLAYED_STRATEGIES,
        "assembly": config.assembly not in PLAYED_ASSEMBLIES,
        "slow_lane": config.slow_lane,
        "foreground_loop": config.foreground_loop,
        "compact": config.compact,
        "memory_hook": config.memory_hook,
        "memory_sources": bool(config.memory_sources),
        "gates": bool(config.gates),
        "tools": bool(config.tools),
    }
    return [
        _refusal(
            name, _("This version cannot play that yet; a scenario that has it stays disabled.")
        )
        for name, wanted in later.items()
        if wanted
    ]


def _refusal(field: str, text: str, /, **values: str) -> Refusal:
    return refuse("scenario_cannot_work", text, field=field, **values)
