"""Who is in a story: the copied cards, and where each one is (SC-5, PL-8)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from sessions_app.models.sessions import Session
from sessions_app.models.story_places import StoryLocation
from worldbook.models.story_checks import same_story
from worldbook.models.story_rows import StoryKey, StoryRow
from worldbook.models.world_rows import words_field
from worldbook.models.worlds import CardFields, Character, degree_field


class StoryCharacter(CardFields, StoryRow):
    """A story's own copy of a card (SC-5) with what the world says of the character beside it.

    `cast` are those on stage where an actor plays: the first one speaks. All others of the world
    are there too. The player's own persona has the key `persona`. `valence`, `arousal` and
    `dominance` are the temperament that moods go back to (VR-2), each from -1 to 1.
    """

    session = models.ForeignKey(Session, models.DO_NOTHING, related_name="characters")
    place = models.PositiveIntegerField(default=0)
    cast = models.BooleanField(_("on stage"), default=True)
    aliases = words_field(_("other names"))
    background = models.BooleanField(_("background figure"), default=False)
    group = models.BooleanField(_("group"), default=False)
    playable = models.BooleanField(_("playable"), default=True)
    valence = degree_field(_("valence"), low=-1)
    arousal = degree_field(_("arousal"), low=-1)
    dominance = degree_field(_("dominance"), low=-1)

    class Meta:
        verbose_name = _("story character")
        verbose_name_plural = _("story characters")
        ordering = ["session", "place", "id"]
        constraints = [
            models.UniqueConstraint(name="story_character_key", fields=["session", "key"])
        ]


class StoryPlacement(StoryRow):
    """Where a character is and how it is (PL-8); apart from the card, so that moving writes little.

    `location` null is nowhere: travelling, away, or in a story without places.
    """

    Condition = Character.Condition

    character = StoryKey(StoryCharacter, verbose_name=_("character"))
    location = StoryKey(StoryLocation, null=True, verbose_name=_("place"))
    condition = models.CharField(
        _("condition"), max_length=12, choices=Condition.choices, default=Condition.ACTIVE
    )
    follows = StoryKey(StoryCharacter, null=True, verbose_name=_("follows"))
    activity = models.TextField(_("activity"), blank=True)
    routine_on = models.BooleanField(_("lives by its routine"), default=True)

    class Meta:
        verbose_name = _("whereabouts")
        verbose_name_plural = _("whereabouts")
        ordering = ["session", "id"]
        constraints = [
            models.UniqueConstraint(name="story_placement_once", fields=["character"]),
            models.CheckConstraint(
                name="story_placement_follows_other",
                condition=~models.Q(follows=models.F("character")) | models.Q(follows=None),
            ),
            same_story("character", "location", "follows"),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} {self.condition}"
