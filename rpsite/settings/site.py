"""Settings of a served site."""

from rpsite.settings.base import *  # noqa: F403
