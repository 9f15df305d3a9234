"""What a character begins with, on its page: ties, knowledge, aims, and its day (KN-1, KN-3, AG-1)."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from worldbook.admin.world_base import ListRowForm, WorldListInline, WorldStackInline
from worldbook.admin.world_fields import JsonField, WeekdaysField
from worldbook.models import FirstIntent, FirstKnowledge, FirstRelationship, Routine


class RoutineForm(ListRowForm):
    """A window of the day."""

    days = WeekdaysField(label=_("weekdays"), help_text=_("None: every day."))
    calendar = JsonField(
        shape=dict, rows=2, label=_("calendar rule"), help_text=_('Such as {"season": "winter"}.')
    )

    class Meta:
        help_texts: ClassVar[dict[str, Any]] = {
            "start": _("Such as 08:00. The first window that fits holds.")
        }


class RelationshipForm(ListRowForm):
    """How it sees one other."""

    class Meta:
        help_texts: ClassVar[dict[str, Any]] = {
            "other": _("Whom it has no relationship to it does not know.")
        }


class KnowledgeForm(ListRowForm):
    """One thing that it knows."""

    class Meta:
        help_texts: ClassVar[dict[str, Any]] = {
            "target_key": _("A key; of an item its kind; of lore BOOK:ENTRY.")
        }


class RoutineInline(WorldStackInline):
    model = Routine
    form = RoutineForm
    list_name = "routines"
    fields = (("start", "end", "position"), ("location", "activity"), ("days", "calendar"))
    verbose_name_plural = _("daily routine")


class RelationshipInline(WorldStackInline):
    model = FirstRelationship
    form = RelationshipForm
    fk_name = "character"
    list_name = "relationships"
    fields = (
        ("other", "label"),
        "summary",
        ("familiarity", "trust", "closeness", "tension"),
    )
    verbose_name_plural = _("how it sees others")


class KnowledgeInline(WorldListInline):
    model = FirstKnowledge
    form = KnowledgeForm
    list_name = "knowledge"
    fields = ("target_kind", "target_key")
    verbose_name_plural = _("what it knows")


class IntentInline(WorldStackInline):
    model = FirstIntent
    list_name = "intents"
    fields = (("text", "plan"), ("key", "kind"), ("priority", "urgency", "deadline"))
    verbose_name_plural = _("what it wants")


LIFE_INLINES = (RoutineInline, RelationshipInline, KnowledgeInline, IntentInline)
