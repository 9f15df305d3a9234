"""Tables: the public door of this app's models."""

from sessions_app.models.checkpoints import Checkpoint
from sessions_app.models.pins import SessionPin
from sessions_app.models.providers import ModelCall, ModelRoute, Provider
from sessions_app.models.scenarios import Scenario
from sessions_app.models.sessions import Command, Session
from sessions_app.models.story_people import StoryCharacter, StoryPlacement
from sessions_app.models.story_places import StoryExit, StoryFeature, StoryLocation, StoryRegion
from sessions_app.models.story_plans import StoryEngagement, StoryIntent, StoryRoutine
from sessions_app.models.story_rounds import DiceRoll, StoryRound
from sessions_app.models.story_ruleset import StoryDiceCheck, StoryVariable, StoryVariableDef
from sessions_app.models.story_things import StoryItem, StorySlot
from sessions_app.models.story_world import StoryClock, StoryWorld, TimeLog
from sessions_app.models.turns import Passage, Take, Turn

__all__ = [
    "Checkpoint",
    "Command",
    "DiceRoll",
    "ModelCall",
    "ModelRoute",
    "Passage",
    "Provider",
    "Scenario",
    "Session",
    "SessionPin",
    "StoryCharacter",
    "StoryClock",
    "StoryDiceCheck",
    "StoryEngagement",
    "StoryExit",
    "StoryFeature",
    "StoryIntent",
    "StoryItem",
    "StoryLocation",
    "StoryPlacement",
    "StoryRegion",
    "StoryRound",
    "StoryRoutine",
    "StorySlot",
    "StoryVariable",
    "StoryVariableDef",
    "StoryWorld",
    "Take",
    "TimeLog",
    "Turn",
]
