// The journal of a story for who has author view: what was changed, by whom, from what to what, and why (ST-4, PG-22).

import { el } from "../lib/dom.js";
import { ask } from "../lib/request.js";
import { valueWords } from "./state_fields.js";

const { gettext, interpolate } = window;
const PAGE = 30;
const NUMBERS = 2 ** 32; // A row's number within its story is what its primary key has below this.
const CAUSES = {
  player: gettext("the player"), author: gettext("the author"), master: gettext("the game master"), recorder: gettext("the recorder"),
  job: gettext("a background job"), trigger: gettext("a trigger"), catch_up: gettext("passing time"), attempt: gettext("another attempt"),
};
const PEOPLE = ["character_id", "holder_id", "other_id", "owner_id", "follows_id", "player_id"];
const REFERS = { location_id: "locations", origin_id: "locations", target_id: "locations", inside_id: "items", item_id: "items", ...Object.fromEntries(PEOPLE.map((name) => [name, "characters"])) };
const INSTANTS = ["now", "started", "cursor", "begins", "ends", "deadline"];
const NAMELESS = ["rounds", "time_log"]; // Their keys say nothing to a reader.

/** A part of the author's tables; `rowsOf(table)` resolves to the rows of a table. */
export class StateJournal {
  constructor({ api, lang, rowsOf }) {
    Object.assign(this, { api, lang, rowsOf });
    this.list = el("ol", { class: "journal" });
    this.said = el("p", { class: "muted" }, gettext("Reading…"));
    this.more = el("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.read(this.last) }, gettext("Earlier changes"));
    this.node = el("details", { class: "fold state-table", "data-table": "journal" },
      el("summary", {}, gettext("Journal")), el("div", {}, this.said, this.list, this.more));
    this.node.addEventListener("toggle", () => { if (this.node.open) this.read(); });
  }

  /** Read the newest changes, or those before the one of a number. */
  async read(before = null) {
    try {
      const asked = new URLSearchParams({ limit: PAGE, ...(before ? { before } : {}) });
      const { changes, more } = await ask(`${this.api}journal/?${asked}`);
      const nodes = await Promise.all(changes.map((change) => this.change(change)));
      if (before) this.list.append(...nodes);
      else this.list.replaceChildren(...nodes);
      this.last = changes.at(-1)?.seq ?? null;
      this.more.hidden = !more;
      this.say(this.list.children.length ? "" : gettext("Nothing was changed yet."));
    } catch (error) {
      this.say(error.message);
    }
  }

  say(words) {
    this.said.textContent = words;
    this.said.hidden = !words;
  }

  async change(change) {
    const when = new Date(change.at).toLocaleString(document.documentElement.lang);
    const facts = [when, CAUSES[change.cause] || change.cause, change.on_line ? "" : gettext("no longer counts")];
    return el("li", {},
      el("p", { class: "journal-head" }, facts.filter(Boolean).join(" · ")),
      el("p", {}, change.what, " ", NAMELESS.includes(change.table) ? "" : el("strong", { lang: this.lang }, change.name), change.before === null ? ` ${gettext("came")}` : "", change.after === null ? ` ${gettext("went")}` : ""),
      ...await Promise.all(change.fields.map((field, at) => this.field(change, field, change.labels[at]))),
      change.reason ? el("p", { class: "muted" }, interpolate(gettext("Why: %(reason)s"), change, true)) : null);
  }

  async field(change, field, label) {
    const [from, to] = await Promise.all([change.before, change.after].map((image) => this.words(field, image[field])));
    return el("p", {}, `${label}: `, el("span", { lang: this.lang }, `${from} → ${to}`));
  }

  /** A value in words; a reference by the name of its row. */
  async words(field, value) {
    const table = REFERS[field];
    if (INSTANTS.includes(field) && typeof value === "number") return valueWords({ kind: "instant" }, value);
    if (!table || !value) return valueWords({ kind: Array.isArray(value) ? "words" : "value" }, value);
    const row = (await this.rowsOf(table)).find(({ n }) => n === value % NUMBERS);
    return row ? row.name || row.key : `#${value % NUMBERS}`;
  }
}
