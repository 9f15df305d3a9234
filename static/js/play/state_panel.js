// The panel of the story's state (PG-22): what the player's character sees and knows, for authors all tables; and the line below the title.

import { ask } from "../lib/request.js";
import { el } from "../lib/dom.js";
import { SidePanel } from "./side_panel.js";
import { sceneLine, seenParts } from "./state_seen.js";
import { StateTables } from "./state_tables.js";

const { gettext } = window;
const SOON = 120; // Milliseconds in which several changes are read as one.

/** The panel; `button` opens it, `line` says where and when the story is, `words` describes the tables to authors. */
export class StatePanel extends SidePanel {
  constructor({ api, words, author, lang, button, line }) {
    super("state", button);
    Object.assign(this, { api, lang, line });
    this.body = document.getElementById("state-body");
    this.tables = author ? new StateTables({ api, words, lang, place: document.getElementById("state-tables"), edited: () => this.stale() }) : null;
    this.views = [...document.querySelectorAll("#state-views button")];
    for (const one of this.views) one.addEventListener("click", () => this.choose(one.value));
    this.reading = null;
    this.again = false;
  }

  /** Open it and read what it shows. */
  open() {
    this.appear();
    this.read();
  }

  /** Show the player's view or the author's. */
  choose(view) {
    for (const one of this.views) one.setAttribute("aria-pressed", String(one.value === view));
    this.body.hidden = view !== "player";
    this.tables.place.hidden = view === "player";
    this.read();
  }

  get ofAuthor() {
    return this.tables !== null && !this.tables.place.hidden;
  }

  /** Something of the state may be otherwise by now: read it again, soon. */
  stale() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), SOON);
  }

  /** Read the state and show it; calls during a reading make one more. */
  async read() {
    if (this.reading) {
      this.again = true;
      return;
    }
    this.reading = true;
    try {
      do {
        this.again = false;
        await this.readOnce();
      } while (this.again);
    } finally {
      this.reading = false;
    }
  }

  async readOnce() {
    try {
      const seen = await ask(`${this.api}state/`);
      this.line.replaceChildren(...sceneLine(seen, this.lang));
      if (this.isOpen) this.body.replaceChildren(...seenParts(seen, this.lang));
      if (this.isOpen && this.ofAuthor) await this.tables.show();
    } catch (error) {
      if (this.isOpen) this.body.replaceChildren(el("p", { class: "notice bad" }, error.message));
      else console.warn("the state cannot be read", error);
    }
  }
}
