"""Showing: what is shown is told apart from whom it is shown to, and must be there to be shown."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sessions_app.rules.master_view import CARRIED, HERE, INSIDE, WORN
from sessions_app.rules.storyteller.master_acts import IT, Act, Reader
from sessions_app.rules.storyteller.master_amounts import EVERYTHING
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_handling import first_person, talk_act
from sessions_app.rules.storyteller.master_looking import look_named
from sessions_app.rules.storyteller.master_names import is_chinese

_NO_THING = re.compile(
    r"\b(?:how|what|that|where|why|who|way|hands?|palms?|fingers?|fist|arms?|face|teeth|tongue|back|smile|scars?|wounds?|mercy|respect"
    r"|interest|nothing|anything|out|off|around|signs?|courage|kindness|love|anger|fear)\b|怎么|如何|手[掌心势]?$|脸|牙|舌|伤|拳|敬意|善意|诚意|本事|颜色|笑容",
    re.IGNORECASE,
)
"""What can be shown and is no thing that anybody carries."""

_TO_ME = re.compile(r"\s*(?:me|us)\s+(?=\S)", re.IGNORECASE)


def show_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Showing is talk to whoever sees it; what one has not, and is not there, cannot be shown."""
    whom, objects = clause.to, clause.objects
    if asked := _TO_ME.match(objects[0] if objects else ""):
        seen = look_named(reader, objects[0][asked.end() :])
        return [seen or talk_act(reader, Clause("ask", text=f"“{clause.text}”"))[0]]
    if not whom and objects:
        whom, objects = first_person(reader, objects)
    person = reader.person(whom)
    if person.trouble == "absent":
        return [replace(person, phrase=whom)]
    phrases = [phrase.strip() for phrase in objects if phrase.strip()]
    if not phrases and reader.it("它", "show", ()).trouble == "nothing":
        return [Act("show", trouble="nothing", text=clause.text)]
    lacking = [phrase for phrase in phrases if not _is_there(reader, phrase)]
    shown = [phrase for phrase in phrases if phrase not in lacking]
    lost = [
        Act("show", phrase=phrase, trouble="nothing" if IT.match(phrase) else "unheld")
        for phrase in lacking
    ]
    if lost and not shown:
        return lost
    said = talk_act(reader, replace(clause, objects=(whom,), text=_told(shown) or clause.text))
    return [*said, *lost]


def _told(shown: Sequence[str]) -> str:
    """What is shown, in words that answer as showing does."""
    if not shown:
        return ""
    if any(map(is_chinese, shown)):
        return f"出示{'、'.join(shown)}"
    return f"show {' and '.join(shown)}"


def _is_there(reader: Reader, phrase: str) -> bool:
    """Whether something can be shown: one has it, it lies here, or it is no thing at all."""
    if _NO_THING.search(phrase) or EVERYTHING.match(phrase):
        return True
    act = reader.one_thing(phrase, "give", reader.view.things)
    if act.trouble in ("which", "unfit"):
        return True
    thing = reader.view.thing(act.key)
    return thing is not None and thing.seen and thing.where in (CARRIED, WORN, HERE, INSIDE)
