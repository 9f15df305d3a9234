"""Vector indexes: the builds, and the vectors in 32 partitions by book (WB-15).

A vector goes with its build by a trigger. STORAGE MAIN keeps also wide vectors in their row: an
exact scan reads them all. The type takes any number of dimensions, since that is the embedding's.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.contrib.postgres.operations import CreateExtension
from django.db import migrations, models

PARTITIONS = 32

TABLE = """
CREATE TABLE worldbook_indexvector (
    book_id bigint NOT NULL,
    build_id bigint NOT NULL,
    entry integer NOT NULL,
    piece integer NOT NULL,
    hash bytea NOT NULL,
    emb halfvec NOT NULL,
    PRIMARY KEY (book_id, build_id, entry, piece)
) PARTITION BY HASH (book_id);
ALTER TABLE worldbook_indexvector ALTER COLUMN emb SET STORAGE MAIN;
""" + "".join(
    f"CREATE TABLE worldbook_indexvector_{at} PARTITION OF worldbook_indexvector "
    f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {at});\n"
    for at in range(PARTITIONS)
)

CASCADE = """
CREATE FUNCTION worldbook_index_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM worldbook_indexvector WHERE book_id = OLD.book_id AND build_id = OLD.id;
    RETURN NULL;
END;
$$;
CREATE TRIGGER worldbook_index_gone AFTER DELETE ON worldbook_indexbuild
    FOR EACH ROW EXECUTE FUNCTION worldbook_index_gone();
"""

NO_CASCADE = """
DROP TRIGGER worldbook_index_gone ON worldbook_indexbuild;
DROP FUNCTION worldbook_index_gone();
"""


class Migration(migrations.Migration):
    dependencies = [("worldbook", "0003_revision_guard")]

    operations = [
        CreateExtension("vector"),
        migrations.CreateModel(
            name="IndexBuild",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("embedding", models.CharField(max_length=200, verbose_name="embedding")),
                ("state", models.CharField(choices=[("building", "being built"), ("ready", "ready"), ("failed", "failed"), ("cancelled", "cancelled")], default="building", max_length=10, verbose_name="state")),
                ("pieces", models.PositiveIntegerField(default=0, verbose_name="pieces")),
                ("pieces_done", models.PositiveIntegerField(default=0, verbose_name="pieces done")),
                ("pieces_reused", models.PositiveIntegerField(default=0, verbose_name="pieces taken over")),
                ("error", models.TextField(blank=True, verbose_name="error")),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="asked for")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                ("book", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="worldbook.lorebook", verbose_name="book")),
                ("job", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="worldbook.job", verbose_name="job")),
                ("revision", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="indexes", to="worldbook.revision", verbose_name="revision")),
            ],
            options={
                "verbose_name": "vector index",
                "verbose_name_plural": "vector indexes",
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("revision", "embedding"), name="index_once"),
                    models.CheckConstraint(condition=models.Q(("state__in", ["building", "ready", "failed", "cancelled"])), name="index_state"),
                ],
            },
        ),
        migrations.RunSQL(TABLE, "DROP TABLE worldbook_indexvector"),
        migrations.RunSQL(CASCADE, NO_CASCADE),
    ]
