"""Going back, checkpoints and branches in a real Chromium, on a site in real processes."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.browser import Reader, signed_in
from tests.processes import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def reader(browser: Browser, site: Site) -> Iterator[Reader]:
    context = signed_in(browser, site.url)
    reader = Reader(context)
    yield reader
    assert reader.errors == []
    context.close()


def say(reader: Reader, text: str, turns: int) -> None:
    """Send a message and wait for the end of its answer."""
    reader.send(text)
    reader.page.locator(f".turn[data-number='{turns}'] .last-answer").wait_for()
    reader.wait_idle()


def numbers(reader: Reader) -> list[str]:
    """The numbers of the turns that are shown."""
    found = reader.page.locator(".turn")
    return [found.nth(i).get_attribute("data-number") or "" for i in range(found.count())]


@pytest.mark.spec("ST-1", "ST-2", "UI-2")
def test_a_story_goes_back_after_a_look_comes_again_and_branches(reader: Reader) -> None:
    reader.start_story()
    page = reader.page
    say(reader, "I look around.", 1)
    say(reader, "I ask about the harbour.", 2)
    second = reader.last_answer()

    reader.menu(".turn[data-number='1'] .them", "Make a checkpoint here…")
    page.fill("#place-name", "Before the harbour")
    page.press("#place-name", "Enter")
    expect(page.locator("#place-list li")).to_have_text(re.compile("Before the harbour.*turn 1"))
    page.locator("#places-dialog [data-close]").click()

    reader.menu(".turn[data-number='1'] .them", "Go back to here…")
    expect(page.locator("#rewind-body")).to_contain_text("1 turn is left behind.")
    page.locator("#rewind-dialog [data-close]").click()
    assert numbers(reader) == ["0", "1", "2"]
    reader.menu(".turn[data-number='1'] .them", "Go back to here…")
    page.locator("#rewind-dialog .primary").click()
    expect(page.locator(".turn[data-number='2']")).to_have_count(0)

    page.click("#open-places")
    expect(page.locator("#left-list li")).to_have_count(1)
    page.locator("#left-list .place").click()
    expect(page.locator("#rewind-body")).to_contain_text("1 turn comes back.")
    page.locator("#rewind-dialog .primary").click()
    expect(page.locator(".turn[data-number='2']")).to_have_count(1)
    assert reader.last_answer() == second

    before = page.url
    reader.menu(".turn[data-number='2'] .me", "Branch from here…")
    page.locator("#branch-dialog .primary").click()
    page.wait_for_url(lambda url: url != before)
    reader.ready()
    assert numbers(reader) == ["0", "1"]
    expect(page.locator("#message")).to_have_value("I ask about the harbour.")
    expect(page.locator("#story-title")).to_contain_text("(branch)")
    say(reader, "I go home.", 2)
    reader.open(before)
    assert numbers(reader) == ["0", "1", "2"]


BY_HAND = """async () => {
  const { ask } = await import("/static/js/lib/request.js");
  const api = JSON.parse(document.getElementById("page-data").textContent).api;
  const { tables } = await ask(`${api}state/?view=author&tables=characters`);
  const { n, nickname } = tables.characters[0];
  const edit = { table: "characters", n, field: "nickname", seen: nickname, value: "Lamplighter", reason: "so they say" };
  await ask(`${api}state/`, { method: "PATCH", body: { key: crypto.randomUUID(), ...edit } });
}"""


@pytest.mark.spec("ST-1", "PG-8")
def test_deleting_from_here_names_what_was_changed_by_hand_first(reader: Reader) -> None:
    reader.start_story()
    page = reader.page
    say(reader, "I wait.", 1)
    page.evaluate(BY_HAND)
    reader.send("/roll 2d6")
    expect(page.locator(".roll-card.player")).to_have_count(1)
    reader.menu(".turn[data-number='1'] .me", "Delete from here on")
    lists = page.locator("#rewind-body ul")
    expect(lists).to_have_text(["2d6", re.compile(r"nickname — so they say$")])
    words = page.locator("#rewind-body p").all_inner_texts()
    assert words[-2:] == [
        "These rolls are undone with it:",
        "These changes made by hand are undone with it:",
    ]
    page.locator("#rewind-dialog [data-close]").click()
    assert numbers(reader) == ["0", "1"]
    reader.menu(".turn[data-number='1'] .me", "Delete from here on")
    page.locator("#rewind-dialog .primary").click()
    expect(page.locator(".turn[data-number='1']")).to_have_count(0)
    expect(page.locator("#message")).to_have_value("I wait.")
    page.evaluate(BY_HAND.replace("Lamplighter", "Nobody"))
    page.keyboard.press("Alt+z")
    expect(page.locator(".toast")).to_contain_text(re.compile("Undone.*by hand.*nickname"))
    expect(page.locator(".turn[data-number='1']")).to_have_count(1)
