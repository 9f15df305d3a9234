from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("worldbook", "0006_api_keys")]

    operations = [
        migrations.AlterField(
            model_name="lorebook",
            name="players_may_read",
            field=models.BooleanField(
                default=True,
                help_text="Whether players are shown which entries of this book a turn has used, "
                "and may read the revision that their story pins, but for what does not address "
                "the actor.",
                verbose_name="players may read",
            ),
        ),
    ]
