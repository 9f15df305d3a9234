"""Requests and sockets come in here. Sockets: origin checked, signed in by the same cookie."""

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings

from rpsite import handler
from rpsite.access_log import AccessLog
from rpsite.uploads import BoundedBody

http = handler.application()

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
