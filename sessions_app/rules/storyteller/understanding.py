"""What a player's message asks for: an action, what it is done to, and what it is about (TB-23).

English and Chinese are both understood in every session; the answer keeps the session's language.
"""

import re
from dataclasses import dataclass

ACTIONS = (
    "threaten", "unlock", "open", "give", "show", "drop", "wear", "take", "go", "wait", "look",
    "ask", "tell", "thank", "greet", "leave",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Understood:
    """A message as the storyteller reads it.

    `action` is one of ACTIONS, "roll", "say" (speech without a known verb) or "other"; `thing` is
    what it is done to, as a phrase that may stand in a sentence, or empty. `question` is whether
    an answer is expected. `outside` marks a message that is not part of the story, `what_are_you`
    one that asks what is telling it. `dice` is (count, faces, plus) for "roll".
    """

    action: str
    thing: str = ""
    question: bool = False
    outside: bool = False
    what_are_you: bool = False
    dice: tuple[int, int, int] = (1, 20, 0)


_OUTSIDE = re.compile(
    r"^\s*(?:\(\(|（（|[/(（\[【]?\s*ooc\b|[(（\[【]\s*(?:场外|题外|戏外|out of character))",
    re.IGNORECASE,
)
_WHAT_ARE_YOU = re.compile(
    r"\bare you (?:an? )?(?:ai\b|a\.i\.|llm|bot|robot|chatbot|real|human|person|(?:large )?language model"
    r"|chatgpt|gpt|claude|machine|computer)|\b(?:who|what) (?:is )?(?:writ(?:es|ing)|tells?|telling|runs?)"
    r" (?:this|the) (?:story|text|game)|\bwhat (?:model|ai) (?:are|is)\b|\bwhich (?:model|ai)\b"
    r"|你(?:是不是|是|算).{0,4}(?:AI|人工智能|机器人|语言模型|大模型|模型|真人|程序)|(?:什么|哪个|哪种)(?:大)?模型"
    r"|谁在(?:写|讲)这个?故事",
    re.IGNORECASE,
)
_DICE = re.compile(r"(\d{0,3})\s*[dD]\s*(\d{1,4})(?:\s*\+\s*(\d{1,4}))?")
_ROLL = re.compile(r"\broll(?:s|ed|ing)?\b|\bdice\b|掷骰|投骰|扔骰|骰子|丢骰", re.IGNORECASE)
_QUESTION = re.compile(
    r"[?？]|^\W*(?:who|what|where|when|why|how|is|are|do|does|did|can|could|will|would|may|shall|should|might|must|am|was|were|has|have)\b"
    r"|[吗呢么]\s*[。！”」]?\s*$|什么|为什么|为何|谁|哪里|哪儿|怎么|多少|何时|几时",
    re.IGNORECASE,
)

_ENGLISH: tuple[tuple[str, str], ...] = (
    ("threaten", r"threaten|attack|stab|strike|punch|kill|draw my (?:sword|knife|dagger|blade)"),
    ("unlock", r"unlock|turn the key|(?:try|put|fit|use) (?:my|the|this) [\w ]{0,20}key"),
    ("give", r"give|hand over|hand|offer|pay|pass"),
    ("show", r"show|hold (?:up|out)|present|raise"),
    ("drop", r"drop|put down|puts down|lay down|lays down|set down|sets down|throw away|let go of"),
    ("wear", r"put on|puts on|wear|don|pull on|pulls on|take off|takes off|pull up"),
    ("take", r"take|grab|pick up|picks up|picked up|pocket|steal|snatch|collect"),
    ("open", r"open|push|force|pry|lift the latch"),
    ("go", r"go|walk|run|head|climb|follow|return|enter|step|cross|sneak|ride|row|come back"),
    ("wait", r"wait|stand still|sit down|sit|rest|stay|listen|say nothing|sleep"),
    ("look", r"look at|look|examine|inspect|study|search|watch|read|peer at|peer|glance at|see"),
    ("ask", r"ask|question|wonder about|wonder"),
    ("tell", r"tell|explain|confess|admit|report|say that|swear|promise|insist"),
    ("thank", r"thank|thanks|thank you"),
)
_CHINESE: tuple[tuple[str, str], ...] = (
    ("threaten", r"威胁|拔刀|拔剑|攻击|杀了?|动手|打他|打她|砍|揍"),
    ("unlock", r"开锁|解锁|插进锁|插入锁|转动钥匙|拧动钥匙|用.{0,8}钥匙(?:开锁|打开|开)?"),
    (
        "give",
        r"递给|交给|送给|拿给|递上|奉上|给他|给她|给你|塞给|付"
        r"|把(?!.*给.{1,6}看).{1,8}给[^，。,.！!]{0,6}|给(?!.{1,8}看).{1,6}[一二两三几半][枚块把张封个锭袋串文杯壶碗]",
    ),
    ("show", r"出示|亮出|举起|给.{1,6}看|展示|掏出"),
    ("drop", r"放下|丢下|扔掉|丢掉|抛下|松开"),
    ("wear", r"穿上|戴上|披上|换上|脱下|摘下"),
    ("take", r"拿起|拿走|取走|取下|捡起|拾起|抓住|偷走?|收起|拿"),
    ("open", r"打开|推开|推门|撬开|掀开|拉开|开门"),
    (
        "go",
        r"走到|走向|走进|走去|前往|去往|赶往|跑向|爬上|登上|跟上|跟着|回到|返回|进入|穿过|离开去|去|走",
    ),
    ("wait", r"等待|等着|等一等|等等|等|坐下|休息|站着不动|沉默|不说话|静听|听"),
    ("look", r"看看|看向|观察|打量|查看|检查|端详|细看|环顾|翻看|翻开|读|望向|望|看"),
    ("ask", r"询问|打听|问"),
    ("tell", r"告诉|坦白|解释|说明|承认|发誓|保证|说起|讲"),
    ("thank", r"谢谢|多谢|感谢|道谢|谢"),
)
_ENGLISH_VERB = re.compile(
    r"(?<![\w'])(?:"
    + "|".join(f"(?P<{action}>{verbs})" for action, verbs in _ENGLISH)
    + r")(?:s|es|ed|ing)?(?![\w'])",
    re.IGNORECASE,
)
_GREET = re.compile(
    r"^\W*(?:(?:hello|hi|hey|good (?:evening|morning|day|night)|greetings|well met)(?![a-z])|你好|您好|晚上好|早上好|幸会|在吗)",
    re.IGNORECASE,
)
_LEAVE = re.compile(r"^\W*(?:(?:goodbye|bye|farewell)(?![a-z])|再见|告辞|后会有期)", re.IGNORECASE)
_SPEECH = re.compile(r"[\"“”「」『』]")
_TAIL = r"(?:\s+(?:at|up|to|toward|towards|into|for|on|in|over|down|through|back to|back))*"
_STOP = r"(?=\s+(?:and|then|to|from|with|so|but|before|after|until|because|while|as|that|if)\b|[.,;:!?\"”…*]|$)"
_ABOUT = re.compile(rf"\babout\s+(?:the\s+)?(.{{2,40}}?){_STOP}", re.IGNORECASE)
_SAFE = re.compile(r"^[A-Za-z][A-Za-z' -]{1,38}$")
_SAFE_CHINESE = re.compile(r"^[\u4e00-\u9fff]{1,10}$")
_PERSONS = ("her", "him", "them", "you", "it", "me", "us")
_SWAP = {"my": "your", "me": "you", "myself": "yourself", "mine": "yours", "i": "you",
         "your": "", "you": "", "him": "", "her": "", "them": "", "it": "", "that": "", "this": "",
         "there": "", "here": "", "away": "", "around": "", "out": "", "us": ""}  # fmt: skip


def understand(message: str) -> Understood:
    """Read a message; always gives something, "other" at the least."""
    if _WHAT_ARE_YOU.search(message):
        return Understood("say", question=True, what_are_you=True, outside=True)
    outside = bool(_OUTSIDE.search(message))
    question = bool(_QUESTION.search(message))
    if _ROLL.search(message):
        return Understood("roll", question=question, outside=outside, dice=_dice(message))
    action, thing = _action(message)
    return Understood(action, thing, question, outside)


def _dice(message: str) -> tuple[int, int, int]:
    """(count, faces, plus) of the first NdX in the message; a twenty-sided die without one."""
    found = _DICE.search(message)
    if not found:
        return (1, 20, 0)
    count = min(max(int(found[1] or 1), 1), 20)
    return (count, min(max(int(found[2]), 2), 1000), int(found[3] or 0))


def _action(message: str) -> tuple[str, str]:
    """The action and the thing; what stands first in the message counts, speech apart."""
    told = re.sub(r"[\"“「『][^\"“”「」『』]*[\"”」』]", " ", message)
    chinese = bool(re.search(r"[\u4e00-\u9fff]", told))
    found = _first_chinese(told) if chinese else _first_english(told)
    if found:
        return found
    if _GREET.search(message):
        return "greet", ""
    if _LEAVE.search(message):
        return "leave", ""
    if _QUESTION.search(message):
        return "ask", _about(message)
    return ("say", "") if _SPEECH.search(message) else ("other", "")


def _first_english(told: str) -> tuple[str, str] | None:
    """The verb that stands first, and what follows it."""
    hit = _ENGLISH_VERB.search(told)
    if hit is None or hit.lastgroup is None:
        return None
    action = hit.lastgroup
    if _QUESTION.search(told) and action not in ("ask", "give", "show", "look", "thank"):
        return "ask", _about(told)
    if action in ("ask", "tell"):
        return action, _about(told)
    return action, _english_thing(told[hit.end() :])


def _about(told: str) -> str:
    """What comes after "about", as a phrase."""
    found = _ABOUT.search(told)
    return _phrase(found[1]) if found else ""


def _english_thing(rest: str) -> str:
    """The object after a verb: up to the next joining word or stop."""
    found = re.match(rf"{_TAIL}\s+(.{{2,40}}?){_STOP}", rest, re.IGNORECASE)
    return _phrase(found[1]) if found else ""


def _phrase(raw: str) -> str:
    """The words turned to the listener's side ("my key" to "your key"); empty if unfit to echo."""
    words = raw.strip().split()
    while len(words) > 1 and words[0].lower() in _PERSONS:
        words = words[1:]
    if not words or len(words) > 5 or not _SAFE.match(" ".join(words)):
        return ""
    turned = [_SWAP.get(word.lower(), word) for word in words]
    if any(not word for word in turned):
        return ""
    if turned[0].lower() in ("a", "an", "the", "your", "some", "his", "their", "yourself", "you"):
        return " ".join(turned)
    return " ".join(turned) if turned[0][0].isupper() else "the " + " ".join(turned)


def _first_chinese(told: str) -> tuple[str, str] | None:
    """The verb that stands first (the longer one of two at a place), and what follows it."""
    best: tuple[int, int, str, str] | None = None
    for action, verbs in _CHINESE:
        hit = re.search(verbs, told)
        if hit:
            rank = (hit.start(), -len(hit[0]), action, told[hit.end() :])
            best = min(best, rank) if best else rank
    if best is None:
        return None
    if _QUESTION.search(told) and best[2] not in ("ask", "give", "show"):
        return "ask", ""
    return best[2], _chinese_thing(best[3])


def _chinese_thing(rest: str) -> str:
    """The few characters after the verb, up to a stop, without particles; empty if unfit."""
    plain = re.sub(r"^[他她你它](?=[^的们])", "", rest)
    plain = re.sub(r"^(?:了|着|过|向|到|往|一下|看|那|这|一)*(?:把|个|座|扇|盏|只|枚)?", "", plain)
    clause = re.split(
        r"[，。！？、；：,.!?\s“”「」…（）()*]|然后|并且|并|再|给|问|说|里|上面|来", plain
    )[0]
    clause = re.sub(r"(?:吧|了|呢|吗|啊|呀)$", "", clause)
    clause = clause.replace("我的", "你的")
    blocked = re.search(r"[我你他她它们]", clause.replace("你的", ""))
    return clause if _SAFE_CHINESE.match(clause) and not blocked else ""
