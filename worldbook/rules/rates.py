"""Rates, "60/hour", as settings name them."""

PERIODS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
"""Seconds, by the first letter of the period's name."""


def parse_rate(rate: str) -> tuple[int, int]:
    """How often, in how many seconds: "60/hour" is (60, 3600).

    Raises:
        ValueError: it is no rate.
    """
    number, _slash, period = rate.partition("/")
    if period[:1] not in PERIODS:
        raise ValueError(f"{rate!r} is no rate such as 60/hour")
    return int(number), PERIODS[period[0]]
