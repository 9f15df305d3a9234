"""Settings of the test run."""

from rpsite.settings.base import *  # noqa: F403
