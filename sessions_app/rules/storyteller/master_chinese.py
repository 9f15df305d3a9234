"""Reads a Chinese message into clauses; names are masked, so that no character of one is a verb."""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from sessions_app.rules.storyteller.master_clauses import (
    MOST_CLAUSES,
    QUOTES,
    TALKS,
    Clause,
    Masked,
)
from sessions_app.rules.storyteller.master_forms_zh import ANY, SPECIAL
from sessions_app.rules.storyteller.master_verbs_zh import VERBS

_GREETS = (
    "招呼",
    "问好",
    "行礼",
    "点头",
    "点点头",
    "点了点头",
    "招手",
    "挥手",
    "挥挥手",
    "笑",
    "告别",
)
_NO = re.compile(
    r"(?:不|没|没有|别|勿|未|不要|不想|不会|不能|不敢|不打算|不愿|不肯|并未|并不|千万别|拒绝|休想|决不|绝不)(?:再|去|要|敢|把.{1,8})?$"
)
_CANNOT = re.compile(
    r"[打推拉拿走进出上下关锁解搬抬够][不][开到动了去来上下起得着过]|做不到|办不到"
)
_NEAR = 24
"""How far before a verb is looked for what denies it."""
_STOP = re.compile(
    r"[，,。；;！!\n…—]|(?<=[？?])|(?=然后|接着(?!说)|随后|随即|并且|一边)|(?<=.)(?:之后|以后)(?!的)"
)
_TO_YOU = re.compile(r"^\s*[你您](?!好).*[^?？吗呢]$")
_IF = re.compile(
    r"(?:(?<![^，,。；;！!\n])\s*(?:如果|要是|倘若|假如|假使|若(?![无干])|除非|只要(?=[^。]{1,14}[，,就])|一旦|万一)"
    r"|(?<![^，,。；;！!\n])(?!\s*我?(?:就|便)?(?:听|照|按|信|相信|记|依|遵|想|不理|说|重复))[^，,。；;！!\n]{1,16}的话[，,])[^。；;！!\n]*"
)
"""A condition with all that hangs upon it, to the end of its sentence."""
_UNREAL = re.compile(
    r"(?:差点儿?|差一点|险些|假装|装作|忘了|忘记|没能|放弃|停止|避免|本来?想|原本想|梦见|梦到|想象|幻想|希望|但愿|阻止|禁止|不准|不许)"
    r"[^，。]{0,10}$|(?:懒得|舍不得|没法|无法|哪敢|何必|怎么会|岂[敢能])[^，。]{0,4}$"
    r"|(?:记得|想起|回忆起?|后悔)我[^，。]{0,4}$|(?:听|看)[见到](?:有人|别人|他们?|她们?)[^，。]{0,4}$|听[见到][\ue000-\uefff]$"
)
"""What leads to a verb that is not done: it is feigned, missed, dreamt of, or another's."""
_MUST = re.compile(r"不(?:得|能|可|是)不[^，。]{0,3}$")
_IDIOMS = re.compile(
    r"(?:二话不说|一言不发|一声不吭|不声不响|不假思索)地?(?:就|便)?[，,]?"
    r"|(?:如果|要是)?(?:可以|可能|方便|行)的话[，,]?|如果(?:可以|可能|方便)[，,]"
)
"""What says only how, or is only polite, and neither denies nor sets a condition."""
_SOMEBODY = ("他们", "她们", "他", "她", "有人", "别人")
_BIDS_ME = re.compile(r"[^，。我]{0,3}(?:叫|让|要|请|命令|吩咐|催|求|逼|劝)我")
_OF_THEIRS = re.compile(r"[的那这身手旁边面跟头家里和跟与]")
_TIMES = re.compile(
    r"^(?:到|了|着)?(?:[零〇一二两三四五六七八九十百几半\d]|片刻|一会|天|早|晚|明|中午|下午|半夜|午夜|黄昏|傍晚|清晨|黎明|[一二三四五]更|$)"
)

_JOINTS = re.compile(
    r"^(?:我|便|就|又|再|然后|接着|先|随后|于是|之后|并且?|而后|最后|一边|同时|顺手|[\s]|让我)+"
)
_ASKS = re.compile(
    r"[?？]|[吗呢么]\s*$|^\s*(?:我是谁|(?:现在)?几点了?|谁在这[里儿]|[^看找问说告查瞧去到走]{1,8}在哪[里儿]?)\s*$"
)
_TO_EARS = TALKS


def chinese_clauses(
    message: Masked,
    people: Iterable[str] = (),
    ways: Container[str] = (),
    others: Iterable[str] = (),
) -> list[Clause]:
    """The clauses of a message, in order; what is denied is a clause "not".

    `people` are the names of those present: what they are told by name is said and not done, nor
    is what the `others` of the story do. `ways` are names of ways: one by itself ("上楼") is gone.
    """
    found: list[Clause] = []
    people, others, called = tuple(people), tuple(others), ""
    for part in _parts(_CALL.sub(r"\1，", message.text))[:MOST_CLAUSES]:
        plain = message.back(part)
        if not called and (clause := _not_mine(plain, people, others, told=_is_told(found))):
            found.append(clause)
            continue
        if called or plain in people or (plain in others and not _is_told(found)):
            found.append(_call(called or plain, plain if called else ""))
            called = "" if called else plain
        elif went := _by_course(message, part, ways, people):
            found += went
        elif _TO_YOU.match(part):
            found.append(Clause("say", text=f"“{plain}”"))
        elif _ASKS.search(part) and not _begins_with_act(part):
            found.append(Clause("question", text=plain))
        elif found and found[-1].verb in _TO_EARS and not _goes_on(part):
            found[-1] = _longer(found[-1], plain)
        else:
            found += _in_part(message, part, people)
    return _without_calls(found)[:MOST_CLAUSES]


def _by_course(
    message: Masked, part: str, ways: Container[str], people: Container[str]
) -> list[Clause]:
    """The clauses of a part that begins with the name of a way by itself; [] of any other."""
    plain = message.back(_JOINTS.sub("", part))
    if plain.removesuffix("去") in ways:
        return [Clause("go", (plain,))]
    hit = _COURSE.match(part)
    if hit is None or message.back(hit["way"]) not in ways:
        return []
    return [
        Clause("go", (message.back(hit["way"]),)),
        *_in_part(message, part[hit.end() :], people),
    ]


_COURSE = re.compile(
    rf"{_JOINTS.pattern.removesuffix('+')}*(?P<way>[\ue000-\uefff])(?=见|找|去找|看|拿|等)"
)
"""A way that is gone by its name alone and what is done at its end: "上楼见三娘"."""
_CALL = re.compile(r"(?:^|(?<=[。！？!?\n]))\s*([\ue000-\uefff])\s*[：:]")
"""Whoever is called before a colon, as before a comma."""


def _is_told(found: Sequence[Clause]) -> bool:
    """Whether speech may go on."""
    return bool(found) and found[-1].verb in _TO_EARS


def _not_mine(
    plain: str, people: Iterable[str], others: Iterable[str], *, told: bool
) -> Clause | None:
    """A part that says what others do, or what is to be done on a condition only; else None."""
    if _IF.match(plain):
        return None if told else Clause("condition", text=plain)
    if other := _of_somebody(plain, people):
        return Clause("tell", (other,), text=f"“{plain}”")
    far = not told and _of_somebody(plain, (*_SOMEBODY, *others))
    return Clause("say", text=f"“{plain}”") if far else None


def _of_somebody(plain: str, people: Iterable[str]) -> str:
    """Whoever a part says something of ("沈更悄悄拿起灯"): that is not for a player to do."""
    name = max((n for n in people if plain.startswith(n) and plain != n), key=len, default="")
    rest = plain[len(name) :]
    if not name or _OF_THEIRS.match(rest) or _ASKS.search(plain):
        return ""
    if _BIDS_ME.match(rest):
        return name
    hit = _next(rest, 0)
    return name if hit and hit[0] <= _SLOWLY and "我" not in rest[: hit[0]] else ""


_SLOWLY = 5
"""How far from who does it a verb may stand: so long is how it is done."""


def _call(name: str, said: str) -> Clause:
    return Clause("tell", (name,), text=f"“{said}”" if said else name)


def _without_calls(clauses: list[Clause]) -> list[Clause]:
    """The clauses with a call and what is called after it as one."""
    return [
        clause
        for at, clause in enumerate(clauses)
        if not (
            clause.verb == "tell"
            and at + 1 < len(clauses)
            and clause.text == clause.objects[0]
            and clauses[at + 1].objects == clause.objects
        )
    ]


def _parts(text: str) -> list[str]:
    """A message at its commas and stops; a question keeps its mark."""
    text = _IDIOMS.sub("", text)
    text = re.sub(r"在?[^，,。；;！!]{1,10}(?:之前|以前)[，,]?", "", text)
    listed = re.sub(r"[，,]\s*(?:还有|以及|和)(?=[^，,。]{1,12}(?:[，,。！]|$))", "、", text)
    found, at = [], 0
    for hit in _IF.finditer(listed):
        found += [*_STOP.split(listed[at : hit.start()]), hit[0]]
        at = hit.end()
    return [part for part in (*found, *_STOP.split(listed[at:])) if part.strip()]


def _begins_with_act(part: str) -> bool:
    """Whether a question is put to somebody in so many words ("问玛拉井在哪里？")."""
    hit = _next(_JOINTS.sub("", part), 0)
    return hit is not None and hit[0] == 0 and hit[2] in ("ask", "tell", "talk")


def _goes_on(part: str) -> bool:
    """Whether what follows speech is an act of its own and not more speech."""
    joint = _JOINTS.match(part)
    if re.fullmatch(rf"[\s{QUOTES}]+", part):
        return False
    begins = _next(part, joint.end() if joint else 0)
    return (
        begins is not None
        and begins[0] == (joint.end() if joint else 0)
        and begins[2] not in ("tell",)
    )


def _longer(clause: Clause, more: str) -> Clause:
    return Clause(clause.verb, clause.objects, clause.to, text=f"{clause.text}，{more}")


def _next(text: str, at: int) -> tuple[int, int, str, re.Match[str]] | None:
    """(begin, end, kind, match) of the next special form or verb from `at` on."""
    for begin in range(at, len(text)):
        for kind, pattern in SPECIAL:
            if hit := pattern.match(text, begin):
                return begin, hit.end(), kind, hit
        if hit := ANY.match(text, begin):
            return begin, hit.end(), VERBS[int(str(hit.lastgroup)[1:])][0], hit
    return None


def _in_part(message: Masked, part: str, people: Container[str]) -> list[Clause]:
    found: list[Clause] = []
    held = source = ""
    cannot = _CANNOT.search(part) is not None
    hit = _next(part, 0)
    while hit is not None and len(found) < MOST_CLAUSES:
        begin, end, kind, match = hit
        if kind in _HOLDING:
            held, source = _held(kind, match, held, source)
            hit = _next(part, end)
            continue
        ends = kind in (*_TO_EARS, "talk", "want", "made") or _is_awaited(part, kind, end)
        watched = kind == "look" and message.back(part[end : end + 1]) in people
        after = None if ends or watched else _following(part, kind, end)
        rest = part[end : after[0] if after else end + 1 if watched else len(part)]
        bare = kind == "go" and not rest.strip("了吧去来") and match[0][0] not in "回返"
        if bare and found and found[-1].verb == "go":
            hit = after
            continue
        if (
            cannot
            or _is_denied(part[max(begin - _NEAR, 0) : begin])
            or (held and _NO.search(part.partition(held)[0].rstrip("把将")[-_NEAR:]))
        ):
            found.append(Clause("not", text=message.back(part)))
        else:
            lead = _JOINTS.sub("", part[:begin]) if kind in ("idle", "act") and not found else ""
            clause = _clause(message, kind, match, rest, held, source)
            found.append(replace(clause, text=message.back(lead) + clause.text) if lead else clause)
        held = source = ""
        hit = after
    return _with_quotes(message, part, found)


def _held(kind: str, match: re.Match[str], held: str, source: str) -> tuple[str, str]:
    """(what is handled, what it is taken from) after a form that names one of them or both."""
    if kind == "moved":
        return match["obj"], match["of"]
    return (held, match["obj"]) if kind == "from" else (match["obj"], source)


def _is_denied(before: str) -> bool:
    """Whether what stands before a verb says that it is not done."""
    denied = _NO.search(before) is not None and _MUST.search(before) is None
    return denied or _UNREAL.search(before) is not None


def _following(part: str, kind: str, at: int) -> tuple[int, int, str, re.Match[str]] | None:
    """The next form or verb; words of idling follow a joint or a walk, elsewhere they are names."""
    hit = _next(part, at)
    went = kind in ("go", "leave")
    while hit is not None and hit[2] in ("idle", "act"):
        between = part[at : hit[0]]
        if _JOINED.search(between) or (went and not between):
            break
        hit = _next(part, hit[1])
    return hit


_JOINED = re.compile(r"(?:再|又|并|就|便|后|来|去|地)$")
_HOLDING = ("done", "from", "moved", "passive", "whole")
"""Forms that name a thing before the verb that says what is done with it."""


def _is_awaited(part: str, kind: str, end: int) -> bool:
    """Whether what follows a verb of waiting is what is waited for ("等沈更离开")."""
    return kind == "wait" and _TIMES.match(part[end:]) is None


def _with_quotes(message: Masked, part: str, found: list[Clause]) -> list[Clause]:
    """The clauses of a part with all that is said aloud in it."""
    quotes = " ".join(message.back(quote) for quote in re.findall(f"[{QUOTES}]", part))
    if not quotes:
        return found
    for at, clause in enumerate(found):
        if clause.verb in _TO_EARS:
            return [*found[:at], replace(clause, text=quotes), *found[at + 1 :]]
    return [*found, Clause("say", text=quotes)]


def _clause(
    message: Masked, kind: str, match: re.Match[str], rest: str, held: str, source: str
) -> Clause:
    """A form or verb with what follows it, before which 把 may have put its object."""
    back = message.back
    named = match.groupdict().get("obj")
    if kind == "talk":
        return _talk(message, match, rest)
    if kind in _SAID:
        return _said(message, kind, match, rest)
    if kind in _TO_EARS:
        whom = back(named or rest)
        return Clause(kind, (whom,), text=back(match[0] + rest))
    if kind == "tool":
        return _with_tool(message, match, rest)
    if kind == "out" or (kind == "go" and named):
        aims = tuple(part for part in (back(rest).strip("了吧"), back(named or "")) if part)
        return Clause("go", aims, text=back(match[0] + rest))
    if kind == "put" and not (named or held):
        return Clause(kind, ("它",), back(rest), text=back(match[0] + rest))
    if kind in ("put", "give") and (named or held):
        objects = _objects(message, named or held)
        return Clause(kind, objects, back(rest), text=back(match[0] + rest))
    objects = _objects(message, held or rest) or (("锁",) if kind == "unlock" else ())
    return Clause(kind, objects, source=back(source), text=back(match[0] + rest))


def _shown(message: Masked, match: re.Match[str], rest: str) -> Clause:
    """What is shown, and to whom where that is said."""
    parts = match.groupdict()
    whom = message.back(parts.get("who") or "")
    things = _objects(message, parts.get("obj") or rest)
    return Clause("show", things, whom, text=message.back(match[0] + rest))


_SAID = ("show", "clothe", "want", "made", "idle", "act")


def _said(message: Masked, kind: str, match: re.Match[str], rest: str) -> Clause:
    """What somebody is asked or told to do, and what is done that no rule knows."""
    if kind == "show":
        return _shown(message, match, rest)
    if kind == "clothe":
        objects = _objects(message, match["thing"] or rest) or ("它",)
        return Clause("give", objects, message.back(match["who"]), text=message.back(match[0]))
    text = message.back(match[0] + rest)
    if kind in ("idle", "act"):
        return Clause(kind, text=text)
    whom = (message.back(match["obj"]),)
    return (
        Clause("ask", whom, text=text)
        if kind == "want"
        else Clause("tell", whom, text=f"“{message.back(rest)}”")
    )


def _with_tool(message: Masked, match: re.Match[str], rest: str) -> Clause:
    """ "用铜钥匙开门": what opens or locks, and with what."""
    said = match["verb"]
    verb = "lock" if "锁" in said and "开" not in said and "解" not in said else "open"
    objects = _objects(message, rest) or (("锁",) if "锁" in said else ())
    tool, text = message.back(match["obj"]), message.back(match[0] + rest)
    return Clause(verb, objects, tool=tool, text=text)


def _talk(message: Masked, match: re.Match[str], rest: str) -> Clause:
    verb = match["verb"]
    kind = "greet" if any(word in verb for word in _GREETS) else "tell"
    kind = "thank" if "谢" in verb else "ask" if "问" in verb or "打听" in verb else kind
    return Clause(kind, (message.back(match["obj"]),), text=message.back(match[0] + rest))


_LEADS_ON = re.compile(r"(?:又|再|就|便|并且?|但是?|却|可是?|没有?|不)+$")
"""What stands behind a thing and belongs to the next act."""

_TOGETHER = re.compile(r"(?:一起|一并|一同|一块儿?|统统|通通|一齐)(?=都?$)")
"""How several things are handled; no part of the name of the last."""


def _objects(message: Masked, text: str) -> tuple[str, ...]:
    """The things of a list."""
    pieces = re.split(r"、|和|与|以及|跟|还有", _TOGETHER.sub("", _LEADS_ON.sub("", text)))
    named = (piece.strip() for piece in pieces if piece.strip(" 了的吧都"))
    plain = (piece if piece.startswith("除") else piece.removesuffix("都") for piece in named)
    return tuple(message.back(piece) for piece in plain)
