"""A journal row is written under its session's lock, so the database need not look for it again."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sessions_app", "0008_moves"),
        ("worldbook", "0010_groups_of_worlds"),
    ]

    operations = [
        migrations.AlterField(
            model_name="journalrow",
            name="session",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="sessions_app.session",
            ),
        ),
    ]
