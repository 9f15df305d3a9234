"""Tables: the public door of this app's models."""

from memory.models.knowledge import EntityKnowledge
from memory.models.relationships import Relationship

__all__ = ["EntityKnowledge", "Relationship"]
