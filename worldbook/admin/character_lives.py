"""What a character begins with, on its page: ties, knowledge, aims, and its day (KN-1, KN-3, AG-1)."""

from django.utils.translation import gettext_lazy as _

from worldbook.admin.world_base import ListRowForm, WorldListInline
from worldbook.admin.world_fields import JsonField, WeekdaysField
from worldbook.models import FirstIntent, FirstKnowledge, FirstRelationship, Routine


class RoutineForm(ListRowForm):
    """A window of the day."""

    days = WeekdaysField(label=_("weekdays"), help_text=_("None: every day."))
    calendar = JsonField(
        shape=dict, rows=2, label=_("calendar rule"), help_text=_('Such as {"season": "winter"}.')
    )


class RoutineInline(WorldListInline):
    model = Routine
    form = RoutineForm
    list_name = "routines"
    fields = ("start", "end", "location", "activity", "days", "calendar", "position")
    verbose_name_plural = _("daily routine (the first that fits holds)")


class RelationshipInline(WorldListInline):
    model = FirstRelationship
    fk_name = "character"
    list_name = "relationships"
    fields = ("other", "label", "summary", "familiarity", "trust", "closeness", "tension")
    verbose_name_plural = _("how it sees others (whom it does not name it does not know)")


class KnowledgeInline(WorldListInline):
    model = FirstKnowledge
    list_name = "knowledge"
    fields = ("target_kind", "target_key")
    verbose_name_plural = _("what it knows (keys; of lore BOOK:ENTRY)")


class IntentInline(WorldListInline):
    model = FirstIntent
    list_name = "intents"
    fields = ("key", "kind", "text", "priority", "urgency", "deadline", "plan")
    verbose_name_plural = _("what it is after")


LIFE_INLINES = (RoutineInline, RelationshipInline, KnowledgeInline, IntentInline)
