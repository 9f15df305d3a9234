"""Tables: the public door of this app's models."""

from worldbook.models.accounts import OwnedModel, Share, User, Visibility
from worldbook.models.api_keys import ApiKey
from worldbook.models.draft_steps import DraftStep
from worldbook.models.entries import Entry, EntryNotice
from worldbook.models.imports import ImportPreview
from worldbook.models.indexes import IndexBuild
from worldbook.models.jobs import Job
from worldbook.models.journal import JournalRow, StoryCounter
from worldbook.models.lorebooks import Lorebook, Revision
from worldbook.models.people import FirstIntent, FirstKnowledge, FirstRelationship, Routine
from worldbook.models.places import Exit, Feature, Location, Region
from worldbook.models.ruleset import DiceCheck, VariableDef
from worldbook.models.story_rows import StoryKey, StoryRow, row_id, row_range, story_tables
from worldbook.models.things import Item, WearSlot
from worldbook.models.worlds import (
    CardFields,
    Character,
    Opening,
    OpeningCharacter,
    OpeningPin,
    Persona,
    World,
)

__all__ = [
    "ApiKey",
    "CardFields",
    "Character",
    "DiceCheck",
    "DraftStep",
    "Entry",
    "EntryNotice",
    "Exit",
    "Feature",
    "FirstIntent",
    "FirstKnowledge",
    "FirstRelationship",
    "ImportPreview",
    "IndexBuild",
    "Item",
    "Job",
    "JournalRow",
    "Location",
    "Lorebook",
    "Opening",
    "OpeningCharacter",
    "OpeningPin",
    "OwnedModel",
    "Persona",
    "Region",
    "Revision",
    "Routine",
    "Share",
    "StoryCounter",
    "StoryKey",
    "StoryRow",
    "User",
    "VariableDef",
    "Visibility",
    "WearSlot",
    "World",
    "row_id",
    "row_range",
    "story_tables",
]
