// Keeps the elements of the turns as the state says, drawing again only what looks different.

import { el } from "../lib/dom.js";
import { StreamText } from "./stream_text.js";
import { signature, turnElement } from "./turn_view.js";

const { gettext } = window;

/** The turns and the waiting messages on the page. */
export class TurnsView {
  /** `onGrow` runs after each change of the live text. */
  constructor({ state, speakers, onGrow }) {
    this.state = state;
    this.speakers = speakers;
    this.onGrow = onGrow;
    this.place = document.getElementById("turns");
    this.waiting = document.getElementById("waiting");
    this.drawn = new Map();
    this.stream = null;
  }

  /** Make the page show the state. Turns that are being edited keep their editor. */
  draw() {
    const { state } = this;
    const last = state.turns.length - 1;
    const wanted = new Set(state.turns.map((turn) => turn.id));
    for (const [id, one] of this.drawn) {
      if (!wanted.has(id)) {
        one.node.remove();
        this.drawn.delete(id);
      }
    }
    let before = null;
    state.turns.forEach((turn, index) => {
      const node = this.drawTurn(turn, index === last);
      const next = before ? before.nextSibling : this.place.firstChild;
      if (node !== next) this.place.insertBefore(node, next);
      before = node;
    });
    this.drawLive();
    this.drawWaiting();
  }

  drawTurn(turn, isLast) {
    const sign = signature(this.state, turn, isLast);
    const known = this.drawn.get(turn.id);
    if (known && (known.sign === sign || known.node.querySelector("[data-editor]"))) return known.node;
    const node = turnElement(this.state, turn, isLast, this.speakers);
    if (known) known.node.replaceWith(node);
    this.drawn.set(turn.id, { node, sign });
    return node;
  }

  /** Draw a turn again although it looks the same, after its editor was closed. */
  forget(turnId) {
    const known = this.drawn.get(turnId);
    if (known) known.sign = "";
  }

  drawLive() {
    const { live } = this.state;
    const place = live && this.place.querySelector(`[data-take="${live.take}"] .live`);
    if (!place) {
      this.stream?.end();
      this.stream = null;
      return;
    }
    if (this.stream?.place === place) {
      this.stream.set(live.text);
    } else {
      this.stream?.end();
      this.stream = new StreamText(place, live.text, this.onGrow, (before, after) => this.speakers.hueBeside(before, after));
    }
  }

  /** New words of the live answer. */
  grow() {
    if (this.stream && this.state.live) this.stream.set(this.state.live.text);
    else this.draw();
  }

  drawWaiting() {
    const rows = this.state.waiting.map((one, index) => el("div", { class: "waiting", "data-turn": one.id },
      el("span", { class: "label" }, index === 0 ? gettext("Waits for its turn") : gettext("Waits after that")),
      el("p", { lang: this.place.lang }, one.text),
      el("button", { type: "button", class: "link", "data-do": "withdraw" }, gettext("Withdraw"))));
    this.waiting.replaceChildren(...rows);
  }

  /** The element of a turn, if it is on the page. */
  nodeOf(turnId) {
    return this.drawn.get(turnId)?.node || null;
  }
}
