"""A card whose lorebook is here already goes with it, and doubles nothing (WB-9b)."""

import pytest

from tests.factories import make_user
from tests.worldbook.files import card_v3, world_info
from worldbook.actions.errors import ActionRefused
from worldbook.actions.import_cards import save_import_as_character
from worldbook.actions.imports import preview_import
from worldbook.actions.saving_imports import save_import_as_book
from worldbook.models import Character, Lorebook
from worldbook.queries.recognition import known_content

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WB-9b")]


@pytest.fixture(autouse=True)
def _media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def by():
    return make_user("ana", roles=["author"])


def preview(by, data, wanted="character"):
    return preview_import(by=by, data=data, file_name="mira.json", wanted=wanted)


def test_a_second_import_of_a_card_may_share_the_first_ones_book(by):
    first = save_import_as_character(by=by, preview_id=preview(by, card_v3()).pk)
    again = preview(by, card_v3())
    (known,) = known_content(by, again)
    assert (known.book, known.where) == (first.lorebook, "draft")
    second = save_import_as_character(by=by, preview_id=again.pk, known_book_id=known.book.pk)
    assert second != first
    assert second.lorebook == first.lorebook
    assert [pin.book for pin in second.world.openings.get().pins.all()] == [first.lorebook]
    assert Lorebook.objects.count() == 1
    assert first.lorebook.revisions.count() == 1


def test_a_draft_that_was_never_published_is_published_once_for_it(by):
    book = save_import_as_book(by=by, preview_id=preview(by, card_v3(), "lorebook").pk)
    mira = save_import_as_character(
        by=by, preview_id=preview(by, card_v3()).pk, known_book_id=book.pk
    )
    assert mira.lorebook == book
    assert [revision.number for revision in book.revisions.all()] == [1]


def test_without_a_choice_the_card_brings_a_book_of_its_own(by):
    for _ in range(2):
        save_import_as_character(by=by, preview_id=preview(by, card_v3()).pk)
    assert Lorebook.objects.count() == 2


def test_a_book_that_says_something_else_is_refused_and_nothing_saved(by):
    other = save_import_as_book(by=by, preview_id=preview(by, world_info(2), "lorebook").pk)
    with pytest.raises(ActionRefused) as refused:
        save_import_as_character(
            by=by, preview_id=preview(by, card_v3()).pk, known_book_id=other.pk
        )
    assert refused.value.code == "not_known"
    assert not Character.objects.exists()


@pytest.mark.parametrize(
    ("written", "name"),
    [("Mira\nof the Inn", "Mira of the Inn"), ("Mi\x07ra", "Mi ra"), ("\u200b\n", "Unnamed")],
)
def test_a_name_of_several_lines_becomes_one(by, written, name):
    mira = save_import_as_character(by=by, preview_id=preview(by, card_v3(name=written)).pk)
    assert (mira.name, mira.world.name, mira.world.openings.get().name) == (name, name, name)
