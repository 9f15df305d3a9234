"""Every page is checked with axe in a real Chromium, in both colours and both languages."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.journeys.browser import Reader, signed_in
from tests.processes import Site

pytestmark = [pytest.mark.browser, pytest.mark.spec("UI-4", "PG-30")]

AXE = Path(__file__).parent.parent / "vendor" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = (
    "/",
    "/start/{opening}/",
    "{story}settings/",
    "/preferences/",
    "/preferences/keys/",
    "/personas/",
    "/nothing/",
)
LOOKS = (
    {"color_scheme": "light", "viewport": {"width": 1280, "height": 800}},
    {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}},
)


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it is now."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("rules => axe.run(document, {runOnly: rules})", RULES)
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]


@pytest.mark.parametrize("look", LOOKS, ids=["light, wide", "dark, narrow"])
def test_axe_finds_nothing(browser: Browser, site: Site, look: dict) -> None:
    stranger = browser.new_page(base_url=site.url, **look)
    stranger.goto("/sign-in/")
    assert violations(stranger) == []
    context = signed_in(browser, site.url, **look)
    reader = Reader(context)
    story = reader.start_story()
    page = reader.page
    reader.send("I show the copper key.")
    reader.wait_idle()
    assert violations(page) == []
    page.click("#open-worldbook")
    page.locator("#worldbook .entry").first.wait_for()
    assert violations(page) == []
    page.click("#close-worldbook")
    page.click("#open-help")
    assert violations(page) == []
    page.goto("/")
    opening = page.locator(".opening .button").first.get_attribute("href").split("/")[2]
    for address in PAGES:
        page.goto(address.format(opening=opening, story=story))
        assert violations(page) == [], address
    page.goto(f"{story}settings/")
    of_books = page.locator(".pins .links a").evaluate_all("links => links.map(a => a.href)")
    assert len(of_books) == 2
    for address in of_books:
        page.goto(address)
        assert violations(page) == [], address
    page.goto("/")
    context.add_cookies([{"name": "django_language", "value": "zh-hans", "url": site.url}])
    page.goto("/")
    assert page.get_attribute("html", "lang") == "zh-hans"
    assert violations(page) == []
    context.close()
