// What is wrong with a form, or worth knowing, said beside its fields while it is written (WK-24).

import { boxOf } from "./fields.js";

const { interpolate, ngettext } = window;
const PAUSE = 900; // milliseconds without a key before the server is asked

export class FormCheck {
  constructor(form, told) {
    Object.assign(this, { form, told });
    this.timer = null;
    this.asked = 0;
    form.addEventListener("input", () => this.later(PAUSE));
    form.addEventListener("change", () => this.later(0));
    if (told.row) this.later(0); // An empty new form needs no telling that it is empty.
  }

  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), pause);
  }

  /** Ask what the form would be told; the answer to the last question counts. */
  async ask() {
    const number = ++this.asked;
    const body = new FormData(this.form);
    body.append("_row", this.told.row);
    let response;
    try {
      response = await fetch(this.told.check, { method: "POST", body, credentials: "same-origin", headers: { Accept: "application/json" } });
    } catch (error) {
      if (error instanceof TypeError) return; // Not reached: saving will say so, this is only advice.
      throw error;
    }
    if (response.ok && number === this.asked) this.show(await response.json());
  }

  show({ errors, hints, tokens }) {
    this.form.querySelectorAll(".rp-said").forEach((said) => said.remove());
    for (const [name, words] of Object.entries(errors)) this.say(name, words, "rp-wrong");
    for (const [name, words] of Object.entries(hints)) this.say(name, words, "rp-hint");
    this.say("content", [interpolate(ngettext("About %s token", "About %s tokens", tokens), [tokens.toLocaleString(document.documentElement.lang)])], "rp-size");
  }

  say(name, words, kind) {
    const box = boxOf(this.form, name);
    if (!box || (kind === "rp-wrong" && box.querySelector(".errorlist"))) return;
    let said = box.querySelector(":scope > .rp-said");
    if (!said) {
      said = document.createElement("div");
      said.className = "rp-said";
      said.id = `said-${name}`;
      box.append(said);
      const field = box.querySelector(`[name="${CSS.escape(name)}"]`);
      if (field && !field.getAttribute("aria-describedby")?.includes(said.id)) {
        field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") || ""} ${said.id}`.trim());
      }
    }
    for (const word of words) {
      const line = document.createElement("p");
      line.className = kind;
      line.textContent = word;
      said.append(line);
    }
    if (kind === "rp-wrong") box.querySelector("input, textarea, select")?.setAttribute("aria-invalid", "true");
  }
}
