"""Dice and what is done with them: `4d6kh3`, `2d20ro<2`, `5d10cs>=8cf<=1` (DI-G1, DI-G2)."""

import re
from collections.abc import Callable, Mapping

from worldbook.rules.dice.reader import Reader
from worldbook.rules.dice.tree import EXPLOSIONS, KEEPS, Compare, Faces, Pool, Step

MOST_SIDES, MOST_DICE = 10_000, 1_000
FUDGE = Faces(-1, 1)
D20 = Faces(1, 20)

_DICE = re.compile(r"([0-9]*)d(%|f|[0-9]+)", re.IGNORECASE | re.ASCII)
_UNFINISHED = re.compile(r"[0-9]*d(?![a-z])", re.IGNORECASE | re.ASCII)
_SHORT = re.compile(r"adv|dis", re.IGNORECASE | re.ASCII)
_STEP = re.compile(
    r"kh|kl|dh|dl|ro|rr|xo|x|!!|!o|!|min|mi|max|ma|cs|cf|k|d", re.IGNORECASE | re.ASCII
)
_COUNT = re.compile(r"[0-9]+")
_COMPARE = re.compile(r"\s*(<=|>=|=|<|>)\s*(-?[0-9]+)")
_BAD_COMPARE = re.compile(r"\s*(==|=<|=>|≤|≥|!=|<>)\s*(-?[0-9]+)")
_VALUE = re.compile(r"\s*(-?[0-9]+)")
_MEANT = {"==": "=", "=<": "<=", "=>": ">=", "≤": "<=", "≥": ">="}
_SAME = {"k": "kh", "d": "dl", "min": "mi", "max": "ma", "!": "x", "!o": "xo"}


def take_dice(reader: Reader) -> Pool | None:
    """The dice that stand here with their steps; None where none begin."""
    at = reader.at
    short = reader.take(_SHORT)
    if short:
        kept = Step("kh" if short.group().lower() == "adv" else "kl", 1)
        return _pool(reader, at, 2, D20, (kept,))
    found = reader.take(_DICE)
    if found is None:
        if _UNFINISHED.match(reader.text, at):
            raise reader.fault("no_sides")
        return None
    return _pool(reader, at, _count(reader, found), _faces(reader, found), ())


def _pool(reader: Reader, at: int, count: int, faces: Faces, given: tuple[Step, ...]) -> Pool:
    reader.dice += count
    if reader.dice > MOST_DICE:
        raise reader.fault("too_many_dice", at, most=MOST_DICE)
    return Pool(count, faces, (*given, *read_steps(reader, count)), at=at)


def _count(reader: Reader, found: re.Match[str]) -> int:
    count = int(found.group(1) or 1)
    if count == 0:
        raise reader.fault("zero_dice", found.start())
    return count


def _faces(reader: Reader, found: re.Match[str]) -> Faces:
    kind = found.group(2).lower()
    if kind == "f":
        return FUDGE
    sides = 100 if kind == "%" else int(kind)
    if sides == 0:
        raise reader.fault("zero_sides", found.start(2))
    if sides > MOST_SIDES:
        raise reader.fault("too_many_sides", found.start(2), most=MOST_SIDES)
    return Faces(1, sides)


def read_steps(reader: Reader, count: int, *, group: bool = False) -> tuple[Step, ...]:
    """The modifiers that follow `count` dice, or the members of a group, in order."""
    steps: list[Step] = []
    while True:
        sign = reader.skip()
        if sign in ("<", ">", "=", "≤", "≥"):
            hint = reader.text[reader.at :].split()[0][:8]
            raise reader.fault("count_how", hint=f"cs{hint}")
        at, found = reader.at, reader.take(_STEP)
        if found is None:
            _refuse_word(reader, sign)
            return tuple(steps)
        written = found.group().lower()
        kind = _SAME.get(written, written)
        _refuse_order(reader, at, kind, steps, group=group)
        steps.append(_READ.get(kind, _exploding)(reader, kind, count, written))


def _refuse_word(reader: Reader, sign: str) -> None:
    """A letter after dice is a suffix that there is not."""
    if not (sign.isalpha() and sign.isascii()):
        return
    word = reader.word()
    if word == "r":
        rest = reader.text[reader.at + 1 :].split("#")[0].split()[:1]
        hint = rest[0][:8] if rest and rest[0][0] in "<>=" else ""
        raise reader.fault("reroll_how", once=f"ro{hint}", until=f"rr{hint}")
    raise reader.fault("unknown_suffix", found=word)


def _refuse_order(reader: Reader, at: int, kind: str, before: list[Step], *, group: bool) -> None:
    """What may not stand at this place of the list."""
    kinds = [step.kind for step in before]
    if group and kind not in KEEPS:
        raise reader.fault("only_keep", at)
    if "cs" in kinds and (kind != "cf" or "cf" in kinds):
        raise reader.fault("after_count", at)
    if kind == "cf" and "cs" not in kinds:
        raise reader.fault("cf_alone", at)
    if kind in EXPLOSIONS and any(one in kinds for one in EXPLOSIONS):
        raise reader.fault("explode_twice", at)


def _keeping(reader: Reader, kind: str, count: int, written: str) -> Step:
    at, found = reader.at, reader.take(_COUNT)
    if found is None:
        return _keeping_one(reader, kind, written)
    number = int(found.group())
    if number == 0:
        raise reader.fault("zero_count", at)
    if written == "d" and number >= count:
        raise reader.fault("drop_count", at - 1, count=number)
    return Step(kind, number)


def _keeping_one(reader: Reader, kind: str, written: str) -> Step:
    """Without a count it ends the term, and a minus after it could be meant either way."""
    after = reader.skip()
    if written == "d":
        code = "dice_of_dice" if after in ("%", "f", "F") else "count_missing"
        raise reader.fault(code, hint="dl1")
    if after == "-":
        raise reader.fault("negative_count", hint=f"{kind}1")
    if after not in ("", "+", "*", "/", "%", ")", ",", "}", "["):
        raise reader.fault("count_missing", hint=f"{kind}1")
    return Step(kind, 1)


def _exploding(reader: Reader, kind: str, _count: int, _written: str) -> Step:
    return Step(kind, compare=_compare(reader))


def _comparing(reader: Reader, kind: str, _count: int, written: str) -> Step:
    compare = _compare(reader)
    if compare is None:
        number = _VALUE.match(reader.text, reader.at)
        hint = f"{written}>={number.group(1)}" if number else f"{written}<2"
        raise reader.fault("compare_missing", found=written, hint=hint)
    return Step(kind, compare=compare)


def _valued(reader: Reader, kind: str, _count: int, written: str) -> Step:
    found = reader.take(_VALUE)
    if found is None:
        raise reader.fault("number_missing", found=written, hint=f"{kind}2")
    return Step(kind, int(found.group(1)))


def _compare(reader: Reader) -> Compare | None:
    bad = _BAD_COMPARE.match(reader.text, reader.at)
    if bad:
        meant = _MEANT.get(bad.group(1), "<")
        raise reader.fault("bad_compare", hint=f"{meant}{bad.group(2)}")
    found = reader.take(_COMPARE)
    return Compare(found.group(1), int(found.group(2))) if found else None


_READ: Mapping[str, Callable[[Reader, str, int, str], Step]] = {
    **dict.fromkeys(KEEPS, _keeping),
    **dict.fromkeys(("ro", "rr", "cs", "cf"), _comparing),
    **dict.fromkeys(("mi", "ma"), _valued),
}
