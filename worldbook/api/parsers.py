"""Reading what a request brings."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from worldbook.rules.formats.decode import too_deep

AROUND = 8
"""How many levels a body may have around a value that is as deep as a file may be (WB-10)."""


class JsonBody(JSONParser):
    """JSON, however deep: what is too deep is bad input and no fault."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        """The value of the body.

        Raises:
            ParseError: it is no JSON, or its lists and objects stand too deep inside each other.
        """
        try:
            value = super().parse(*args, **kwargs)
        except RecursionError as error:
            raise _nested() from error
        if too_deep(value, beyond=AROUND):
            raise _nested()
        return value


def _nested() -> ParseError:
    return ParseError(_("Lists and objects stand too deep inside each other."))
