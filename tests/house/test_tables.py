"""Every table of a session says what it is to a rewind (ST-0)."""

import pytest
from django.apps import apps

KINDS = {"state", "text", "log", "derived", "config"}


@pytest.mark.spec("ST-0")
@pytest.mark.parametrize(
    "model",
    list(apps.get_app_config("sessions_app").get_models()),
    ids=lambda model: model.__name__,
)
def test_each_table_declares_its_kind(model):
    assert getattr(model, "STORY_KIND", None) in KINDS


@pytest.mark.parametrize("app", ["worldbook", "memory", "triggers", "sessions_app"])
def test_logs_point_to_no_state_row(app: str):
    for model in apps.get_app_config(app).get_models():
        if getattr(model, "STORY_KIND", "") != "log":
            continue
        targets = [f.related_model for f in model._meta.fields if f.related_model is not None]
        assert [t for t in targets if getattr(t, "STORY_KIND", "") == "state"] == [], model
