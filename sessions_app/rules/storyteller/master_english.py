"""Reads an English message into clauses: verbs where a verb can stand, and what follows them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sessions_app.rules.storyteller.master_clauses import (
    MOST_CLAUSES,
    QUOTES,
    TALKS,
    Clause,
    Masked,
)
from sessions_app.rules.storyteller.master_rewording import reworded
from sessions_app.rules.storyteller.master_unread import act_in
from sessions_app.rules.storyteller.master_verbs_en import VERBS

_VERB = re.compile(
    r"(?<![\w'’-])(?:" + "|".join(f"(?P<v{at}>{words})" for at, (_, words) in enumerate(VERBS))
    + r")(?![\w'’-])",
    re.IGNORECASE,
)  # fmt: skip
_ADVERBS = (
    r"(?:(?:\w+ly|just|now|then|also|first|next|finally|again|once more|try to|trying to|try and|attempt to"
    r"|want to|wants to|would like to|will|shall|am going to|decide to|begin to|start to|stop to|have to|go and"
    r"|go to|turn to|turn and|proceed to|lean over to|must|should|do|quick|without|refuses? to|instead of|rather than"
    r"|rather|never|not|(?:do|does|did|will|would|can|could|should|must|need)(?:n['’]?t| not)|cannot|can['’]?t|would|won['’]t|am not going to"
    r"|had better|can|could|may|might|hereby|as well)\s+)*"
)
_BEFORE = re.compile(
    rf"(?P<joint>^[\s{QUOTES}]*|[.;!?:,*_\n—–(\-{QUOTES}]\s*"
    r"|\b(?:and|then|to|I|I['’]ll|I['’]d like to|I['’]d|I['’]m|we|you|let['’]s|let me|so|but|before|after|please|while"
    rf"|player)\s+)+{_ADVERBS}$",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"(?:\b(?:not|never|refuses?|cannot|instead of|rather than|(?:do|does|did|wo|would|could|should|must|need|ca)nt)\b|n['’]t\b)[^.,;!?]{0,14}$|\bwithout\s+(?:\w+ly\s+)?$",
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"\b(?:pretend(?:s|ed|ing)?|forg[eo]ts?|fail(?:s|ed)?|hesitat(?:e|es|ed)|unable|reluctant|afraid|no longer want"
    r"|too \w+|(?:was|were) going) to\s+(?:\w+ly\s+)?$"
    r"|\b(?:wish|dream(?:t|ed|s)?|imagine)(?: that)? (?:I|we)\b[^.,;!?]{0,14}$"
    r"|(?<!\bI )\b(?:says|said|shouts|shouted|whispers|whispered)\b[^.;!?,:]{0,30}:\s*$"
    r"|\b(?:tells|told|asks|asked|orders|ordered|begs|begged|wants|wanted) (?:me|us) to\s+$"
    r"|\b(?:remember|recall|regret)(?:s|ed)?(?: that)? (?:I|we)\b[^.,;!?]{0,14}$|\b(?:nearly|almost)\s+$"
    r"|(?:[,;]|\b(?:and|but))\s*(?:only )?(?:if|unless|when (?:he|she|they|(?-i:[A-Z])\w+))\b[^.;!?]{0,60}$"
    r"|\b(?:want|wants|wanted|expects?|would like|need) (?:him|her|them|someone|somebody|everyone|(?-i:[A-Z])\w+"
    r"|[\ue000-\uefff]) to\s+$",
    re.IGNORECASE,
)
"""What leads to a verb that is not done: it is feigned, missed, dreamt of, or another's."""
_HOW_ONLY = re.compile(
    r"please|(?!(?:li|je|ho|be|al|fa|re)l?ly\b)\w{3,}ly|now|then|again|later|first|too",
    re.IGNORECASE,
)
_WHY = re.compile(r"\b(?:so(?: that)?|because|hoping|in order to|in case)\b", re.IGNORECASE)
_AROUND = re.compile(
    r"\b(?:around|about|behind|beside|before|ahead of)\s+(?:me|us|myself)\W*$", re.IGNORECASE
)
_PURPOSE = re.compile(
    r"\bso (?:that )?I (?:can|could|may|might|will)\s+(?:\w+ly\s+)?$", re.IGNORECASE
)
_NEAR = 120
"""How far before a verb is looked for what leads to it."""
_OTHERS = "he|she|they|someone|somebody|nobody|no one|everyone|everybody|anyone|anybody"
_IF = re.compile(
    rf"^\W*(?:(?:only )?(?:if|unless|in case|provided|as long as)|(?:when|whenever|once|as soon as|after) (?:{_OTHERS}))\b",
    re.IGNORECASE,
)
_ONLY_IF = re.compile(
    r"(?<!\bsee )(?<!\bseeing )(?<!\bcheck )(?<!\bchecking )(?<!\bknow )(?<!\bout )(?<!\bask )(?<!\basking )(?<!\bwonder )"
    r"(?<!\bwondering )(?<!\bas )(?<!\beven )(?<!\bsure )\b(?:if|unless|provided|as long as)\s"
    rf"|\b(?:when|once|after|as soon as) (?:(?:{_OTHERS})\b|(?-i:[A-Z])\w+ (?:\w+s|had)\b)",
    re.IGNORECASE,
)
_REAL = frozenset(
    ("take", "drop", "give", "put", "wear", "remove", "open", "close", "unlock", "lock", "consume", "go", "leave", "use")
)  # fmt: skip
"""Verbs whose clause comes to nothing where it is to be done on a condition only."""
_ASKS = re.compile(
    r"^\W*(?:who|what|where|which|how)(?:['’]s| (?:is|are|am|do|does|did|can|could|time|many|much|way|ways))\b[^,]*$",
    re.IGNORECASE,
)
"""A question without its mark."""
_NOT_THIS = re.compile(rf"(?:but )?not\b|(?:{_HOW_ONLY.pattern})$", re.IGNORECASE)
_AND = re.compile(r"(?:[,;]\s*)?(?:and|then)\b|[,;]\s*I\b", re.IGNORECASE)
_END = re.compile(r"[;!?\n]|\.(?!\d)")
_PREPOSITION = re.compile(
    r"\b(into|onto|inside|in|on|to|towards?|with|using|from|out of|off|at|about|for|until|till"
    r"|through|without|behind|under|down|up|across|over|against|by|beside|around|(?<!the )back|away|as|along)\b",
    re.IGNORECASE,
)
_TO = ("into", "onto", "inside", "in", "on", "to", "toward", "towards", "by", "beside")
_ASIDE = re.compile(
    r"^(?:\w+ing\s+(?:\w+\s+\w+|\w+ly)|please|too|who|which|that|because|while|since|so|as|hoping|if|when|where|but|carefully|\w+ly)\b",
    re.IGNORECASE,
)


def english_clauses(
    message: Masked, player: str, people: Iterable[str] = (), away: Iterable[str] = ()
) -> list[Clause]:
    """The clauses of a message, in order; what is denied is a clause "not".

    `people` are the names of those present: what they are told by name is said and not done; no
    more is what those are told who are `away`.
    """
    own = "|".join(re.escape(name) for name in (player, *player.split()[:1]) if name)
    text = re.sub(rf"\b(?:{own})\b", "I", message.text) if own else message.text
    text = reworded(text)
    people = tuple(people)
    called, awaited = _called(people, tuple(away)), _awaited(people)
    found: list[Clause] = []
    for start, end, asks in _sentences(text)[:MOST_CLAUSES]:
        sentence = message.back(text[start:end])
        addressed = called.search(sentence) if called else None
        if addressed:
            name = addressed["a"] or addressed["b"]
            said = re.sub(rf"^\W*{re.escape(name)}\W+|\W+{re.escape(name)}\W*$", "", sentence)
            asked = "?" if asks else ""
            found.append(Clause("tell", (name,), text=f"“{said.strip()}{asked}”"))
        elif _IF.match(text[start:end]) or (awaited and awaited.match(sentence)):
            found.append(Clause("condition", text=sentence))
        elif (asks or _ASKS.match(text[start:end])) and not _VERB.match(text[start:end].strip()):
            found.append(Clause("question", text=sentence))
        else:
            found += _in_sentence(message, text[start:end])
    return found[:MOST_CLAUSES]


def _called(people: Iterable[str], away: Iterable[str] = ()) -> re.Pattern[str] | None:
    """What begins or ends with somebody's name as a call: "Edda, open the gate".

    Who is away is only called at the beginning: a name at the end may say whom one speaks of.
    """
    here, all_ = _either(people), _either((*people, *away))
    if not all_:
        return None
    return re.compile(
        rf"^\W*(?P<a>{all_})\s*[,:!—–]\s*(?!I\b|[*(])\S(?!.*\band I\b)"
        rf"|[^,]\s*,\s*(?:dear |my )?(?P<b>{here or '(?!)'})\s*$",
        re.IGNORECASE,
    )


def _either(names: Iterable[str]) -> str:
    """Any of the names, the longest first, as alternatives of a pattern."""
    return "|".join(re.escape(name) for name in sorted(set(names), key=len, reverse=True))


def _awaited(people: Iterable[str]) -> re.Pattern[str] | None:
    """What begins with something that somebody present is still to do: "When Edda leaves, …"."""
    names = "|".join(re.escape(name) for name in sorted(set(people), key=len, reverse=True))
    if not names:
        return None
    return re.compile(rf"^\W*(?:when|once|as soon as|after) (?:{names}) \w", re.IGNORECASE)


def _sentences(text: str) -> list[tuple[int, int, bool]]:
    """(begin, end, whether it asks) of each sentence."""
    found, start = [], 0
    for stop in (*_END.finditer(text), None):
        end = stop.start() if stop else len(text)
        if text[start:end].strip():
            found.append((start, end, stop is not None and stop[0] == "?"))
        start = stop.end() if stop else end
    return found


def _in_sentence(message: Masked, text: str) -> list[Clause]:
    hits = _hits(text)
    found = _unread(message, text, hits)
    for at, hit in enumerate(hits[:MOST_CLAUSES]):
        end = hits[at + 1].begin if at + 1 < len(hits) else len(text)
        if hit.denied:
            found.append(Clause("not", text=message.back(text[hit.begin : end])))
        else:
            rest = text[hit.end : end]
            legs = _ONWARD.split(rest) if hit.verb == "go" else [rest]
            for leg in (legs[0], *(f" {leg}" for leg in legs[1:])):
                found += _clause(message, hit.verb, hit.word, leg)
    quoted = " ".join(message.back(quote) for quote in re.findall(f"[{QUOTES}]", text))
    return _with_speech(found, quoted) if quoted else found


def _unread(message: Masked, text: str, hits: Sequence["_Hit"]) -> list[Clause]:
    """An act without a known verb before the first that has one, or in a sentence with none."""
    if hits and not re.search(r"[,;]|\b(?:and|then)\b", text[hits[0].begin : hits[0].end]):
        return []
    said = act_in(text[: hits[0].begin] if hits else text)
    return [Clause("act", text=message.back(said))] if said else []


def _with_speech(found: list[Clause], quoted: str) -> list[Clause]:
    """The clauses of a sentence with all that is said aloud in it, wherever the quotes stand."""
    for at, clause in enumerate(found):
        if clause.verb in TALKS:
            return [*found[:at], replace(clause, text=quoted), *found[at + 1 :]]
    return [*found, Clause("say", text=quoted)]


@dataclass(frozen=True, slots=True)
class _Hit:
    """A verb: where its clause begins, where the verb ends, and whether it is denied."""

    begin: int
    end: int
    verb: str
    word: str
    denied: bool


def _hits(text: str) -> list[_Hit]:
    """The verbs of a sentence that stand where a verb can, in order.

    What somebody is told or asked is not done: a verb in there counts after a joint only.
    """
    found: list[_Hit] = []
    for hit in _VERB.finditer(text):
        if len(found) > MOST_CLAUSES:
            break
        near = max(hit.start() - _NEAR, 0)
        before = _BEFORE.search(text, near, hit.start())
        if before is None or (
            found and _is_said(text[found[-1].end : hit.start()], found[-1], before[0])
        ):
            continue
        verb = VERBS[int(str(hit.lastgroup)[1:])][0]
        if _PURPOSE.search(text, near, hit.start()):
            continue
        if found and found[-1].verb == "wait" and _is_awaited(text[found[-1].end : hit.start()]):
            continue
        denied = any(no.search(text, near, hit.start()) for no in (_NOT, _UNREAL))
        found.append(_Hit(before.start(), hit.end(), verb, hit[0], denied))
    return found


def _is_said(between: str, last: _Hit, joint: str) -> bool:
    """Whether a verb belongs to what somebody is told: it is not done then."""
    if last.verb not in TALKS:
        return False
    if re.search(r"\bthat\b", between, re.IGNORECASE):
        return True
    after = re.sub(rf"^[\s{QUOTES}]+", "", joint)
    return not (
        _AND.match(after) or (last.verb in ("greet", "thank") and after.startswith((",", ";")))
    )


def _is_awaited(between: str) -> bool:
    """Whether a verb belongs to what is waited for ("for Edda to leave", "until she goes")."""
    return re.match(
        r"\s*(?:for|until|till|while)\b[^,;]*$", between, re.IGNORECASE
    ) is not None and (re.search(r"\b(?:and|then)\s*$", between, re.IGNORECASE) is None)


def _clause(message: Masked, verb: str, word: str, rest: str) -> list[Clause]:
    if verb == "show":
        rest = re.sub(f"[{QUOTES}]", " ", rest)
    elif verb in TALKS:
        return [_talk(message, verb, word, rest)]
    if verb in ("idle", "act"):
        return [Clause(verb, text=message.back(f"{word}{rest}"))]
    if verb in _REAL and _ONLY_IF.search(rest):
        return [Clause("condition", text=message.back(f"{word}{rest}"))]
    if verb == "look" and _AROUND.search(f"{word}{rest}"):
        rest = ""
    head, parts = _parts(_WHY.split(rest, maxsplit=1)[0])
    if verb == "put" and not head.strip() and "on" in parts:
        verb, head = "wear", parts.pop("on")
    verb = _by_particle(verb, parts)
    objects, acts = _objects(message, head)
    if verb in _PLACED and objects:
        objects = (*objects[:-1], _placed(message, verb, objects[-1], parts))
    to = next((parts[word] for word in _TO if parts.get(word)), "")
    clause = Clause(
        verb,
        objects,
        message.back(to),
        message.back(parts.get("with", "") or parts.get("using", "")),
        message.back(parts.get("from", "") or parts.get("out of", "") or parts.get("off", "")),
        message.back(f"{word}{rest}" if verb in _WHOLE else rest),
    )
    return [clause, *(Clause("act", text=act) for act in acts)]


_ONWARD = re.compile(
    r"\s*,?\s*\b(?:and then|and|then)\s+(?:then\s+)?(?=(?:back|down|up|home|out|in|on to|into|to|over to|across|through)\b)",
    re.IGNORECASE,
)
"""What joins a second journey to the first: "to the yard and then back to the hall"."""
_WHOLE = ("give", "put", "wait", "check", "roll", "use", "show")
"""Verbs whose clause is kept with the verb."""
_PLACED = ("take", "look", "read", "consume", "open", "close", "unlock", "lock", "remove")
"""Verbs after which "on the shelf" says which thing is meant."""
_TOOLED = ("open", "close", "unlock", "lock")
_WHICH = re.compile(
    r"^(?:the|a|an|his|her|their|this|that|[A-Z\ue000-\uefff])(?!\s*(?:morning|evening|night|moment|time|way|same))"
)


def _placed(message: Masked, verb: str, phrase: str, parts: dict[str, str]) -> str:
    """A phrase with what says where the thing is; such a part is then no aim of the act."""
    for word in ("on", "in", "inside", "under", "behind", "beside", "at", "against", "with"):
        tool = word == "with" and (verb in _TOOLED or parts.get(word, "")[:1] == "a")
        if _WHICH.match(parts.get(word, "")) and not tool:
            phrase += f" {word} {message.back(parts.pop(word))}"
    return phrase


def _by_particle(verb: str, parts: dict[str, str]) -> str:
    """What "put it on", "put it down" and "take it off" mean."""
    if verb == "put" and parts.get("down") == "":
        return "drop"
    if verb in ("put", "take") and parts.get("on") == "":
        return "wear"
    return "remove" if verb == "take" and parts.get("off") == "" else verb


def _parts(rest: str) -> tuple[str, dict[str, str]]:
    """(what stands before the first preposition, each preposition's phrase)."""
    pieces = _PREPOSITION.split(rest.rstrip(" ,"))
    parts: dict[str, str] = {}
    for word, phrase in zip(pieces[1::2], pieces[2::2], strict=True):
        parts.setdefault(word.lower(), phrase.strip(" ,."))
    return pieces[0], parts


def _objects(message: Masked, head: str) -> tuple[tuple[str, ...], list[str]]:
    """(the things of a list, what in it is an act of its own); what goes on about the act is left out."""
    if re.search(r"\b(?:all|everything)\b.*\b(?:but|except|save)\b", head, re.IGNORECASE):
        return (message.back(head),), []
    pieces = [piece.strip(" *_()-–—") for piece in re.split(r",|\band\b|&|\bthen\b", head)]
    pieces = [piece for piece in pieces if not _NOT_THIS.match(piece)]
    kept = [piece for at, piece in enumerate(pieces) if piece and not (at and _ASIDE.match(piece))]
    acts = [piece for piece in kept[1:] if act_in(piece, listed=True)]
    things = (piece for piece in kept if piece not in acts)
    return tuple(message.back(piece) for piece in things), [message.back(act) for act in acts]


def _talk(message: Masked, verb: str, word: str, rest: str) -> Clause:
    """Speech: to whom is what stands before "about", "that", "to" and the like."""
    quotes = re.findall(f"[{QUOTES}]", rest)
    said = " ".join(message.back(quote) for quote in quotes)
    plain = re.sub(f"[{QUOTES}]", " ", rest)
    split = re.split(
        r"\b(?:about|that|if|whether|what|where|who|why|how|when|for|I|of|of the)\b|[:,]",
        plain,
        maxsplit=1,
    )
    whom = re.sub(r"^\s*(?:to|with|at)\b", "", split[0])
    return Clause(verb, (message.back(whom),), text=said or f"{word} {message.back(rest)}".strip())
