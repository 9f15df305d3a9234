"""Questions that the game master answers from the world, and those that somebody present is asked."""

import re
from collections.abc import Sequence

from sessions_app.rules.storyteller.master_acts import Act, Reader
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_handling import talk_act
from sessions_app.rules.storyteller.master_looking import look_named
from sessions_app.rules.storyteller.master_names import mentioned

_PATTERNS: tuple[tuple[str, str], ...] = (
    ("help", r"^\W*(?:what (?:can|could|should|may|must) I do|what now|how do(?:es)? (?:I|this|it) (?:play|work)|what are (?:my options|the commands))"
             r"|我(?:能|可以|该|应该)(?:做|干)(?:些|点)?什么|怎么玩|(?:有|能用)(?:什么|哪些)(?:命令|办法)|现在怎么办"),
    ("self", r"^\W*who am I|^\W*what(?:'s| is) my name|我是谁|我叫什么"),
    ("inventory", r"(?:^|\bwhat )\W*(?:do|have) I (?:have|got|carry|hold|own)\b|am I (?:wearing|carrying|holding)|我(?:身上|手里)?(?:还)?(?:有没有|带没带|有).{1,12}[吗么]"
                  r"|what (?:do|am|have) I (?:have|got|carry|carrying|holding|wearing|hold)|what(?:'s| is) in my (?:pockets?|bags?)"
                  r"|我?(?:身上|手里|手上|口袋里|背包里)(?:有|带着?|拿着?)(?:了)?什么|我(?:带|拿|穿)(?:了|着)什么"),
    ("exits", r"where (?:can|could|may) I go|(?:which|what) (?:ways?|exits?|doors?)|how (?:do|can) I (?:get out|leave)|ways? out"
              r"|(?:可以|能|该)(?:去|走|往)(?:哪|什么地方)|出口在|怎么出去|有(?:什么|哪些)(?:出口|路|门)|哪里可以去"),
    ("clock", r"what(?:'s| is) the (?:time|date|hour)|what time|what day|how late|几点|什么时[候间辰]了?|今天(?:是)?(?:几号|星期几|什么日子)|何时了"),
    ("look", r"what (?:can|could|may) I (?:take|eat|drink|open|use|see|read|find|get|wear)|is there anything|where am I|what (?:is|'s|do I see|can I see|lies?|are) (?:here|around|there)|what do I see|who(?:'s| is) (?:here|there|around)"
             r"|我在(?:哪|什么地方)|(?:这里|这儿|周围|屋里|四周)(?:有|都有)(?:什么|谁|哪些|人)|谁在这(?:里|儿)|(?:有什么|什么)(?:东西)?(?:可以|能|可)(?:拿|吃|喝|用|打开|穿)|(?:可以|能)(?:拿|吃|喝|用|打开)(?:些|点)?什么|看(?:到|见)(?:了)?什么"),
)  # fmt: skip
_THING = re.compile(
    r"what(?:'s| is| are) (?:in|on|inside|under)?\s*(?P<thing>.{2,40})|(?P<han>.{1,16}?)(?:里面|里|上面|上|是|有)(?:都)?(?:有|是)?(?:什么|些什么)",
    re.IGNORECASE,
)
_MARKED = re.compile(r"[?？吗呢么]\W*$")
_WHOSE = re.compile(
    r"what(?:'s| does| is| has) .{2,30}? (?:have|got|wearing|wear|carrying|carry|holding|hold|look like)\b"
    r"|.{1,10}(?:身上)?(?:有|带着?|拿着?|穿着?|戴着?|长)(?:了|着|得)?(?:些)?(?:什么|怎么样|啥)",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"^\W*(?:is|are|can I (?:open|see|take|reach)) (?P<it>.{2,40}?)(?: (?:here|there|open|closed|shut|locked|unlocked|lit|empty|full)\b.*)?\??$"
    r"|^\W*what(?:'s| is) (?:behind|down|beyond|through|past|up|across|over) (?P<way>.{2,40}?)\??$"
    r"|^\W*where(?:'s| is| are) (?P<where>.{2,40}?)\??$"
    r"|^\W*how many (?P<many>.{2,30}?)(?: (?:are|do|is|have)\b.*)?\??$"
    r"|^\W*(?P<han>.{1,12}?)(?:是不是|还)?(?:锁着|开着|关着|锁了|开了|关了|亮着|在|在这里|在不在|在哪里?|在哪儿|空了?)(?:的)?[吗么呢]?[?？]?\s*$"
    r"|(?:有|还有)(?:几|多少)[个把张封只枚块支盏本杯碗壶条根]?(?P<count>.{1,10}?)[?？]?\s*$"
    r"|^\W*(?:我)?(?:能|可以)(?:不能)?(?:打开|开|拿|看见)(?P<can>.{1,10}?)[吗么]?[?？]?\s*$",
    re.IGNORECASE,
)


def question_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """What a question wants: a look, or an answer of somebody present."""
    text = clause.text.replace("’", "'")
    for action, pattern in _PATTERNS:
        if re.search(pattern, text, re.IGNORECASE):
            return [Act(action, text=text)]
    of = _WHOSE.search(text)
    whom = mentioned(of[0], reader.view.present()) if of else []
    if whom:
        return [Act("look", whom[0].key, "person", phrase=whom[0].name)]
    asked = _THING.search(text)
    phrase = (asked["thing"] or asked["han"] or "") if asked else ""
    if (
        phrase
        and (looked := look_named(reader, phrase))
        and looked.kind in ("item", "spot", "exit")
    ):
        return [looked]
    how = _STATE.search(text)
    phrase = next((part for part in how.groups() if part), "") if how else ""
    if phrase and (looked := look_named(reader, phrase.strip())) and looked.kind != "here":
        return [looked]
    asked_for = clause.text if _MARKED.search(clause.text) else f"{clause.text}?"
    return talk_act(reader, Clause("ask", text=asked_for))
