"""Numbers in Chinese numerals: days (`二十八`) and years digit by digit (`一三一二`), both ways."""

import re

_DIGITS = "〇一二三四五六七八九"
_READ = {sign: value for value, sign in enumerate(_DIGITS)} | {"零": 0, "两": 2, "廿": 20, "卅": 30}
HAN_NUMERALS = "〇零一二两三四五六七八九十廿卅"
"""The signs that `read_han` knows."""


def is_han(text: str) -> bool:
    """Whether a text is nothing but Chinese signs."""
    return re.fullmatch(r"[\u3007\u3400-\u9fff]+", text) is not None


def han_number(number: int) -> str:
    """A number from 0 to 99 as it is spoken: `十八`, `二十`."""
    tens, ones = divmod(number, 10)
    if not tens:
        return _DIGITS[ones]
    return f"{_DIGITS[tens] if tens > 1 else ''}十{_DIGITS[ones] if ones else ''}"


def han_digits(number: str) -> str:
    """A number's digits one by one; whatever else it has (a sign) stays."""
    return "".join(_DIGITS[int(sign)] if sign.isdecimal() else sign for sign in number)


def read_han(text: str) -> int | None:
    """What `han_number`, `han_digits` or plain digits say; None for anything else."""
    digits = text.removeprefix("-")
    if digits.isdecimal():
        return int(text)
    if not digits or any(sign not in HAN_NUMERALS for sign in digits):
        return None
    number = _spoken(digits) if any(sign in "十廿卅" for sign in digits) else _one_by_one(digits)
    return number if number is None or digits == text else -number


def _one_by_one(digits: str) -> int:
    return int("".join(str(_READ[sign]) for sign in digits))


def _spoken(digits: str) -> int | None:
    """`十八`, `二十`, `廿三`."""
    tens, _, ones = digits.replace("廿", "二十").replace("卅", "三十").partition("十")
    if len(tens) > 1 or len(ones) > 1 or "十" in ones:
        return None
    return (_READ[tens] if tens else 1) * 10 + (_READ[ones] if ones else 0)
