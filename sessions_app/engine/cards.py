"""A story's copy of a card as agents see it."""

from sessions_app.models import StoryCharacter
from sessions_app.rules.actor_view import CardView


def card_view(character: StoryCharacter) -> CardView:
    """The fields of a card that are played."""
    return CardView(
        name=character.name,
        key=character.key,
        description=character.description,
        personality=character.personality,
        scenario=character.scenario,
        mes_example=character.mes_example,
        system_prompt=character.system_prompt,
        post_history_instructions=character.post_history_instructions,
    )
