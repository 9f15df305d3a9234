"""The measurements measure what they say."""

import json

import pytest

from tests.factories import make_user
from worldbook.management.bench_books import make_case, world_info_file
from worldbook.management.bench_tools import memory_of
from worldbook.management.commands.bench_import import FILES, measure
from worldbook.management.commands.bench_selection import patterns, rescan
from worldbook.models import Lorebook
from worldbook.rules.formats import read
from worldbook.rules.selection import compile_book, select


@pytest.mark.parametrize("recursion", [False, True])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_plain_scan_finds_what_the_selection_finds(language, recursion):
    case = make_case(language=language, entries=300, recursion=recursion)
    selection = select(case.request, [compile_book(case.book)], len)
    found = {item["key_id"] for item in (*selection.dropped, *selection.trace["selected"])}
    assert rescan(case.request, case.book, patterns(case.book)) == found


def test_memory_is_that_of_what_is_kept():
    assert 35 < memory_of(lambda: 40_000_000, bytearray) < 60


def test_the_file_is_what_it_stands_for():
    parsed = read(world_info_file(30))
    assert (parsed.format, parsed.report.read) == ("sillytavern", 30)
    assert set(json.loads(world_info_file(1))["entries"]["0"]) >= {"uid", "keysecondary", "role"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", FILES)
def test_an_import_goes_the_whole_way_and_leaves_nothing_published(name, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    told = measure(make_user(roles=["author"]), name, 20)
    assert (told["file"], told["entries"]) == (name, 20)
    assert told["both"] > 0
    book = Lorebook.objects.get()
    assert (book.entries.count(), book.latest_revision) == (20, 0)
