"""Put rows of a story's state where images say (ST-4): the write of every move."""

from collections.abc import Mapping

from django.db import connection

from worldbook.models.story_rows import NUMBER_BITS, StoryKey, StoryRow, row_id, story_tables
from worldbook.queries.story_images import Images


def put_images(session_id: int, images: Images) -> None:
    """Delete all rows that the images name, insert those that are there, check all constraints.

    Inside a `story_write` of cause `move`. Raises django.db.IntegrityError where the rows do not
    fit together.
    """
    models = {model._meta.db_table: model for model in story_tables()}
    with connection.cursor() as cursor:
        for table, rows in images.items():
            cursor.execute(
                f'DELETE FROM "{table}" WHERE id = ANY(%s)',  # noqa: S608 - a model's table
                [[row_id(session_id, n) for n in rows]],
            )
        for table, rows in images.items():
            _insert(models[table], session_id, rows)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _insert(model: type[StoryRow], session_id: int, rows: Mapping[int, str | None]) -> None:
    present = {n: image for n, image in rows.items() if image is not None}
    if not present:
        return
    table = model._meta.db_table
    fields = [field for field in model._meta.concrete_fields if field.name not in ("id", "session")]
    columns = "".join(f', "{field.column}"' for field in fields)
    values = "".join(
        f', (i.session << {NUMBER_BITS}) | r."{field.column}"'
        if isinstance(field, StoryKey)
        else f', r."{field.column}"'
        for field in fields
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" (id, session_id{columns})'  # noqa: S608
            f" SELECT (i.session << {NUMBER_BITS}) | i.n, i.session{values}"
            f" FROM (SELECT %s::bigint AS session, * FROM unnest(%s::bigint[], %s::text[]::jsonb[]))"
            f' AS i (session, n, image), jsonb_populate_record(NULL::"{table}", i.image) r',
            [session_id, list(present), list(present.values())],
        )
