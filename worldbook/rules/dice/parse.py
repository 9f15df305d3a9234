"""From text to tree: sums of products of signed terms, by descent (DI-G1, DI-G2).

sum     = product (("+" | "-") product)*
product = signed (("*" | "/" | "%") signed)*
signed  = "-"* term
term    = (number | dice | "(" sum ")" | "{" sum ("," sum)* "}" keep*) label?
"""

import re
from collections.abc import Callable
from dataclasses import replace

from worldbook.rules.dice.parse_dice import read_steps, take_dice
from worldbook.rules.dice.reader import Reader
from worldbook.rules.dice.refusals import DiceFault
from worldbook.rules.dice.tree import Chain, Group, Labelled, Negation, Node, Number, Pool

MOST_DEEP = 20
_NUMBER = re.compile(r"[0-9]+")
_LABEL = re.compile(r"\[([^\[\]]*)\]")
_HEX, _EXPONENT = (
    re.compile(r"0[xXbBoO][0-9A-Fa-f]"),
    re.compile(r"[0-9]+[eE][+-]?[0-9]|[0-9]+\s*\^"),
)
_FRACTION, _THOUSANDS = re.compile(r"[0-9]+\.[0-9]"), re.compile(r"[0-9]+[,_'’][0-9]")
_LONE_STEP = re.compile(r"(kh|kl|dh|dl|k|ro|rr|r|xo|x|!|mi|ma|cs|cf)", re.IGNORECASE)


def parse(text: str) -> Node:
    """The tree of a readable text; raises DiceFault."""
    reader = Reader(text)
    if not reader.skip():
        raise reader.fault("empty")
    node = _sum(reader)
    if reader.skip():
        raise _unread(reader)
    return node


def _sum(reader: Reader) -> Node:
    return _chain(reader, "+-", _product)


def _product(reader: Reader) -> Node:
    return _chain(reader, "*/%", _signed)


def _chain(reader: Reader, operators: str, part: Callable[[Reader], Node]) -> Node:
    first, rest, places = part(reader), list[tuple[str, Node]](), list[int]()
    while (sign := reader.skip()) and sign in operators:
        places.append(reader.at)
        reader.at += 1
        if sign == "*" and reader.here == "*":
            raise reader.fault("exponent")
        rest.append((sign, part(reader)))
    return Chain(first, tuple(rest), tuple(places)) if rest else first


def _signed(reader: Reader) -> Node:
    times = 0
    while reader.skip() == "-":
        times += 1
        reader.at += 1
    start = reader.at
    node = _term(reader)
    if not times:
        return node
    written = reader.text[start : reader.at].strip()
    if isinstance(node, Pool | Group) and written[0] != "(" and len(node.steps) > _bare(written):
        raise reader.fault("bracket_term", start, hint=f"-({written})")
    return (
        Negation(node.of, node.times + times)
        if isinstance(node, Negation)
        else Negation(node, times)
    )


def _bare(written: str) -> int:
    """How many steps a term has by its name alone: `adv` keeps one of two."""
    return int(written[:3].lower() in ("adv", "dis"))


def _term(reader: Reader) -> Node:
    sign = reader.skip()
    if sign == "(":
        return _labelled(reader, _bracket(reader))
    if sign == "{":
        return _labelled(reader, _group(reader))
    dice = take_dice(reader)
    if dice is not None:
        return _labelled(reader, dice)
    number = _NUMBER.match(reader.text, reader.at)
    if number is None:
        raise _no_term(reader, sign)
    _refuse_spelling(reader)
    reader.at = number.end()
    return _labelled(reader, Number(int(number.group())))


def _bracket(reader: Reader) -> Node:
    opened = _open(reader)
    node = _sum(reader)
    _close(reader, opened, ")")
    return node


def _group(reader: Reader) -> Group:
    opened = _open(reader)
    reader.groups += 1
    members = [_sum(reader)]
    while reader.skip() == ",":
        reader.at += 1
        members.append(_sum(reader))
    _close(reader, opened, "}")
    reader.groups -= 1
    return Group(tuple(members), read_steps(reader, len(members), group=True), at=opened)


def _open(reader: Reader) -> int:
    reader.depth += 1
    if reader.depth > MOST_DEEP:
        raise reader.fault("too_deep", most=MOST_DEEP)
    reader.at += 1
    return reader.at - 1


def _close(reader: Reader, opened: int, sign: str) -> None:
    found = reader.skip()
    if not found:
        raise reader.fault("not_closed", opened, found=reader.text[opened])
    if found != sign:
        raise _unread(reader)
    reader.at += 1
    reader.depth -= 1


def _labelled(reader: Reader, node: Node) -> Node:
    """The term with the label that follows it, if any."""
    if reader.skip() != "[":
        return node
    found = reader.take(_LABEL)
    if found is None:
        raise reader.fault("not_closed", found="[")
    label = found.group(1).strip()
    if not label:
        raise reader.fault("label_empty", found.start())
    if reader.skip() == "[":
        raise reader.fault("label_twice")
    if isinstance(node, Number | Pool | Group) and not node.label:
        return replace(node, label=label)
    return Labelled(node, label)


def _refuse_spelling(reader: Reader) -> None:
    """Numbers as other languages write them, each with its hint."""
    for code, pattern in (
        ("hexadecimal", _HEX),
        ("exponent", _EXPONENT),
        ("fraction", _FRACTION),
        ("thousands", _THOUSANDS),
    ):
        found = pattern.match(reader.text, reader.at)
        if found and not (code == "thousands" and reader.groups and "," in found.group()):
            raise reader.fault(code)


def _no_term(reader: Reader, sign: str) -> DiceFault:
    """Why no term begins here."""
    if sign == "+":
        return reader.fault("unary_plus")
    if not sign or sign in "*/%),}":
        return reader.fault("value_missing")
    if _LONE_STEP.match(reader.text, reader.at):
        return reader.fault("only_dice", found=reader.word())
    return reader.fault("unexpected", found=reader.word())


def _unread(reader: Reader) -> DiceFault:
    """Why the text cannot go on so."""
    sign, word = reader.here, reader.word()
    if sign in ")}]":
        return reader.fault("not_opened", found=sign)
    if sign == "," and reader.text[reader.at + 1 : reader.at + 2].isdigit():
        return reader.fault("thousands")
    if sign == ".":
        return reader.fault("fraction")
    if sign == "^":
        return reader.fault("exponent")
    if _LONE_STEP.match(reader.text, reader.at):
        labelled = reader.text[: reader.at].rstrip().endswith("]")
        return reader.fault("label_first" if labelled else "only_dice", found=word)
    if sign.isdigit() or sign in "({d" or word in ("adv", "dis", "d"):
        broken = sign in "dD" and reader.text[: reader.at].rstrip()[-1:].isdigit()
        return (
            reader.fault("broken_term") if broken else reader.fault("operator_missing", found=word)
        )
    return reader.fault("unexpected", found=word)
