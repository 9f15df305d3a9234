"""Requests and sockets come in here. Sockets: origin checked, signed in by the same cookie."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.core.asgi import get_asgi_application

from rpsite.access_log import AccessLog
from rpsite.uploads import BoundedBody

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rpsite.settings.site")
http = get_asgi_application()

from sessions_app.routing import websocket_urlpatterns  # noqa: E402 - needs the apps

application = ProtocolTypeRouter(
    {
        "http": AccessLog(
            BoundedBody(http, forms=settings.UPLOAD_MAX_BYTES, others=settings.REQUEST_MAX_BYTES)
        ),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
