"""Bodies that are nested too deep are bad input at every door, and no fault."""

import pytest

from tests.sessions_app.stories import make_playable_opening, make_story
from worldbook.actions.entries import create_entry

pytestmark = pytest.mark.django_db


def nested(depth):
    return '{"a":' * depth + "1" + "}" * depth


@pytest.mark.spec("WB-10", "AP-1")
@pytest.mark.parametrize("depth", [60, 600, 970, 20_000])
def test_what_is_nested_too_deep_is_400_everywhere(client, depth):
    story = make_story()
    book = story.pins.get().book
    book.owner = story.owner
    book.save()
    client.force_login(story.owner)
    entry = create_entry(by=story.owner, book_id=book.pk, title="Gate")
    deep, at = nested(depth), f"/api/worldbook/books/{book.pk}/"
    opening = make_playable_opening().pk
    doors = [
        ("PATCH", f"{at}entries/{entry.pk}/", '{"expected_version": 1, "source": %s}'),
        ("PATCH", f"{at}entries/{entry.pk}/", '{"expected_version": 1, "conditions": {"not": %s}}'),
        ("POST", f"{at}entries/", '{"source": %s}'),
        ("PATCH", at, '{"expected_version": 1, "source": %s}'),
        ("POST", "/api/worldbook/books/", '{"name": "x", "source": %s}'),
        (
            "PUT",
            f"{at}draft/",
            '{"expected_draft": 1, "book": {"name": "N", "source": %s, "entries": []}}',
        ),
        (
            "POST",
            f"{at}publish/",
            '{"expected_revision": 1, "book": {"name": "N", "source": %s, "entries": []}}',
        ),
        ("POST", "/api/worldbook/select/", '{"book": %s, "chat": {"messages": []}}'),
        ("POST", "/api/sessions/", f'{{"key": "k{depth}", "opening": {opening}, "settings": %s}}'),
        ("PATCH", f"/api/sessions/{story.pk}/", '{"settings": %s}'),
        ("POST", f"/api/sessions/{story.pk}/turns/", '{"key": "t", "text": "x", "more": %s}'),
    ]
    for method, address, body in doors:
        answer = client.generic(method, address, body.replace("%s", deep), "application/json")
        assert answer.status_code < 500, (method, address)
        if depth > 100:
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "not_readable")
