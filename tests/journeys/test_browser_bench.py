"""The test bench in a real Chromium: a chat is typed, the draft is changed, the difference is seen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import signed_in
from tests.processes import Site

pytestmark = pytest.mark.browser

BOOK = "Lore of the North Tower"
REKEY = """
from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.models import Turn
from worldbook.actions.entries import update_entry
from worldbook.models import Entry, Opening
from worldbook.rules.selection import Message, SelectionRequest
row = Entry.objects.get(book__name="{book}", key_id="copper-key")
owner = row.book.owner
update_entry(by=owner, entry_id=row.pk, expected_version=row.version, keys=["{key}"])
opening = Opening.objects.filter(pins__book=row.book).first()
story = start_story(by=owner, key="bench", opening_id=opening.pk, wishes=StartWishes(title="Played"))
wanted = SelectionRequest(query="I have copper.", messages=(Message("assistant", "Who?"),), turn=3)
pins = [[pin.book.key, pin.revision.number] for pin in story.pins.all()]
Turn.objects.create(session=story, number=3, idempotency_key="bench", player_text="I have copper.",
    status="delivered", selection_input=wanted.to_json() | {{"pins": pins, "model": ""}})
"""
"""The draft of the demo book gets another key, and its owner a story with a recorded turn."""


@pytest.fixture
def bench(browser: Browser, site: Site) -> Iterator[Page]:
    """The bench of the demo book; no script of it may fail."""
    context = signed_in(browser, site.url)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/admin/worldbook/lorebook/")
    page.get_by_role("link", name=BOOK).first.click()
    page.get_by_role("link", name="Test bench").click()
    yield page
    assert errors == []
    context.close()


@pytest.mark.spec("WB-39", "WK-7")
def test_an_entry_fires_while_one_types_and_a_changed_draft_stands_beside_the_revision(
    bench: Page, site: Site
) -> None:
    key = bench.locator('.rp-entry[data-key="copper-key"]')
    chat = bench.get_by_label("Chat")
    expect(bench.locator(".rp-verdict")).to_contain_text("The draft chooses the same as Revision")
    chat.press_sequentially("I hold out the copper", delay=15)
    expect(key).to_contain_text("“copper” in the last message")
    expect(bench.locator("mark[data-side=both]", has_text="copper")).to_be_visible()
    site.shell(REKEY.format(book=BOOK, key="silver"))
    chat.press_sequentially(" key and the silver", delay=15)
    expect(key.locator("[data-side=draft]")).to_contain_text("“silver” in the last message")
    expect(key.locator("[data-side=other]")).to_contain_text("“copper” in the last message")
    expect(key).to_have_attribute("data-mark", "altered")
    bench.get_by_label("Why not this entry?").fill("lamp-room")
    expect(bench.locator(".rp-keys").first).to_contain_text("lamp room not found")
    bench.get_by_text("Settings", exact=True).click()
    bench.get_by_role("spinbutton", name="Budget").fill("")
    expect(bench.locator("#bench-errors")).to_contain_text("This field is required")
    expect(key).to_be_visible()
    bench.reload()
    expect(chat).to_have_value("I hold out the copper key and the silver")
    bench.get_by_text("Take a recorded turn").click()
    bench.locator("#bench-turns:not([disabled])").select_option(label="Played · 3 · I have copper.")
    expect(chat).to_have_value("Assistant: Who?\n\nUser: I have copper.")
    expect(key).to_contain_text("no longer in the draft")
    bench.get_by_role("button", name="Compare").click()
    turn = bench.locator("#bench-compared > li")
    expect(turn).to_contain_text("Played · 3")
    expect(turn.locator("li", has_text="copper-key")).to_contain_text("leaves")


LATEST = """async () => {
    const { Latest } = await import("/static/worldbook/latest.js");
    const shown = [], waiting = [];
    const latest = new Latest(5, {
        ask: signal => new Promise((done, fail) => {
            waiting.push(done);
            signal.addEventListener("abort", () => fail(new Error("called off")));
        }),
        begin() {}, done: answer => shown.push(answer), failed: error => shown.push(error.message),
    });
    latest.now(); latest.now();
    waiting[1]("second"); waiting[0]("first");
    await new Promise(done => setTimeout(done, 0));
    latest.soon(); latest.soon();
    await new Promise(done => setTimeout(done, 40));
    return [shown, waiting.length];
}"""


@pytest.mark.spec("WK-7")
def test_the_latest_answer_wins_and_typing_asks_once(browser: Browser, site: Site) -> None:
    page = browser.new_page(base_url=site.url)
    page.goto("/sign-in/")
    assert page.evaluate(LATEST) == [["second"], 3]
    page.close()
