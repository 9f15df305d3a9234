"""Native JSON in the schema: serializers made from the one table of fields (rules.fields).

They describe; what a request brings is judged by `rules.validation`, whose refusals name the place
and say in plain words what is wrong.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import serializers

from worldbook.actions.words import refuse_problems
from worldbook.models import Entry, Lorebook
from worldbook.rules import fields as kinds
from worldbook.rules.fields import BOOK_FIELDS, ENTRY_FIELDS, Kind
from worldbook.rules.validation import entry_problems, field_problems


class _Filter(serializers.Serializer[Any]):
    """Which characters an entry is for."""

    mode = serializers.ChoiceField(["include", "exclude"])
    names = serializers.ListField(child=serializers.CharField(allow_blank=True))


def _text(kind: kinds.Text, **more: Any) -> serializers.Field:
    return serializers.CharField(
        allow_blank=kind.empty, max_length=kind.most or None, trim_whitespace=False, **more
    )


def _texts(kind: kinds.Texts, **more: Any) -> serializers.Field:
    child: serializers.Field = (
        serializers.ChoiceField(list(kind.values)) if kind.values else _text(kinds.Text(kind.most))
    )
    return serializers.ListField(child=child, **more)


def _lists(_kind: kinds.TextLists, **more: Any) -> serializers.Field:
    return serializers.ListField(child=_texts(kinds.Texts()), **more)


def _whole(kind: kinds.Whole, **more: Any) -> serializers.Field:
    return serializers.IntegerField(
        min_value=kind.low, max_value=kind.high, allow_null=kind.null, **more
    )


_FIELDS: Mapping[type, Any] = {
    kinds.Text: _text,
    kinds.Texts: _texts,
    kinds.TextLists: _lists,
    kinds.Whole: _whole,
    kinds.Flag: lambda kind, **more: serializers.BooleanField(allow_null=kind.null, **more),
    kinds.Share: lambda _kind, **more: serializers.FloatField(min_value=0, max_value=1, **more),
    kinds.OneOf: lambda kind, **more: serializers.ChoiceField(list(kind.values), **more),
    kinds.Anything: lambda kind, **more: serializers.DictField(allow_null=kind.null, **more),
    kinds.Characters: lambda _kind, **more: _Filter(allow_null=True, **more),
}


def fields_of(table: Mapping[str, Kind], words: Any, **more: Any) -> dict[str, serializers.Field]:
    """A serializer's fields for a table of `rules.fields`; `words` is the model with the help."""
    made = {}
    for name, kind in table.items():
        column = words._meta.get_field(name)
        said = column.help_text or column.verbose_name
        made[name] = _FIELDS[type(kind)](kind, help_text=said, required=False, **more)
    return made


def _serializer(name: str, said: str, fields: Mapping[str, Any]) -> type[serializers.Serializer]:
    made: Any = type(name, (serializers.Serializer,), {"__doc__": said, **fields})
    return made


EntryJson = _serializer(
    "EntryJson", "An entry in native JSON (WB-3).", fields_of(ENTRY_FIELDS, Entry)
)
BookJson = _serializer(
    "BookJson",
    "A whole book in native JSON: what a revision holds and the native export writes.",
    {
        "rpsite_lorebook": serializers.IntegerField(required=False, help_text="1"),
        "revision": serializers.IntegerField(required=False),
        **fields_of(BOOK_FIELDS, Lorebook),
        "entries": EntryJson(many=True),
    },
)


def _object(data: Any) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise serializers.ValidationError({"non_field_errors": ["An object is expected."]})
    return dict(data)


def _without(data: Any, apart: Iterable[str]) -> dict[str, Any]:
    return {name: value for name, value in _object(data).items() if name not in set(apart)}


def entry_fields(data: Any, *, apart: Iterable[str] = ()) -> dict[str, Any]:
    """The native fields of an entry that a body brings, judged; `apart` are no fields of it.

    Raises:
        ActionRefused: "invalid" (400) with `problems`.
    """
    given = _without(data, apart)
    judged = {name: value for name, value in given.items() if name != "key_id" or value != ""}
    refuse_problems(entry_problems(judged))
    return given


def book_fields(data: Any, *, apart: Iterable[str] = ()) -> dict[str, Any]:
    """The native fields of a book that a body brings, judged; `apart` are no fields of it.

    Raises:
        ActionRefused: "invalid" (400) with `problems`.
    """
    given = _without(data, apart)
    refuse_problems(field_problems(given, BOOK_FIELDS))
    return given
