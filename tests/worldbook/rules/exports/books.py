"""Books that Hypothesis makes up: every field with values that a saved book may hold."""

from hypothesis import strategies as st

from worldbook.rules.entries import (
    AUDIENCES,
    LOGICS,
    POSITIONS,
    ROLES,
    Book,
    CharacterFilter,
    Entry,
)
from worldbook.rules.formats.decorators import ENDLESS

PIECES = st.sampled_from(
    [
        *("", " ", "gate", "塔", "a,b", "/x(y)/i", "/(/", "{{user}}", "{{foo}}", "<% x %>"),
        *("@@depth 3", "@@activate", "\n", "<script>", "é", "\x01", "{{getvar::a}}", '"', "\u3000"),
    ]
)
TEXTS = st.lists(PIECES, max_size=3).map("".join)
WORDS = st.sampled_from(["gate", "塔", "bell ", "a,b", "/x/i", "AC/DC", "", " ", "x\ny", "@@a"])
LISTS = st.lists(WORDS, max_size=3).map(tuple)
IDS = st.sampled_from(["gate", "塔", "e7", "gate-2", "x_y", "A", "e1", "b.c"])
CONDITIONS = st.sampled_from(
    [
        None,
        {"turn": {"at_least": 3}},
        {"all": [{"turn": {"at_most": 9}}, {"not": {"judged": "it rains"}}]},
    ]
)
SOURCES = st.sampled_from(
    [
        {},
        {"key": ["a"], "content": "x", "vectorized": True, "strange": [1, {"a": None}]},
        {"keys": ["a"], "content": "x", "extensions": {"risu": {"a": 1}, "depth": 9}},
        {"key": "a", "content": "x", "insertorder": 3, "alwaysActive": True, "secondkey": ""},
        {"keywords": ["a"], "entry": "x", "content": "y", "keys": []},
        {"token_budget": 9, "extensions": {"chub": {"id": 4}, "rpsite": 5}},
        {"text": "x", "displayName": "from elsewhere", "position": 7},
    ]
)
NUMBERS = st.sampled_from([0, 1, 4, 100, 32_767])
TURNS = st.sampled_from([0, 1, 5, ENDLESS, ENDLESS + 1, 2_147_483_647])
SIGNED = st.sampled_from([0, 100, -5, 2_147_483_647, -2_147_483_647])
FILTERS = st.none() | st.builds(
    CharacterFilter, mode=st.sampled_from(["include", "exclude"]), names=LISTS
)

ENTRIES = st.builds(
    Entry,
    key_id=IDS,
    title=TEXTS,
    content=TEXTS,
    comment=TEXTS,
    enabled=st.booleans(),
    constant=st.booleans(),
    required=st.booleans(),
    keys=LISTS,
    secondary_keys=LISTS,
    secondary_logic=st.sampled_from(LOGICS),
    case_sensitive=st.none() | st.booleans(),
    whole_words=st.none() | st.booleans(),
    scan_depth=st.none() | NUMBERS,
    probability=st.sampled_from([0, 50, 100]),
    priority=SIGNED,
    order=SIGNED,
    position=st.sampled_from(POSITIONS),
    depth=NUMBERS,
    role=st.sampled_from(ROLES),
    audience=st.lists(st.sampled_from(AUDIENCES), max_size=2, unique=True).map(tuple),
    conditions=CONDITIONS,
    requires=st.lists(IDS, max_size=2).map(tuple),
    conflicts=st.lists(IDS, max_size=2).map(tuple),
    prevent_recursion=st.booleans(),
    exclude_recursion=st.booleans(),
    delay_until_recursion=st.sampled_from([0, 1, 2]),
    groups=LISTS,
    group_weight=st.sampled_from([0, 100, 7]),
    group_prioritize=st.booleans(),
    sticky=TURNS,
    cooldown=TURNS,
    delay=TURNS,
    ignore_budget=st.booleans(),
    character_filter=FILTERS,
    scope=st.sampled_from(["listed", "everyone"]),
    tags=LISTS,
    color=st.sampled_from(["", "#fff"]),
    locked=st.booleans(),
    blocked=st.sampled_from(["", "Because."]),
    activate=st.booleans(),
    dont_activate=st.booleans(),
    additional_keys=st.lists(LISTS, max_size=2).map(tuple),
    exclude_keys=LISTS,
    only_after=st.none() | NUMBERS,
    only_every=st.none() | st.sampled_from([1, 3]),
    place=st.sampled_from([0, 1, 9]),
    source_id=st.sampled_from(["", "0", "7", "x", "007", "٣"]),
    source=SOURCES,
)

BOOKS = st.builds(
    Book,
    key=st.sampled_from(["inline", "the-north", "塔"]),
    revision=st.sampled_from([0, 3]),
    name=st.sampled_from(["", "The north", " x "]),
    description=TEXTS,
    language=st.sampled_from(["", "zh-hans"]),
    scan_depth=NUMBERS,
    case_sensitive=st.booleans(),
    whole_words=st.booleans(),
    max_passes=st.sampled_from([0, 2, 5]),
    constant_budget_ratio=st.sampled_from([0.35, 0.0, 1.0]),
    players_may_read=st.booleans(),
    tags=LISTS,
    entries=st.lists(ENTRIES, max_size=2, unique_by=lambda entry: entry.key_id).map(tuple),
    source=SOURCES,
)
