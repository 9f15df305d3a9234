// Editing a message where it stands (PG-7): "edit only" and "edit and replay from here" are two buttons.

import { el } from "../lib/dom.js";
import { isComposing } from "./composer.js";
import { readersLang } from "./story_words.js";

const { gettext } = window;

/**
 * Replace the text in `part` by a field. `choices` are [{label, run(text), primary}]; run resolves to true when it
 * was accepted. `closed` runs when the field is gone; nothing typed is lost while it is refused.
 */
export function openEditor(part, text, lang, choices, closed) {
  if (part.querySelector("[data-editor]")) return;
  const place = part.querySelector(".story-text") || part.querySelector(".line-body").appendChild(el("div", { class: "story-text" }));
  const kept = [...place.childNodes];
  const field = el("textarea", { class: "prose", lang, "aria-label": gettext("Edit the message"), maxlength: 100000 });
  field.value = text;
  const close = () => { place.replaceChildren(...kept); part.classList.remove("editing"); closed(); };
  const buttons = choices.map(({ label, run, primary }) => el("button", {
    type: "button", class: primary ? "primary" : "",
    onclick: async (event) => {
      event.target.disabled = true;
      if (await run(field.value)) close();
      else event.target.disabled = false;
    },
  }, label));
  const cancel = el("button", { type: "button", class: "quiet", onclick: close }, gettext("Cancel"));
  place.replaceChildren(el("div", { "data-editor": true }, field, el("div", { class: "row end", lang: readersLang() }, cancel, ...buttons)));
  part.classList.add("editing");
  field.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") { event.stopPropagation(); close(); }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) buttons[0].click();
  });
  const fit = () => { field.style.height = "auto"; field.style.height = `${field.scrollHeight + 2}px`; };
  field.addEventListener("input", fit);
  fit();
  field.focus();
  field.setSelectionRange(text.length, text.length);
}
