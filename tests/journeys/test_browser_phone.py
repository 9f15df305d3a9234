"""The play page on a phone: 360 pixels, fingers instead of keys."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import Reader, signed_in
from tests.processes import Site

pytestmark = pytest.mark.browser


@pytest.mark.spec("PG-13", "PG-4")
def test_touch_has_a_long_press_for_the_menu_and_a_stroke_for_takes(
    browser: Browser, slow_site: Site
) -> None:
    size = {"width": 360, "height": 740}
    context = signed_in(browser, slow_site.url, viewport=size, has_touch=True)
    reader = Reader(context)
    reader.start_story()
    page = reader.page
    reader.send("I *wait*.")
    reader.wait_words()
    reader.wait_idle()
    touch(page, ".line.me .story-text", [("pointerdown", 60, 300)])
    page.get_by_role("menuitem", name="Raw text").click()
    expect(page.locator("#raw-text")).to_have_text("I *wait*.")
    page.keyboard.press("Escape")
    stroke = [("pointerdown", 300, 300), ("pointermove", 180, 300), ("pointerup", 180, 300)]
    touch(page, ".last-answer .story-text", stroke)
    reader.wait_takes("2 / 2")
    reader.wait_idle()
    back = [("pointerdown", 80, 300), ("pointermove", 200, 300), ("pointerup", 200, 300)]
    touch(page, ".last-answer .story-text", back)
    reader.wait_takes("1 / 2")
    assert reader.errors == []
    context.close()


def touch(page: Page, selector: str, events: list[tuple[str, int, int]]) -> None:
    """A finger that does this on an element."""
    page.locator(selector).last.evaluate(
        """(place, events) => events.forEach(([name, x, y]) => place.dispatchEvent(new PointerEvent(
          name, {bubbles: true, pointerType: 'touch', clientX: x, clientY: y})))""",
        [list(event) for event in events],
    )


@pytest.mark.spec("PG-29")
def test_at_360_pixels_nothing_runs_over_and_targets_are_44_pixels(
    browser: Browser, slow_site: Site
) -> None:
    size = {"width": 360, "height": 740}
    context = signed_in(browser, slow_site.url, viewport=size, has_touch=True)
    reader = Reader(context)
    story = reader.start_story()
    reader.send("I wait.")
    reader.wait_words()
    reader.wait_idle()
    for address in (story, "/", f"{story}settings/", "/preferences/", "/personas/"):
        reader.page.goto(address)
        reader.page.wait_for_load_state("networkidle")
        wide = reader.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], address
        small = reader.page.evaluate(SMALL_TARGETS)
        assert small == [], address
    reader.open(story)
    reader.page.click("#open-worldbook")
    box = reader.page.locator("#worldbook").bounding_box()
    assert box["width"] == size["width"]
    context.close()


@pytest.mark.spec("PG-29")
def test_at_360_pixels_title_and_place_can_be_read_and_the_writing_room_fits(
    browser: Browser, slow_site: Site
) -> None:
    size = {"width": 360, "height": 740}
    context = signed_in(browser, slow_site.url, viewport=size, has_touch=True)
    reader = Reader(context)
    reader.start_story(title="Before the tide turns")
    page = reader.page
    expect(page.locator("#scene-line")).not_to_be_empty()
    for part in ("h1", "p"):
        assert page.locator(f".play-title {part}").evaluate(WHOLE), part
    chinese = {"name": "django_language", "value": "zh-hans", "url": slow_site.url}
    context.add_cookies([chinese])  # type: ignore[list-item]
    page.goto("/admin/worldbook/character/add/")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.goto("/admin/worldbook/world/")
    page.locator("a", has_text="The North Tower").first.click()
    page.locator("a[href$='/calendar/']").first.click()
    last = page.locator(".rp-month th").last.bounding_box()
    assert last["x"] + last["width"] <= size["width"]
    context.close()


WHOLE = "one => one.scrollHeight < one.clientHeight + 8 && one.scrollWidth <= one.clientWidth"
"""No line of it is cut; the last one's descenders may reach a little below."""
SMALL_TARGETS = """() => [...document.querySelectorAll('button, .button, summary, select')]
  .filter(one => one.offsetParent && !one.classList.contains('link'))
  .map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 43.5).map(([html]) => html)"""
