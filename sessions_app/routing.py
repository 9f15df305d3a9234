"""Addresses of the sockets."""

websocket_urlpatterns = []
