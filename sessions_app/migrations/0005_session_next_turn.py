from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sessions_app", "0004_take_kept_text")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="next_turn",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="What an author gives for the next selection of lore; it is used once.",
                verbose_name="for the next turn",
            ),
        ),
    ]
