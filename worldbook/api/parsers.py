"""Reading what a request brings."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class JsonBody(JSONParser):
    """JSON, however deep: what is too deep is bad input and no fault."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        """The value of the body.

        Raises:
            ParseError: it is no JSON, or its lists and objects stand too deep inside each other.
        """
        try:
            return super().parse(*args, **kwargs)
        except RecursionError as error:
            raise ParseError(_("Lists and objects stand too deep inside each other.")) from error
