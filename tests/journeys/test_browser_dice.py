"""Dice in a real browser: thrown from the message box, seen in the chat (DC-5, UI-2)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.browser import Reader, open_browser, signed_in
from tests.processes import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.mark.spec("DC-5", "UI-2")
def test_dice_are_thrown_from_the_box_and_lie_in_the_chat(site: Site, browser: Browser) -> None:
    context = signed_in(browser, site.url)
    reader = Reader(context)
    reader.start_story()
    page = reader.page
    box = page.locator("#message")
    page.click("#open-dice")
    expect(box).to_have_value("/roll ")
    box.press_sequentially("3d6kh2+4")
    box.press("Enter")
    card = page.locator(".roll-card.player")
    expect(card.locator(".die")).to_have_count(3)
    expect(card.locator(".die.dropped")).to_have_count(1)
    expect(card.locator("code")).to_have_text("3d6kh2+4")
    expect(card.locator(".constant")).to_have_text("+4")
    kept = [int(face) for face in card.locator(".die.kept .die-face").all_inner_texts()]
    expect(card.locator(".roll-total")).to_have_text(str(sum(kept) + 4))
    expect(box).to_have_value("")
    expect(page.locator("#dice-help")).to_be_hidden()

    box.press_sequentially("/check ")
    first = page.locator(".check-list button").first
    first.click()
    expect(box).to_have_value(re.compile(r"^/check \S+"))
    box.fill("/roll 1d6r<2")
    box.press("Enter")
    expect(page.locator(".toast").last).to_contain_text("ro<2 or rr<2")
    expect(box).to_have_value("/roll 1d6r<2")
    expect(page.locator(".roll-card")).to_have_count(1)

    page.reload()
    expect(page.locator(".roll-card.player .die")).to_have_count(3)
    assert reader.errors == []
    context.close()


COMMANDS: list[tuple[str, Any]] = [
    ("/roll 2d6+3", {"expression": "2d6+3"}),
    ("/R 2d6", {"expression": "2d6"}),
    ("／掷 2d6", {"expression": "2d6"}),
    ("/roll", {"expression": ""}),
    ("/check climb", {"check": "climb", "target": None}),
    ("/check climb 12", {"check": "climb", "target": 12}),
    ("/检定 climb -3", {"check": "climb", "target": -3}),
    ("/rolling hills", None),
    ("I say /roll 2d6", None),
    ("roll 2d6", None),
]


@pytest.mark.spec("DC-5")
def test_what_an_expression_adds_is_read_where_it_only_adds(site: Site, browser: Browser) -> None:
    context = signed_in(browser, site.url)
    page = context.new_page()
    page.goto(site.url)
    found = page.evaluate(
        "async (given) => given.map((await import('/static/js/play/dice.js')).constantOf)",
        ["2d6+3", "2d6 - 1", "1d4+2+1d6-3", "2d6", "(2d6+3)*2", "{1d6+1,1d8}kh1", "4d6kh3+10"],
    )
    assert found == [3, -1, -1, 0, 0, 0, 10]
    context.close()


FRAMES = """(m, rolls) => {
  const state = m.newState();
  const take = {id: 5, number: 1, status: "running", attempt: 1, text: "", passages: []};
  const turn = {id: 3, number: 1, player: {text: "Hi"}, status: "running", takes: [take], chosen: 5};
  m.takePage(state, {turns: [turn], more: false, waiting: [], head: 5, running: 5, after: "1-0"});
  const todo = rolls.map(roll => m.takeFrame(state, {type: "roll", turn: 3, take: 5, attempt: 1, roll}));
  const other = m.takeFrame(state, {type: "roll", turn: 9, take: 5, attempt: 1, roll: rolls[0]});
  return {rolls: state.turns[0].rolls.map(roll => roll.n), todo: todo[0], other};
}"""


@pytest.mark.spec("DC-5", "TB-2")
def test_what_is_typed_and_what_falls_is_understood(site: Site, browser: Browser) -> None:
    page = browser.new_page(base_url=site.url, locale="en-US")
    page.goto("/sign-in/")

    def ask(module: str, work: str, given: Any) -> Any:
        code = f"async given => {{ const m = await import('/static/js/{module}.js'); "
        return page.evaluate(code + f"return ({work})(m, given); }}", given)

    for text, asked in COMMANDS:
        assert ask("play/dice", "(m, text) => m.diceCommand(text)", text) == asked, text
    told = ask("play/store", FRAMES, [{"n": 7}, {"n": 8}, {"n": 7}])
    assert told["rolls"] == [7, 8]
    assert (told["todo"]["redraw"], told["other"]["reload"]) == (True, True)
    page.close()
