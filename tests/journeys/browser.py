"""A reader in a real Chromium: signing in, starting a story, reading, writing, waiting."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.conftest import chromium

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SECONDS = 30_000
SLOW = "from tests.sessions_app.stories import tell_slowly; tell_slowly({ms})"
"""Code for a site's shell: the storyteller waits so many milliseconds between words."""
expect.set_options(timeout=SECONDS)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A Chromium, for as long as the block lasts."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


def signed_in(browser: Browser, url: str, **context: Any) -> BrowserContext:
    """A browser context that is signed in as the demo account by one click, in English."""
    opened = browser.new_context(base_url=url, locale="en-US", **context)
    opened.set_default_timeout(SECONDS)
    page = opened.new_page()
    page.goto("/sign-in/")
    page.click("button.demo")
    page.wait_for_url(url)
    page.close()
    return opened


class Reader:
    """The play page of one story. Errors of its scripts are kept in `errors`."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._said)

    def _said(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def start_story(self, world: str = "The North Tower", title: str = "") -> str:
        """Begin the first opening of a world; the story's address."""
        self.page.goto("/")
        card = self.page.locator(".world", has=self.page.get_by_role("heading", name=world))
        card.locator(".opening .button").first.click()
        if title:
            self.page.fill("#title", title)
        self.page.click("#start-form .primary")
        self.page.wait_for_url("**/story/*/")
        self.ready()
        return self.page.url

    def open(self, url: str) -> None:
        """Open a story."""
        self.page.goto(url)
        self.ready()

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.ready()

    def ready(self) -> None:
        """Wait until the story is shown."""
        self.page.wait_for_selector("html[data-ready]")

    def send(self, text: str) -> None:
        """Write a message and send it with Enter."""
        self.page.fill("#message", text)
        self.page.press("#message", "Enter")

    def wait_idle(self) -> None:
        """Wait until nothing runs."""
        self.page.wait_for_selector("#stop", state="hidden")

    def wait_words(self, more_than: int = 0) -> str:
        """Wait until the running answer has more characters than that; its text so far."""
        self.page.wait_for_function(
            "n => (document.querySelector('.live')?.innerText || '').length > n", arg=more_than
        )
        return self.live()

    def live(self) -> str:
        """The text of the running answer."""
        return self.page.inner_text(".live")

    def last_answer(self) -> str:
        """The text of the last answer."""
        return self.page.inner_text(".last-answer .story-text")

    def takes(self) -> str:
        """Which take of how many, as the page says it."""
        return self.page.inner_text(".last-answer .take-count")

    def wait_takes(self, words: str) -> None:
        """Wait until the page says that."""
        self.page.locator(".last-answer .take-count", has_text=words).wait_for()

    def menu(self, selector: str, item: str) -> None:
        """Choose something from the menu of the message at `selector`."""
        part = self.page.locator(selector).last
        part.hover()
        part.locator("[data-do=menu]").click()
        self.page.get_by_role("menuitem", name=item).click()
