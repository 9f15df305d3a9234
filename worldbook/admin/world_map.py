"""The map of a world: places are dragged, connections made with both directions and one door (PL-9).

`place/` takes `{key, x, y}` as JSON (null, null: back to the automatic layout) and answers `{}`;
a refusal is `{"error": {code, message}}` with its status.
"""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from worldbook.actions.errors import ActionRefused
from worldbook.actions.world_map import Connection, connect_places, place_on_map
from worldbook.admin.world_frame import world_of, world_page, world_path
from worldbook.models import Exit, World
from worldbook.queries.roles import signed_in
from worldbook.queries.world_map import MapLine, MapPlace, WorldMap, read_map

WIDTH, HEIGHT, MARGIN = 136, 48, 48
"""Of a place on the picture; the edge around all of them."""
STRETCH = 1.5
"""How much wider the picture is than the map, so that marks have room between places."""
MARKS: Mapping[str, str] = {
    "closed": "M-6-6h12v12h-12z",
    "locked": "M-6-6h12v12h-12z",
    "blocked": "M-7-7l14 14M7-7l-14 14",
}
"""What is drawn on the middle of a connection of some state."""
SHORT = 16
"""Columns of a name that fit a place; a Chinese character takes two."""


def urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of the page and of what it sends."""
    return [
        world_path(model_admin, "map/", _page, "worldbook_world_map"),
        world_path(model_admin, "map/place/", _place, "worldbook_world_map_place"),
        world_path(model_admin, "map/connect/", _connect, "worldbook_world_map_connect"),
    ]


class ConnectForm(forms.Form):
    """Two places, and how one gets from each to the other."""

    one = forms.ChoiceField(label=gettext_lazy("from"), widget=UnfoldAdminSelectWidget)
    other = forms.ChoiceField(label=gettext_lazy("to"), widget=UnfoldAdminSelectWidget)
    name = forms.CharField(
        label=gettext_lazy("exit there"),
        required=False,
        max_length=200,
        widget=UnfoldAdminTextInputWidget,
        help_text=gettext_lazy("What it is called. Empty: as the place that it leads to."),
    )
    back_name = forms.CharField(
        label=gettext_lazy("exit back"),
        required=False,
        max_length=200,
        widget=UnfoldAdminTextInputWidget,
    )
    state = forms.ChoiceField(
        label=gettext_lazy("state"), choices=Exit.State.choices, widget=UnfoldAdminSelectWidget
    )
    travel_seconds = forms.IntegerField(
        label=gettext_lazy("way (seconds)"),
        required=False,
        min_value=0,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    door = forms.BooleanField(
        label=gettext_lazy("one door"),
        required=False,
        initial=True,
        widget=UnfoldBooleanSwitchWidget,
        help_text=gettext_lazy("Both directions open and close together."),
    )

    def __init__(self, drawn: WorldMap, data: Any = None) -> None:
        super().__init__(data)
        choices = [(place.key, place.name) for place in drawn.places]
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("one") and values.get("one") == values.get("other"):
            self.add_error("other", _("must be another one than itself"))
        return values

    def connection(self) -> Connection:
        """What the form says, once it is valid."""
        return Connection(**self.cleaned_data)


def _page(model_admin: Any, request: HttpRequest, world_id: int) -> HttpResponse:
    return _shown(model_admin, request, world_of(model_admin, request, world_id))


def _shown(
    model_admin: Any, request: HttpRequest, world: World, data: Any = None, status: int = 200
) -> HttpResponse:
    """The page, with the form as it was sent where it is wrong."""
    drawn = read_map(world)
    may_edit = model_admin.has_change_permission(request, world)
    answer = world_page(
        model_admin,
        request,
        world,
        title=_("Map of %(world)s") % {"world": world.name},
        template="world_map",
        current="map",
        context={
            "form": ConnectForm(drawn, data) if may_edit and len(drawn.places) > 1 else None,
            "drawing": _drawing(drawn),
            "exits": [
                {"row": way, "url": reverse("admin:worldbook_exit_change", args=[way.pk])}
                for line in drawn.lines
                for way in line.exits
            ],
            "add_place_url": f"{reverse('admin:worldbook_location_add')}?world={world.pk}",
            "connect_url": reverse("admin:worldbook_world_map_connect", args=[world.pk]),
            "script": {
                "place": reverse("admin:worldbook_world_map_place", args=[world.pk]),
                "edit": may_edit,
                "stretch": STRETCH,
            },
        },
    )
    answer.status_code = status
    return answer


def _drawing(drawn: WorldMap) -> Mapping[str, Any]:
    """Numbers and words that the template draws: `box` is the picture's view box."""
    at = {place.key: place for place in drawn.places}
    xs, ys = zip(*(_drawn(place) for place in drawn.places), strict=True) if at else ((0,), (0,))
    left, top = min(xs) - WIDTH // 2 - MARGIN, min(ys) - HEIGHT // 2 - MARGIN
    right, bottom = max(xs) + WIDTH // 2 + MARGIN, max(ys) + HEIGHT // 2 + MARGIN
    return {
        "box": f"{left} {top} {right - left} {bottom - top}",
        "width": right - left,
        "height": bottom - top,
        "half_width": WIDTH // 2,
        "half_height": HEIGHT // 2,
        "places": [
            {
                "key": place.key,
                "name": place.name,
                "short": _short(place.name),
                "region": place.region,
                "x": place.x,
                "y": place.y,
                "drawn": _drawn(place),
                "put": place.put,
                "url": reverse("admin:worldbook_location_change", args=[place.pk]),
            }
            for place in drawn.places
        ],
        "lines": [_line(line, at[line.one], at[line.other]) for line in drawn.lines],
    }


def _drawn(place: MapPlace) -> tuple[int, int]:
    """Where a place is on the picture."""
    return round(place.x * STRETCH), place.y


def _line(line: MapLine, one: MapPlace, other: MapPlace) -> dict[str, Any]:
    """A connection as the template draws it: its ends and its middle, as `x,y`."""
    (x1, y1), (x2, y2) = _drawn(one), _drawn(other)
    middle = ((x1 + x2) // 2, (y1 + y2) // 2)
    return {
        "one": one.key,
        "other": other.key,
        "points": f"{x1},{y1} {middle[0]},{middle[1]} {x2},{y2}",
        "middle": f"{middle[0]} {middle[1]}",
        "state": line.state,
        "mark": MARKS.get(line.state, ""),
        "hidden": line.hidden,
        "one_way": not line.back,
        "title": " · ".join(_told(way) for way in line.exits),
    }


def _told(way: Exit) -> str:
    state = f" ({way.get_state_display()})" if way.state != Exit.State.OPEN else ""
    return f"{way.origin.name} → {way.target.name}: {way.name}{state}"


def _short(name: str) -> str:
    """As much of a name as a place has room for."""
    room, found = SHORT, ""
    for char in name:
        room -= 1 if char.isascii() else 2
        if room < 0:
            return f"{found.rstrip()}…"
        found += char
    return found


def _place(model_admin: Any, request: HttpRequest, world_id: int) -> HttpResponse:
    """Put a place where it was dragged to."""
    if request.method != "POST":
        return HttpResponse(status=405, headers={"Allow": "POST"})
    world = world_of(model_admin, request, world_id)
    try:
        key, x, y = _point(request)
        place_on_map(by=signed_in(request.user), world_id=world.pk, key=key, x=x, y=y)
    except ActionRefused as refused:
        error = {"code": refused.code, "message": refused.message, **refused.detail}
        return JsonResponse({"error": error}, status=refused.status)
    return JsonResponse({})


def _point(request: HttpRequest) -> tuple[str, int | None, int | None]:
    """The body of `place/`.

    Raises:
        ActionRefused: "invalid" (400).
    """
    try:
        body = json.loads(request.body)
        key, x, y = body["key"], body["x"], body["y"]
    except (ValueError, RecursionError, LookupError, TypeError) as error:
        raise _wrong() from error
    whole = type(x) is type(y) is int
    if not isinstance(key, str) or not (whole or x is y is None):
        raise _wrong()
    return key, x, y


def _wrong() -> ActionRefused:
    return ActionRefused("invalid", _("This is no place and point of a map."), 400)


def _connect(model_admin: Any, request: HttpRequest, world_id: int) -> HttpResponse:
    """Make both directions of a connection, and show the map again."""
    back = HttpResponseRedirect(reverse("admin:worldbook_world_map", args=[world_id]))
    if request.method != "POST":
        return back
    world = world_of(model_admin, request, world_id)
    form = ConnectForm(read_map(world), request.POST)
    if not form.is_valid():
        return _shown(model_admin, request, world, request.POST, 400)
    try:
        connect_places(by=signed_in(request.user), world_id=world.pk, connection=form.connection())
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return _shown(model_admin, request, world, request.POST, refused.status)
    messages.success(request, _("The two places are connected, there and back."))
    return back
