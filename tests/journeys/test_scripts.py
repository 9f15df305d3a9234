"""What the page's scripts work out, asked of the modules themselves in a real Chromium."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.journeys.browser import open_browser
from tests.processes import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(site: Site) -> Iterator[Page]:
    with open_browser() as browser:
        page = browser.new_page(base_url=site.url, locale="en-US")
        page.goto("/sign-in/")
        yield page


def ask(page: Page, module: str, work: str, given: Any = None) -> Any:
    """Run `work(module, given)` in the page."""
    address = f"/static/js/{module}.js"
    code = f"async given => {{ const m = await import('{address}'); return ({work})(m, given); }}"
    return page.evaluate(code, given)


@pytest.mark.spec("TB-2")
@pytest.mark.parametrize(
    ("text", "at", "piece", "whole"),
    [
        ("", 0, "Night.", "Night."),
        ("Night", 5, ".", "Night."),
        ("Night.", 5, ".", "Night."),
        ("a\N{FIRE}b", 2, "c", "a\N{FIRE}c"),
        ("\N{FIRE}\N{FIRE}", 2, "!", "\N{FIRE}\N{FIRE}!"),
        ("夜", 3, "x", None),
    ],
)
def test_pieces_are_laid_by_code_points(
    page: Page, text: str, at: int, piece: str, whole: str | None
) -> None:
    assert ask(page, "play/codepoints", "(m, g) => m.lay(...g)", [text, at, piece]) == whole


PLAY = """(m, frames) => {
  const state = m.newState();
  const take = {id: 5, number: 1, status: "running", attempt: 1, text: "", passages: []};
  const turn = {id: 3, number: 1, player: {text: "Hi"}, status: "running", takes: [take], chosen: 5};
  m.takePage(state, {turns: [turn], more: false, waiting: [], head: 5, running: 5, after: "1-0"});
  const todo = frames.map(frame => m.takeFrame(state, {turn: 3, take: 5, attempt: 1, ...frame}));
  return {live: state.live, after: state.after, todo: todo[todo.length - 1],
          take: state.turns[0].takes[0]};
}"""
ENDED = {
    "id": 5,
    "number": 1,
    "status": "delivered",
    "attempt": 2,
    "text": "Whole.",
    "passages": [],
}


def play(page: Page, *frames: dict) -> Any:
    """A running answer after these frames."""
    return ask(page, "play/store", PLAY, list(frames))


@pytest.mark.spec("TB-2")
def test_frames_that_come_twice_change_nothing_and_missing_words_are_asked_for(
    page: Page,
) -> None:
    first = {"id": "2-0", "type": "text", "at": 0, "text": "One "}
    second = {"id": "2-1", "type": "text", "at": 4, "text": "two"}
    once, twice = play(page, first, second), play(page, first, second, first, second)
    assert once["live"]["text"] == twice["live"]["text"] == "One two"
    assert once["after"] == "2-1"
    gap = play(page, first, {"id": "2-2", "type": "text", "at": 9, "text": "x"})
    assert gap["todo"]["reload"] is True
    assert gap["live"]["text"] == "One "


@pytest.mark.spec("TB-3")
def test_a_new_attempt_takes_the_place_of_the_old_and_late_words_of_it_are_dropped(
    page: Page,
) -> None:
    old = {"type": "text", "at": 0, "text": "Old words"}
    new = {"type": "text", "attempt": 2, "at": 0, "text": "New"}
    late = {"type": "text", "at": 9, "text": " still"}
    after = play(page, old, new, late)
    assert (after["live"]["attempt"], after["live"]["text"]) == (2, "New")
    begun = play(page, old, {"type": "phase", "attempt": 2, "phase": "writing", "who": "Mira"})
    assert begun["todo"]["reload"] is True


@pytest.mark.spec("TB-2")
def test_an_end_settles_the_take(page: Page) -> None:
    ended = play(page, {"type": "delivered", "attempt": 2, "take": ENDED})
    assert ended["live"] is None
    assert ended["take"] == ENDED


READ = """(m, frames) => {
  const state = m.newState();
  const take = {id: 5, number: 1, status: "running", attempt: 1, text: "", passages: []};
  const turn = {id: 3, number: 1, player: {text: "Hi"}, status: "running", takes: [take], chosen: 5};
  const old = {turns: [turn], more: false, waiting: [], head: 5, running: 5, after: "2-0"};
  m.takePage(state, structuredClone(old));
  const all = frames.map(frame => ({turn: 3, take: 5, attempt: 1, ...frame}));
  all.forEach(frame => m.takeFrame(state, structuredClone(frame)));
  m.takeReading(state, old, all);
  return {live: state.live, after: state.after, take: state.turns[0].takes[0]};
}"""


@pytest.mark.spec("TB-2")
def test_a_reading_that_comes_late_takes_nothing_back(page: Page) -> None:
    known = {"id": "1-9", "type": "text", "at": 7, "text": "not these"}
    words = {"id": "2-1", "type": "text", "at": 0, "text": "One "}
    going = ask(page, "play/store", READ, [known, words])
    assert (going["live"]["text"], going["after"]) == ("One ", "2-1")
    end = {"id": "2-2", "type": "delivered", "attempt": 2, "take": ENDED}
    ended = ask(page, "play/store", READ, [words, end])
    assert (ended["live"], ended["take"], ended["after"]) == (None, ENDED, "2-2")


@pytest.mark.spec("PG-1")
@pytest.mark.parametrize(
    ("event", "enter_sends", "sends"),
    [
        ({"key": "Enter"}, True, True),
        ({"key": "Enter", "shiftKey": True}, True, False),
        ({"key": "Enter"}, False, False),
        ({"key": "Enter", "shiftKey": True}, False, True),
        ({"key": "Enter", "isComposing": True}, True, False),
        ({"key": "Enter", "keyCode": 229}, True, False),
        ({"key": "a"}, True, False),
    ],
)
def test_when_enter_sends(page: Page, event: dict, enter_sends: bool, sends: bool) -> None:
    event = {"shiftKey": False, "isComposing": False, "altKey": False} | event
    assert ask(page, "play/composer", "(m, g) => m.sends(...g)", [event, enter_sends]) is sends


@pytest.mark.spec("UI-2")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"Well?" she says. "Go."', ['"Well?"', '"Go."']),
        ("“好。”他说。「走吧。」", ["“好。”", "「走吧。」"]),
        ("«Oui.» Une pause.", ["«Oui.»"]),
        ("柄上铸着一个“认”字。", []),
        ("“I have not finished", ["“I have not finished"]),
    ],
)
def test_what_is_spoken_is_told_from_what_is_only_quoted(
    page: Page, text: str, said: list[str]
) -> None:
    work = "(m, g) => m.speechPieces(g).filter(([said]) => said).map(([, words]) => words)"
    assert ask(page, "play/markdown", work, text) == said


@pytest.mark.spec("UI-2")
def test_a_quotation_runs_through_emphasis(page: Page) -> None:
    work = """(m, g) => { const box = document.createElement('div'); box.append(m.render(g));
        return [...box.querySelectorAll('.say')].map(one => one.textContent); }"""
    said = ask(page, "play/markdown", work, '"What under *reason*?" `"no"`')
    assert "".join(said) == '"What under reason?"'


CAST = [{"key": "edda", "name": "Edda Marrow"}, {"key": "nan", "name": "Nan Pellow"}]


@pytest.mark.spec("UI-2")
@pytest.mark.parametrize(
    ("before", "after", "hue"),
    [
        ("", " says Nan to Edda.", "1"),
        ("Edda looks at Nan. ", "", "0"),
        ("", " you say.", "me"),
        ("Somebody calls. ", "", None),
    ],
)
def test_the_words_beside_a_quotation_say_whose_it_is(
    page: Page, before: str, after: str, hue: str | None
) -> None:
    work = "(m, [cast, before, after]) => new m.Speakers(cast, 'Robin').hueBeside(before, after)"
    assert ask(page, "play/speakers", work, [CAST, before, after]) == hue


@pytest.mark.spec("SF-1", "UI-2")
@pytest.mark.parametrize(
    "hostile",
    [
        "<script>1</script>",
        '<img src=x onerror="1">',
        "[x](javascript:alert(1))",
        "![x](https://elsewhere.example/spy.png)",
        '<div style="position:fixed">x</div>',
    ],
)
def test_text_becomes_no_element_that_acts_or_fetches(page: Page, hostile: str) -> None:
    work = """(m, g) => { const box = document.createElement('div'); box.append(m.render(g));
        return box.querySelectorAll('script, img, iframe, [style], [onerror], a[href]').length; }"""
    assert ask(page, "play/markdown", work, hostile) == 0


@pytest.mark.spec("PG-28")
def test_a_cost_that_nobody_knows_is_not_called_nothing(page: Page) -> None:
    sums = {"tokens_in": 10, "tokens_out": 2, "estimated": False, "cost": None, "unknown": 1}
    words = ask(page, "play/costs", "(m, g) => m.costsWords({turn: g, story: g})", sums)
    assert "cost unknown" in words
    part = ask(
        page,
        "play/costs",
        "(m, g) => m.costsWords(g)",
        {"turn": sums, "story": sums | {"cost": "0.01"}},
    )
    assert "cost at least 0.010" in part
    free = {"turn": sums, "story": sums | {"cost": "0.0"}}
    assert "cost unknown" in ask(page, "play/costs", "(m, g) => m.costsWords(g)", free)
