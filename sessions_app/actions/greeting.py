"""The greeting: turn 0 of a story, its alternates as takes to swipe through."""

from sessions_app.actions.tree import set_head
from sessions_app.models import Passage, Session, Take, Turn
from sessions_app.queries.condition_state import story_variables
from worldbook.models import Character, Opening
from worldbook.rules.macros import MacroContext, expand, reads_variables


def greetings_of(opening: Opening, cast: list[Character]) -> list[str]:
    """The opening's greetings, else those of the first card; macros as written."""
    if opening.greeting.strip():
        texts = [opening.greeting, *opening.alternate_greetings]
    else:
        texts = [cast[0].first_mes, *cast[0].alternate_greetings]
    return [text for text in texts if str(text).strip()]


def write_greeting(story: Session, opening: Opening, cast: list[Character]) -> None:
    """Write turn 0 with one delivered take a greeting and let the first one be the head."""
    texts = greetings_of(opening, cast)
    if not texts:
        return
    turn = Turn.objects.create(
        session=story, number=0, idempotency_key="greeting", status=Turn.Status.DELIVERED
    )
    takes = Take.objects.bulk_create(
        Take(turn=turn, number=number, status=Take.Status.DELIVERED, base=0)
        for number in range(1, len(texts) + 1)
    )
    Passage.objects.bulk_create(
        Passage(
            take=take, speaker=cast[0].key, text=expanded(story, cast[0].name, text, take.number)
        )
        for take, text in zip(takes, texts, strict=True)
    )
    set_head(story, takes[0])


def expanded(story: Session, char: str, text: str, number: int) -> str:
    """A greeting with its macros carried out, the same whenever it is done (WB-33)."""
    context = MacroContext(
        char=char,
        user=story.persona_name,
        seed=story.seed,
        turn=0,
        salt=f"greeting:{number}",
        variables=story_variables(story.pk) if reads_variables(text) else {},
    )
    return expand(text, context).text
