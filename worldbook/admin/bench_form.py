"""What is typed on the test bench, read as a selection request (WB-39)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from worldbook.models import Entry
from worldbook.queries.frozen_turns import PLAIN, Frozen, opened
from worldbook.rules.entries import Entry as EntryValue
from worldbook.rules.formats.decode import parse_json, too_deep
from worldbook.rules.formats.refusals import reason_in
from worldbook.rules.pasted_chat import read_chat
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import DEFAULT_BUDGET, Message, SelectionRequest

MOST_CHAT, MOST_STATE = 200_000, 100_000
STATE = """{"now": "2026-11-30T22:30", "tz": "UTC", "variables": [
 {"kind": "world", "variable": "gate_open", "value": true}]}"""
"""A state as an example."""
CODE = {"class": "font-mono", "spellcheck": "false"}


def _area(rows: int, **attrs: Any) -> UnfoldAdminTextareaWidget:
    return UnfoldAdminTextareaWidget(attrs={"rows": rows, **attrs})


class BenchForm(forms.Form):
    """Chat, state and settings; `sides` are the revisions that the draft can stand beside."""

    chat = forms.CharField(
        label=gettext_lazy("chat"), required=False, max_length=MOST_CHAT, strip=False,
        widget=_area(9, spellcheck="false"),
        help_text=gettext_lazy(
            "The last message is what the player says now. A line that begins with a name and a "
            "colon begins a message; JSON and SillyTavern's chat files are read too."
        ),
    )  # fmt: skip
    char = forms.CharField(
        label=gettext_lazy("character"), required=False, max_length=200,
        widget=UnfoldAdminTextInputWidget(),
    )  # fmt: skip
    user = forms.CharField(
        label=gettext_lazy("player"), required=False, max_length=200,
        widget=UnfoldAdminTextInputWidget(),
    )  # fmt: skip
    scene = forms.CharField(
        label=gettext_lazy("public scene"), required=False, max_length=MOST_STATE, strip=False,
        widget=_area(2),
    )  # fmt: skip
    state = forms.CharField(
        label=gettext_lazy("state"), required=False, max_length=MOST_STATE,
        widget=_area(4, placeholder=STATE, **CODE),
        help_text=gettext_lazy("JSON that conditions are asked of; empty: nothing is known."),
    )  # fmt: skip
    against = forms.TypedChoiceField(
        label=gettext_lazy("beside the draft"), required=False, coerce=int, empty_value="0",
        widget=UnfoldAdminSelectWidget(),
    )  # fmt: skip
    strategy = forms.ChoiceField(
        label=gettext_lazy("strategy"), widget=UnfoldAdminSelectWidget(),
        choices=[("rules", gettext_lazy("rules")), ("hybrid", gettext_lazy("rules and search"))],
    )  # fmt: skip
    audience = forms.ChoiceField(
        label=gettext_lazy("for"), choices=Entry.Audience.choices, widget=UnfoldAdminSelectWidget()
    )
    budget = forms.IntegerField(
        label=gettext_lazy("budget"), min_value=0, max_value=1_000_000, initial=DEFAULT_BUDGET,
        widget=UnfoldAdminIntegerFieldWidget(),
    )  # fmt: skip
    turn = forms.IntegerField(
        label=gettext_lazy("turn"), min_value=0, max_value=10**9, initial=1,
        widget=UnfoldAdminIntegerFieldWidget(),
    )  # fmt: skip
    seed = forms.CharField(
        label=gettext_lazy("seed"), required=False, max_length=200,
        widget=UnfoldAdminTextInputWidget(),
        help_text=gettext_lazy("Decides draws; another seed is another story."),
    )  # fmt: skip
    timed = forms.CharField(
        label=gettext_lazy("timed"), required=False, max_length=MOST_STATE,
        widget=_area(2, **CODE),
        help_text=gettext_lazy("JSON: the turn in which an entry was last activated, by its id."),
    )  # fmt: skip
    why = forms.CharField(
        label=gettext_lazy("why not this entry?"), required=False, max_length=300,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip
    frozen = forms.CharField(required=False, max_length=MOST_CHAT, widget=forms.HiddenInput)
    try_id = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)
    try_keys = forms.CharField(
        label=gettext_lazy("keys"), required=False, max_length=MOST_STATE, widget=_area(3)
    )
    try_content = forms.CharField(
        label=gettext_lazy("text"), required=False, max_length=MOST_STATE, strip=False,
        widget=_area(5),
    )  # fmt: skip

    def __init__(self, *args: Any, sides: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        against: Any = self.fields["against"]
        against.choices = sides

    def clean_state(self) -> Mapping[str, Any] | None:
        """The state as an object; None where none was given."""
        return _json_object(self.cleaned_data["state"])

    def clean_timed(self) -> dict[str, int]:
        """Turns by entry."""
        timed = _json_object(self.cleaned_data["timed"]) or {}
        if not all(type(turn) is int and turn >= 0 for turn in timed.values()):
            raise forms.ValidationError(_("Each value is the number of a turn."))
        return dict(timed)

    def clean_frozen(self) -> Frozen:
        """What a recorded turn gave along."""
        try:
            return opened(self.cleaned_data["frozen"])
        except signing.BadSignature as error:
            raise forms.ValidationError(_("This turn must be chosen again.")) from error

    def request_made(self) -> SelectionRequest:
        """The request of a valid form; the chat is read with the names given."""
        given = self.cleaned_data
        extras = dict(given["frozen"].extras)
        messages = read_chat(
            given["chat"],
            char=given["char"],
            user=given["user"],
            others=extras.get("others", ()),
        )
        query = messages[-1] if messages else Message("user", "")
        base = SelectionRequest.from_json({"query": "", **extras})
        return replace(
            base,
            query=query.content,
            query_role=query.role,
            messages=messages[:-1],
            **{name: given[name] for name in PLAIN},
        )

    def unsaved(self, known: EntryValue | None) -> EntryValue | None:
        """The entry that is tried without being saved; None where there is none."""
        given = self.cleaned_data
        if known is None or not given["try_id"]:
            return None
        keys = tuple(line.strip() for line in given["try_keys"].splitlines() if line.strip())
        tried = replace(known, keys=keys, content=given["try_content"].replace("\r\n", "\n"))
        return None if tried == known else tried


def _json_object(text: str) -> Mapping[str, Any] | None:
    """A JSON object; None where the text is empty."""
    if not text.strip():
        return None
    value = parse_json(text)
    if isinstance(value, Refusal):
        raise forms.ValidationError(reason_in(value, _))
    if not isinstance(value, dict) or too_deep(value):
        raise forms.ValidationError(_("This is not a JSON object."))
    return value
