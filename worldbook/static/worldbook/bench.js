// The test bench: what is typed is tried a moment later; of several answers the latest wins.
import { Latest } from "./latest.js";
import { compareTurns } from "./bench_compare.js";
import { offerTurns } from "./bench_turns.js";

const PAUSE = 250;
const form = document.getElementById("bench-form");
const results = document.getElementById("bench-results");
const errors = document.getElementById("bench-errors");
const status = document.getElementById("bench-status");
const kept = form.dataset.kept;
const NOT_KEPT = new Set(["csrfmiddlewaretoken"]);

const field = (name) => form.elements[name];

/** What was typed is kept for this tab, so that a reload loses nothing. */
function keep() {
  const values = [...new FormData(form)].filter(([name]) => !NOT_KEPT.has(name));
  try {
    sessionStorage.setItem(kept, JSON.stringify(values));
  } catch (error) {
    if (error.name !== "QuotaExceededError") throw error; // Too large to be kept; the page has it.
  }
}

function restore() {
  const asked = field("why").value;
  for (const [name, value] of JSON.parse(sessionStorage.getItem(kept) ?? "[]")) {
    const one = field(name);
    if (!one) continue;
    const offered = one.tagName !== "SELECT" || [...one.options].some((option) => option.value === value);
    if (offered) one.value = value;
  }
  if (asked) field("why").value = asked;
}

/** Hidden values and the parts of the form that show them belong together. */
function showParts() {
  document.getElementById("bench-frozen").hidden = !field("frozen").value;
  document.getElementById("bench-try").hidden = !field("try_id").value;
  document.getElementById("bench-try-title").textContent = field("try_id").value;
}

/** Tell of an answer; `heard`: only those who do not see it. */
function say(words, { heard = false } = {}) {
  status.toggleAttribute("data-heard", heard);
  status.textContent = words;
}

async function post(signal) {
  const response = await fetch(form.dataset.tried, { method: "POST", body: new FormData(form), credentials: "same-origin", signal });
  if (response.redirected || response.status === 403) throw new Error(form.dataset.signedOut);
  if (!response.ok && response.status !== 400) throw new Error(form.dataset.failed);
  return { readable: response.ok, html: await response.text() };
}

const tries = new Latest(PAUSE, {
  ask: post,
  begin: () => results.setAttribute("aria-busy", "true"),
  done({ readable, html }) {
    // Made and escaped by the server. While a field cannot be read, the last answer stays.
    (readable ? results : errors).innerHTML = html;
    if (readable) errors.replaceChildren();
    results.setAttribute("aria-busy", "false");
    say(results.querySelector("[data-said]")?.dataset.said ?? "", { heard: true });
  },
  failed(error) {
    results.setAttribute("aria-busy", "false");
    say(error instanceof TypeError ? form.dataset.offline : error.message);
  },
});

function tryNow() {
  keep();
  showParts();
  tries.now();
}

async function tryOtherWords(id) {
  const response = await fetch(`${form.dataset.entry}?id=${encodeURIComponent(id)}`, { credentials: "same-origin" });
  if (!response.ok) return;
  const entry = await response.json();
  field("try_id").value = id;
  field("try_keys").value = entry.keys.join("\n");
  field("try_content").value = entry.content;
  document.getElementById("bench-try-open").href = entry.url;
  tryNow();
  field("try_keys").focus();
}

function clear(...names) {
  for (const name of names) field(name).value = "";
  tryNow();
}

form.addEventListener("input", () => {
  keep();
  tries.soon();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  tryNow();
});
document.getElementById("bench-leave").addEventListener("click", () => clear("frozen"));
document.getElementById("bench-try-leave").addEventListener("click", () => clear("try_id", "try_keys", "try_content"));
results.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.try) tryOtherWords(button.dataset.try);
  if (button?.dataset.why) {
    field("why").value = button.dataset.why;
    field("why").focus();
    tryNow();
  }
});
// The draft may have been changed in another tab.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") tries.now();
});

document.getElementById("bench-send").hidden = true;
const takeTurn = offerTurns(form, (values) => {
  for (const [name, value] of Object.entries(values)) if (field(name)) field(name).value = value ?? "";
  tryNow();
  form.scrollIntoView({ block: "start" });
});
compareTurns(takeTurn);
restore();
tryNow();
