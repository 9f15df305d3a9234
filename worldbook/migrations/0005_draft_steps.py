"""Steps of drafts: what was done, so that it can be undone (WK-15)."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("worldbook", "0004_vector_indexes")]

    operations = [
        migrations.CreateModel(
            name="DraftStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=30, verbose_name="kind")),
                ("detail", models.JSONField(blank=True, default=dict, verbose_name="detail")),
                ("changes", models.JSONField(blank=True, default=list, verbose_name="changes")),
                ("book_fields", models.JSONField(blank=True, default=dict, verbose_name="fields of the book")),
                ("row_count", models.PositiveIntegerField(verbose_name="entries")),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="made")),
                ("undone", models.BooleanField(default=False, verbose_name="undone")),
                ("turned_at", models.DateTimeField(blank=True, null=True, verbose_name="undone or redone")),
                ("book", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="steps", to="worldbook.lorebook", verbose_name="book")),
                ("by", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="by")),
                ("turned_by", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="undone or redone by")),
                ("twin", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="worldbook.draftstep", verbose_name="the same step in the other book")),
            ],
            options={
                "verbose_name": "step of a draft",
                "verbose_name_plural": "steps of drafts",
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["made_at"], name="worldbook_d_made_at_409196_idx")],
            },
        ),
    ]
