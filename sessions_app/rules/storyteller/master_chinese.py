"""Reads a Chinese message into clauses; names are masked, so that no character of one is a verb."""

import re

from sessions_app.rules.storyteller.master_clauses import QUOTES, Clause, Masked

_VERBS: tuple[tuple[str, str], ...] = (
    ("inventory", r"(?:查看|检查|清点|看看|翻看|翻翻|摸摸|翻)(?:一下)?(?:我的?|自己的?)?(?:身上|口袋|背包|包袱|行李|随身物品|行囊|衣袋)(?:里|的东西)*|清点物品"),
    ("exits", r"(?:看看|寻找|找找|找)(?:有没有)?(?:出口|出路|别的路)"),
    ("remove", r"脱(?:下|掉|去)?|摘(?:下|掉)|取下|解下|卸下"),
    ("wear", r"穿(?:上|好|起)|戴(?:上|好|起)|披(?:上|好)|换上|系上|套上|围上|佩(?:上|戴)|别上"),
    ("drop", r"放下|丢下|扔(?:下|掉)|丢掉|抛下|松开|搁下|撂下|丢弃|留下|扔"),
    ("unlock", r"开锁|解锁|打开.{0,8}的?锁|转动钥匙"),
    ("lock", r"锁(?:上|好|住|起来|了)?(?!匠)"),
    ("open", r"打开|推开|拉开|掀开|撬开|揭开|开(?:启|门|了)?(?!始|心|口|水|玩笑|会)"),
    ("close", r"关(?:上|好|紧|闭|掉|门)|合上|掩上|盖上|带上门|闭上"),
    ("read", r"阅读|细读|读(?:一读|读|一下|完)?|念(?:一念|念|出)?|翻阅|翻看|翻开"),
    ("consume", r"吃(?:掉|下|完|一口|了|点)?|喝(?:掉|下|完|一口|了|点|光)?|饮(?:下|尽)?|咽下|吞下|服下|尝(?:尝|一口|一尝)?"),
    ("take", r"拿(?:起来?|走|出来?|上|着|到|下|过来?|回来?|了)?|取(?:走|出来?|来|回)?|捡(?:起来?)?|拾(?:起来?)?|收(?:起来?|好)|抓(?:起|住)|端起|抱起|提起|掏出|抽出|偷(?:走|偷拿走)?|带上|摘走|揣(?:上|起)"),
    ("give", r"(?:递|交|送|还|拿|塞|分|付|转交|借)给|给(?!我看)|奉上"),
    ("put", r"放(?:进|入|到|在|回)|塞(?:进|到|入)|装(?:进|入)|搁(?:在|到)|摆(?:在|到)|插(?:进|入)|藏(?:进|到|在)|收进|存进|挂(?:在|到|回)|留在"),
    ("wait", r"等(?:待|候|到|着|一等|等|上|一会儿?|一下|了)?(?!级)|休息|歇(?:息|歇|一歇|一会儿?|到)?|睡(?:觉|到|一觉|一会儿?|下|上)?|静候|打盹|什么也不做|原地不动|待(?:到|在原地|一会儿?)|坐等"),
    ("roll", r"掷(?:出|一?[个枚]?骰子?|骰)?|投(?:一?[个枚]?骰子?|骰)|扔(?:一?[个枚]?骰子?|骰)|摇骰子?|骰(?=\d)"),
    ("check", r"(?:做|进行|来|过)(?:一[次个])?(?=.{1,12}(?:检定|判定|检查))"),
    ("look", r"(?:仔细|再|四下|四处|环顾)?(?:看看|看一看|看一眼|看向|看着|看到|看清|看|瞧瞧|瞧一瞧|瞧|望望|望向|望)(?:一下|一遍)?(?!守|台|来)|环顾(?:四周|周围)?|观察|打量|查看|检查|端详|审视|搜(?:查|索|寻|一搜|搜)?|翻找|寻找|调查|听听|倾听|闻闻|摸摸|察看"),
    ("show", r"出示|亮出|展示"),
    ("ask", r"询问|打听|问(?:问|起|一问|道|一下)?(?!题)"),
    ("tell", r"告诉|说(?:起|道|明|说|一声)?|讲(?:起|述)?|聊(?:聊|天|一聊|起)?|谈(?:谈|起|一谈|论)?|解释|坦白|承认|回答|喊(?:道|话)?|低声说|搭话|攀谈|求(?=[\ue000-\uefff])|劝"),
    ("greet", r"打(?:个)?招呼|问好|问候|行礼|点头(?:致意)?|招手|挥手|作揖|致意"),
    ("thank", r"道谢|感谢|谢谢|谢过"),
    ("leave", r"离开|离去"),
    ("go", r"走(?:到|向|去|进去?|回去?|出去?|下去?|上去?|过去?|入|近|往)?(?!廊)|前往|赶(?:往|去|到)|去(?:往|到)?|返回|回(?:到|去)(?!答)|进(?:入|到|去)|(?:出|上|下|过)(?:去|门|楼|来)|爬(?:上|下|到|进|回)去?|登上|跑(?:到|向|进|回|出|去|过)去?|穿过|沿着|顺着|跟(?:着|上|随)|溜(?:进|到|出)去?|来到|移动到|(?<![^，。\s我便就再先又接然后])(?:到|回|进|上|下|出)(?=[\ue000-\uefff\u4e00-\u9fff])|靠近|走"),
)  # fmt: skip
_ANY = re.compile("|".join(f"(?P<v{at}>{words})" for at, (_, words) in enumerate(_VERBS)))
_PUT = _VERBS[13][1]
_SHORT = r"(?P<obj>[^，,。]{1,24}?)"
_SPECIAL: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("put", re.compile(rf"(?:把|将){_SHORT}(?:{_PUT})")),
    ("give", re.compile(rf"(?:把|将|拿){_SHORT}(?:递|交|送|还|拿|塞|分|付|转交|借)?给")),
    ("show", re.compile(r"(?:把|将)(?P<obj>[^，,。]{1,16}?)(?:拿)?(?:给|出来给)(?=[^，,。]{1,8}看)")),
    ("done", re.compile(rf"(?:把|将){_SHORT}(?=(?:{'|'.join(words for _, words in _VERBS)}))")),
    ("tool", re.compile(r"(?:用|拿|使用)(?P<obj>[^，,。]{1,16}?)(?:去|来)?(?P<verb>打开|开锁|解锁|解开|开启|锁上|锁住|锁好|开|锁)")),
    ("out", re.compile(r"从(?P<obj>[^，,。]{1,12}?)(?:离开|出去|走出去?|出来|进去|走|过去|上去|下去)")),
    ("from", re.compile(rf"从{_SHORT}(?:里面?|中|上面?|那里|手里|手中|身上)?(?=(?:{_VERBS[11][1]}))")),
    ("show", re.compile(r"(?:给|让)(?P<obj>[^，,。]{1,8}?)看(?:看|一看)?")),
    ("talk", re.compile(
        r"(?:对|跟|和|与|向|同|朝)(?P<obj>[^，,。]{1,10}?)"
        r"(?P<verb>打(?:个)?招呼|问好|行礼|点头|招手|挥手|道谢|打听|询问|问(?:道|起)?|低声说|说(?:道|起|说)?|讲|聊(?:聊|天|起)?|谈(?:谈|起)?|解释|坦白|搭话|攀谈|求助|告别|道歉|喊道?)")),
    ("go", re.compile(r"(?:向|往|朝)(?P<obj>[^，,。走去跑]{1,8}?)(?:走去|走过去|走|去|跑去|跑|爬|前进)")),
)  # fmt: skip
_GREETS = ("招呼", "问好", "行礼", "点头", "招手", "挥手", "告别")
_NO = re.compile(r"(?:不|没|没有|别|勿|未|不要|不想|不会|不能|并未)(?:再|去|要|敢)?$")
_STOP = re.compile(r"[，,。；;！!\n…—]|(?<=[？?])")
_JOINTS = re.compile(
    r"^(?:我|便|就|又|再|然后|接着|先|随后|于是|之后|并且?|而后|最后|一边|同时|顺手|[\s]|让我)+"
)
_ASKS = re.compile(r"[?？]|[吗呢么]\s*$")
_TO_EARS = ("ask", "tell", "say", "greet", "thank", "show")


def chinese_clauses(message: Masked) -> list[Clause]:
    """The clauses of a message, in order; those that are denied are left out."""
    found: list[Clause] = []
    for part in _parts(message.text):
        if _ASKS.search(part) and not _begins_with_act(part):
            found.append(Clause("question", text=message.back(part)))
        elif found and found[-1].verb in _TO_EARS and not _goes_on(part):
            found[-1] = _longer(found[-1], message.back(part))
        else:
            found += _in_part(message, part)
    return found


def _parts(text: str) -> list[str]:
    """A message at its commas and stops; a question keeps its mark."""
    listed = re.sub(r"[，,]\s*(?:还有|以及|和)(?=[^，,。]{1,12}(?:[，,。！]|$))", "、", text)
    return [part for part in _STOP.split(listed) if part.strip()]


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
        for kind, pattern in _SPECIAL:
            if hit := pattern.match(text, begin):
                return begin, hit.end(), kind, hit
        if hit := _ANY.match(text, begin):
            return begin, hit.end(), _VERBS[int(str(hit.lastgroup)[1:])][0], hit
    return None


def _in_part(message: Masked, part: str) -> list[Clause]:
    found: list[Clause] = []
    held = ""
    source = ""
    hit = _next(part, 0)
    while hit is not None:
        begin, end, kind, match = hit
        if kind in ("done", "from"):
            held, source = (match["obj"], source) if kind == "done" else (held, match["obj"])
            hit = _next(part, end)
            continue
        speaks = kind in (*_TO_EARS, "talk")
        after = None if speaks else _next(part, end)
        rest = part[end : after[0] if after else len(part)]
        if not _NO.search(part[:begin]):
            found.append(_clause(message, kind, match, rest, held, source))
        held = source = ""
        hit = after
    quotes = re.findall(f"[{QUOTES}]", part)
    if quotes and not any(clause.verb in _TO_EARS for clause in found):
        found.append(Clause("say", text=" ".join(message.back(quote) for quote in quotes)))
    return found


def _clause(
    message: Masked, kind: str, match: re.Match[str], rest: str, held: str, source: str
) -> Clause:
    """A form or verb with what follows it, before which 把 may have put its object."""
    back = message.back
    named = match.groupdict().get("obj")
    if kind == "talk":
        return _talk(message, match, rest)
    if kind in _TO_EARS:
        whom = back(named or rest)
        return Clause(kind, (whom,), text=back(match[0] + rest))
    if kind == "tool":
        verb = (
            "lock"
            if "锁" in match["verb"] and "开" not in match["verb"] and "解" not in match["verb"]
            else "open"
        )
        return Clause(
            verb, _objects(message, rest), tool=back(named or ""), text=back(match[0] + rest)
        )
    if kind == "out" or (kind == "go" and named):
        return Clause("go", (back(named or ""),), text=back(match[0] + rest))
    if kind in ("put", "give") and (named or held):
        objects = _objects(message, named or held)
        return Clause(kind, objects, back(rest), text=back(match[0] + rest))
    objects = _objects(message, held) if held else _objects(message, rest)
    return Clause(kind, objects, source=back(source), text=back(match[0] + rest))


def _talk(message: Masked, match: re.Match[str], rest: str) -> Clause:
    verb = match["verb"]
    kind = "greet" if any(word in verb for word in _GREETS) else "tell"
    kind = "thank" if "谢" in verb else "ask" if "问" in verb or "打听" in verb else kind
    return Clause(kind, (message.back(match["obj"]),), text=message.back(match[0] + rest))


def _objects(message: Masked, text: str) -> tuple[str, ...]:
    """The things of a list."""
    pieces = re.split(r"、|和|与|以及|跟|还有", text)
    return tuple(message.back(piece) for piece in pieces if piece.strip(" 了的吧"))
