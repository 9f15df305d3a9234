"""An account at the doors to a story's state."""

import json
from typing import Any

from rest_framework.test import APIClient

from sessions_app.models import Session
from tests.sessions_app.stories import new_key


class Door:
    """An account at the doors of a story."""

    def __init__(self, story: Session, user: Any = None) -> None:
        self.client, self.story = APIClient(), story
        self.client.force_authenticate(user or story.owner)

    def get(self, **query: Any) -> Any:
        """Look at the state."""
        return self.client.get(f"/api/sessions/{self.story.pk}/state/", query)

    def look(self, what: str, **query: Any) -> Any:
        """Read what happened."""
        return self.client.get(f"/api/sessions/{self.story.pk}/{what}/", query)

    def propose(self, what: str, key: str = "", **proposal: Any) -> Any:
        """Let something happen."""
        return self.client.post(
            f"/api/sessions/{self.story.pk}/{what}/",
            json.dumps({"proposal": proposal, "key": key or new_key()}),
            content_type="application/json",
        )

    def edit(self, table: str, key: str, field: str, seen: Any, value: Any) -> Any:
        """Change a field of the row of a key."""
        n = self.row(table, key)["n"]
        said = {"seen": seen, "value": value, "reason": "because"}
        return self.patch(table=table, n=n, field=field, **said)

    def patch(self, **body: Any) -> Any:
        """Send an edit."""
        return self.client.patch(
            f"/api/sessions/{self.story.pk}/state/", {"key": new_key(), **body}, format="json"
        )

    def row(self, table: str, key: str) -> dict[str, Any]:
        """A row as the author sees it."""
        rows = self.get(view="author", tables=[table]).json()["tables"][table]
        named = "character" if table == "placements" else "key"
        return next(row for row in rows if row[named] == key)
