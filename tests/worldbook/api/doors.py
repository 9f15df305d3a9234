"""Asking the worldbook's API in tests."""

import json
from typing import Any

BOOKS = "/api/worldbook/books/"


def send(client: Any, method: str, address: str, **data: Any) -> Any:
    """Send JSON; the answer."""
    return client.generic(method, address, json.dumps(data), "application/json")


def error_of(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]
