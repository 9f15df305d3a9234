// What is typed into a form stays in the browser until it was saved, and is offered back (WK-14).

import { differing, labelOf, putBack, valuesOf } from "./fields.js";

const { gettext, interpolate } = window;
const PREFIX = "rp-draft:";
const SAVED = "rp_saved_form";
const DAYS = 30;
const PAUSE = 400; // milliseconds without a key before what was typed is kept

/** Forget the draft that the last answer said was saved, and those that nobody came back to. */
export function forgetSaved() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith(`${SAVED}=`));
  if (cookie) {
    const name = decodeURIComponent(cookie.slice(SAVED.length + 1)).replace(/^"|"$/g, "");
    localStorage.removeItem(PREFIX + name);
    document.cookie = `${SAVED}=; max-age=0; path=${location.pathname.slice(0, location.pathname.indexOf("/admin/") + 7)}`;
  }
  const oldest = Date.now() - DAYS * 24 * 3600 * 1000;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX) && (JSON.parse(localStorage.getItem(key)).at || 0) < oldest) localStorage.removeItem(key);
  }
}

export class KeptForm {
  constructor(form, told) {
    Object.assign(this, { form, told });
    this.key = PREFIX + told.name;
    this.first = valuesOf(form);
    this.leaving = false;
    this.timer = null;
    form.addEventListener("input", () => this.later());
    form.addEventListener("change", () => this.later());
    form.addEventListener("submit", () => { this.keep(); this.leaving = true; });
    window.addEventListener("pagehide", () => this.keep());
    window.addEventListener("pageshow", () => { this.leaving = false; });
    window.addEventListener("beforeunload", (event) => this.warn(event));
  }

  /** Whether the form says something that is not saved; a form that was refused always does. */
  get dirty() {
    return this.told.refused || differing(this.first, valuesOf(this.form)).length > 0;
  }

  get seen() {
    return this.form.elements.seen_version?.value || "";
  }

  warn(event) {
    if (this.dirty && !this.leaving) event.preventDefault();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), PAUSE);
  }

  /** Keep what the form says, or forget it where it says nothing new. */
  keep() {
    clearTimeout(this.timer);
    if (this.offered) return; // The older draft stays until somebody has decided.
    if (!this.dirty) {
      localStorage.removeItem(this.key);
      return;
    }
    const draft = { at: Date.now(), seen: this.seen, values: valuesOf(this.form) };
    try {
      localStorage.setItem(this.key, JSON.stringify(draft));
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      this.say(gettext("This browser has no room left to keep what you type. Save it soon."), []);
    }
  }

  /** Show what was kept before, where it differs from what the form says now. */
  offer() {
    const kept = JSON.parse(localStorage.getItem(this.key) || "null");
    if (!kept || this.told.refused) return;
    const names = differing(kept.values, this.first);
    if (!names.length) {
      localStorage.removeItem(this.key);
      return;
    }
    const when = new Date(kept.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const fields = names.map((name) => labelOf(this.form, name)).join(", ");
    let words = interpolate(gettext("What you typed here on %s was not saved: %s."), [when, fields]);
    if (kept.seen !== this.seen) words += ` ${gettext("It has been saved by somebody since; you will be shown where the two differ.")}`;
    this.offered = kept;
    this.say(words, ["put-back", "throw-away"]);
  }

  say(words, doing) {
    const box = document.getElementById("kept-draft-offer");
    document.getElementById("kept-draft-words").textContent = words;
    for (const button of box.querySelectorAll("[data-do]")) {
      button.hidden = !doing.includes(button.dataset.do);
      button.onclick = () => this.decide(button.dataset.do === "put-back");
    }
    box.hidden = false;
    document.getElementById("form-live").textContent = words;
  }

  /** Take the kept draft, at the version it was typed at so that a conflict shows, or forget it. */
  decide(take) {
    const kept = this.offered;
    this.offered = null;
    document.getElementById("kept-draft-offer").hidden = true;
    if (take) {
      putBack(this.form, kept.values);
      if (this.form.elements.seen_version) this.form.elements.seen_version.value = kept.seen;
    }
    this.keep();
    this.form.querySelector("input:not([type=hidden]), textarea")?.focus();
  }
}
