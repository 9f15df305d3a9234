// One value of the state changed by its author: where it stands, with the value seen and a reason (AD-5).

import { el } from "../lib/dom.js";
import { ask } from "../lib/request.js";
import { isComposing } from "./composer.js";
import { control, valueWords } from "./state_fields.js";

const { gettext } = window;
let lastReason = "";

/**
 * Put an editor into `place`. `edit` is {field, seen, body} (`body`: what names the value to the server);
 * `done(answer)` runs when it was written, `left()` when it was given up, `left({present})` where another's value was left.
 */
export function openStateEditor(place, api, edit, keysOf, { done, left }) {
  const { field } = edit;
  let { seen } = edit;
  const input = control(field, seen, keysOf);
  input.nodes[0].setAttribute("aria-label", field.label);
  const reason = el("input", { required: true, maxlength: 1000, placeholder: gettext("why it is changed"), "aria-label": gettext("Reason") });
  reason.value = lastReason;
  const refused = el("p", { class: "notice bad", role: "alert", hidden: true });
  const choose = el("div", { class: "notice conflict", role: "alert", hidden: true });
  const save = el("button", { class: "primary" }, gettext("Save"));
  const cancel = el("button", { type: "button", class: "quiet", onclick: () => left() }, gettext("Cancel"));
  const buttons = el("div", { class: "row end" }, cancel, save);
  const form = el("form", { class: "state-editor", "data-editor": true, autocomplete: "off" },
    ...input.nodes, reason, refused, choose, buttons);

  async function send() {
    refused.hidden = true;
    choose.hidden = true;
    buttons.hidden = false;
    let value;
    try {
      value = input.read();
    } catch (error) {
      say(error.message);
      return;
    }
    save.disabled = true;
    lastReason = reason.value.trim();
    try {
      done(await ask(`${api}state/`, { method: "PATCH", body: { ...edit.body, seen, value, reason: lastReason } }));
    } catch (error) {
      if (error.code === "value_changed") bothValues(error.detail.present, value);
      else say(error.detail?.reason || error.message);
    } finally {
      save.disabled = false;
    }
  }

  function say(words) {
    refused.textContent = words;
    refused.hidden = false;
  }

  /** Somebody was quicker: both values, and the choice between them alone. */
  function bothValues(present, mine) {
    const write = el("button", { type: "button", onclick: () => { seen = present; send(); } }, gettext("Write mine over it"));
    const keep = el("button", { type: "button", class: "quiet", onclick: () => left({ present }) }, gettext("Leave it as it is"));
    const facts = [[gettext("You saw"), seen], [gettext("It is by now"), present], [gettext("You write"), mine]];
    choose.replaceChildren(el("p", {}, gettext("This was changed while you edited it.")),
      el("dl", {}, ...facts.flatMap(([words, value]) => [el("dt", {}, words), el("dd", {}, valueWords(field, value))])),
      el("div", { class: "row end" }, keep, write));
    choose.hidden = false;
    buttons.hidden = true; // Now these two are the choice.
    write.focus();
  }

  form.addEventListener("submit", (event) => { event.preventDefault(); send(); });
  form.addEventListener("keydown", (event) => {
    if (isComposing(event) || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    left();
  });
  place.replaceChildren(form);
  input.nodes[0].focus();
}
