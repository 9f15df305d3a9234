// The forms of the room: what is typed is kept, leaving is warned of, mistakes are said at once.

import { FormCheck } from "./check.js";
import { forgetSaved, KeptForm } from "./kept.js";

const PALETTE = ["#b91c1c", "#c2410c", "#a16207", "#15803d", "#0f766e", "#1d4ed8", "#7e22ce", "#57534e"];

/** Colours to choose from, under the field; the chosen one again takes it away. */
function palette(field) {
  const row = document.createElement("div");
  row.className = "rp-palette";
  for (const colour of PALETTE) {
    const button = document.createElement("button");
    button.type = "button";
    button.title = colour;
    button.setAttribute("aria-label", colour);
    button.style.backgroundColor = colour;
    button.addEventListener("click", () => {
      field.value = field.value === colour ? "" : colour;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    row.append(button);
  }
  field.after(row);
}

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
  if (form.elements.color) {
    showColour(form.elements.color);
    palette(form.elements.color);
  }
  document.documentElement.dataset.ready = "1";
}

begin();
