"""The map of a world in a real Chromium: dragged, moved by keys, connected."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import signed_in
from tests.journeys.test_accessibility import AXE
from tests.processes import Site

pytestmark = pytest.mark.browser

VIOLATIONS = (
    "async where => (await axe.run(where)).violations.map(one => [one.id, one.nodes[0].html])"
)


@pytest.fixture(scope="module")
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """The map of the demo world; no script of it may fail."""
    context = signed_in(browser, site.url, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/admin/worldbook/world/")
    page.get_by_role("link", name="The North Tower").first.click()
    page.get_by_label("Pages of this").get_by_role("link", name="Map").click()
    page.wait_for_selector("html[data-ready]")
    yield page
    assert errors == []
    context.close()


def point(page: Page, key: str) -> tuple[int, int]:
    place = page.locator(f'[data-key="{key}"]')
    return int(place.get_attribute("data-x") or ""), int(place.get_attribute("data-y") or "")


@pytest.mark.spec("PL-9")
def test_a_place_stays_where_it_is_dragged_or_moved_by_keys(page: Page) -> None:
    place = page.locator('[data-key="oil-store"]')
    before, box = point(page, "oil-store"), place.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 15)
    page.mouse.down()
    page.mouse.move(box["x"] - 40, box["y"] + 55, steps=4)
    with page.expect_response("**/map/place/") as answer:
        page.mouse.up()
    assert answer.value.ok
    dragged = point(page, "oil-store")
    assert dragged[0] < before[0]
    assert dragged[1] > before[1]
    place.focus()
    with page.expect_response("**/map/place/"):
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Shift+ArrowDown")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert point(page, "oil-store") == (dragged[0] - 8, dragged[1] + 80)


@pytest.mark.spec("PL-1")
def test_two_places_are_picked_and_connected_there_and_back(page: Page) -> None:
    page.get_by_role("button", name="Connect", exact=True).click()
    page.locator('[data-key="oil-store"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-key="dry-arch"]').focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Exit there")).to_be_focused()
    page.keyboard.type("A drain")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The two places are connected")).to_be_visible()
    rows = page.locator("tbody tr", has_text="oil-store-dry-arch")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("A drain")


def test_it_opens_with_all_places_at_any_width_and_is_enlarged_by_a_button(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    page.wait_for_selector("html[data-ready]")
    box = page.locator("#map").bounding_box()
    assert box
    assert box["width"] <= 360
    places = [place.bounding_box() for place in page.locator("#map [data-key]").all()]
    for place in places:
        assert place
        assert box["x"] <= place["x"] <= place["x"] + place["width"] <= box["x"] + box["width"]
        assert box["y"] <= place["y"] <= place["y"] + place["height"] <= box["y"] + box["height"]
    page.get_by_role("button", name="Larger").click()
    larger = page.locator("#map [data-key]").first.bounding_box()
    assert larger
    assert places[0]
    assert larger["width"] > 1.3 * places[0]["width"]
    page.get_by_role("button", name="Whole map").click()
    assert page.locator("#map [data-key]").first.bounding_box() == places[0]
    page.set_viewport_size({"width": 1280, "height": 900})


def test_it_has_no_barriers_that_a_checker_finds(page: Page) -> None:
    page.evaluate(AXE.read_text())
    assert page.evaluate(VIOLATIONS, ".rp-map, #map-form") == []
