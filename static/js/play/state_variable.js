// A variable that no row holds yet, as long as it is what its definition says: chosen here, then edited like any value.

import { el } from "../lib/dom.js";
import { openStateEditor } from "./state_edit.js";

const { gettext } = window;
const TABLES = { character: "characters", item: "items", location: "locations" };
const BUILT_IN = ["valence", "arousal", "dominance"].map((key) => ({ key, name: key, scope: "character", value_kind: "number", default: 0 }));
const EMPTY = { number: 0, flag: false, choice: "", text: "" };

/** The form below the values of variables; `keysOf(table)` resolves to rows, `edited()` runs after an edit. */
export function setVariableForm({ api, keysOf, edited }) {
  const which = el("select", { "aria-label": gettext("Variable") });
  const whose = el("select", { "aria-label": gettext("Whose") });
  const place = el("div", {});
  let definitions = [];

  const chosen = () => definitions.find((one) => one.key === which.value);

  async function offerTargets() {
    const table = TABLES[chosen()?.scope];
    whose.hidden = !table;
    const rows = table ? await keysOf(table) : [];
    const before = whose.value;
    whose.replaceChildren(...rows.map((row) => el("option", { value: row.key, selected: row.key === before }, row.name || row.key)));
  }

  async function offer() {
    if (!fold.open || definitions.length) return;
    definitions = [...await keysOf("variable_defs"), ...BUILT_IN];
    which.replaceChildren(...definitions.map((one) => el("option", { value: one.key }, one.name || one.key)));
    await offerTargets();
  }

  function edit() {
    const { key, scope, default: usual, value_kind: kind, name } = chosen();
    const of = scope === "world" ? { kind: "world" } : { kind: scope, key: whose.value };
    const field = { name: "value", label: name || key, kind: "value", empty: false };
    const close = () => { place.replaceChildren(); which.focus(); };
    openStateEditor(place, api, { field, seen: usual ?? EMPTY[kind], body: { table: "variables", of, variable: key } }, keysOf, {
      done: () => { close(); edited(); },
      left: close,
    });
  }

  which.addEventListener("change", offerTargets);
  const fold = el("details", { class: "state-fold", ontoggle: offer },
    el("summary", {}, gettext("Set a value that is not in the list")),
    el("div", { class: "state-editor" }, which, whose, el("div", { class: "row end" }, el("button", { type: "button", onclick: edit }, gettext("Write a value"))), place));
  return fold;
}
