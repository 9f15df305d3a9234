"""Requests over ASGI, each in one visit to a thread.

Django's own handler runs its middleware on the event loop and sends each of its layers to a thread
and back, before and after the view: some twenty visits a request, while every view here is plain
code. Here the whole chain, view included, is one call in the request's thread.
"""

import os

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase


class ThreadHandler(ASGIHandler):
    """Django's handler with the middleware loaded for plain code."""

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: FBT001, FBT002 - Django's
        """Load the chain for plain code, whatever the server speaks."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request in its thread."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


def application() -> ThreadHandler:
    """Set Django up and return the ASGI application for HTTP."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rpsite.settings.site")
    django.setup(set_prefix=False)
    return ThreadHandler()
