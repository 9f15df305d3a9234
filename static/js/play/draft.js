// What is typed is kept per story until the server has accepted it (PG-14), with the key it will be sent under.

import { newKey } from "../lib/request.js";

/**
 * The draft of one story in this browser: the text in the box, and before it what is leaving for the server, each
 * under its key. Where storage is closed, the draft lives as long as the page.
 */
export class Draft {
  constructor(story) {
    this.name = `rpsite:draft:${story}`;
    this.kept = this.read();
  }

  read() {
    const nothing = { text: "", key: "", leaving: [] };
    try {
      return { ...nothing, ...JSON.parse(localStorage.getItem(this.name) || "{}") };
    } catch (error) {
      console.warn("the draft cannot be read", error);
      return nothing;
    }
  }

  get text() {
    return this.kept.text;
  }

  /** What goes to the server next: {text, key}, or nothing. */
  get next() {
    return this.kept.leaving[0];
  }

  /** Keep this text; a key given to an earlier text is not used for another. */
  keep(text) {
    if (text === this.kept.text) return;
    this.kept = { ...this.kept, text, key: "" };
    this.write();
  }

  /** The text leaves for the server, behind what left before it. */
  leave() {
    const { text, key, leaving } = this.kept;
    this.kept = { text: "", key: "", leaving: [...leaving, { text, key: key || newKey() }] };
    this.write();
  }

  /** The server has the message of this key, whoever said so: its answer, a frame or a reading of the story. */
  accepted(key) {
    const { text, leaving } = this.kept;
    const still = leaving.filter((one) => one.key !== key);
    const typed = this.kept.key === key ? { text: "", key: "" } : { text, key: this.kept.key };
    if (still.length === leaving.length && typed.text === text) return;
    this.kept = { ...typed, leaving: still };
    this.write();
  }

  /** What was leaving is the draft again, before what was typed meanwhile; alone it keeps its key. */
  comeBack() {
    const { text, leaving } = this.kept;
    if (!leaving.length) return;
    const typed = text.trim() !== "";
    const key = leaving.length === 1 && !typed ? leaving[0].key : "";
    const texts = leaving.map((one) => one.text);
    this.kept = { text: [...texts, ...(typed ? [text] : [])].join("\n"), key, leaving: [] };
    this.write();
  }

  write() {
    try {
      if (this.kept.text || this.kept.leaving.length) localStorage.setItem(this.name, JSON.stringify(this.kept));
      else localStorage.removeItem(this.name);
    } catch (error) {
      console.warn("the draft cannot be kept", error);
    }
  }
}
