// What an author gives the next turn alone: strategy, budget, entries let in or kept out. Each change is stored at once.

import { ask } from "../lib/request.js";
import { el, iconButton } from "../lib/dom.js";
import { STRATEGIES } from "./trace_words.js";

const { gettext, interpolate } = window;
const WAIT = 250;
const MOST_FOUND = 8;

/** The part of the worldbook panel in author view. */
export class NextTurn {
  constructor({ api, place, lang }) {
    this.api = api;
    this.place = place;
    this.lang = lang;
    this.given = null;
    this.open = false;
    this.parts = {};
  }

  /** Read what is given and draw it; called again where a turn may have used it up. */
  async show() {
    try {
      this.draw(await ask(`${this.api}next-turn/`));
    } catch (error) {
      this.place.replaceChildren(el("p", { class: "notice bad" }, error.message));
    }
  }

  draw(given) {
    this.given = given;
    if (!this.parts.fold) this.build();
    const count = given.force.length + given.bar.length + (given.strategy ? 1 : 0) + (given.budget === null ? 0 : 1);
    this.parts.title.textContent = count ? interpolate(gettext("For the next turn (%(n)s)"), { n: count }, true) : gettext("For the next turn");
    if (count) this.parts.fold.open = true;
    this.parts.strategy.value = given.strategy || "";
    if (document.activeElement !== this.parts.budget) this.parts.budget.value = given.budget ?? "";
    this.parts.named.replaceChildren(...given.force.map((one) => this.chip(one, "force")), ...given.bar.map((one) => this.chip(one, "bar")));
    this.parts.clear.hidden = !count;
  }

  build() {
    const parts = this.parts;
    parts.title = el("summary", {});
    parts.strategy = el("select", { id: "next-strategy", onchange: () => this.give({ strategy: parts.strategy.value || null }) },
      el("option", { value: "" }, gettext("as in the story")),
      ...Object.entries(STRATEGIES).map(([value, words]) => el("option", { value }, words)));
    parts.budget = el("input", { id: "next-budget", type: "number", min: "0", max: "100000", placeholder: gettext("as in the story"),
      onchange: () => this.give({ budget: parts.budget.value === "" ? null : Number(parts.budget.value) }) });
    parts.named = el("ul", { class: "chips" });
    parts.search = el("input", { type: "search", placeholder: gettext("Find an entry…"), "aria-label": gettext("Find an entry"), oninput: () => this.searchSoon() });
    parts.found = el("ul", { class: "found-entries" });
    parts.refused = el("p", { class: "notice bad", role: "alert", hidden: true });
    parts.clear = el("button", { type: "button", class: "link", hidden: true, onclick: () => this.give({ strategy: null, budget: null, force: [], bar: [] }) }, gettext("Take all of it back"));
    parts.fold = el("details", { class: "fold next-turn" }, parts.title, el("div", {},
      el("p", { class: "muted" }, gettext("It holds for one turn. What may not take part stays out, whoever lets it in.")),
      parts.refused,
      el("div", { class: "field" }, el("label", { for: "next-strategy" }, gettext("Strategy")), parts.strategy),
      el("div", { class: "field" }, el("label", { for: "next-budget" }, gettext("Budget (tokens)")), parts.budget),
      el("div", { class: "field" }, el("span", { class: "label" }, gettext("Entries")), parts.named, parts.search, parts.found),
      parts.clear));
    this.place.replaceChildren(parts.fold);
  }

  chip(entry, list) {
    const title = entry.title || entry.name;
    const words = interpolate(list === "force" ? gettext("in: %(title)s") : gettext("out: %(title)s"), { title }, true);
    const away = interpolate(gettext("Take back “%(title)s”"), { title }, true);
    return el("li", { class: `chip ${list}`, title: entry.name }, el("span", { lang: this.lang }, words),
      iconButton("close", away, () => this.give({ [list]: this.names(list).filter((name) => name !== entry.name) })));
  }

  names(list) {
    return this.given[list].map((one) => one.name);
  }

  /** Store what is given with these parts changed. */
  async give(changes) {
    const { strategy, budget } = this.given;
    const body = { strategy, budget, force: this.names("force"), bar: this.names("bar"), ...changes };
    this.parts.refused.hidden = true;
    try {
      this.draw((await ask(`${this.api}next-turn/`, { method: "PUT", body })).next_turn);
    } catch (error) {
      this.parts.refused.textContent = error.message;
      this.parts.refused.hidden = false;
    }
  }

  /** Let an entry in or keep it out; never both. */
  name(name, list) {
    const other = list === "force" ? "bar" : "force";
    this.parts.search.value = "";
    this.parts.found.replaceChildren();
    this.give({ [list]: [...new Set([...this.names(list), name])], [other]: this.names(other).filter((one) => one !== name) });
  }

  searchSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(), WAIT);
  }

  /** The first entries of the pinned books that have the words. */
  async search() {
    const text = this.parts.search.value.trim();
    if (!text) return this.parts.found.replaceChildren();
    try {
      const { pins } = await ask(`${this.api}lorebooks/`);
      const books = await Promise.all(pins.map((pin) => ask(`${this.api}lorebooks/${pin.book}/?q=${encodeURIComponent(text)}`)));
      if (this.parts.search.value.trim() !== text) return null;
      const found = books.flatMap((book) => book.entries.map((entry) => ({ name: `${book.key}:${entry.key_id}`, title: entry.title || entry.key_id })));
      const rows = found.slice(0, MOST_FOUND).map((entry) => this.row(entry));
      return this.parts.found.replaceChildren(...(rows.length ? rows : [el("li", { class: "muted" }, gettext("No entry has these words."))]));
    } catch (error) {
      return this.parts.found.replaceChildren(el("li", { class: "notice bad" }, error.message));
    }
  }

  row({ name, title }) {
    return el("li", {}, el("span", { lang: this.lang, title: name }, title),
      el("button", { type: "button", onclick: () => this.name(name, "force") }, gettext("Let in")),
      el("button", { type: "button", onclick: () => this.name(name, "bar") }, gettext("Keep out")));
  }
}
