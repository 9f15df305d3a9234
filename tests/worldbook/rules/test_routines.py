import pytest

from worldbook.rules.agenda import Routine
from worldbook.rules.routines import read_routine, routine_fault


@pytest.mark.spec("AG-1")
def test_a_routine_is_read_with_what_is_absent_left_open():
    whole = {
        "start": "22:00",
        "end": "24:00",
        "days": ["fri"],
        "calendar": {"season": "winter"},
        "location": "inn",
        "activity": "sings",
    }
    assert routine_fault(whole) is None
    read = read_routine(whole)
    assert read == Routine("22:00", "24:00", ("fri",), {"season": "winter"}, "inn", "sings")
    assert read.window == {"from": "22:00", "to": "24:00", "days": ("fri",)}
    bare = {"start": "08:00", "end": "08:00", "days": [], "calendar": {}, "location": None}
    assert routine_fault(bare) is None
    assert read_routine(bare) == Routine("08:00", "08:00")
    assert read_routine(bare).window == {"from": "08:00", "to": "08:00"}


@pytest.mark.spec("AG-1")
@pytest.mark.parametrize(
    ("more", "path", "code"),
    [
        ({"start": "8:00"}, "start", "not_time"),
        ({"end": "25:00"}, "end", "not_time"),
        ({"start": "24:00"}, "start", "not_time"),
        ({"days": ["Fri"]}, "days[0]", "unknown_value"),
        ({"days": "fri"}, "days", "not_list"),
        ({"calendar": {"months": [13]}}, "calendar.months[0]", "out_of_range"),
        ({"calendar": []}, "calendar", "empty"),
        ({"calendar": {"festival": "fair"}}, "calendar.festival", "not_in_world"),
        ({"calendar": {"months": [2], "days_of_month": [30]}}, "calendar", "never"),
        ({"location": 3}, "location", "not_text"),
        ({"activity": None}, "activity", "not_text"),
        ({"place": "inn"}, "place", "unknown_field"),
    ],
)
def test_what_is_no_routine(more, path, code):
    fault = routine_fault({"start": "08:00", "end": "09:00", **more}, festivals={})
    assert (fault.path, fault.code) == (path, code)


@pytest.mark.spec("AG-1")
def test_a_routine_needs_both_its_times():
    assert routine_fault({"start": "08:00"}).path == "end"
    assert routine_fault([]).code == "not_object"
