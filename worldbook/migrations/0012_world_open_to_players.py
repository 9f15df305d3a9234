"""Whether who plays in a world has author view of their story.

On, but for worlds that others saw before there was the choice: their players see no more than before
until the author opens them.
"""

from django.db import migrations, models


def close_what_others_see(apps, schema_editor):
    apps.get_model("worldbook", "World").objects.exclude(visibility="private").update(
        open_to_players=False
    )


class Migration(migrations.Migration):
    dependencies = [
        ("worldbook", "0011_journal_asks_no_session"),
    ]

    operations = [
        migrations.AddField(
            model_name="world",
            name="open_to_players",
            field=models.BooleanField(
                default=True,
                help_text="Who plays here may see all that is hidden in a story of their own, and change it. Off: only who may edit the world.",
                verbose_name="open to players",
            ),
        ),
        migrations.RunPython(close_what_others_see, migrations.RunPython.noop),
    ]
