"""Tables: the public door of this app's models."""

from worldbook.models.accounts import OwnedModel, Share, User, Visibility
from worldbook.models.api_keys import ApiKey
from worldbook.models.draft_steps import DraftStep
from worldbook.models.entries import Entry, EntryNotice
from worldbook.models.imports import ImportPreview
from worldbook.models.indexes import IndexBuild
from worldbook.models.jobs import Job
from worldbook.models.lorebooks import Lorebook, Revision
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
    "DraftStep",
    "Entry",
    "EntryNotice",
    "ImportPreview",
    "IndexBuild",
    "Job",
    "Lorebook",
    "Opening",
    "OpeningCharacter",
    "OpeningPin",
    "OwnedModel",
    "Persona",
    "Revision",
    "Share",
    "User",
    "Visibility",
    "World",
]
