"""Addresses of the sockets."""

from django.urls import path

from sessions_app.consumers.story import StoryConsumer

websocket_urlpatterns = [path("ws/sessions/<int:session_id>/", StoryConsumer.as_asgi())]
