// Shows a growing text smoothly: finished paragraphs stay as they are, only the last one is drawn again, once a frame.

import { wholeUnits } from "./codepoints.js";
import { render } from "./markdown.js";

const CATCH_UP = 0.22; // Share of what is still to be shown that each frame shows.
const MOST_BEHIND = 900; // Units; further behind (a reload, a hidden tab) the text is shown at once.

/** Where the last paragraph of a text begins; paragraphs inside a code fence belong together. */
export function lastParagraph(text) {
  let at = text.lastIndexOf("\n\n");
  while (at >= 0 && (text.slice(0, at).match(/^```/gm) || []).length % 2 === 1) at = text.lastIndexOf("\n\n", at - 1);
  return at < 0 ? 0 : at + 2;
}

/** The text of one answer while it is made, in `place`. `onGrow` runs after each change. */
export class StreamText {
  constructor(place, text, onGrow, hueBeside) {
    this.place = place;
    this.onGrow = onGrow;
    this.hueBeside = hueBeside;
    this.target = text;
    this.shown = text.length;
    this.settled = "";
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.frame = 0;
    this.done = document.createElement("div");
    this.last = document.createElement("div");
    this.last.className = "growing";
    place.replaceChildren(this.done, this.last);
    this.draw();
  }

  /** Grow (or change) towards this text. */
  set(text) {
    if (!text.startsWith(this.target.slice(0, this.shown))) this.shown = Math.min(this.shown, text.length);
    this.target = text;
    if (!this.frame) this.frame = requestAnimationFrame(() => this.step());
  }

  /** No more drawing. */
  end() {
    cancelAnimationFrame(this.frame);
  }

  step() {
    this.frame = 0;
    const behind = this.target.length - this.shown;
    const jump = this.calm || document.hidden || behind > MOST_BEHIND;
    this.shown += jump ? behind : Math.max(Math.min(behind, 1), Math.ceil(behind * CATCH_UP));
    this.shown = wholeUnits(this.target, this.shown);
    this.draw();
    this.onGrow();
    if (this.shown < this.target.length) this.frame = requestAnimationFrame(() => this.step());
  }

  draw() {
    const text = this.target.slice(0, this.shown);
    const from = lastParagraph(text);
    const settled = text.slice(0, from);
    if (settled !== this.settled) {
      if (settled.startsWith(this.settled) && this.settled) this.done.append(render(settled.slice(this.settled.length), this.hueBeside));
      else this.done.replaceChildren(render(settled, this.hueBeside));
      this.settled = settled;
    }
    this.last.replaceChildren(render(text.slice(from), this.hueBeside));
  }
}
