"""Addresses of the worldbook's API, under /api/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
