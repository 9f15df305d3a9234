"""The demo worlds as files: complete, with their pictures; test_lore.py looks into the books."""

import io

import pytest
from PIL import Image

from worldbook.demo.files import COVER, FOLDERS, read_demo_world
from worldbook.demo.portraits import FIGURES, portrait


@pytest.mark.parametrize("folder", FOLDERS)
def test_world_is_complete(folder):
    demo = read_demo_world(folder)
    assert len(demo.world["characters"]) == 5
    assert 38 <= len(demo.book.entries) <= 48
    assert len(demo.world["openings"]) == 1
    opening = demo.world["openings"][0]
    cast = [card["key"] for card in demo.world["characters"]]
    assert opening["characters"] == cast
    assert len(opening["greeting"]) > 400
    for name, size in [(COVER, (1280, 720)), *((key, (512, 512)) for key in cast)]:
        assert Image.open(io.BytesIO(demo.picture(name))).size == size


def test_every_figure_can_be_drawn_anew():
    world = read_demo_world("en").world
    figures = [card["portrait"]["figure"] for card in world["characters"]]
    figures += [card["portrait"]["figure"] for card in read_demo_world("zh").world["characters"]]
    assert sorted(figures) == sorted(FIGURES)
    drawn = Image.open(io.BytesIO(portrait("runner", "brass")))
    assert (drawn.format, drawn.size) == ("WEBP", (512, 512))
