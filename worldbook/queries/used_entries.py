"""Which entries of a book recorded turns of stories have used (WK-2)."""

from django.db.models import F, Func, JSONField, TextField, Value
from django.db.models.functions import Cast

from worldbook.models import Lorebook

_PATH = "$.selected[*] ? (@.book == $book).key_id"


def selected_key_ids(book: Lorebook) -> frozenset[str]:
    """The key ids that a recorded turn of a story pinning the book has selected, at any revision.

    Read from the traces, which name a book by the key it had at the time.
    """
    named = Func(
        F("session_pins__session__turns__trace"),
        Func(Value(_PATH), template="%(expressions)s::jsonpath", output_field=TextField()),
        Func(Value("book"), Cast(Value(book.key), TextField()), function="jsonb_build_object"),
        function="jsonb_path_query",
        output_field=JSONField(),
    )
    rows = Lorebook.objects.filter(pk=book.pk, session_pins__session__turns__trace__isnull=False)
    return frozenset(rows.annotate(named=named).values_list("named", flat=True).distinct())
