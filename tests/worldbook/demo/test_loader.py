"""Loading the demo: once, public, playable, and never over what somebody edited."""

import stat
from dataclasses import replace

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from tests.factories import make_user
from worldbook.actions.books import create_book
from worldbook.actions.publishing import publish_book, publish_whole_book
from worldbook.actions.world_documents import save_world_document
from worldbook.demo import loader, renewing
from worldbook.demo.editions import EDITIONS, edition
from worldbook.demo.files import read_demo_worlds
from worldbook.demo.loader import load_demo
from worldbook.demo.renewing import LAWS, renew_book
from worldbook.models import Character, Entry, Item, Lorebook, Opening, World
from worldbook.queries.books import draft_book
from worldbook.queries.visible import visible_openings, visible_worlds
from worldbook.queries.world_document import read_world_document
from worldbook.rules.entries import book_to_json
from worldbook.rules.world_document import whole_document
from worldbook.rules.world_document.parts import CARD

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _media(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.VAR_DIR = tmp_path


def test_first_run_makes_an_account_and_public_worlds(tmp_path):
    loaded = load_demo(tmp_path)
    assert loaded.worlds == ("The North Tower", "北塔")
    user = authenticate(username="demo", password=loaded.password)
    assert sorted(user.groups.values_list("name", flat=True)) == ["author", "player"]
    kept = tmp_path / "demo-account.txt"
    assert kept.read_text() == f"demo {loaded.password}\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    stranger = make_user()
    assert visible_worlds(stranger).count() == 2
    assert visible_openings(stranger).count() == 6
    assert all(row.portrait.size > 1000 for row in Character.objects.all())
    assert all(row.cover.size > 1000 for row in World.objects.all())


def test_books_are_published_and_pinned_whole(tmp_path):
    load_demo(tmp_path)
    for demo in read_demo_worlds():
        book = Lorebook.objects.get(key=demo.book.key)
        revision = book.revisions.get()
        assert (book.latest_revision, revision.number) == (1, 1)
        assert revision.entry_count == len(demo.book.entries) == book.entries.count()
        assert (book.description, book.language) == (demo.book.description, demo.book.language)
        for told in demo.world["openings"]:
            opening = Opening.objects.get(world__key=demo.key, key=told["key"])
            assert [pin.book_id for pin in opening.pins.all()] == [book.pk]
            assert [row.character.key for row in opening.cast.all()] == told["characters"]


def test_worlds_say_what_their_files_say(tmp_path):
    load_demo(tmp_path)
    for demo in read_demo_worlds():
        world = World.objects.get(key=demo.key)
        assert read_world_document(world).document == whole_document(demo.document)


def test_a_world_of_an_earlier_release_gets_its_map_once(tmp_path):
    load_demo(tmp_path)
    world = World.objects.get(key="beita")
    demo = read_demo_worlds()[1]
    bare = whole_document(demo.document)
    bare |= {part: [] for part in LAWS}
    bare["characters"] = [
        {name: value for name, value in row.items() if name in ("key", "name", *CARD)}
        for row in bare["characters"]
    ]
    bare["characters"][0]["personality"] = "改过了"
    first = bare["openings"][0] | {"location": None, "item_changes": [], "variable_values": []}
    bare["openings"] = [first]
    save_world_document(by=world.owner, world_id=world.pk, document=bare)
    assert load_demo(tmp_path).furnished == ("北塔",)
    said, told = read_world_document(world).document, whole_document(demo.document)
    told["characters"][0]["personality"] = "改过了"
    assert said == told
    assert load_demo(tmp_path).furnished == ()


def test_second_run_changes_nothing_that_was_edited(tmp_path, capsys):
    load_demo(tmp_path)
    World.objects.filter(key="the-north-tower").update(name="My Tower")
    Item.objects.filter(holder__key="jory-wick").delete()
    Character.objects.filter(key="jory-wick").delete()
    Entry.objects.filter(key_id="铜钥匙").update(content="改过了")
    password = (tmp_path / "demo-account.txt").read_text()
    call_command("load_demo")
    assert capsys.readouterr().out.count("\n") == 1
    assert World.objects.get(key="the-north-tower").name == "My Tower"
    assert not Character.objects.filter(key="jory-wick").exists()
    assert Entry.objects.get(key_id="铜钥匙").content == "改过了"
    assert (tmp_path / "demo-account.txt").read_text() == password
    World.objects.get(key="beita").delete()
    assert load_demo(tmp_path).worlds == ()


def test_the_list_of_editions_ends_with_the_present_ones():
    for demo in read_demo_worlds():
        assert EDITIONS[demo.book.key][-1] == edition(book_to_json(demo.book))


@pytest.fixture
def older(monkeypatch):
    """The English demo and its book on the site as an earlier edition left it."""
    demo = read_demo_worlds()[0]
    few = book_to_json(replace(demo.book, entries=demo.book.entries[:3]))
    author = make_user(roles=["author"])
    book = create_book(by=author, key=demo.book.key, name=demo.book.name)
    publish_whole_book(by=author, book_id=book.pk, expected_revision=0, body=few)
    monkeypatch.setitem(renewing.EDITIONS, demo.book.key, (edition(few),))
    return demo, book


def test_a_book_nobody_has_written_in_gets_the_new_edition_once(older):
    demo, book = older
    assert renew_book(demo)
    book.refresh_from_db()
    assert book.latest_revision == 2
    assert replace(draft_book(book.pk), key=demo.book.key) == demo.book
    assert book.revisions.get(number=1).entry_count == 3
    assert book.revisions.get(number=2).note
    assert not renew_book(demo)


def test_a_book_somebody_has_written_in_stays(older):
    demo, book = older
    Entry.objects.filter(book=book, place=1).update(content="My own night.")
    assert not renew_book(demo)
    publish_book(by=book.owner, book_id=book.pk, expected_revision=1)
    assert not renew_book(demo)
    book.refresh_from_db()
    assert book.latest_revision == 2
    assert Entry.objects.get(book=book, place=1).content == "My own night."


def test_loading_tells_what_was_renewed(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(loader, "_is_there", lambda _demo: True)
    monkeypatch.setattr(loader, "renew_book", lambda demo: demo.folder == "zh")
    monkeypatch.setattr(loader, "furnish_world", lambda demo: demo.folder == "zh")
    assert load_demo(tmp_path).books == ("北塔志",)
    call_command("load_demo")
    said = capsys.readouterr().out
    assert "Demo lorebook renewed: 北塔志" in said
    assert "Demo world given its map: 北塔" in said
