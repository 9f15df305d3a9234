"""Fixtures of the journeys in a browser: one Chromium and one slowly told site for a module."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.journeys.browser import SLOW, open_browser
from tests.processes import Site


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[Site]:
    """A site without background jobs: pages do not need them, and it starts sooner."""
    with Site(site_folder / "var", None, "--workers", "0") as running:
        yield running


@pytest.fixture(scope="module")
def slow_site(site: Site) -> Site:
    """A site whose storyteller takes its time, so that a test can look at it."""
    site.shell(SLOW.format(ms=60))
    return site
