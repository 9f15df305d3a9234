"""The state of a story beside its text, and going back in it, in a real Chromium (PG-22, PG-9…11, PG-26)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.journeys.browser import Reader, signed_in
from tests.journeys.test_accessibility import AXE
from tests.journeys.test_browser_phone import SMALL_TARGETS
from tests.processes import Site

pytestmark = pytest.mark.browser

BEGIN = """
from sessions_app.actions.rolls import roll_by_player
from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.models import DiceRoll
from tests.journeys.table_worlds import document
from tests.sessions_app.stories import by_hand, new_key
from worldbook.actions.world_documents import create_world_document
from worldbook.models import Opening, User
me = User.objects.get(username="demo")
for language in ("en", "zh-hans"):
    world = create_world_document(by=me, document=document(language), visibility="private")
    opening = Opening.objects.get(world=world)
    wishes = StartWishes(seed="the sea")
    story = start_story(by=me, key=new_key(), opening_id=opening.pk, wishes=wishes)
    roll_by_player(by=me, session_id=story.pk, key=new_key(), expression="3d8")
    with by_hand(story):
        DiceRoll.objects.filter(session=story).update(hidden=True)
    print("story", language, story.pk)
"""
"""Code for a site's shell: stories that begin with a roll that their player is not to see."""
PATCH = """async ([address, body]) => {
  const { ask } = await import("/static/js/lib/request.js");
  return ask(address, { method: "PATCH", body });
}"""
ROUND = """async () => {
  const m = await import("/static/js/play/store.js");
  const { phaseWords } = await import("/static/js/play/phase_words.js");
  const state = m.newState();
  const take = { id: 5, number: 1, status: "running", attempt: 1, text: "", passages: [] };
  const turn = { id: 3, number: 1, player: { text: "Hi" }, status: "running", takes: [take], chosen: 5 };
  m.takePage(state, { turns: [turn], more: false, waiting: [], head: 5, running: 5, after: "1-0" });
  const of = { turn: 3, take: 5, attempt: 1 };
  m.takeFrame(state, { type: "phase", ...of, phase: "writing", who: "" });
  const before = phaseWords(state.live);
  const todo = m.takeFrame(state, { type: "round", ...of, round: { number: 1, begins: 0, ends: 60000 } });
  const old = m.takeFrame(state, { type: "round", ...of, attempt: 0, round: { number: 1 } });
  const lost = m.takeFrame(state, { type: "round", ...of, take: 9, round: { number: 1 } });
  return [before, phaseWords(state.live), todo.state && todo.redraw, old.redraw, lost.reload && lost.state];
}"""
ZONED = """async () => {
  const { control } = await import("/static/js/play/state_fields.js");
  const { nodes: [box], read } = control({ kind: "instant" }, 0);
  const written = (text) => {
    box.value = text;
    try { return read(); } catch (error) { return error.message; }
  };
  return ["2026-03-02T20:00:00Z", "2026-03-02T21:00+01:00", "2026-03-02T20:00", "2026-03-02", ""].map(written);
}"""
FAILING = """async () => {
  const { StateTables } = await import("/static/js/play/state_tables.js");
  const place = document.createElement("div");
  const tables = new StateTables({ place });
  const notices = async () => { await tables.show(); return place.querySelectorAll(".notice").length; };
  tables.build = () => Promise.reject(new Error("unreachable"));
  const told = [await notices(), await notices()];
  tables.build = () => { tables.tables = []; tables.journal = { node: {} }; };
  tables.fill = () => Promise.resolve();
  return [...told, await notices()];
}"""
SETTLED = "node => Promise.all(node.getAnimations().map(one => one.finished.then(() => null)))"
VIOLATIONS = "async () => (await axe.run('.side:not([hidden])')).violations.map(one => one.id)"


@pytest.fixture(scope="module")
def stories(site: Site) -> dict[str, int]:
    """A story at the inn in each language, by language."""
    told = re.findall(r"story (\S+) (\d+)", site.manage("shell", "-c", BEGIN))
    return {language: int(pk) for language, pk in told}


@pytest.fixture(scope="module")
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    opened = signed_in(browser, site.url, viewport={"width": 1280, "height": 900})
    yield opened
    opened.close()


@pytest.fixture
def reader(context: BrowserContext) -> Iterator[Reader]:
    reader = Reader(context)
    yield reader
    assert reader.errors == []
    reader.page.close()


def say(reader: Reader, text: str) -> None:
    """Send a message and wait for the end of its answer."""
    number = reader.page.locator(".turn").count()
    reader.send(text)
    reader.page.locator(f".turn[data-number='{number}'] .last-answer").wait_for()
    reader.wait_idle()


def listed(page: Page, title: str) -> Locator:
    """The rows of a part of the player's view."""
    part = page.locator("#state-body section", has=page.get_by_role("heading", name=title))
    return part.locator("li")


def no_barriers(page: Page) -> None:
    page.evaluate(AXE.read_text())
    assert page.evaluate(VIOLATIONS) == []


@pytest.mark.spec("PG-22")
def test_the_panel_says_where_i_am_and_what_i_have_and_what_this_turn_changed(
    reader: Reader, stories: dict[str, int]
) -> None:
    page = reader.page
    reader.open(f"/story/{stories['en']}/")
    expect(page.locator("#scene-line")).to_have_text("evening 20:00 · The common room")
    page.keyboard.press("Alt+s")
    expect(page.locator("#state h3")).to_have_text("The common room")
    expect(listed(page, "What I carry")).to_have_count(0)
    expect(listed(page, "Ways out").first).to_have_text(
        re.compile("front door.*→ The yard · closed")
    )
    say(reader, "I take the lamp.")
    expect(listed(page, "What I carry")).to_have_text(re.compile("storm lamp.*new"))
    expect(listed(page, "Who is here")).to_have_text("Mira Holt")
    assert "lamp" not in "".join(listed(page, "What is here").all_inner_texts())
    say(reader, "I go up the ladder.")
    expect(page.locator("#scene-line")).to_contain_text("The loft")
    expect(page.locator("#state h3")).to_have_text("The loftnew")
    expect(listed(page, "What I carry")).to_have_text("storm lamp", use_inner_text=True)
    no_barriers(page)
    page.keyboard.press("Escape")
    expect(page.locator("#state")).to_be_hidden()


@pytest.mark.spec("PG-3", "TB-2")
def test_the_page_says_that_a_round_is_recorded_and_reads_the_state_again(
    reader: Reader, stories: dict[str, int]
) -> None:
    reader.open(f"/story/{stories['en']}/")
    before, after, news, old, lost = reader.page.evaluate(ROUND)
    assert before == "The answer is being written…"
    assert after == "What happens is recorded; it is being told…"
    assert (news, old, lost) == (True, False, True)


@pytest.mark.spec("PG-22", "AD-5")
def test_an_author_edits_a_value_in_place_and_sees_what_another_wrote_meanwhile(
    reader: Reader, stories: dict[str, int]
) -> None:
    page, address = reader.page, f"/api/sessions/{stories['en']}/state/"
    reader.open(f"/story/{stories['en']}/")
    page.click("#open-state")
    page.get_by_role("button", name="All of it").click()
    table = page.locator("[data-table=items]")
    table.locator("summary").first.click()
    expect(table.locator(".state-row")).to_have_count(10)
    table.get_by_label("Filter: Things").fill("lamp")
    expect(table.locator(".state-row")).to_have_count(1)
    row = table.locator(".state-row")
    row.locator("summary").press("Enter")
    row.get_by_role("button", name="Change Condition of storm lamp").press("Enter")
    expect(row.get_by_label("Condition", exact=True)).to_be_focused()
    page.keyboard.type("lit")
    number = int(row.get_attribute("data-n") or "")
    other = {"table": "items", "n": number, "field": "condition", "seen": "", "value": "broken"}
    page.evaluate(PATCH, [address, {**other, "reason": "it fell"}])
    row.get_by_label("Reason").fill("they lit it")
    page.keyboard.press("Enter")
    conflict = row.locator(".conflict")
    expect(conflict.locator("dd")).to_have_text(["—", "broken", "lit"])
    assert row.get_by_role("button", name="Save").is_hidden()
    conflict.get_by_role("button", name="Write mine over it").click()
    value = row.locator("[data-field=condition]")
    expect(value).to_have_text("lit")
    expect(value.get_by_role("button")).to_be_focused()
    expect(row.locator(".changed-mark")).to_have_text("changed")
    where = row.locator("[data-field=held]")
    for name, key in (("Mira Holt (mira)", "mira"), ("Ana (persona)", "persona")):
        where.get_by_role("button").press("Enter")
        where.get_by_label("Where it is").select_option(label="character")
        where.get_by_label("which one").select_option(label=name)
        where.get_by_label("Reason").press("Enter")
        expect(where).to_have_text(f"character: {key}")
    no_barriers(page)
    journal = page.request.get(f"/api/sessions/{stories['en']}/journal/?limit=4").json()
    assert [one["reason"] for one in journal["changes"]] == [*3 * ["they lit it"], "it fell"]
    kept = page.locator("[data-table=journal]")
    kept.locator("summary").click()
    newest = kept.locator("li").first
    expect(newest).to_contain_text("the author")
    expect(newest).to_contain_text("storm lamp")
    expect(newest).to_contain_text("Mira Holt → Ana")
    expect(newest).to_contain_text("Why: they lit it")
    assert "take:" not in kept.inner_text()
    kept.locator("summary").click()
    values = page.locator("[data-table=variables]")
    values.locator("summary").first.click()
    values.get_by_text("Set a value that is not in the list").click()
    values.get_by_label("Variable", exact=True).select_option("valence")
    values.get_by_label("Whose").select_option("mira")
    values.get_by_role("button", name="Write a value").click()
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    expect(values.locator(".state-row")).to_have_text(re.compile("mira.*valence · 0.5"))
    people = page.locator("[data-table=characters]")
    people.locator("summary").first.click()
    mira = people.locator(".state-row", has_text="Mira Holt")
    mira.locator("summary").press("Enter")
    mira.get_by_role("button", name="Change Valence of Mira Holt").press("Enter")
    mira.get_by_label("Valence", exact=True).fill("")
    page.keyboard.press("Enter")
    expect(mira.locator("input:invalid")).to_have_count(1)
    mira.get_by_label("Valence", exact=True).fill("0.25")
    page.keyboard.press("Enter")
    expect(mira.locator("[data-field=valence]")).to_have_text("0.25")
    page.get_by_role("button", name="What I know").click()
    lamp = page.locator("#state-body li", has_text="storm lamp")
    expect(lamp).to_have_text(re.compile("storm lamp.*lit.*(new|changed)"))


@pytest.mark.spec("PG-22")
def test_a_time_is_written_with_its_offset_and_a_failure_stands_once_until_it_is_over(
    reader: Reader, stories: dict[str, int]
) -> None:
    reader.open(f"/story/{stories['en']}/")
    instant, words = 1_772_481_600_000, "Write a time like 2026-03-02T20:00:00Z."
    assert reader.page.evaluate(ZONED) == [instant, instant, words, words, None]
    assert reader.page.evaluate(FAILING) == [1, 1, 0]


@pytest.mark.spec("PG-22", "PG-29")
def test_at_360_pixels_the_state_is_a_sheet(browser: Browser, site: Site, stories: Any) -> None:
    size = {"width": 360, "height": 740}
    context = signed_in(browser, site.url, viewport=size, has_touch=True, color_scheme="dark")
    reader = Reader(context)
    reader.open(f"/story/{stories['en']}/")
    page = reader.page
    page.click("#open-state")
    expect(page.locator("#state h3")).to_be_visible()
    page.locator("#state").evaluate(SETTLED)
    box = page.locator("#state").bounding_box()
    assert box
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 360, 740)
    page.get_by_role("button", name="All of it").click()
    page.locator("[data-table=placements] > summary").click()
    page.locator("[data-table=placements] .state-row summary").first.click()
    expect(page.locator("[data-table=placements] dl").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(SMALL_TARGETS) == []
    no_barriers(page)
    assert reader.errors == []
    context.close()


@pytest.mark.spec("PG-26", "DC-5")
def test_dice_come_from_a_menu_lie_with_their_band_and_hidden_ones_are_said_to_be_hidden(
    reader: Reader, stories: dict[str, int]
) -> None:
    page = reader.page
    reader.open(f"/story/{stories['en']}/")
    page.click("#open-dice")
    for label in ("add a d6", "add a d6", "add a d20"):
        page.get_by_role("button", name=label, exact=True).click()
    expect(page.locator("#message")).to_have_value("/roll 2d6+1d20")
    page.press("#message", "Enter")
    card = page.locator(".roll-card", has_text="2d6+1d20")
    expect(card.locator(".die")).to_have_count(3)
    faces = sum(int(face) for face in card.locator(".die-face").all_inner_texts())
    expect(card.locator(".roll-total")).to_have_text(str(faces))
    page.click("#open-dice")
    page.get_by_role("button", name="Luck 1d6").click()
    page.press("#message", "Enter")
    card = page.locator(".roll-card", has_text="Luck")
    expect(card.locator(".band")).to_have_text(re.compile("^(good|bad)$"))
    expect(card.locator(".roll-outcome")).to_have_text(re.compile("^The sea "))
    hidden = page.locator(".hidden-roll")
    expect(hidden).to_have_text("A hidden rollDice fell that you do not see.")
    expect(hidden.locator(".die, .roll-total, code")).to_have_count(0)


@pytest.mark.spec("UI-2")
def test_a_refusal_covers_no_control_and_goes_when_the_next_throw_falls(
    reader: Reader, stories: dict[str, int]
) -> None:
    page = reader.page
    reader.open(f"/story/{stories['en']}/")
    reader.send("/roll 1d6r<2")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("ro<2 or rr<2")
    under = toast.bounding_box()
    assert under
    for control in page.locator(".last-answer .tools button, .composer button").all():
        box = control.bounding_box()
        assert (
            not box
            or box["y"] + box["height"] <= under["y"]
            or box["y"] >= under["y"] + under["height"]
        )
    reader.send("/roll 1d6")
    expect(toast).to_have_count(0)


@pytest.mark.spec("UI-4")
def test_words_of_a_chinese_transcript_are_chinese_for_an_english_reader(
    reader: Reader, stories: dict[str, int]
) -> None:
    page = reader.page
    reader.open(f"/story/{stories['zh-hans']}/")
    say(reader, "拿起风灯。")
    expect(page.locator(".last-answer .speaker")).to_have_text("主持人")
    expect(page.locator(".last-answer .tools")).to_have_attribute("lang", "en")
    reader.send("/roll 2d6")
    expect(page.locator(".roll-card .roll-title")).to_have_text(["暗骰", "阿宁掷骰"])
    page.click("#open-state")
    expect(listed(page, "What I carry").locator("[lang=zh-hans]").first).to_have_text("风灯")


@pytest.mark.spec("PG-9", "PG-10", "PG-11")
def test_going_back_says_what_changes_checkpoints_have_names_and_branches_make_a_tree(
    reader: Reader, stories: dict[str, int]
) -> None:
    page, address = reader.page, f"/story/{stories['zh-hans']}/"
    reader.open(address)
    before = page.locator(".turn").count()
    reader.menu(".last-answer", "Make a checkpoint here…")
    page.fill("#place-name", "With the lamp")
    page.press("#place-name", "Enter")
    expect(page.locator("#place-list li")).to_contain_text("With the lamp")
    page.locator("#places-dialog [data-close]").click()
    say(reader, "爬上木梯。")
    page.click("#open-places")
    page.locator("#place-list .place", has_text="With the lamp").click()
    seen = page.locator("#rewind-body")
    expect(seen).to_contain_text("1 turn is left behind.")
    expect(seen).to_contain_text("in the story’s world become as they were then.")
    page.locator("#rewind-dialog .primary").click()
    expect(page.locator(".turn")).to_have_count(before)
    expect(page.locator("#scene-line")).to_contain_text("堂屋")

    reader.menu(".turn[data-number='0'] .them", "Branch from here…")
    page.fill("#branch-name", "Without it")
    page.press("#branch-name", "Enter")
    expect(page.locator("#story-title")).to_have_text("Without it")
    reader.ready()
    page.click("#open-places")
    tree = page.locator("#branch-tree")
    expect(tree.locator("> li > ul > li")).to_have_text(
        re.compile("Without it.*from turn 0.*you are here")
    )
    tree.get_by_role("link").first.click()
    page.wait_for_url(f"**{address}")
    reader.ready()
    expect(page.locator(".turn")).to_have_count(before)
