"""Brings a demo book up to date that still says what an earlier edition said.

Stories keep the revision they pinned; new ones begin with the new one.
"""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext, override

from worldbook.actions.publishing import publish_whole_book
from worldbook.demo.editions import EDITIONS, edition
from worldbook.demo.files import DemoWorld
from worldbook.models import Lorebook, Revision
from worldbook.queries.books import draft_book, revision_book
from worldbook.rules.entries import book_to_json


@transaction.atomic
def renew_book(demo: DemoWorld) -> bool:
    """Publish the demo's book as the next revision, unless somebody wrote in it; whether it was."""
    rows = Lorebook.objects.select_for_update(of=("self",)).select_related("owner")
    book = rows.filter(key=demo.book.key).first()
    if book is None or not _untouched(book, demo):
        return False
    with override(demo.book.language):
        note = gettext("A new edition of the demo.")
    publish_whole_book(
        by=book.owner,
        book_id=book.pk,
        expected_revision=book.latest_revision,
        body=book_to_json(demo.book),
        note=note,
    )
    return True


def _untouched(book: Lorebook, demo: DemoWorld) -> bool:
    """Whether draft and latest revision say what another edition than the present one said."""
    latest = Revision.objects.filter(book=book, number=book.latest_revision).first()
    if latest is None:
        return False
    published = replace(revision_book(latest), revision=0)
    known = edition(latest.body) in EDITIONS[demo.book.key]
    return known and draft_book(book.pk) == published != demo.book
