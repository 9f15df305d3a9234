// One table of the state: rows that unfold into their values, a filter, and what the last turn changed.

import { el, iconButton } from "../lib/dom.js";
import { changeMark } from "./state_seen.js";
import { openStateEditor } from "./state_edit.js";
import { valueWords } from "./state_fields.js";
import { setVariableForm } from "./state_variable.js";

const { gettext, interpolate, ngettext } = window;
const SHOWN = 60; // Rows that are drawn at once.
const ABOUT = {
  placements: (row) => [row.character, row.location],
  routines: (row) => [row.character, `${row.start}–${row.end}`, row.activity],
  engagements: (row) => [row.character, row.title],
  intents: (row) => [row.character, row.text],
  relationships: (row) => [`${row.character} → ${row.other}`, row.label],
  knowledge: (row) => [row.character, row.location || row.item || row.exit || row.lore],
  variables: (row) => [row.character || row.item || row.location || gettext("The world"), row.definition || row.built_in, valueWords({ kind: "value" }, row.value)],
  world: (row) => [row.zone],
  clock: (row) => [row.mode],
};

const named = (row) => [row.name || row.key, row.name ? row.key : ""];

/** A table; `opened(table)` must bring its rows by `take`. */
export class StateTable {
  constructor({ about, api, lang, keysOf, opened, edited }) {
    Object.assign(this, { about, api, lang, keysOf, edited, name: about.name });
    this.rows = null;
    this.changed = new Set();
    this.drawn = new Map();
    this.most = SHOWN;
    this.count = el("span", { class: "state-count" });
    this.filter = el("input", { type: "search", placeholder: gettext("Filter…"), "aria-label": interpolate(gettext("Filter: %(table)s"), { table: about.label }, true), oninput: () => { this.most = SHOWN; this.draw(); } });
    this.only = el("input", { type: "checkbox", onchange: () => this.draw() });
    this.onlyLabel = el("label", { class: "state-only", hidden: true }, this.only, gettext("only what changed this turn"));
    this.list = el("div", { class: "state-rows" });
    this.more = el("button", { type: "button", class: "quiet", hidden: true, onclick: () => { this.most += SHOWN * 5; this.draw(); } });
    this.said = el("p", { class: "muted" }, gettext("Reading…"));
    this.node = el("details", { class: "fold state-table", "data-table": about.name },
      el("summary", {}, about.label, this.count), el("div", {},
        this.said, this.filter, this.onlyLabel, this.list, this.more,
        this.name === "variables" ? setVariableForm({ api, keysOf, edited }) : null));
    this.node.addEventListener("toggle", () => { if (this.isOpen) opened(this).catch((error) => this.say(error.message)); });
  }

  get isOpen() {
    return this.node.open;
  }

  say(words) {
    this.said.textContent = words;
    this.said.hidden = !words;
  }

  /** Take rows (null: they were not read) and the numbers of those that the last turn changed. */
  take(rows, changed) {
    this.changed = new Set(changed);
    if (rows) this.rows = rows;
    const words = changed.length ? ngettext("%(n)s changed", "%(n)s changed", changed.length) : "";
    this.count.replaceChildren(...(words ? [el("span", { class: "changed-mark" }, interpolate(words, { n: changed.length }, true))] : []));
    this.onlyLabel.hidden = !changed.length;
    if (!changed.length) this.only.checked = false;
    if (this.isOpen && this.rows) this.draw();
  }

  found() {
    const text = this.filter.value.trim().toLowerCase();
    const fits = (row) => !text || JSON.stringify(Object.values(row)).toLowerCase().includes(text);
    return this.rows.filter((row) => (!this.only.checked || this.changed.has(row.n)) && fits(row));
  }

  /** Draw the rows that are wanted; one that looks the same or is being edited stays as it is. */
  draw() {
    const found = this.found();
    const nodes = found.slice(0, this.most).map((row) => this.row(row));
    this.filter.hidden = this.rows.length < 8;
    this.say(this.rows.length ? interpolate(ngettext("%(n)s row", "%(n)s rows", found.length), { n: found.length }, true) : gettext("There is nothing in it."));
    for (const node of [...this.list.children]) if (!nodes.includes(node)) node.remove();
    nodes.forEach((node, at) => { if (this.list.children[at] !== node) this.list.insertBefore(node, this.list.children[at] || null); });
    const left = found.length - nodes.length;
    this.more.hidden = left <= 0;
    this.more.textContent = interpolate(ngettext("%(n)s more", "%(n)s more", left), { n: left }, true);
  }

  row(row) {
    const sign = JSON.stringify([row, this.changed.has(row.n)]);
    const known = this.drawn.get(row.n);
    if (known && (known.sign === sign || known.node.querySelector("[data-editor]"))) return known.node;
    const node = this.rowNode(row, known?.node.open);
    this.drawn.set(row.n, { node, sign });
    if (known?.node.isConnected) this.replace(known.node, node);
    return node;
  }

  /** Put a row in the place of what it was before; the focus stays at the same value. */
  replace(old, node) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const field = focused?.closest("[data-field]")?.dataset.field;
    old.replaceWith(node);
    if (focused) node.querySelector(field ? `[data-field="${field}"] button` : "summary")?.focus({ preventScroll: true });
  }

  rowNode(row, open) {
    const [title, ...facts] = (ABOUT[this.name] || named)(row).filter(Boolean);
    const body = el("dl", { class: "state-values" });
    const mark = this.changed.has(row.n) ? changeMark("changed") : null;
    const node = el("details", { class: "entry state-row", "data-n": row.n, open: Boolean(open) },
      el("summary", {}, el("span", { class: "entry-title", lang: this.lang }, title || `#${row.n}`, mark), el("span", { class: "entry-why" }, facts.join(" · "))), body);
    const fill = () => { if (node.open && !body.children.length) body.append(...this.about.fields.flatMap((field) => this.value(row, field, title))); };
    node.addEventListener("toggle", fill);
    fill();
    return node;
  }

  value(row, field, title) {
    const place = el("dd", { "data-field": field.name });
    const label = interpolate(gettext("Change %(field)s of %(row)s"), { field: field.label, row: title }, true);
    const show = () => place.replaceChildren(el("span", { class: "state-value", lang: this.lang }, valueWords(field, row[field.name])),
      ...(field.edited ? [iconButton("pen", label, () => this.edit(row, field, place, show))] : []));
    show();
    return [el("dt", {}, field.label), place];
  }

  edit(row, field, place, show) {
    const close = () => { show(); place.querySelector("button").focus(); };
    openStateEditor(place, this.api, { field, seen: row[field.name], body: this.names(row, field) }, this.keysOf, {
      done: (answer) => {
        Object.assign(row, answer.row || { value: answer.variable.after });
        close();
        this.edited();
      },
      left: (other) => {
        if (other) row[field.name] = other.present;
        close();
        if (other) this.edited();
      },
    });
  }

  /** What names a value of a row to the server: its number and field, or whose variable it is. */
  names(row, field) {
    if (this.name !== "variables") return { table: this.name, n: row.n, field: field.name };
    const kind = ["character", "item", "location"].find((one) => row[one] !== null);
    const of = kind ? { kind, key: row[kind] } : { kind: "world" };
    return { table: "variables", of, variable: row.definition || row.built_in };
  }
}
