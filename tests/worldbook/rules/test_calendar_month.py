from datetime import date, timedelta

import pytest

from worldbook.rules.calendar import Calendar
from worldbook.rules.calendar_month import beside, coming_stretches, month_sheet

FESTIVALS = {
    "fair": {"range": {"from": "02-28", "to": "03-02"}},
    "moon": {"every": {"days": 14, "from": "2024-02-01"}},
    "leap": {"dates": ["02-29"]},
}
CALENDAR = Calendar("north", FESTIVALS)


@pytest.mark.spec("TM-8")
def test_a_sheet_has_whole_weeks_and_names_the_festivals_of_each_day():
    weeks = month_sheet(CALENDAR, FESTIVALS, 2024, 2)
    assert [len(week) for week in weeks] == [7] * 5
    assert weeks[0][:3] == [None, None, None]
    days = [cell for week in weeks for cell in week if cell]
    assert [cell.day for cell in days] == [date(2024, 2, 1) + timedelta(n) for n in range(29)]
    held = {cell.day.day: cell.festivals for cell in days if cell.festivals}
    assert held == {
        1: ("moon",),
        15: ("moon",),
        28: ("fair",),
        29: ("fair", "moon", "leap"),
    }


@pytest.mark.spec("TM-10")
def test_sheets_end_with_the_calendar():
    last = [cell for week in month_sheet(CALENDAR, {}, 9999, 12) for cell in week if cell]
    assert last[-1].day == date.max
    assert beside(9999, 12, 1) is None
    assert beside(1, 1, -1) is None
    assert beside(2024, 12, 1) == (2025, 1)
    assert beside(2024, 1, -1) == (2023, 12)
    assert beside(2024, 2, 12) == (2025, 2)


@pytest.mark.spec("TM-8")
def test_what_comes_next_is_told_by_runs_of_days():
    def said(rule, day, count=2):
        return [(str(a), str(b)) for a, b in coming_stretches(CALENDAR, rule, day, count)]

    fair = {"festival": "fair"}
    assert said(fair, date(2026, 1, 1)) == [
        ("2026-02-28", "2026-03-02"),
        ("2027-02-28", "2027-03-02"),
    ]
    assert said(fair, date(2026, 3, 1), 1) == [("2026-02-28", "2026-03-02")]
    assert said(fair, date(2026, 3, 3), 1) == [("2027-02-28", "2027-03-02")]
    assert said({"dates": ["02-29"]}, date(2097, 1, 1), 2) == [
        ("2104-02-29", "2104-02-29"),
        ("2108-02-29", "2108-02-29"),
    ]
    assert said({"festival": "gone"}, date(2026, 1, 1)) == []
    assert said(fair, date.max) == []
