// The forms of the room: what is typed is kept, leaving is warned of, mistakes are said at once.

import { FormCheck } from "./check.js";
import { forgetSaved, KeptForm } from "./kept.js";

/** A dot in the colour that the field says; words that are no colour give none. */
function showColour(field) {
  const dot = document.createElement("span");
  dot.className = "rp-dot";
  dot.setAttribute("aria-hidden", "true");
  const paint = () => { dot.style.backgroundColor = ""; dot.style.backgroundColor = field.value; };
  field.labels[0]?.append(dot);
  field.addEventListener("input", paint);
  paint();
}

function begin() {
  forgetSaved();
  const told = JSON.parse(document.getElementById("kept-draft")?.textContent || "null");
  const form = document.querySelector("#content-main form[method=post]");
  if (!told || !form) return;
  new KeptForm(form, told).offer();
  if (told.check) new FormCheck(form, told);
  if (form.elements.color) showColour(form.elements.color);
  document.documentElement.dataset.ready = "1";
}

begin();
