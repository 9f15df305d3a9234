"""What stood here is part of 0001 now; databases that were made before know this name."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("sessions_app", "0001_initial")]

    operations = []
