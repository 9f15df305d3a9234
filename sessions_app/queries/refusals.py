"""What a rule refused, in the reader's language."""

from django.utils.translation import gettext

from worldbook.rules.refusal import Refusal


def words_of(refusal: Refusal) -> str:
    """The reason of a refusal made by `rules.refusing`, translated; values that are words too."""
    text = refusal.detail.get("text")
    if not isinstance(text, str):
        return refusal.reason
    values = {
        name: gettext(value) if name == "wanted" else value
        for name, value in refusal.detail.items()
    }
    return gettext(text) % values
