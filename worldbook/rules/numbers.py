"""Whole numbers as addresses and forms bring them: text of any length."""

LARGEST = 2**63 - 1
_DIGITS = len(str(LARGEST))


def whole_number(text: str, most: int = LARGEST) -> int | None:
    """The number that a text of digits says; None where it says none, or one above `most`."""
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0")
    if len(digits) > _DIGITS:
        return None
    number = int(digits or "0")
    return number if number <= most else None
