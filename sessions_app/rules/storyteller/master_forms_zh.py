"""Chinese forms of a clause in which something stands before the verb: 把, 用, 从, 对, 被, 都."""

import re

from sessions_app.rules.storyteller.master_verbs_zh import VERBS


def forms_of(verb: str) -> str:
    """All forms of a verb, as alternatives of a pattern."""
    return "|".join(words for name, words in VERBS if name == verb)


ANY = re.compile("|".join(f"(?P<v{at}>{words})" for at, (_, words) in enumerate(VERBS)))
_TAKE, _LIFT = forms_of("take"), "|".join(map(forms_of, ("take", "drop", "remove")))
_ALL = "|".join(words for _, words in VERBS)
_PUT = forms_of("put")
_SHORT = r"(?P<obj>[^，,。]{1,24}?)"
SPECIAL: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("clothe", re.compile(r"(?:(?:把|将)(?P<thing>[^，,。]{1,16}?))?给(?P<who>(?!我|自己)[^，,。]{1,6}?)(?:披|穿|戴|围|套)(?:上|好)")),
    ("put", re.compile(rf"(?:把|将){_SHORT}(?:{_PUT})")),
    ("show", re.compile(r"(?:把|将)(?P<obj>[^，,。]{1,16}?)(?:拿|指|递|举|亮|展示|出示)?(?<![念读])(?:给|出来给)(?P<who>[^，,。]{1,8}?)(?:看(?:看|一看|一眼)?(?![守管台])|听)")),
    ("want", re.compile(r"(?:把|将)[^，,。]{1,16}?(?:卖|租|当|押)给(?P<obj>[^，,。]{1,6})")),
    ("give", re.compile(rf"(?:把|将|拿){_SHORT}(?:递|交|送|还|拿|塞|分|付|转交|借|扔|丢|抛)?(?:还|回)?给(?![^，。]{{1,8}}(?:看(?![守管台])|听))")),
    ("moved", re.compile(rf"(?:把|将){_SHORT}从(?P<of>[^，,。]{{1,12}}?)(?:里面?|中|上面?|那里|手里|手中|身上)?(?=(?:{_TAKE}))")),
    ("done", re.compile(rf"(?:把|将){_SHORT}(?=(?:{_ALL}))")),
    ("tool", re.compile(r"(?:用|拿|使用)(?P<obj>[^，,。]{1,16}?)(?:去|来)?(?P<verb>打开|开锁|解锁|解开|开启|锁上|锁住|锁好|开|锁)")),
    ("want", re.compile(rf"(?:向|跟|找|问|管){_SHORT}(?:要|讨|借)(?!不要)")),
    ("made", re.compile(r"(?:让|叫|请|命令|吩咐|求|要)(?P<obj>[\ue000-\uefff]|他们?|她们?)(?=.)")),
    ("passive", re.compile(rf"(?P<obj>[^，,。我]{{1,16}}?)被我?(?=(?:{_ALL}))")),
    ("whole", re.compile(rf"(?P<obj>全部|所有(?:的)?(?:东西|物品)?|一切|除了?[^，。]{{1,16}}?(?:以外|之外)?(?:[^，。]{{0,6}})?都|东西都)(?:都)?(?=(?:{_LIFT}))")),
    ("out", re.compile(r"从(?P<obj>[^，,。]{1,12}?)(?:爬上去?|爬下去?|爬到|爬进|爬|登上|下到|离开|出去|走出去?|出来|进去|走|过去|上去|下去)")),
    ("from", re.compile(rf"从{_SHORT}(?:里面?|中|上面?|那里|手里|手中|身上)?(?=(?:{_TAKE}))")),
    ("show", re.compile(r"(?:拿|指|递|举|亮|讲|唱)?(?:给|让)(?P<who>(?!我)[^，,。]{1,8}?)(?:看(?:看|一看|一眼)?|听)")),
    ("talk", re.compile(r"给(?P<obj>(?!我|自己)[^，,。]{1,8}?)(?P<verb>讲|说|唱|道歉|行礼|鞠躬)")),
    ("talk", re.compile(
        r"(?:对|跟|和|与|向|同|朝)(?P<obj>[^，,。]{1,10}?)"
        r"(?P<verb>打(?:个)?招呼|问好|行礼|点(?:了)?点?头|招(?:了)?招?手|挥(?:了)?挥?手|微?笑(?:了笑|了一?笑|笑|一笑)?|道谢|打听|询问|问(?:道|起)?|低声说|说(?:道|起|说)?|讲|聊(?:聊|天|起)?|谈(?:谈|起)?|解释|坦白|搭话|攀谈|求助|告别|道歉|喊道?)")),
    ("go", re.compile(r"(?:向|往|朝)(?P<obj>[^，,。走去跑]{1,8}?)(?:走去|走过去|走|去|跑去|跑|爬|前进)")),
)  # fmt: skip
"""What each form does; `obj` is what stands before its verb."""
