// The side panel: which entries an answer may draw on and why, how many are hidden, and for authors why not the others.

import { ask } from "../lib/request.js";
import { el } from "../lib/dom.js";
import { render } from "./markdown.js";
import { NextTurn } from "./next_turn.js";
import { SidePanel } from "./side_panel.js";
import { decisionWords, failureFacts, overrideWords, positionWords, reasonWords } from "./trace_words.js";

const { gettext, interpolate, ngettext } = window;

/** The panel; `button` opens and closes it. */
export class WorldbookPanel extends SidePanel {
  constructor({ api, page, button, lang }) {
    super("worldbook", button);
    this.api = api;
    this.page = page;
    this.lang = lang;
    this.body = document.getElementById("worldbook-body");
    this.turn = null;
    this.live = null;
    const place = document.getElementById("next-turn");
    this.next = place ? new NextTurn({ api, place, lang }) : null; // Only in author view.
  }

  /** Show the trace of a turn. */
  async open(turn) {
    this.appear();
    this.next?.show();
    await this.show(turn);
  }

  /** A new selection came with a frame: show it where the panel is open. */
  selected(worldbook) {
    this.live = worldbook;
    if (this.isOpen) {
      this.turn = worldbook.turn;
      this.body.replaceChildren(...this.parts(worldbook, null));
      this.next?.show();
    }
  }

  async show(turn) {
    this.turn = turn?.id ?? null;
    if (!turn || turn.number === 0) {
      this.body.replaceChildren(el("p", { class: "muted" }, gettext("Nothing has been asked of the worldbook yet. It is read when you write.")));
      return;
    }
    this.body.replaceChildren(el("p", { class: "muted" }, gettext("Reading…")));
    try {
      const trace = await ask(`${this.api}turns/${turn.id}/trace/`);
      if (this.turn === turn.id) this.body.replaceChildren(...this.parts(trace, turn));
    } catch (error) {
      if (this.turn === turn.id) this.body.replaceChildren(el("p", { class: "notice bad" }, error.message));
    }
  }

  parts(trace, turn) {
    const selected = trace.selected || [];
    const count = interpolate(ngettext("%(n)s entry was given to the answer.", "%(n)s entries were given to the answer.", selected.length), { n: selected.length }, true);
    const parts = [el("p", { class: "muted" }, turn ? interpolate(gettext("Turn %(n)s."), { n: turn.number }, true) : "", " ", count)];
    if (trace.selected === null) parts.splice(0, 1, ...whatFailed(trace, turn));
    parts.push(...selected.map((entry) => this.entry(entry, selected)));
    if (trace.hidden) {
      const words = ngettext("%(n)s more entry is not shown to players.", "%(n)s more entries are not shown to players.", trace.hidden);
      parts.push(el("p", { class: "muted" }, interpolate(words, { n: trace.hidden }, true)));
    }
    if (trace.trace?.overrides) parts.splice(1, 0, el("p", { class: "notice" }, overrideWords(trace.trace.overrides)));
    if (trace.trace?.dropped) parts.push(whyNot(trace.trace, `${this.page}turns/${this.turn}/why/`));
    if (trace.package) parts.push(whatItGot(trace.package));
    return parts;
  }

  entry(entry, selected) {
    const titleOf = (id) => selected.find((one) => one.id === id && one.book === entry.book)?.title || id;
    const body = el("div", { class: "story-text", lang: this.lang });
    body.append(render(entry.body || ""));
    return el("details", { class: "entry" },
      el("summary", {}, el("span", { class: "entry-title", lang: this.lang }, entry.title || entry.id),
        el("span", { class: "entry-why" }, reasonWords(entry.reason, titleOf))),
      body,
      el("p", { class: "entry-facts" }, el("code", {}, entry.id), " · ",
        interpolate(gettext("revision %(n)s"), { n: entry.revision }, true), " · ", positionWords(entry)));
  }
}

/** A turn without a selection: what failed before its lore was chosen, or that nothing was kept. */
function whatFailed({ failed }, turn) {
  if (!failed) return [el("p", { class: "muted" }, gettext("No trace was kept for this turn."))];
  const title = turn ? interpolate(gettext("Turn %(n)s failed before its lore was chosen."), { n: turn.number }, true) : gettext("The turn failed before its lore was chosen.");
  const facts = failed.facts ? failureFacts(failed.facts) : "";
  return [el("div", { class: "notice bad" }, el("p", {}, el("strong", {}, title)), el("p", {}, failed.message), facts ? el("p", {}, facts) : null)];
}

/** For authors: what came up and was not given, the arithmetic, and the rule asked about any other entry. */
function whyNot(trace, url) {
  const rows = (trace.dropped || []).map((one) => el("tr", {},
    el("td", {}, el("code", {}, one.key_id), one.title && one.title !== one.key_id ? ` ${one.title}` : ""), el("td", {}, decisionWords(one))));
  const quiet = ngettext("%(n)s entry was called by nothing.", "%(n)s entries were called by nothing.", trace.not_activated);
  return el("details", { class: "fold why-not", open: true }, el("summary", {}, gettext("Why not the others?")),
    el("div", {},
      rows.length ? el("table", { class: "facts" }, el("tbody", {}, ...rows)) : null,
      el("p", { class: "muted" }, interpolate(quiet, { n: trace.not_activated }, true)),
      askAbout(url)));
}

/** A field that runs the rule again for one entry, named by its id. */
function askAbout(url) {
  const field = el("input", { type: "search", placeholder: gettext("id of an entry"), "aria-label": gettext("id of an entry"), spellcheck: "false" });
  const answer = el("p", { role: "status" });
  const form = el("form", { class: "row why-form" }, field, el("button", {}, gettext("Why not?")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!field.value.trim()) return;
    try {
      const found = await ask(`${url}?entry=${encodeURIComponent(field.value.trim())}`);
      answer.textContent = decisionWords(found.explanation);
    } catch (error) {
      answer.textContent = error.message;
    }
  });
  return el("div", {}, form, answer);
}

/** For authors: the messages the model really got, part by part with their sizes (LN-1). */
function whatItGot({ parts = [] }) {
  const rows = parts.map((part) => el("details", { class: "entry part" },
    el("summary", {}, el("span", { class: "entry-title" }, part.name),
      el("span", { class: "entry-why" }, interpolate(gettext("%(role)s · %(n)s tokens"), { role: part.role, n: part.tokens }, true))),
    el("pre", { tabindex: "0" }, part.text)));
  return el("details", { class: "fold" }, el("summary", {}, gettext("What the model got")), el("div", {}, ...rows));
}
