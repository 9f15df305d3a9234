// The list of a book's entries: a window on thousands of rows, choosing, moving, changing in place.

import { ask } from "../../js/lib/request.js";
import { toast } from "../../js/lib/toast.js";
import { forgetSaved } from "../forms/kept.js";
import { Chosen } from "./chosen.js";
import { Order } from "./order.js";
import { RowWindow } from "./window.js";

const data = JSON.parse(document.getElementById("entries-data").textContent);
const box = document.getElementById("entries-window");
const PLACE = `rp-entries:${location.search}`;

async function fetchRows(ids) {
  const query = new URLSearchParams({ ids: ids.join(","), list: data.query });
  return (await ask(`${data.urls.entry_rows}?${query}`)).html;
}

/** Colours are set by script, where a value that is no colour does nothing. */
function colour(root) {
  for (const swatch of root.querySelectorAll(".rp-swatch[data-color]")) swatch.style.backgroundColor = swatch.dataset.color;
}

let list = null;
const chosen = new Chosen(data, () => list, () => list?.show());

function dress(row) {
  const id = Number(row.dataset.id);
  const picked = chosen.ids.has(id);
  const pick = row.querySelector("[data-do=pick]");
  if (pick) pick.checked = picked;
  row.classList.toggle("rp-picked", picked);
  if (!row.dataset.dressed) colour(row);
  row.dataset.dressed = "1";
}

/** Send one value of a row; the answer is the row as it is now, also where somebody was faster. */
async function change(field) {
  const row = field.closest("[data-id]");
  const value = field.type === "checkbox" ? field.checked : Number(field.value);
  if (field.type === "number" && !(field.value !== "" && Number.isInteger(value))) {
    field.value = field.defaultValue;
    return;
  }
  const body = { id: Number(row.dataset.id), version: Number(row.dataset.version), field: field.dataset.field, value, list: data.query };
  const focused = document.activeElement === field;
  let html = "";
  try {
    ({ html } = await ask(data.urls.entry_set, { method: "POST", body }));
  } catch (error) {
    html = error.detail?.html || "";
    if (!html) field.type === "checkbox" ? (field.checked = !value) : (field.value = field.defaultValue);
    toast(error.message);
  }
  if (!html) return;
  list.take(html);
  list.show();
  if (focused) list.rows.get(body.id)?.querySelector(`[data-field=${body.field}]`)?.focus({ preventScroll: true });
}

function wire(order) {
  const rowOf = (event) => Number(event.target.closest("[data-id]")?.dataset.id);
  const doing = (event) => event.target.closest("[data-do]")?.dataset.do;
  box.addEventListener("click", (event) => {
    if (doing(event) === "pick") chosen.pick(rowOf(event), event.target.checked, event.shiftKey);
    if (doing(event) === "tag") location.search = withTag(event.target.closest("[data-tag]").dataset.tag);
  });
  box.addEventListener("change", (event) => { if (doing(event) === "set") change(event.target); });
  box.addEventListener("pointerdown", (event) => { if (doing(event) === "grip") order.drag(event, rowOf(event)); });
  box.addEventListener("keydown", (event) => {
    if (doing(event) === "grip") order.key(event, rowOf(event));
    else if (event.key === "Enter" && event.target.dataset.field === "order") event.target.blur();
  });
  box.addEventListener("focusout", (event) => {
    if (doing(event) === "grip" && event.relatedTarget) order.left(rowOf(event));
  });
}

function withTag(tag) {
  const query = new URLSearchParams(location.search);
  query.set("tag", tag);
  return query.toString();
}

/** The filter sends itself when something is chosen in it, without its empty fields. */
function wireFilter() {
  const form = document.getElementById("entries-filter");
  form.addEventListener("formdata", (event) => {
    for (const [name, value] of [...event.formData]) if (!value || (name === "sort" && value === "place")) event.formData.delete(name);
  });
  form.addEventListener("change", (event) => {
    if (event.target.type !== "search") form.requestSubmit();
  });
  colour(form);
  const wide = window.matchMedia("(min-width: 768px)");
  const more = document.getElementById("entries-more");
  if (wide.matches) more.open = true;
  wide.addEventListener("change", () => { if (wide.matches) more.open = true; });
}

/** Coming back from an entry leads to where one was, and shows what was changed there. */
function keepPlace() {
  window.addEventListener("pagehide", () => sessionStorage.setItem(PLACE, String(window.scrollY)));
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    list.rows.clear();
    list.show();
  });
  const at = Number(sessionStorage.getItem(PLACE));
  if (at && /\/entry\/\d+\//.test(document.referrer)) requestAnimationFrame(() => window.scrollTo(0, at));
}

forgetSaved();
wireFilter();
if (box) {
  list = new RowWindow(box, data.ids, fetchRows, dress);
  wire(new Order(data, list, chosen));
  keepPlace();
}
document.documentElement.dataset.ready = "1";
