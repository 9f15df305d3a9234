"""Tables: the public door of this app's models."""

from sessions_app.models.providers import ModelCall, ModelRoute, Provider
from sessions_app.models.scenarios import Scenario
from sessions_app.models.sessions import Command, Session, SessionPin, StoryCharacter
from sessions_app.models.turns import Passage, Take, Turn

__all__ = [
    "Command",
    "ModelCall",
    "ModelRoute",
    "Passage",
    "Provider",
    "Scenario",
    "Session",
    "SessionPin",
    "StoryCharacter",
    "Take",
    "Turn",
]
