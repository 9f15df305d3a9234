// What the player may tell the story: each is one POST; refusals are said, and what can be undone offers it.

import { ask } from "../lib/request.js";
import { forgetNotices, forgetRefusals, sayRefused, toast } from "../lib/toast.js";
import { undoneWords } from "./places.js";

const { gettext } = window;
const UNDO_SECONDS = 12;

/** The commands of one story. `refresh()` reads the story again; `putDraft(text)` puts words into an empty box. */
export class Commands {
  constructor({ api, refresh, putDraft }) {
    this.api = api;
    this.refresh = refresh;
    this.putDraft = putDraft;
  }

  /** Give a command; its answer, or null when it was refused (and said so, or what `refused` does for its code). */
  async give(name, body, key, refused = {}) {
    forgetNotices();
    try {
      const answer = await ask(`${this.api}${name}/`, { method: "POST", body, key });
      if (answer?.draft) this.putDraft(answer.draft);
      return answer;
    } catch (error) {
      if (refused[error.code]) refused[error.code](error.detail);
      else sayRefused(error.message);
      return null;
    } finally {
      await this.refresh();
    }
  }

  /** Send a message; whether the server has accepted it. */
  async send(text, key) {
    forgetRefusals();
    try {
      await ask(`${this.api}turns/`, { method: "POST", body: { text, key }, key });
    } catch (error) {
      sayRefused(error.message, 10);
      return false;
    }
    this.refresh();
    return true;
  }

  /** Roll dice (`asked` as `diceCommand` gives it); whether they fell. */
  async roll(asked, key) {
    forgetRefusals();
    try {
      await ask(`${this.api}rolls/`, { method: "POST", body: { ...asked, key }, key });
    } catch (error) {
      sayRefused(error.message, 10);
      return false;
    }
    await this.refresh();
    return true;
  }

  /** A command with a notice that offers to undo it. */
  async giveUndoable(name, body, words) {
    const answer = await this.give(name, body);
    if (answer?.undoable) {
      toast(words, { seconds: UNDO_SECONDS, action: { label: gettext("Undo"), run: () => this.undo(answer.command) } });
    }
    return answer;
  }

  /** Undo that command, or the last one that can be undone. */
  async undo(command) {
    const answer = await this.give("undo", command ? { command } : {});
    if (!answer) return;
    const also = undoneWords(answer);
    toast([gettext("Undone."), also].filter(Boolean).join(" "), { seconds: also ? UNDO_SECONDS : 5 });
  }

  /** Another answer of the last turn; what was changed by hand after the one before goes, and that is said. */
  async choose(take) {
    const also = undoneWords(await this.give("choose", { take }));
    if (also) toast(also, { seconds: UNDO_SECONDS });
  }
}
