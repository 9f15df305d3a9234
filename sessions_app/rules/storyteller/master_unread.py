"""Whether English words without a known verb are an act ("juggle the lanterns") or only talk."""

import re

_LEAD = re.compile(
    r"^(?:[\s,;*_(]|\b(?:and|then|please|now|also|first|next|finally|quickly|slowly|carefully|quietly)\b)*"
    r"(?P<me>(?:I|we|let me|let['’]s)\s+(?:(?:try|want|attempt|begin|start|decide|go on|continue) to\s+|\w+ly\s+)*)?"
    r"(?:(?:try|attempt) to\s+)?",
    re.IGNORECASE,
)
_NO_VERB = re.compile(
    r"^(?:the|an?|my|your|his|her|its|their|our|this|that|these|those|some|any|no|not|every|all|both|each|one|two|three"
    r"|he|she|it|they|you|who|what|which|where|when|why|how|there|here|yes|no|ok|okay|well|oh|ah|hm+|please|sorry|thanks?"
    r"|in|on|at|to|from|with|without|of|for|by|as|if|so|but|or|and|then|than|after|before|while|until|because|since"
    r"|into|onto|over|under|up|down|out|off|through|between|behind|near|around|about|across"
    r"|am|is|are|was|were|be|been|being|have|has|had|do|does|did|will|would|shall|should|can|could|may|might|must|let"
    r"|know|think|feel|need|want|hope|love|like|hate|believe|mean|see|hear|guess|suppose|agree|understand|forgot|forget"
    r"|\w+ly|(?!(?:r|s|br|sw|fl|st|wr|cl|sl)ing$)\w+ing|\W.*|\d.*)$",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"^(?:\w+(?: (?:up|down|out|off|away|open|over|at|on|in|into|to|with|for|from|through|against|by|back))*)\s+"
    r"(?:the|an?|my|his|her|its|their|this|that|these|those|some|all|every|it|them|him|me|myself|one|two|three)\b"
    r"|^\w+(?: (?:at|on|in|into|to|with|against|up|down))? [\ue000-\uefff]"
    r"|^[a-z]+ (?-i:[A-Z][a-z]+)\b",
    re.IGNORECASE,
)


def act_in(text: str, *, listed: bool = False) -> str:
    """The words of an act, without what leads to it; "" where there is none.

    In a list of things (`listed`) only what has an object of its own is one.
    """
    lead = _LEAD.match(text)
    said = text[lead.end() if lead else 0 :].strip(' *_,;()-–—"')
    word = next(iter(said.split(maxsplit=1)), "")
    if not re.fullmatch(r"[A-Za-z][A-Za-z'’-]*", word) or _NO_VERB.match(word):
        return ""
    if _OBJECT.match(said):
        return said
    mine = lead is not None and lead["me"] is not None and not listed
    return said if mine else ""
