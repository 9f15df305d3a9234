// What the buttons, keys and strokes of the play page mean: each becomes a command about one message.

import { el } from "../lib/dom.js";
import { toast } from "../lib/toast.js";
import { openEditor } from "./editor.js";
import { openMenu } from "./menu.js";
import { askUndoEdits } from "./places.js";
import { chosenTake, isBusy, lastTurn, textOf } from "./store.js";

const { gettext } = window;

/** Acts on the messages of one page. */
export class Actions {
  constructor({ state, view, commands, panel, places, storyLang, askRedo }) {
    Object.assign(this, { state, view, commands, panel, places, storyLang, askRedo });
    this.does = {
      menu: (part, button) => this.menu(part, button),
      regenerate: () => this.regenerate(),
      redo: () => this.redo(),
      continue: () => this.goOn(),
      previous: () => this.previous(),
      next: () => this.next(),
      retry: () => this.onLast("retry"),
      resume: () => this.onLast("resume"),
      skip: () => this.commands.give("skip", { turn: lastTurn(this.state).id }),
    };
  }

  /** A press on something with data-do. */
  onClick(event) {
    const button = event.target.closest("[data-do]");
    if (!button) return;
    if (button.dataset.do === "withdraw") {
      this.commands.give("withdraw", { turn: Number(button.closest("[data-turn]").dataset.turn) });
      return;
    }
    this.does[button.dataset.do]?.(button.closest(".line"), button);
  }

  /** Stop the answer that is being made. */
  async stop(keep) {
    if (!isBusy(this.state) || this.stopping) return;
    this.stopping = true;
    await this.commands.give("stop", { keep });
    this.stopping = false;
  }

  /** The last answer, where nothing runs; null else. */
  lastTake() {
    const turn = lastTurn(this.state);
    return turn && !isBusy(this.state) ? chosenTake(turn) || null : null;
  }

  onLast(name, more = {}, refused = {}) {
    const take = this.lastTake();
    return take ? this.commands.give(name, { take: take.id, ...more }, undefined, refused) : null;
  }

  /** A new take of the last answer; changes by hand that would go with the old one are named first. */
  regenerate(instruction) {
    if (!lastTurn(this.state)?.number) return null;
    const wish = instruction ? { instruction } : {};
    const again = async (detail) => {
      if (await askUndoEdits(detail)) this.onLast("regenerate", { ...wish, undo_edits: true });
    };
    return this.onLast("regenerate", wish, { edits_undone: again });
  }

  /** A new take with an instruction (PG-5). */
  async redo() {
    const instruction = await this.askRedo();
    if (instruction !== null) this.regenerate(instruction);
  }

  /** Let the last answer go on (PG-6). */
  goOn() {
    if (this.lastTake()?.status === "delivered" && lastTurn(this.state).number) this.onLast("continue");
  }

  previous() {
    this.swipe(-1);
  }

  next() {
    this.swipe(1);
  }

  /** The take beside the one on the line; right at the end makes a new one (PG-4). */
  swipe(step) {
    const take = this.lastTake();
    if (!take) return;
    const turn = lastTurn(this.state);
    const other = turn.takes[turn.takes.indexOf(take) + step];
    if (other) this.commands.choose(other.id);
    else if (step > 0) this.regenerate();
  }

  /** Edit the last message of the player (PG-7). */
  editLast() {
    const turn = [...this.state.turns].reverse().find((one) => one.player && !one.player.deleted);
    if (turn) this.edit(turn, "player");
  }

  find(part) {
    const id = Number(part.closest("[data-turn]").dataset.turn);
    return this.state.turns.find((turn) => turn.id === id);
  }

  edit(turn, side) {
    const part = this.view.nodeOf(turn.id)?.querySelector(`[data-part=${side}]`);
    if (!part) return;
    part.scrollIntoView({ block: "nearest" });
    const take = chosenTake(turn);
    const text = side === "player" ? turn.player.text : take.text;
    const choices = side === "player" ? this.playerChoices(turn) : this.answerChoices(take);
    openEditor(part, text, this.storyLang, choices, () => { this.view.forget(turn.id); this.view.draw(); });
  }

  playerChoices(turn) {
    const edit = (text) => this.commands.giveUndoable("edit", { turn: turn.id, text }, gettext("The message was changed."));
    const replay = async (text) => await this.places.mayMove({ turn: turn.id })
      && this.commands.giveUndoable("replay", { turn: turn.id, text }, gettext("The story goes on from the changed message."));
    return [
      { label: gettext("Edit only"), run: edit },
      { label: gettext("Edit and replay from here"), run: replay, primary: true },
    ];
  }

  answerChoices(take) {
    const edit = (text) => this.commands.giveUndoable("edit", { take: take.id, text }, gettext("The answer was changed."));
    return [{ label: gettext("Save"), run: edit, primary: true }];
  }

  /** The menu of a message, at a button or a point (PG-13). */
  menu(part, anchor) {
    const turn = this.find(part);
    const side = part.dataset.part;
    const take = chosenTake(turn);
    const deleted = side === "player" ? turn.player.deleted : take.deleted;
    const text = side === "player" ? turn.player.text : textOf(this.state, take);
    const live = this.state.live?.turn === turn.id;
    const items = [
      !deleted && { icon: "copy", label: gettext("Copy"), run: () => copy(text) },
      !deleted && { icon: "raw", label: gettext("Raw text"), run: () => showRaw(text) },
      turn.number > 0 && { icon: "why", label: gettext("Why? The worldbook of this turn"), run: () => this.panel.open(turn) },
      !deleted && !live && { icon: "pen", label: gettext("Edit"), run: () => this.edit(turn, side) },
      !live && (side === "answer" || turn.number > 0) && null,
      ...(live ? [] : this.placeItems(turn, side, take)),
      !live && null,
      !deleted && !live && turn.number > 0 && { icon: "trash", label: gettext("Delete this message"), danger: true, run: () => this.remove(turn, side) },
      !live && turn.number > 0 && { icon: "cut", label: gettext("Delete from here on"), danger: true, run: () => this.removeFrom(turn) },
    ].filter((item) => item !== false);
    while (items[items.length - 1] === null) items.pop();
    openMenu(anchor, items, gettext("What to do with this message"));
  }

  /** What a message is as a place of the story. */
  placeItems(turn, side, take) {
    if (side === "player") return turn.number > 0 ? [{ icon: "branch", label: gettext("Branch from here…"), run: () => this.places.branch({ turn: turn.id }) }] : [];
    const there = lastTurn(this.state).id === turn.id;
    return [
      !there && { icon: "rewind", label: gettext("Go back to here…"), run: () => this.places.rewind({ take: take.id }) },
      { icon: "branch", label: gettext("Branch from here…"), run: () => this.places.branch({ take: take.id }) },
      { icon: "flag", label: gettext("Make a checkpoint here…"), run: () => this.places.open(take.id) },
    ];
  }

  remove(turn, side) {
    const body = side === "player" ? { turn: turn.id } : { take: turn.chosen };
    this.commands.giveUndoable("delete", body, gettext("The message was deleted. What it brought about in the story stays."));
  }

  /** Delete from a message on; changes by hand that would go with it are named first. */
  async removeFrom(turn) {
    if (!(await this.places.mayMove({ turn: turn.id }))) return;
    await this.commands.giveUndoable("delete-from", { turn: turn.id }, gettext("Everything from here on was deleted."));
  }
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(gettext("Copied."));
  } catch (error) {
    console.warn("the clipboard is closed", error);
    showRaw(text);
  }
}

function showRaw(text) {
  const dialog = document.getElementById("raw-dialog");
  document.getElementById("raw-text").replaceChildren(el("span", {}, text));
  dialog.showModal();
}
