"""Reads an English message into clauses: verbs where a verb can stand, and what follows them."""

import re
from dataclasses import dataclass, replace

from sessions_app.rules.storyteller.master_clauses import QUOTES, TALKS, Clause, Masked

_VERBS: tuple[tuple[str, str], ...] = (
    ("inventory", r"inventory|(?:check|search|empty|go through|look (?:in|through)) my (?:pockets?|bags?|pack|things|belongings)|take stock"),
    ("exits", r"look for (?:a way out|an exit|exits|the exits?)"),
    ("remove", r"(?:take|takes|took|taking) off|(?:remov|undress|unfasten|unbuckl|doff)(?:e|es|ed|ing|s)?|(?:slip|strip|pull)s? (?:out of|off)"),
    ("wear", r"put(?:s|ting)? on|wears?|wearing|wore|dons?|donn(?:ed|ing)|(?:slip|pull|throw)s? on|get dressed in|equips?|dress(?:es)? in"),
    ("drop", r"drop(?:s|ped|ping)?|(?:put|set|lay|lays|puts|sets|laid|putting|setting) down|throw(?:s|ing)? (?:away|down)|let go of|discards?|get rid of"),
    ("unlock", r"unlock(?:s|ed|ing)?|turns? the key in"),
    ("lock", r"lock(?:s|ed|ing)?(?: up)?"),
    ("open", r"open(?:s|ed|ing)?(?: up)?|(?:pry|push|pull|force|lift|swing|throw)(?:s|ed|ing)? open"),
    ("close", r"clos(?:e|es|ed|ing)|shut(?:s|ting)?"),
    ("read", r"(?:re-?)?read(?:s|ing)?|leaf through"),
    ("consume", r"eats?|eating|ate|drinks?|drinking|drank|consum(?:e|es|ed|ing)|swallow(?:s|ed)?|sips?|devours?|bites? into|take (?:a )?(?:bite|sip|swig|drink) (?:of|from)|finish off"),
    ("take", r"(?:take|takes|took|taking)(?: out| up| hold of)?|grab(?:s|bed|bing)?|(?:pick|picks|picked|picking)(?: up| out)?|collect(?:s|ed|ing)?|get(?= (?!to\b|in|out|up|down|back|off|on|through|dressed))|fetch(?:es|ed)?|pocket(?:s|ed)?|snatch(?:es|ed)?|seiz(?:e|es|ed)|steals?|stole|gather(?:s|ed)?|retriev(?:e|es|ed)|pull(?:s|ed)? out|draws?"),
    ("give", r"(?:give|gives|gave|giving|hand|hands|handed|handing)(?: over| back)?|offers?|offered|pay|pays|paid|pass(?:es|ed)?(?= (?!through|by))|return(?= (?:the|a|my|his|her|their|it|them)\b[^.;]*\bto\b)"),
    ("put", r"(?:put|puts|putting|plac(?:e|es|ed|ing)|insert(?:s|ed)?|stow(?:s|ed)?|stash(?:es|ed)?|hid(?:e|es|ing)|lay|lays|laid|slip|slips|tuck|tucks)(?: back)?|set(?= (?:the|a|my|it))"),
    ("wait", r"waits?|waiting|waited|rest(?:s|ed|ing)?|sleep(?:s|ing)?|slept|naps?|pass the time|linger(?:s|ed)?|stay(?:s|ed)?(?! at\b)|stand still|(?:do|does|say|says) nothing|take a (?:rest|nap|break)"),
    ("roll", r"roll(?:s|ed|ing)?|throw(?:s)? (?:a|the|some) (?:die|dice)"),
    ("check", r"(?:make|makes|attempt|do|try)(?= (?:for )?an? [^.;,]*\b(?:check|test|roll|save)\b)"),
    ("try", r"tr(?:y|ies|ied)(?! to\b| and\b)"),
    ("use", r"us(?:e|es|ed|ing)"),
    ("look", r"(?:look|looks|looked|looking|glanc(?:e|es|ed)|peer|peers|peered|gaz(?:e|es|ed)|star(?:e|es|ed))(?: (?:at|in|into|inside|on|under|behind|through|over|around|about|round))?|examin(?:e|es|ed|ing)|inspect(?:s|ed|ing)?|stud(?:y|ies|ied)|search(?:es|ed|ing)?(?: for)?|observ(?:e|es|ed)|watch(?:es|ed|ing)?|check(?:s|ed|ing)?(?: out| on)?|view|survey(?:s|ed)?|listen(?:s|ed)?(?: to| at)?|smells?|touch(?:es|ed)?|feels?|tak(?:e|es|ing) a (?:close |closer |good )?look(?: (?:at|around|in|inside))?"),
    ("show", r"show(?:s|ed|ing)?|hold(?:s)? (?:up|out)"),
    ("ask", r"ask(?:s|ed|ing)?|question(?:s|ed)?|inquir(?:e|es|ed)|wonder(?:s|ed)?"),
    ("greet", r"greet(?:s|ed|ing)?|wav(?:e|es|ed)(?: (?:to|at))?|nod(?:s|ded)?(?: (?:to|at))?|say (?:hello|hi|good \w+|goodbye)|bow(?:s|ed)?(?: to)?"),
    ("thank", r"thank(?:s|ed|ing)?"),
    ("tell", r"tell(?:s|ing)?|told|explain(?:s|ed)?|whisper(?:s|ed)?|shout(?:s|ed)?|answer(?:s|ed)?|repl(?:y|ies|ied)|talk(?:s|ed|ing)?|speak(?:s|ing)?|spoke|chat(?:s|ted)?|confess(?:es|ed)?|call(?:s|ed)? (?:to|out)|say(?:s|ing)?|said|promise|beg|apologi[sz]e"),
    ("leave", r"leav(?:e|es|ing)|left"),
    ("go", r"(?:go|goes|went|going|walk|walks|walked|walking|run|runs|ran|running|head|heads|headed|heading|climb|climbs|climbed|return|returns|returned|enter|enters|entered|step|steps|stepped|cross|crosses|crossed|move|moves|moved|travel|travels|sneak|sneaks|exit|exits|descend|descends|ascend|ascends|proceed|proceeds|hurry|ride|follow|follows|come|creep|stroll|march|approach|approaches|visit|get|make my way|set (?:off|out))(?: (?:over|off|straight|on))*"),
)  # fmt: skip
_VERB = re.compile(
    r"(?<![\w'’-])(?:" + "|".join(f"(?P<v{at}>{words})" for at, (_, words) in enumerate(_VERBS))
    + r")(?![\w'’-])",
    re.IGNORECASE,
)  # fmt: skip
_ADVERBS = (
    r"(?:(?:\w+ly|just|now|then|also|first|next|finally|again|once more|try to|trying to|try and|attempt to"
    r"|want to|wants to|would like to|will|shall|am going to|decide to|begin to|start to|stop to|have to|go and"
    r"|go to|turn to|turn and|proceed to|lean over to|must|should|do|quick)\s+)*"
)
_BEFORE = re.compile(
    rf"(?P<joint>^[\s{QUOTES}]*|[.;!?:,*_\n—–(\-{QUOTES}]\s*"
    r"|\b(?:and|then|to|I|I['’]ll|I['’]d like to|I['’]d|I['’]m|we|you|let['’]s|let me|so|but|before|after|please|while"
    rf"|player)\s+)+{_ADVERBS}$",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"(?:\b(?:not|never|without|refuse|cannot|instead of|rather than)\b|n['’]t\b)[^.,;!?]{0,14}$",
    re.IGNORECASE,
)
_AND = re.compile(r"(?:[,;]\s*)?(?:and|then)\b|[,;]\s*I\b", re.IGNORECASE)
_END = re.compile(r"[.;!?\n]")
_PREPOSITION = re.compile(
    r"\b(into|onto|inside|in|on|to|towards?|with|using|from|out of|off|at|about|for|until|till"
    r"|through|behind|under|down|up|across|over|against|by|beside|around|(?<!the )back|away|as|along)\b",
    re.IGNORECASE,
)
_TO = ("into", "onto", "inside", "in", "on", "to", "toward", "towards", "by", "beside")
_ASIDE = re.compile(
    r"^(?:\w+ing\s+(?:\w+\s+\w+|\w+ly)|please|too|who|which|that|because|while|since|so|as|hoping|if|when|where|but|carefully|\w+ly)\b",
    re.IGNORECASE,
)


def english_clauses(message: Masked, player: str) -> list[Clause]:
    """The clauses of a message, in order; those that are denied are left out."""
    text = re.sub(rf"\b{re.escape(player)}\b", "I", message.text) if player else message.text
    found: list[Clause] = []
    for start, end, asks in _sentences(text):
        if asks and not _VERB.match(text[start:end].strip()):
            found.append(Clause("question", text=message.back(text[start:end])))
        else:
            found += _in_sentence(message, text[start:end])
    return found


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
    found = []
    for at, hit in enumerate(hits):
        end = hits[at + 1].begin if at + 1 < len(hits) else len(text)
        if not hit.denied:
            found.append(_clause(message, hit.verb, hit.word, text[hit.end : end]))
    quoted = " ".join(message.back(quote) for quote in re.findall(f"[{QUOTES}]", text))
    return _with_speech(found, quoted) if quoted else found


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
        before = _BEFORE.search(text, 0, hit.start())
        if before is None or (
            found and _is_said(text[found[-1].end : hit.start()], found[-1], before[0])
        ):
            continue
        verb = _VERBS[int(str(hit.lastgroup)[1:])][0]
        denied = _NOT.search(text, 0, hit.start()) is not None
        found.append(_Hit(before.start(), hit.end(), verb, hit[0], denied))
    return found


def _is_said(between: str, last: _Hit, joint: str) -> bool:
    """Whether a verb belongs to what somebody is told: it is not done then."""
    if last.verb not in TALKS:
        return False
    return re.search(r"\bthat\b", between, re.IGNORECASE) is not None or not _AND.match(joint)


def _clause(message: Masked, verb: str, word: str, rest: str) -> Clause:
    if verb in TALKS:
        return _talk(message, verb, rest)
    head, parts = _parts(rest)
    if verb == "put" and not head.strip() and "on" in parts:
        verb, head = "wear", parts.pop("on")
    verb = _by_particle(verb, parts)
    to = next((parts[word] for word in _TO if parts.get(word)), "")
    return Clause(
        verb,
        _objects(message, head),
        message.back(to),
        message.back(parts.get("with", "") or parts.get("using", "")),
        message.back(parts.get("from", "") or parts.get("out of", "") or parts.get("off", "")),
        message.back(f"{word}{rest}" if verb in ("wait", "check", "roll") else rest),
    )


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


def _objects(message: Masked, head: str) -> tuple[str, ...]:
    """The things of a list; what only goes on about the act is left out."""
    pieces = [piece.strip(" *_()-–—") for piece in re.split(r",|\band\b|&|\bthen\b", head)]
    kept = [piece for at, piece in enumerate(pieces) if piece and not (at and _ASIDE.match(piece))]
    return tuple(message.back(piece) for piece in kept)


def _talk(message: Masked, verb: str, rest: str) -> Clause:
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
    return Clause(verb, (message.back(whom),), text=said or f"{verb} {message.back(rest)}".strip())
