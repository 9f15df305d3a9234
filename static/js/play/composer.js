// The message box: what keys do in it, when it is sent, how Send becomes Stop.

import { Draft } from "./draft.js";
import { openMenu } from "./menu.js";

const { gettext } = window;
const IN_COMPOSITION = 229;

/** Whether a key belongs to an input method that is composing (Chinese), and so is not for the page. */
export function isComposing(event) {
  return event.isComposing || event.keyCode === IN_COMPOSITION;
}

/** Whether this Enter sends: with the setting Enter sends and Shift+Enter breaks, without it the other way round. */
export function sends(event, enterSends) {
  if (event.key !== "Enter" || isComposing(event) || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return true;
  return enterSends !== event.shiftKey;
}

/** The docked message box. `actions` are {send(text, key), stop(keep)}; send resolves when the server has accepted. */
export class Composer {
  constructor({ story, enterSends, actions }) {
    this.form = document.getElementById("composer");
    this.box = document.getElementById("message");
    this.sendButton = document.getElementById("send");
    this.stopButton = document.getElementById("stop");
    this.stopMore = document.getElementById("stop-more");
    this.draft = new Draft(story);
    this.enterSends = enterSends;
    this.actions = actions;
    this.busy = false;
    this.sending = false;
    this.box.value = this.draft.text;
    this.wire();
    this.fit();
    this.show();
  }

  wire() {
    this.box.addEventListener("input", () => { this.draft.keep(this.box.value); this.fit(); this.show(); });
    this.box.addEventListener("keydown", (event) => {
      if (!sends(event, this.enterSends)) return;
      event.preventDefault();
      this.send();
    });
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
    this.stopButton.addEventListener("click", () => this.actions.stop(true));
    this.stopMore.addEventListener("click", () => openMenu(this.stopMore, [
      { icon: "stop", label: gettext("Stop and keep the text"), run: () => this.actions.stop(true) },
      { icon: "trash", label: gettext("Stop and discard the text"), run: () => this.actions.stop(false) },
    ], gettext("Ways to stop")));
    document.getElementById("composer-hint").textContent = this.enterSends
      ? gettext("Enter sends · Shift+Enter breaks the line") : gettext("Shift+Enter sends · Enter breaks the line");
  }

  get empty() {
    return this.box.value.trim() === "";
  }

  /** The text leaves the box at once, so that what is typed next is the next message. A refusal brings it back. */
  async send() {
    if (this.empty) return;
    this.draft.keep(this.box.value);
    this.draft.leave();
    this.put("");
    if (this.sending) return;
    this.sending = true;
    this.show();
    try {
      while (this.draft.next) {
        const { text, key } = this.draft.next;
        if (!(await this.actions.send(text, key))) break;
        this.draft.accepted(key);
      }
    } finally {
      this.sending = false;
      this.comeBack();
      this.show();
    }
  }

  /** What was leaving and has not arrived is in the box again: after a refusal, and where the page was left meanwhile. */
  comeBack() {
    if (this.sending || !this.draft.next) return;
    this.draft.comeBack();
    this.put(this.draft.text);
  }

  /** The story has the messages of these keys: none of them is a draft any more, even if no answer said so. */
  arrived(keys) {
    for (const key of keys) this.draft.accepted(key);
    if (this.box.value !== this.draft.text) this.put(this.draft.text);
  }

  /** Put a text into the box. */
  put(text) {
    this.box.value = text;
    this.draft.keep(text);
    this.fit();
    this.show();
  }

  /** Whether an answer is being made: Send is then Stop, until something more is typed. */
  setBusy(busy) {
    this.busy = busy;
    this.show();
  }

  show() {
    const stop = this.busy || this.sending;
    const focused = document.activeElement;
    this.stopButton.hidden = !stop;
    this.stopMore.hidden = !this.busy;
    this.sendButton.hidden = stop && this.empty;
    this.sendButton.disabled = this.empty;
    this.sendButton.setAttribute("aria-label", this.busy ? gettext("Send; it will wait for its turn") : gettext("Send"));
    if (focused === this.sendButton && this.sendButton.hidden) this.box.focus();
    if (focused === this.stopButton && !stop) this.box.focus();
  }

  fit() {
    this.box.style.height = "auto";
    this.box.style.height = `${this.box.scrollHeight + 2}px`;
  }
}
