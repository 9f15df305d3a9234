// All of a story's state for its author: table by table, each read when it is opened, every value editable in place.

import { el } from "../lib/dom.js";
import { ask } from "../lib/request.js";
import { StateJournal } from "./state_journal.js";
import { StateTable } from "./state_table.js";

const { gettext } = window;
const SMALL = "clock"; // The table that is read along with what changed, when no other is open.

/** The author's tables in `place`; `words` is where they are described, `edited()` runs after each edit. */
export class StateTables {
  constructor({ api, words, lang, place, edited }) {
    Object.assign(this, { api, words, lang, place, edited });
    this.tables = null;
    this.keys = new Map();
  }

  /** Read what is open again, and what the last turn changed; the first time draw the list of tables. */
  async show() {
    try {
      if (!this.tables) await this.build();
      await this.refresh();
      this.failed?.remove();
    } catch (error) {
      this.failed?.remove();
      this.failed = el("p", { class: "notice bad", role: "alert" }, error.message);
      this.place.prepend(this.failed);
    }
  }

  async build() {
    const { tables } = await ask(this.words);
    this.tables = tables.map((about) => new StateTable({
      about, lang: this.lang, api: this.api, keysOf: (name) => this.keysOf(name), opened: (table) => this.fill([table]), edited: () => this.edited(),
    }));
    this.journal = new StateJournal({ api: this.api, lang: this.lang, rowsOf: (name) => this.rowsOf(name) });
    this.place.replaceChildren(el("p", { class: "muted" }, gettext("Each change is kept in the story’s journal with its reason.")), ...this.tables.map((one) => one.node), this.journal.node);
  }

  async refresh() {
    this.keys.clear();
    await this.fill(this.tables.filter((one) => one.isOpen));
    if (this.journal.node.open) await this.journal.read();
  }

  /** Read some tables and show them. */
  async fill(tables) {
    const names = tables.length ? tables.map((one) => one.name) : [SMALL];
    const answer = await this.read(names);
    for (const one of this.tables) one.take(tables.includes(one) ? answer.tables[one.name] : null, answer.changed[one.name] || []);
  }

  read(names) {
    const asked = new URLSearchParams([["view", "author"], ...names.map((name) => ["tables", name])]);
    return ask(`${this.api}state/?${asked}`);
  }

  /** The keys and names of a table's rows that are there, to choose from. */
  async keysOf(name) {
    return (await this.rowsOf(name)).filter((row) => row.status !== "gone");
  }

  rowsOf(name) {
    if (!this.keys.has(name)) this.keys.set(name, this.read([name]).then(({ tables }) => tables[name]));
    return this.keys.get(name);
  }
}
