"""A refusal whose words can be said in another language by the door that shows it."""

from worldbook.rules.refusal import Refusal


def refuse(code: str, text: str, /, **values: str) -> Refusal:
    """A refusal in English, with its text before the values were put in.

    `text` has the form of a message id ("There is no option “%(name)s”."); the values are in
    the detail too.
    """
    return Refusal(code, text % values if values else text, {**values, "text": text})
