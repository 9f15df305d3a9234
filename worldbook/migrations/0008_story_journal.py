"""The journal of stories' state, its counters, and what the database does for state rows (ST-4)."""

import django.db.models.deletion
from django.db import migrations, models

from worldbook.models.story_sql import FUNCTIONS, NO_FUNCTIONS

SESSION = "sessions_app.session"


class Migration(migrations.Migration):
    dependencies = [("sessions_app", "0006_groups"), ("worldbook", "0007_players_may_read")]

    operations = [
        migrations.CreateModel(
            name="StoryCounter",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=SESSION,
                    ),
                ),
                ("next_n", models.BigIntegerField(default=1)),
                ("next_seq", models.BigIntegerField(default=1)),
            ],
            options={
                "verbose_name": "story counter",
                "verbose_name_plural": "story counters",
            },
        ),
        migrations.CreateModel(
            name="JournalRow",
            fields=[
                (
                    "id",
                    models.BigIntegerField(editable=False, primary_key=True, serialize=False),
                ),
                ("table", models.CharField(max_length=63, verbose_name="table")),
                ("n", models.BigIntegerField(verbose_name="number")),
                ("version", models.PositiveSmallIntegerField(verbose_name="version of the table")),
                ("take_ref", models.BigIntegerField(default=0, verbose_name="take")),
                ("turn_ref", models.BigIntegerField(default=0, verbose_name="turn")),
                ("round", models.IntegerField(default=0, verbose_name="round")),
                ("attempt", models.IntegerField(default=0, verbose_name="attempt")),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("player", "the player"),
                            ("author", "the author"),
                            ("master", "the game master"),
                            ("recorder", "the recorder"),
                            ("job", "a background job"),
                            ("trigger", "a trigger"),
                            ("catch_up", "passing time"),
                            ("attempt", "another attempt"),
                        ],
                        max_length=20,
                        verbose_name="cause",
                    ),
                ),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("at", models.DateTimeField(verbose_name="when")),
                ("before", models.JSONField(null=True, verbose_name="before")),
                ("after", models.JSONField(null=True, verbose_name="after")),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=SESSION,
                    ),
                ),
            ],
            options={
                "verbose_name": "change",
                "verbose_name_plural": "journal",
                "ordering": ["id"],
                "indexes": [
                    models.Index(fields=["session", "take_ref", "id"], name="journal_take")
                ],
            },
        ),
        migrations.RunSQL(FUNCTIONS, NO_FUNCTIONS),
    ]
