// What is typed is kept per story until the server has accepted it (PG-14), with the key it will be sent under.

import { newKey } from "../lib/request.js";

/** The draft of one story in this browser. Where storage is closed, the draft lives as long as the page. */
export class Draft {
  constructor(story) {
    this.name = `rpsite:draft:${story}`;
    this.kept = this.read();
  }

  read() {
    try {
      return { text: "", key: "", ...JSON.parse(localStorage.getItem(this.name) || "{}") };
    } catch (error) {
      console.warn("the draft cannot be read", error);
      return { text: "", key: "" };
    }
  }

  get text() {
    return this.kept.text;
  }

  /** Keep this text; a key given to an earlier text is not used for another. */
  keep(text) {
    if (text === this.kept.text) return;
    this.kept = { text, key: "" };
    this.write();
  }

  /** The key to send the text under: the same one until the text changes or was accepted. */
  keyFor(text) {
    this.keep(text);
    if (!this.kept.key) {
      this.kept.key = newKey();
      this.write();
    }
    return this.kept.key;
  }

  /** The server has it. */
  accepted(text) {
    if (this.kept.text !== text) return;
    this.kept = { text: "", key: "" };
    this.write();
  }

  write() {
    try {
      if (this.kept.text) localStorage.setItem(this.name, JSON.stringify(this.kept));
      else localStorage.removeItem(this.name);
    } catch (error) {
      console.warn("the draft cannot be kept", error);
    }
  }
}
