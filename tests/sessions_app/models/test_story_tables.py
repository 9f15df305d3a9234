"""State tables as they are in the database: references that wait, indexes, triggers (ST-4)."""

import pytest
from django.db import connection

from worldbook.models import StoryRow, story_tables

pytestmark = pytest.mark.django_db

STATE = story_tables()

_FOREIGN_KEYS = """
SELECT c.conname, c.condeferrable, c.condeferred, c.confdeltype, EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1] AND i.indpred IS NULL)
FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid = %s::regclass
"""

_TRIGGERS = """
SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal
"""


def ask(sql: str, model: type[StoryRow]) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(sql, [model._meta.db_table])
        return cursor.fetchall()


@pytest.mark.spec("ST-4")
@pytest.mark.parametrize("model", STATE, ids=lambda model: model.__name__)
def test_each_reference_waits_for_the_end_is_indexed_and_does_not_cascade(
    model: type[StoryRow],
) -> None:
    found = ask(_FOREIGN_KEYS, model)
    assert found
    for name, deferrable, deferred, on_delete, indexed in found:
        assert (deferrable, deferred, on_delete, indexed) == (True, True, "a", True), name


@pytest.mark.spec("ST-4")
@pytest.mark.parametrize("model", STATE, ids=lambda model: model.__name__)
def test_each_table_is_guarded_journaled_and_emptied_with_its_session(
    model: type[StoryRow],
) -> None:
    triggers = {name for (name,) in ask(_TRIGGERS, model)}
    assert {"story_guard", "story_journal"} <= triggers
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'sessions_app_session'::regclass"
            " AND tgname = %s",
            [f"removed_{model._meta.db_table}"],
        )
        assert cursor.fetchone() == (1,)
