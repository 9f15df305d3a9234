"""Statements that a connection plans once."""

import pytest
from django.db import ProgrammingError, connection, transaction

from worldbook.queries.prepared import Prepared

pytestmark = pytest.mark.django_db

PERCENT = Prepared("SELECT %s::int + 1, '5 %%' || %s", values=2)


def answer(statement: Prepared, *values):
    with connection.cursor() as cursor:
        statement.ask(cursor, values)
        return cursor.fetchone()


def known_to_the_server() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%5 %%'")
        return cursor.fetchone()[0]


@pytest.mark.parametrize("prepared", [True, False])
def test_values_stand_where_they_belong(settings, prepared):
    settings.PREPARED_STATEMENTS = prepared
    assert answer(PERCENT, 1, "a'b%s") == (2, "5 %a'b%s")
    assert answer(PERCENT, 2, "c") == (3, "5 %c")


def test_a_connection_plans_a_statement_once_and_counts_one_query(django_assert_num_queries):
    before = known_to_the_server()
    for number in range(3):
        with django_assert_num_queries(1):
            answer(PERCENT, number, "")
    assert known_to_the_server() == max(before, 1)


def test_behind_a_pooler_nothing_is_left_on_the_connection(settings):
    settings.PREPARED_STATEMENTS = False
    statement = Prepared("SELECT 7, %s::text", values=1)
    assert answer(statement, "x") == (7, "x")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%SELECT 7%'"
        )
        assert cursor.fetchone() == (0,)


def test_what_a_rollback_undoes_is_not_the_statement():
    statement = Prepared("SELECT 8, %s::text", values=1)
    with transaction.atomic():
        answer(statement, "x")
        transaction.set_rollback(True)
    assert answer(statement, "y") == (8, "y")


@pytest.mark.django_db(transaction=True)
def test_another_connection_learns_it_anew():
    statement = Prepared("SELECT 9, %s::text", values=1)
    assert answer(statement, "x") == (9, "x")
    connection.close()
    assert answer(statement, "y") == (9, "y")


def test_a_fault_of_the_server_is_djangos():
    with pytest.raises(ProgrammingError), transaction.atomic():
        answer(Prepared("SELECT %s FROM nowhere_at_all", values=1), 1)
