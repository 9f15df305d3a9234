// Values of the state as an author reads them, and the fields in which they are written.

import { el } from "../lib/dom.js";

const { gettext } = window;
const HOLDERS = { location: gettext("place"), character: gettext("character"), item: gettext("thing") };
const HOLDING = { location: "locations", character: "characters", item: "items" };
const NONE = "—";
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/iu; // Without it a time would be read in the zone of whoever writes it.

const instant = (value) => new Date(value).toISOString().replace(".000Z", "Z");

/** A value in words; `field` is {kind, choices?} as the server describes it. */
export function valueWords(field, value) {
  if (value === null || value === undefined || value === "") return NONE;
  if (field.kind === "flag" || typeof value === "boolean") return value ? gettext("yes") : gettext("no");
  if (field.kind === "choice") return field.choices.find(([one]) => one === value)?.[1] || String(value);
  if (field.kind === "words") return value.join(", ") || NONE;
  if (field.kind === "instant") return instant(value);
  if (field.kind === "held") return `${HOLDERS[value.kind]}: ${value.key}`;
  if (typeof value === "object") return Object.keys(value).length ? JSON.stringify(value) : NONE;
  return String(value);
}

function select(options, value) {
  const box = el("select", {}, ...options.map(([one, words]) => el("option", { value: one }, words)));
  box.value = value;
  return box;
}

let lists = 0;

/** A text field that offers the keys of a table; `keysOf(table)` resolves to [{key, name}]. */
function keyField(table, value, keysOf) {
  lists += 1;
  const list = el("datalist", { id: `keys-${lists}` });
  const box = el("input", { list: list.id, spellcheck: "false", autocomplete: "off" });
  box.value = value ?? "";
  const offer = async (name) => {
    const rows = await keysOf(name);
    list.replaceChildren(...rows.map(({ key, name: words }) => el("option", { value: key, label: keyed({ key, name: words }) })));
  };
  return { box, list, offer, table };
}

const keyed = ({ key: one, name }) => (name && name !== one ? `${name} (${one})` : one);

/** A list of the rows of a table by name; `offer` fills it and keeps what is there now, though it be none of them. */
function rowSelect(keysOf) {
  const box = el("select", {});
  let asked = null;
  const offer = async (table, present, empty, fits = () => true) => {
    asked = table;
    const now = present ? [[present, present]] : [];
    const fill = (options) => {
      box.replaceChildren(...[...(empty ? [["", NONE]] : []), ...options].map(([one, words]) => el("option", { value: one }, words)));
      box.value = present ?? box.options[0]?.value ?? "";
    };
    fill(now);
    const rows = (await keysOf(table)).filter(fits);
    if (asked !== table) return;
    fill([...(rows.some((row) => row.key === present) ? [] : now), ...rows.map((row) => [row.key, keyed(row)])]);
  };
  return { box, offer };
}

const flag = (field, value) => {
  const options = [["true", gettext("yes")], ["false", gettext("no")]];
  const box = select(field.empty ? [["null", NONE], ...options] : options, String(value));
  return { nodes: [box], read: () => JSON.parse(box.value) };
};

const number = (field, value) => {
  const box = el("input", { type: "number", step: "any", required: !field.empty }); // What is empty is no 0.
  box.value = value ?? "";
  return { nodes: [box], read: () => (box.value === "" && field.empty ? null : Number(box.value)) };
};

const text = (field, value) => {
  const box = field.kind === "long" ? el("textarea", { rows: 4 }) : el("input", {});
  box.value = value ?? "";
  return { nodes: [box], read: () => box.value };
};

const words = (field, value) => {
  const box = el("textarea", { rows: Math.max(2, value.length + 1), placeholder: gettext("one to a line") });
  box.value = value.join("\n");
  return { nodes: [box], read: () => box.value.split("\n").map((line) => line.trim()).filter(Boolean) };
};

const json = (field, value) => {
  const box = el("textarea", { rows: 5, spellcheck: "false", class: "code" });
  box.value = JSON.stringify(value, null, 1);
  const read = () => {
    try {
      return JSON.parse(box.value);
    } catch {
      throw new Error(gettext("This is not JSON."));
    }
  };
  return { nodes: [box], read };
};

const time = (field, value) => {
  const box = el("input", { spellcheck: "false", placeholder: "2026-03-02T20:00:00Z" });
  box.value = value === null ? "" : instant(value);
  const read = () => {
    if (box.value.trim() === "") return null;
    const found = OFFSET.test(box.value.trim()) ? Date.parse(box.value.trim()) : NaN;
    if (Number.isNaN(found)) throw new Error(gettext("Write a time like 2026-03-02T20:00:00Z."));
    return found;
  };
  return { nodes: [box], read };
};

const choice = (field, value) => {
  const box = select(field.choices, value);
  return { nodes: [box], read: () => box.value };
};

const key = (field, value, keysOf) => {
  const { box, list, offer } = keyField(field.refers, value, keysOf);
  offer(field.refers);
  return { nodes: [box, list], read: () => box.value.trim() };
};

const reference = (field, value, keysOf) => {
  const { box, offer } = rowSelect(keysOf);
  offer(field.refers, value, field.empty);
  return { nodes: [box], read: () => box.value || null };
};

const held = (field, value, keysOf) => {
  const { box, offer } = rowSelect(keysOf);
  const kind = select([["", gettext("gone")], ...Object.entries(HOLDERS)], value?.kind || "");
  const turn = () => {
    box.hidden = kind.value === "";
    if (kind.value) offer(HOLDING[kind.value], kind.value === value?.kind ? value.key : null, false, kind.value === "item" ? holds : undefined);
  };
  kind.addEventListener("change", turn);
  box.setAttribute("aria-label", gettext("which one"));
  turn();
  return { nodes: [kind, box], read: () => (kind.value ? { kind: kind.value, key: box.value } : null) };
};

const holds = (row) => row.container !== "none";

/** What a variable holds decides how it is written. */
const ofVariable = (field, value, keysOf) => {
  if (typeof value === "boolean") return flag({ ...field, empty: false }, value);
  if (typeof value === "number") return number({ ...field, empty: false }, value);
  return typeof value === "string" ? text({ kind: "text" }, value) : json(field, value, keysOf);
};

const CONTROLS = {
  flag, number, text, long: text, words, json, instant: time, choice, key, reference, held, value: ofVariable,
};

/** A control for a value: {nodes, read}; `read()` gives the JSON value or throws an Error in words. */
export function control(field, value, keysOf) {
  return CONTROLS[field.kind](field, value, keysOf);
}
