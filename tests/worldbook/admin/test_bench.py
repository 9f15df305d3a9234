"""The test bench: what the draft would select, beside what is published (WB-39, WK-7)."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from tests.factories import make_book, make_entry, make_revision, make_user
from worldbook.actions.entries import create_entry, update_entry
from worldbook.models import Entry, Lorebook, User
from worldbook.queries.frozen_turns import Frozen, sealed

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WB-39", "WK-7")]

KEY = make_entry(
    "copper-key", title="The copper key", keys=("copper key",), content="It opens the tower."
)
OPEN = {"variable": {"of": {"kind": "world"}, "variable": "open", "op": "==", "value": True}}
CHAT = "Mira: Who is there?\nRobin: I have the Copper  Key."


@pytest.fixture
def author() -> User:
    return make_user(roles=["author"])


@pytest.fixture
def book(author: User) -> Lorebook:
    """A book whose draft says what its revision 1 says."""
    book = make_book(author)
    write(book, "copper-key", title=KEY.title, keys=list(KEY.keys), content=KEY.content)
    make_revision(book, [KEY])
    return book


def write(book: Lorebook, key_id: str, **fields: Any) -> Entry:
    first = {"title": key_id, "keys": [key_id], "content": f"About {key_id}."}
    return create_entry(by=book.owner, book_id=book.pk, key_id=key_id, **(first | fields))


def change(book: Lorebook, key_id: str, **fields: Any) -> None:
    row = book.entries.get(key_id=key_id)
    update_entry(by=book.owner, entry_id=row.pk, expected_version=row.version, **fields)


def post(user: User, book: Lorebook, url: str = "worldbook_lorebook_tried", **values: Any) -> Any:
    client = Client()
    client.force_login(user)
    first = {
        "strategy": "rules", "audience": "actor", "budget": 1500, "turn": 1, "chat": CHAT,
        "char": "Mira", "user": "Robin", "against": book.latest_revision or 0,
    }  # fmt: skip
    return client.post(reverse(f"admin:{url}", args=[book.pk]), first | values)


def found(user: User, book: Lorebook, **values: Any) -> dict[str, Any]:
    """What the template was given."""
    answer = post(user, book, **values)
    assert answer.status_code == 200, strip_tags(answer.content.decode())
    return answer.context_data["found"]


def words(html: bytes) -> str:
    return re.sub(r"\s+", " ", strip_tags(html.decode()))


def test_a_draft_as_published_chooses_the_same_on_both_sides(author, book):
    said = words(post(author, book).content)
    assert "The draft chooses the same as Revision 1." in said
    assert "“copper key” in the last message" in said
    result = found(author, book)
    (row,) = result["inside"]
    assert row["cells"] == [row["cells"][0] | {"side": "both", "label": ""}]
    assert [(side["spent"], side["budget"], side["passes"]) for side in result["sides"]] == [
        (row["cells"][0]["tokens"], 1500, 0)
    ] * 2


def test_what_differs_is_marked_entry_by_entry(author, book):
    write(book, "who", keys=["who is"], content="Mira asks.")
    make_revision(book, [KEY, make_entry("gone", keys=("key",))])
    change(book, "copper-key", content="It shuts the tower.", position="after_persona")
    result = found(author, book)
    marks = {row["key_id"]: (row["mark"], row["mark_said"]) for row in result["inside"]}
    assert marks == {
        "copper-key": ("altered", "differs: text, position"),
        "who": ("enters", "new in the draft"),
        "gone": ("leaves", "no longer in the draft"),
    }
    assert result["change"] == {
        "enters": 1, "leaves": 1, "altered": 1, "same": False, "other": "Revision 2",
    }  # fmt: skip
    gone = next(row for row in result["inside"] if row["key_id"] == "gone")
    assert [cell["words"] for cell in gone["cells"]] == [
        "is not in this book",
        gone["cells"][1]["words"],
    ]
    beside_the_first = found(author, book, against=1)
    assert "gone" not in {row["key_id"] for row in beside_the_first["inside"]}


def test_the_number_of_a_revision_makes_no_entry_another(author, book):
    for _number in range(11):
        make_revision(book, [KEY])
    write(book, "law", constant=True)
    (copper,) = [row for row in found(author, book)["inside"] if row["key_id"] == "copper-key"]
    assert (copper["mark"], len(copper["cells"])) == ("", 1)


def test_dropped_entries_are_told_with_reason_and_arithmetic(author, book):
    write(book, "off", keys=["key"], enabled=False)
    write(book, "big", keys=["key"], content="word " * 300)
    write(book, "law", constant=True, content="word " * 40)
    result = found(author, book, budget=100)
    reasons = {row["key_id"]: row["cells"][0]["words"] for row in result["outside"]}
    assert reasons["off"] == "is switched off"
    assert re.fullmatch(r"did not fit into the budget \(\d+ tokens, \d+ left\)", reasons["big"])
    assert "share for entries that are always on" in reasons["law"]
    draft = result["sides"][0]
    assert (draft["cap"], draft["left"]) == (35, 100 - draft["spent"])


def test_a_turn_that_would_fail_is_said_on_its_side(author, book):
    write(book, "law", required=True, content="word " * 300)
    result = found(author, book, budget=100)
    assert "A turn would fail here" in result["sides"][0]["refused"]
    assert result["sides"][1]["entries"] == 1
    assert result["change"] is None


def test_keys_are_marked_where_they_stand_and_whose_they_are(author, book):
    change(book, "copper-key", keys=["/copper\\s+key/i", "who"])
    result = found(author, book)
    pieces = [
        [(piece["text"], piece["side"]) for piece in message["pieces"] if "side" in piece]
        for message in result["chat"]
    ]
    assert pieces == [[("Who", "draft")], [("Copper  Key", "both")]]
    assert [message["role_said"] for message in result["chat"]] == ["Mira", "Robin"]
    html = post(author, book).content.decode()
    assert 'data-side="both" title="“/copper\\s+key/i” of The copper key' in html


def test_the_chat_is_escaped(author, book):
    html = post(author, book, chat="<script>copper key</script>").content.decode()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_why_not_tells_how_far_an_entry_came_on_both_sides(author, book):
    write(book, "gate", title="The gate", keys=["gate", "Who"], scan_depth=1, secondary_keys=["x"],
          conditions=OPEN)  # fmt: skip
    (draft, other) = found(author, book, why="the GATE")["why"]["sides"]
    assert draft["decision"] == "nothing called it: none of its keys is in what it looks at"
    assert [(key["key"], key["found"], key["where"]) for key in draft["primary"]] == [
        ("gate", False, "not found"),
        ("Who", False, "only 1 message before the last: too far back"),
    ]
    assert draft["looked_at"][0] == "messages: 1"
    assert draft["besides"]
    assert draft["condition"][0]["value"] == "unknown"
    assert other["decision"] == "is not in this book"
    assert found(author, book, why="copper-key")["why"]["sides"][0]["decision"] == "in the prompt"
    assert [c["key_id"] for c in found(author, book, why="t")["why"]["choices"]] == [
        "copper-key", "gate",
    ]  # fmt: skip
    assert found(author, book, why="zz")["why"]["choices"] == []


def test_settings_reach_the_rule(author, book):
    write(book, "rested", keys=["key"], cooldown=5)
    write(book, "told", keys=["key"], audience=["gm"])
    write(book, "night", keys=["key"], conditions={"window": {"from": "22:00", "to": "06:00"}})
    write(book, "searched", keys=["zzz"], content="Who has a lantern in the tower there?")
    result = found(
        author, book, turn=4, timed='{"rested": 2}', audience="gm", strategy="hybrid",
        state='{"now": "2024-01-01T23:00", "tz": "UTC"}', scene="A lantern.",
    )  # fmt: skip
    inside = {row["key_id"]: row["cells"][0]["cause"] for row in result["inside"]}
    assert set(inside) == {"copper-key", "told", "night", "searched"}
    assert "by words" in inside["searched"]
    assert [row["cells"][0]["words"] for row in result["outside"]] == ["rests after it was used"]
    assert "was searched by words only" in result["sides"][0]["lacking"][0]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"state": "{"}, "State: This is not JSON"),
        ({"state": "[1]"}, "This is not a JSON object"),
        ({"timed": '{"a": "b"}'}, "Each value is the number of a turn"),
        ({"budget": ""}, "Budget: This field is required"),
        ({"budget": -1}, "greater than or equal to 0"),
        ({"chat": "x" * 200_001}, "at most 200000 characters"),
        ({"frozen": "forged"}, "This turn must be chosen again"),
        ({"against": 7}, "Select a valid choice"),
        ({"audience": "nobody"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_field(author, book, values, said):
    answer = post(author, book, **values)
    assert answer.status_code == 400
    assert said in words(answer.content)


def test_a_recorded_turn_brings_its_other_books(author, book):
    other = make_book(author, entries=[make_entry("law", constant=True)])
    closed = make_book(make_user(roles=["author"]), entries=[make_entry("shut", constant=True)])
    pins = ((other.key, 1), (book.key, 1), (closed.key, 1))
    result = found(author, book, frozen=sealed(Frozen(pins, "m", {"others": ["Edda"]})))
    assert [(row["book"], row["key_id"]) for row in result["inside"]] == [
        (other.key, "law"), ("", "copper-key"),
    ]  # fmt: skip
    assert result["lacking_books"] == (closed.key,)


def test_words_may_be_tried_without_saving_them(author, book):
    result = found(
        author, book, try_id="copper-key", try_keys="silver key\n who \n", try_content="Other."
    )
    assert result["sides"][0]["label"] == "Draft, with the change"
    (row,) = result["inside"]
    assert row["mark_said"] == "differs: text, tokens, cause"
    assert book.entries.get().keys == ["copper key"]
    client = Client()
    client.force_login(author)
    url = reverse("admin:worldbook_lorebook_bench_entry", args=[book.pk])
    said = client.get(url, {"id": "copper-key"}).json()
    assert (said["keys"], said["content"]) == (["copper key"], KEY.content)
    assert client.get(url, {"id": "nothing"}).status_code == 404


def test_the_page_answers_without_scripts_and_with_nothing_published(author, book):
    whole = post(author, book, url="worldbook_lorebook_bench").content
    assert "“copper key” in the last message" in words(whole)
    new = make_book(author)
    write(new, "key", constant=True)
    result = found(author, new)
    assert [side.get("absent", False) for side in result["sides"]] == [False, True]
    client = Client()
    client.force_login(author)
    page = client.get(reverse("admin:worldbook_lorebook_bench", args=[new.pk]), {"why": "key"})
    assert page.status_code == 200
    assert 'value="key"' in page.content.decode()
    assert client.get(reverse("admin:worldbook_lorebook_tried", args=[new.pk])).status_code == 405


@pytest.mark.spec("AD-2")
def test_a_book_of_somebody_else_has_no_bench(book):
    stranger = make_user(roles=["author"])
    assert post(stranger, book).status_code == 404
    player = post(make_user(), book)
    assert player.status_code == 302


def test_a_draft_is_read_once_a_version_and_queries_do_not_grow(author, book):
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            found(author, book)
        return len(caught)

    first, again = queries(), queries()
    assert first > again
    for number in range(3):
        write(book, f"more-{number}", keys=["key"])
    queries()
    assert queries() == again
