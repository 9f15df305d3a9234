"""Where takes go on from, since when they are off the line, checkpoints, and whence a branch came."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

BASES = """
UPDATE sessions_app_take SET base = 0 WHERE status NOT IN ('queued', 'running');
WITH RECURSIVE line (id, parent_id) AS (
    SELECT t.id, t.parent_id FROM sessions_app_session s JOIN sessions_app_take t ON t.id = s.head_id
    UNION
    SELECT up.id, up.parent_id FROM line JOIN sessions_app_take up ON up.id = line.parent_id
)
UPDATE sessions_app_take SET left_at = now() WHERE id NOT IN (SELECT id FROM line);
"""
"""Nothing is journaled of the takes there are: all go on from the beginning."""


class Migration(migrations.Migration):
    dependencies = [
        ("sessions_app", "0007_story_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="branched_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="branches",
                to="sessions_app.session",
                verbose_name="branched from",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="branched_turn",
            field=models.PositiveIntegerField(
                blank=True, null=True, verbose_name="branched at turn"
            ),
        ),
        migrations.AddField(
            model_name="take",
            name="base",
            field=models.BigIntegerField(
                help_text="The story's last change that it goes on from; null until it changes something.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="take",
            name="kept_edits",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="Edits by hand that met what an attempt had changed.",
            ),
        ),
        migrations.AddField(
            model_name="take",
            name="left_at",
            field=models.DateTimeField(
                help_text="Since when it is off the line (ST-1).", null=True
            ),
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), verbose_name="made"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="checkpoints",
                        to="sessions_app.session",
                    ),
                ),
                (
                    "take",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="checkpoints",
                        to="sessions_app.take",
                    ),
                ),
            ],
            options={
                "verbose_name": "checkpoint",
                "verbose_name_plural": "checkpoints",
                "ordering": ["session", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "name"), name="checkpoint_name_once")
                ],
            },
        ),
        migrations.RunSQL(BASES, migrations.RunSQL.noop),
    ]
