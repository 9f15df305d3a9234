"""manage.py load_scenarios: the shipped scenarios and the storyteller, edited rows untouched."""

from typing import Any

from django.core.management.base import BaseCommand

from sessions_app.actions.scenarios import load_shipped_scenarios


class Command(BaseCommand):
    """Safe to run at every start."""

    help = "Loads the shipped scenarios; rows that were edited stay as they are."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load and say what happened."""
        loaded = load_shipped_scenarios()
        for word, ids in (("new", loaded.created), ("updated", loaded.updated)):
            for scenario_id in ids:
                self.stdout.write(f"{word} scenario {scenario_id}")
        self.stdout.write(f"{len(loaded.kept)} scenarios unchanged")
