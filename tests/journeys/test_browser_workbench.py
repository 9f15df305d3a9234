"""The list of entries and an entry's form in a real Chromium: moving, and what is typed is kept."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import signed_in
from tests.journeys.test_accessibility import AXE
from tests.processes import Site

pytestmark = pytest.mark.browser

BOOK = "Lore of the North Tower"
NAMES = "rows => rows.map(row => row.querySelector('.rp-entry-name a').textContent)"
VIOLATIONS = "async where => (await axe.run(where)).violations.map(one => one.id)"
MORE = """
from django.db import transaction
from worldbook.actions.many_entries import add_entries
from worldbook.models import Lorebook
book = Lorebook.objects.get(name="{book}")
with transaction.atomic():
    add_entries(book, [dict(key_id=f"n{{n}}", title=f"Note {{n}}", place=1000 + n) for n in range({n})])
"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """The list of the demo book's entries; no script of it may fail."""
    site.shell(MORE.format(book=BOOK, n=3_000))
    context = signed_in(browser, site.url, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/admin/")
    page.get_by_role("link", name=BOOK).first.click()
    yield page
    assert errors == []
    context.close()


def rows(page: Page) -> list[str]:
    """The names of the first rows, as they stand in the page."""
    page.wait_for_selector("html[data-ready]")
    return page.eval_on_selector_all(".rp-window > .rp-entry", NAMES)[:8]


@pytest.mark.spec("WK-4")
def test_entries_are_moved_by_drag_and_by_keyboard(page: Page) -> None:
    before = rows(page)
    grip = page.locator("[data-do=grip]").first.bounding_box()
    third = page.locator(".rp-window > .rp-entry").nth(2).bounding_box()
    assert grip
    assert third
    page.mouse.move(grip["x"] + 9, grip["y"] + 9)
    page.mouse.down()
    page.mouse.move(grip["x"] + 9, third["y"] + 30, steps=4)
    with page.expect_response("**/entries/move/") as moved:
        page.mouse.up()
    assert moved.value.ok
    dragged = [before[1], before[2], before[0], *before[3:]]
    assert rows(page) == dragged
    page.locator("[data-do=grip]").nth(2).focus()
    for key in ("Enter", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator("#live")).to_contain_text("Place 1 of")
    page.keyboard.press("Escape")
    assert rows(page) == dragged
    for key in ("Enter", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    with page.expect_response("**/entries/move/"):
        page.keyboard.press("Enter")
    page.reload()
    assert rows(page) == before


@pytest.mark.spec("WK-1")
def test_thousands_of_rows_are_scrolled_with_few_of_them_in_the_page(page: Page) -> None:
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_role("link", name="Note 2999")).to_be_visible()
    assert page.locator("#entries-window > *").count() < 60
    page.evaluate("window.scrollTo(0, 0)")
    page.locator("#pick-all").check()
    expect(page.locator("#chosen-count")).to_contain_text("entries chosen")
    page.evaluate(AXE.read_text())
    assert page.evaluate(VIOLATIONS, "#entries") == []
    page.locator("[data-clear]").click()


@pytest.mark.spec("WK-14")
def test_what_was_typed_is_kept_over_a_reload_and_a_conflict_is_told(page: Page) -> None:
    page.locator(".rp-entry-name a").first.click()
    page.wait_for_selector("html[data-ready]")
    text = page.get_by_label("Text", exact=True)
    text.fill("Mine.")
    warned: list[str] = []
    page.once("dialog", lambda dialog: (warned.append(dialog.type), dialog.accept()))
    page.reload()
    assert warned == ["beforeunload"]
    expect(page.locator("#kept-draft-words")).to_contain_text("was not saved: Text")
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_label("Text", exact=True).fill("Theirs.")
    other.get_by_role("button", name="Save", exact=True).click()
    other.wait_for_url("**/entry/?book__id__exact=*")
    other.close()
    page.get_by_role("button", name="Put it back").click()
    expect(text).to_have_value("Mine.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Somebody else has saved here: Theirs.")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/entry/?book__id__exact=*")
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("Object.keys(localStorage).filter(k => k.startsWith('rp-draft'))") == []
    page.locator(".rp-entry-name a").first.click()
    expect(text).to_have_value("Mine.")
    expect(page.locator("#kept-draft-offer")).to_be_hidden()
