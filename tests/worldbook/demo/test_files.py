"""The demo worlds as files: complete, with their pictures; test_lore.py looks into the books."""

import io

import pytest
from PIL import Image

from worldbook.demo.files import COVER, FOLDERS, read_demo_world
from worldbook.demo.portraits import FIGURES, portrait
from worldbook.rules.checks import check_warnings
from worldbook.rules.condition_leaves import Known
from worldbook.rules.conditions_validate import condition_fault
from worldbook.rules.world_document import document_faults, whole_document
from worldbook.rules.world_lint import lint_world


@pytest.mark.parametrize("folder", FOLDERS)
def test_world_is_complete(folder):
    demo = read_demo_world(folder)
    assert len(demo.world["characters"]) == 5
    assert 38 <= len(demo.book.entries) <= 48
    cast = [card["key"] for card in demo.world["characters"]]
    assert demo.world["openings"][0]["characters"] == cast
    assert len(demo.world["openings"][0]["greeting"]) > 400
    assert [row["scenario_id"] for row in demo.world["openings"]] == ["worldbook", "table", "table"]
    for opening in demo.world["openings"]:
        assert sorted(opening["characters"]) == sorted(cast)
        assert len(opening["greeting"]) > 150
    for name, size in [(COVER, (1280, 720)), *((key, (512, 512)) for key in cast)]:
        assert Image.open(io.BytesIO(demo.picture(name))).size == size


@pytest.mark.parametrize("folder", FOLDERS)
def test_world_can_be_saved_and_lint_finds_nothing(folder):
    demo = read_demo_world(folder)
    assert document_faults(demo.document) == ()
    assert lint_world(demo.document) == ()
    document = whole_document(demo.document)
    assert [warning for row in document["checks"] for warning in check_warnings(row)] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_world_has_something_of_everything(folder):
    document = whole_document(read_demo_world(folder).document)
    exits, items = document["exits"], document["items"]
    assert 8 <= len(document["locations"]) <= 15
    assert {way["state"] for way in exits} == {"open", "closed", "locked", "blocked"}
    assert any(way["hidden"] for way in exits)
    assert len(items) >= 25
    assert {item["container"] for item in items} == {"none", "open", "closed", "locked"}
    assert any(item["text"] for item in items)
    assert any(item["worn"] for item in items)
    assert any(item["hidden"] for item in items)
    assert all(person["routines"] and person["relationships"] for person in document["characters"])
    lore = {entry.key_id for entry in read_demo_world(folder).book.entries}
    book = read_demo_world(folder).book.key
    known = [k for person in document["characters"] for k in person["knowledge"]]
    assert {k["key"] for k in known if k["kind"] == "lore"} <= {f"{book}:{key}" for key in lore}


@pytest.mark.parametrize("folder", FOLDERS)
def test_conditions_of_the_book_name_what_the_world_has(folder):
    demo = read_demo_world(folder)
    document = whole_document(demo.document)
    known = Known(
        characters=frozenset(row["key"] for row in document["characters"]),
        places=frozenset(row["key"] for row in document["locations"]),
        items=frozenset(row["kind"] or row["key"] for row in document["items"]),
        variables=frozenset((row["scope"], row["key"]) for row in document["variables"]),
        festivals=document["world"]["festivals"],
    )
    faults = [
        condition_fault(entry.conditions, known=known)
        for entry in demo.book.entries
        if entry.conditions is not None
    ]
    assert faults == [None] * 4


def test_every_figure_can_be_drawn_anew():
    world = read_demo_world("en").world
    figures = [card["portrait"]["figure"] for card in world["characters"]]
    figures += [card["portrait"]["figure"] for card in read_demo_world("zh").world["characters"]]
    assert sorted(figures) == sorted(FIGURES)
    drawn = Image.open(io.BytesIO(portrait("runner", "brass")))
    assert (drawn.format, drawn.size) == ("WEBP", (512, 512))
