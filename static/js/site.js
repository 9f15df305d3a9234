// What the pages around the play page do: menu, dialogs of the library, start form, preferences, keys.

import { sendByApi, wireApiForms } from "./lib/api_forms.js";
import { wireDialogs } from "./lib/dialogs.js";
import { toast } from "./lib/toast.js";

const { gettext } = window;

/** The menu button of narrow screens. */
function wireMenu() {
  const toggle = document.querySelector(".menu-toggle");
  toggle?.addEventListener("click", () => {
    const open = toggle.getAttribute("aria-expanded") !== "true";
    toggle.setAttribute("aria-expanded", String(open));
    document.getElementById("site-nav").classList.toggle("open", open);
  });
}

/** Buttons that open a dialog about the thing they stand beside. */
function wireOpeners() {
  for (const button of document.querySelectorAll("[data-opens]")) {
    button.addEventListener("click", () => {
      const dialog = document.getElementById(button.dataset.opens);
      const form = dialog.querySelector("form");
      const thing = button.closest("[data-api]");
      if (thing) form.dataset.api = thing.dataset.api;
      if (button.dataset.action) form.action = button.dataset.action;
      const title = button.dataset.title || thing?.dataset.title || "";
      const shown = dialog.querySelector("[data-title]");
      if (shown) shown.textContent = title;
      const field = dialog.querySelector("input[name=title]");
      if (field) field.value = title;
      dialog.showModal();
      field?.select();
    });
  }
}

/** What the start form asks the API for. */
function storyOf(form) {
  const value = (name) => form.elements[name].value.trim();
  const body = { opening: Number(form.dataset.opening), scenario: value("scenario") };
  const who = form.elements.persona.value;
  if (who === "own") body.persona = { name: value("persona_name"), text: value("persona_text") };
  else if (who && who !== "opening") body.persona_id = Number(who);
  if (value("title")) body.title = value("title");
  if (value("seed")) body.seed = value("seed");
  return body;
}

/** The start form sends what was chosen and goes to the story. */
function wireStart() {
  const form = document.getElementById("start-form");
  if (!form) return;
  const name = document.getElementById("persona-name");
  if (name) form.addEventListener("change", () => { name.required = form.elements.persona.value === "own"; });
  sendByApi(form, storyOf, (story) => { location.assign(`/story/${story.id}/`); });
}

/** Preferences show their effect at once. */
function wirePreferences() {
  const form = document.getElementById("preferences");
  form?.addEventListener("change", () => {
    document.documentElement.dataset.theme = form.elements.theme.value;
    document.documentElement.dataset.text = form.elements.text_size.value;
  });
}

/** Buttons that copy the text of an element: [data-copies=id]. */
function wireCopying() {
  for (const button of document.querySelectorAll("[data-copies]")) {
    const source = document.getElementById(button.dataset.copies);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(source.textContent);
        toast(gettext("Copied."));
      } catch {
        getSelection().selectAllChildren(source); // Not allowed here (plain http): Ctrl+C does it.
        toast(gettext("Selected. Press Ctrl+C to copy."));
      }
    });
  }
}

wireMenu();
wireCopying();
wireDialogs();
wireOpeners();
wireApiForms();
wireStart();
wirePreferences();
