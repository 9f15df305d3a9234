"""Questions that the game master answers from the world, and those that somebody present is asked."""

import re
from collections.abc import Sequence

from sessions_app.rules.storyteller.master_acts import Act, Reader
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_handling import talk_act
from sessions_app.rules.storyteller.master_names import named_by

_PATTERNS: tuple[tuple[str, str], ...] = (
    ("inventory", r"what (?:do|am|have) I (?:have|got|carry|carrying|holding|wearing|hold)|what(?:'s| is) in my (?:pockets?|bags?)"
                  r"|我?(?:身上|手里|手上|口袋里|背包里)(?:有|带着?|拿着?)(?:了)?什么|我(?:带|拿|穿)(?:了|着)什么"),
    ("exits", r"where (?:can|could|may) I go|(?:which|what) (?:ways?|exits?|doors?)|how (?:do|can) I (?:get out|leave)|ways? out"
              r"|(?:可以|能|该)(?:去|走|往)(?:哪|什么地方)|出口在|怎么出去|有(?:什么|哪些)(?:出口|路|门)|哪里可以去"),
    ("clock", r"what(?:'s| is) the (?:time|date|hour)|what time|what day|how late|几点|什么时[候间辰]了?|今天(?:是)?(?:几号|星期几|什么日子)|何时了"),
    ("look", r"where am I|what (?:is|'s|do I see|can I see|lies?|are) (?:here|around|there)|what do I see|who(?:'s| is) (?:here|there|around)"
             r"|我在(?:哪|什么地方)|(?:这里|这儿|周围|屋里|四周)(?:有|都有)(?:什么|谁|哪些|人)|谁在这(?:里|儿)|看(?:到|见)(?:了)?什么"),
)  # fmt: skip
_THING = re.compile(
    r"what(?:'s| is| are) (?:in|on|inside|under)?\s*(?P<thing>.{2,40})|(?P<han>.{1,16}?)(?:里面|里|上面|上|是|有)(?:都)?(?:有|是)?(?:什么|些什么)",
    re.IGNORECASE,
)


def question_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """What a question wants: a look, or an answer of somebody present."""
    text = clause.text.replace("’", "'")
    for action, pattern in _PATTERNS:
        if re.search(pattern, text, re.IGNORECASE):
            return [Act(action, text=text)]
    asked = _THING.search(text)
    phrase = (asked["thing"] or asked["han"] or "") if asked else ""
    seen = [thing for thing in reader.view.things if thing.seen]
    things = named_by(phrase, [*seen, *reader.view.spots]) if phrase else ()
    if things:
        kind = "spot" if things[0] in reader.view.spots else "item"
        return [Act("look", things[0].key, kind, phrase=phrase)]
    return talk_act(reader, Clause("ask", text=clause.text))
