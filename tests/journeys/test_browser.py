"""A story played in a real Chromium, on a site in real processes."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.journeys.browser import SLOW, Reader, signed_in
from tests.processes import Site

pytestmark = pytest.mark.browser

BROKEN = """
from sessions_app.models import ModelRoute, Provider
nobody = Provider.objects.create(name="nobody", kind="openai", base_url="http://127.0.0.1:9/v1")
ModelRoute.objects.filter(role="actor").update(provider=nobody)
"""
MENDED = """
from sessions_app.models import ModelRoute, Provider
ModelRoute.objects.filter(role="actor").update(provider=Provider.objects.get(name="storyteller"))
"""
LONG = "I ask Edda about the copper key, the tower, the harbour, and I look at the gate."


@pytest.fixture
def context(browser: Browser, slow_site: Site) -> Iterator[BrowserContext]:
    opened = signed_in(browser, slow_site.url)
    yield opened
    opened.close()


@pytest.fixture
def reader(context: BrowserContext) -> Iterator[Reader]:
    reader = Reader(context)
    yield reader
    assert reader.errors == []


@pytest.mark.spec("UI-2", "PG-3", "PG-16", "PG-4", "PG-21")
def test_a_turn_is_played_reloaded_in_the_middle_explained_and_played_again(
    reader: Reader,
) -> None:
    reader.start_story()
    page = reader.page
    expect(page.locator(".turn .speaker").first).to_have_text("Edda Marrow")
    reader.send(LONG)
    expect(page.locator("#stop")).to_be_visible()
    expect(page.locator("#message")).to_have_value("")
    first = reader.wait_words()
    expect(page.locator("#phase")).to_have_text("Edda Marrow is answering…")
    assert len(reader.wait_words(len(first) + 20)) > len(first)
    reader.reload()
    seen = reader.wait_words()
    expect(page.locator("#stop")).to_be_visible()
    reader.wait_idle()
    whole = reader.last_answer()
    assert whole.startswith(first)
    assert len(whole) > len(seen)
    reader.menu(".last-answer", "Why? The worldbook of this turn")
    title = page.locator(".entry-title", has_text=re.compile("^The copper key$"))
    entry = page.locator("#worldbook .entry", has=title)
    expect(entry).to_contain_text(re.compile("“copper.*” in your message"))
    expect(entry).to_contain_text("revision 1")
    page.click("#close-worldbook")
    assert reader.takes() == "1 / 1"
    page.click(".last-answer [data-do=next]")
    reader.wait_words()
    reader.wait_idle()
    reader.wait_takes("2 / 2")
    assert reader.last_answer() != whole
    page.press("#message", "ArrowLeft")
    reader.wait_takes("1 / 2")
    assert reader.last_answer() == whole


@pytest.mark.spec("PG-2", "TB-3")
def test_escape_stops_and_keeps_what_was_told_or_discards_it_by_choice(
    reader: Reader, slow_site: Site
) -> None:
    slow_site.shell(SLOW.format(ms=300))
    reader.start_story()
    page = reader.page
    reader.send(LONG)
    told = reader.wait_words(20)
    page.keyboard.press("Escape")
    reader.wait_idle()
    expect(page.locator(".card-title")).to_have_text("You stopped the answer here.")
    assert reader.last_answer().startswith(told)
    slow_site.shell(SLOW.format(ms=30))
    page.click("[data-do=resume]")
    expect(page.locator("#stop")).to_be_visible()
    reader.wait_idle()
    expect(page.locator(".card-title")).to_have_count(0)
    assert reader.last_answer().startswith(told)
    slow_site.shell(SLOW.format(ms=300))
    reader.send(LONG)
    reader.wait_words(20)
    page.click("#stop-more")
    page.get_by_role("menuitem", name="Stop and discard the text").click()
    reader.wait_idle()
    expect(page.locator(".last-answer .story-text")).to_have_count(0)
    slow_site.shell(SLOW.format(ms=60))


@pytest.mark.spec("PG-15", "TB-4")
def test_a_failed_turn_stays_as_a_card_with_the_reason_and_retry(
    reader: Reader, slow_site: Site
) -> None:
    reader.start_story()
    page = reader.page
    slow_site.shell(BROKEN)
    try:
        reader.send("I wait.")
        expect(page.locator(".card-note.bad")).to_contain_text("The model cannot be reached.")
        reader.reload()
        expect(page.locator(".card-note.bad")).to_contain_text("The model cannot be reached.")
        expect(page.locator(".line.me").last).to_contain_text("I wait.")
    finally:
        slow_site.shell(MENDED)
    page.click("[data-do=retry]")
    reader.wait_words()
    reader.wait_idle()
    expect(page.locator(".card-note")).to_have_count(0)


@pytest.mark.spec("PG-14")
def test_a_draft_is_kept_until_the_server_has_it(reader: Reader, context: BrowserContext) -> None:
    reader.start_story()
    page = reader.page
    page.fill("#message", "Half a thou")
    reader.reload()
    expect(page.locator("#message")).to_have_value("Half a thou")
    context.set_offline(True)
    page.press("#message", "Enter")
    expect(page.locator(".toast")).to_contain_text("cannot be reached")
    expect(page.locator("#message")).to_have_value("Half a thou")
    context.set_offline(False)
    page.press("#message", "Enter")
    expect(page.locator("#message")).to_have_value("")
    expect(page.locator(".line.me")).to_have_count(1)
    reader.reload()
    expect(page.locator("#message")).to_have_value("")
    reader.wait_idle()
    page.route("**/turns/", lambda route: (route.fetch(), route.abort()))
    reader.send("The answer to this is lost.")
    expect(page.locator(".line.me")).to_have_count(2)
    expect(page.locator("#message")).to_have_value("")
    reader.reload()
    expect(page.locator("#message")).to_have_value("")


@pytest.mark.spec("PG-14", "TB-1")
def test_what_is_typed_while_a_message_leaves_is_the_next_message(reader: Reader) -> None:
    reader.start_story()
    page = reader.page
    page.route("**/turns/", lambda route: (page.wait_for_timeout(800), route.continue_()))
    page.click("#message")
    for text in ("One.", "Two.", "Three."):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.keyboard.type("Not yet")
    mine = page.locator(".line.me .story-text")
    expect(mine).to_have_text(["One.", "Two.", "Three."], timeout=90_000)
    expect(page.locator("#message")).to_have_value("Not yet")
    page.unroute("**/turns/")
    reader.wait_idle()
    page.route("**/turns/", lambda route: (page.wait_for_timeout(800), route.abort()))
    page.press("#message", "Enter")
    page.keyboard.type("Later")
    expect(page.locator(".toast").last).to_contain_text("cannot be reached")
    expect(page.locator("#message")).to_have_value("Not yet\nLater")


@pytest.mark.spec("PG-17", "TB-1")
def test_a_second_tab_follows_and_a_second_message_waits_in_order(
    reader: Reader, context: BrowserContext
) -> None:
    url = reader.start_story()
    other = Reader(context)
    other.open(url)
    reader.send(LONG)
    other.wait_words()
    other.send("Then I sit down.")
    waiting = reader.page.locator(".waiting")
    expect(waiting).to_contain_text("Then I sit down.")
    expect(waiting).to_contain_text("Waits for its turn")
    reader.send("And I get up.")
    expect(other.page.locator(".waiting")).to_have_count(2)
    other.page.locator(".waiting", has_text="And I get up.").get_by_text("Withdraw").click()
    expect(reader.page.locator(".waiting")).to_have_count(1)
    expect(reader.page.locator(".line.me")).to_have_count(2, timeout=60_000)
    reader.wait_idle()
    other.wait_idle()
    assert reader.last_answer() == other.last_answer()
    assert other.errors == []


@pytest.mark.spec("PG-18")
def test_the_readers_place_stays_while_new_text_comes_below(reader: Reader) -> None:
    reader.start_story()
    page = reader.page
    reader.send(LONG)
    reader.wait_words(10)
    page.hover("#turns")
    page.mouse.wheel(0, -5000)
    page.wait_for_function("() => document.getElementById('main').scrollTop === 0")
    so_far = len(reader.live())
    reader.wait_words(so_far + 60)
    assert page.evaluate("document.getElementById('main').scrollTop") == 0
    expect(page.locator("#new-text")).to_be_visible()
    reader.wait_idle()
    assert page.evaluate("document.getElementById('main').scrollTop") == 0
    page.click("#new-text")
    expect(page.locator("#new-text")).to_be_hidden()
    expect(page.locator(".last-answer .tools")).to_be_in_viewport()


@pytest.mark.spec("UI-1")
def test_a_story_is_renamed_and_deleted_after_a_question(reader: Reader) -> None:
    story = reader.start_story(title="The first night")
    page = reader.page
    row = page.locator(f'.stories li:has(a[href="/{story.split("/", 3)[3]}"])')
    page.goto("/")
    row.get_by_role("button", name="Rename").click()
    page.fill("#rename-field", "The second night")
    page.locator("#rename-dialog .primary").click()
    expect(row.locator(".title")).to_have_text("The second night")
    row.get_by_role("button", name="Delete").click()
    page.locator("#delete-dialog").get_by_text("Cancel").click()
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Delete").click()
    page.locator("#delete-dialog .danger").click()
    expect(row).to_have_count(0)
    assert page.request.get(story).status == 404


@pytest.mark.spec("PG-7", "PG-8")
def test_messages_are_edited_deleted_and_put_back(reader: Reader) -> None:
    reader.start_story()
    page = reader.page
    reader.send("I wait.")
    reader.wait_words()
    reader.wait_idle()
    answer = reader.last_answer()
    page.press("#message", "ArrowUp")
    page.fill("[data-editor] textarea", "I wait a while.")
    page.get_by_role("button", name="Edit only").click()
    expect(page.locator(".line.me .story-text")).to_have_text("I wait a while.")
    assert reader.last_answer() == answer
    reader.menu(".last-answer", "Delete this message")
    expect(page.locator(".last-answer .gone")).to_be_visible()
    page.locator(".toast").get_by_text("Undo").click()
    expect(page.locator(".last-answer .story-text")).to_have_text(answer, use_inner_text=True)
    reader.menu(".line.me", "Delete from here on")
    expect(page.locator(".line.me")).to_have_count(0)
    expect(page.locator("#message")).to_have_value("I wait a while.")
    page.locator(".toast", has_text="from here on").get_by_text("Undo").click()
    expect(page.locator(".line.me")).to_have_count(1)
    page.fill("#message", "")
    page.press("#message", "ArrowUp")
    page.fill("[data-editor] textarea", "I look at the gate.")
    page.get_by_role("button", name="Edit and replay from here").click()
    expect(page.locator(".line.me .story-text")).to_have_text("I look at the gate.")
    reader.wait_words()
    reader.wait_idle()
    assert reader.last_answer() != answer


@pytest.mark.spec("PG-6", "PG-5")
def test_an_answer_goes_on_and_is_played_again_with_an_instruction(reader: Reader) -> None:
    reader.start_story()
    page = reader.page
    reader.send("I wait.")
    reader.wait_words()
    reader.wait_idle()
    answer = reader.last_answer()
    page.click("[data-do=continue]")
    expect(page.locator("#stop")).to_be_visible()
    reader.wait_idle()
    longer = reader.last_answer()
    assert longer.startswith(answer)
    assert len(longer) > len(answer)
    page.click("[data-do=redo]")
    page.fill("#instruction", "shorter")
    page.press("#instruction", "Enter")
    reader.wait_takes("2 / 2")
    reader.wait_idle()
    address = f"/api/sessions/{page.url.rstrip('/').rsplit('/', 1)[1]}/messages/"
    takes = page.request.get(address).json()["turns"][-1]["takes"]
    assert [take["instruction"] for take in takes] == ["", "shorter"]


@pytest.mark.spec("PG-1")
def test_enter_sends_but_not_within_a_composition_and_shift_enter_breaks(reader: Reader) -> None:
    reader.start_story()
    page = reader.page
    page.fill("#message", "one")
    page.press("#message", "Shift+Enter")
    page.keyboard.type("two")
    expect(page.locator("#message")).to_have_value("one\ntwo")
    composing = "new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true})"
    page.evaluate(f"document.getElementById('message').dispatchEvent({composing})")
    expect(page.locator(".line.me")).to_have_count(0)
    page.press("#message", "Enter")
    expect(page.locator(".line.me .story-text")).to_have_text("one\ntwo", use_inner_text=True)


@pytest.mark.spec("UI-4")
def test_the_pages_change_their_language(reader: Reader) -> None:
    page = reader.page
    page.goto("/")
    page.get_by_role("button", name="中文").click()
    page.wait_for_selector("html[lang=zh-hans]")
    expect(page.get_by_role("link", name="Library")).to_have_count(0)
    page.get_by_role("button", name="English").click()
    page.wait_for_selector("html[lang=en]")
    expect(page.get_by_role("link", name="Library")).to_be_visible()


@pytest.mark.spec("SF-1")
def test_no_script_of_a_message_runs(reader: Reader) -> None:
    reader.start_story()
    page = reader.page
    page.evaluate("window.hit = false")
    reader.send('<img src=x onerror="window.hit=true"> [go](javascript:window.hit=true) **strong**')
    expect(page.locator(".line.me strong")).to_have_text("strong")
    assert page.locator(".line.me img, .line.me a[href^=javascript]").count() == 0
    assert page.evaluate("window.hit") is False
    policy = page.request.get(page.url).headers["content-security-policy"]
    assert re.search(r"script-src 'self'(;|$)", policy)


@pytest.mark.spec("UI-2")
def test_a_long_story_opens_at_its_end_and_brings_earlier_turns_when_asked(
    reader: Reader, slow_site: Site
) -> None:
    url = reader.start_story()
    story = int(url.rstrip("/").rsplit("/", 1)[1])
    slow_site.shell(GROW.format(story=story, turns=75))
    page = reader.page
    reader.open(url)
    shown = page.locator(".turn")
    assert shown.count() <= 60
    expect(shown.last).to_have_attribute("data-number", "75")
    page.locator("#main").evaluate("box => { box.scrollTop = 0; }")
    for _ in range(4):
        page.wait_for_timeout(300)
        page.locator("#main").evaluate("box => { box.scrollTop = 0; }")
    expect(shown.first).to_have_attribute("data-number", "0")
    numbers = page.eval_on_selector_all(".turn", "all => all.map(one => +one.dataset.number)")
    assert numbers == list(range(76))


GROW = """
from sessions_app.models import Passage, Session, Take, Turn
story = Session.objects.get(pk={story})
head = story.head
for number in range(1, {turns} + 1):
    turn = Turn.objects.create(session=story, number=number, idempotency_key=f"grow-{{number}}",
        player_text=f"Step {{number}}.", status="delivered")
    take = Take.objects.create(turn=turn, number=1, parent=head, status="delivered", attempt=1)
    Passage.objects.create(take=take, text=f"You take step {{number}}. " * 20)
    head = take
story.head = head
story.save()
print({story})
"""
