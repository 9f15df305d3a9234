"""Every table of a session says what it is to a rewind, and state rows are such as it can move."""

import pytest
from django.apps import apps
from django.db import models

from sessions_app.models import Session
from worldbook.models import StoryRow, story_tables
from worldbook.models.story_rows import NextId, StoryKey

KINDS = {"state", "text", "log", "derived", "config"}
APPS = ("worldbook", "memory", "triggers", "sessions_app")

PINNED = {"Lorebook", "Revision"}
"""What of the authors' a story holds fast: the books that it reads."""


def tables_of(app: str) -> list[type[models.Model]]:
    return list(apps.get_app_config(app).get_models())


def leads_to_a_session(model: type[models.Model]) -> bool:
    """Whether a table is one of a session: it points to it, or to what points to it."""
    seen, todo = set(), [model]
    while todo:
        one = todo.pop()
        seen.add(one)
        if one is Session:
            return True
        related = (field.related_model for field in one._meta.fields)
        todo += [to for to in related if isinstance(to, type) and to not in seen]
    return False


OF_SESSIONS = [
    model
    for app in APPS
    for model in tables_of(app)
    if app == "sessions_app" or leads_to_a_session(model)
]
STATE = story_tables()


@pytest.mark.spec("ST-0")
@pytest.mark.parametrize("model", OF_SESSIONS, ids=lambda model: model.__name__)
def test_each_table_of_a_session_declares_its_kind(model):
    assert getattr(model, "STORY_KIND", None) in KINDS


@pytest.mark.spec("ST-0")
def test_state_is_what_state_rows_are():
    declared = {model for model in OF_SESSIONS if model.STORY_KIND == "state"}
    assert declared == set(STATE)
    assert {model.__name__ for model in STATE} >= {
        "SessionPin", "StoryCharacter", "StoryClock", "StoryWorld", "DiceRoll", "StoryItem",
        "Relationship", "EntityKnowledge", "TimeLog", "StoryRound",
    }  # fmt: skip


@pytest.mark.spec("ST-0")
@pytest.mark.parametrize("app", APPS)
def test_logs_point_to_no_state_row(app: str):
    for model in tables_of(app):
        if getattr(model, "STORY_KIND", "") != "log":
            continue
        targets = [f.related_model for f in model._meta.fields if f.related_model is not None]
        assert [t for t in targets if getattr(t, "STORY_KIND", "") == "state"] == [], model


@pytest.mark.spec("ST-0a")
@pytest.mark.parametrize("model", STATE, ids=lambda model: model.__name__)
def test_a_state_rows_key_is_made_of_its_session_and_number(model: type[StoryRow]):
    key = model._meta.pk
    assert key.name == "id"
    assert isinstance(key.db_default, NextId)


@pytest.mark.spec("ST-0a")
@pytest.mark.parametrize("model", STATE, ids=lambda model: model.__name__)
def test_state_refers_to_its_story_to_state_and_to_pinned_books_only(model: type[StoryRow]):
    for field in model._meta.concrete_fields:
        to = field.related_model
        if to is None:
            continue
        if isinstance(field, StoryKey):
            assert issubclass(to, StoryRow), field
        else:
            assert to is Session or to.__name__ in PINNED, field


@pytest.mark.spec("ST-4")
@pytest.mark.parametrize("model", STATE, ids=lambda model: model.__name__)
def test_a_state_row_holds_no_real_time_no_json_null_and_nothing_generated(model: type[StoryRow]):
    for field in model._meta.concrete_fields:
        assert not isinstance(field, models.DateField | models.TimeField), field
        assert not isinstance(field, models.FloatField | models.GeneratedField), field
        assert not (isinstance(field, models.JSONField) and field.null), field


@pytest.mark.spec("ST-4")
@pytest.mark.parametrize("model", STATE, ids=lambda model: model.__name__)
def test_references_between_state_rows_stay_in_the_story(model: type[StoryRow]):
    keys = [field for field in model._meta.concrete_fields if isinstance(field, StoryKey)]
    names = {constraint.name for constraint in model._meta.constraints}
    assert not keys or f"{model.__name__.lower()}_same_story" in names
