// Places of a story: going back to one after a look at what that does, branches, and checkpoints.

import { askDialog } from "../lib/dialogs.js";
import { el, icon, iconButton } from "../lib/dom.js";
import { ask } from "../lib/request.js";
import { forgetRefusals, sayRefused } from "../lib/toast.js";
import { Draft } from "./draft.js";

const { gettext, interpolate, ngettext } = window;
const byId = (id) => document.getElementById(id);

/** The places of one story; `page` is the address of its page, `branches` that of its tree. A place is {take}, {turn} or {checkpoint}. */
export class Places {
  constructor({ api, page, branches, commands, lang }) {
    Object.assign(this, { api, page, branches, commands, lang });
    byId("place-form").addEventListener("submit", (event) => { event.preventDefault(); this.nameHere(); });
  }

  /** What a move to a place would do; null where that is refused, which is said. */
  async lookAt(place) {
    forgetRefusals();
    try {
      return await ask(`${this.api}rewind/?${new URLSearchParams(place)}`);
    } catch (error) {
      sayRefused(error.message);
      return null;
    }
  }

  /** Whether a move to a place may be made: changes by hand that would go with it are named first. */
  async mayMove(place) {
    const seen = await this.lookAt(place);
    if (!seen) return false;
    return seen.edits.length || seen.more_edits ? askUndoEdits({ edits: seen.edits, more: seen.more_edits }) : true;
  }

  /** Rewind to a place, once the reader has seen what that does. */
  async rewind(place) {
    const seen = await this.lookAt(place);
    if (!seen) return;
    byId("rewind-body").replaceChildren(...whatItDoes(seen));
    if (!(await askDialog(byId("rewind-dialog")))) return;
    await this.commands.giveUndoable("rewind", place, gettext("The story stands there again."));
  }

  /** Begin another story at a place, under a name, and go to it. */
  async branch(place) {
    byId("branch-name").value = "";
    if (!(await askDialog(byId("branch-dialog")))) return;
    const answer = await this.commands.give("branch", { ...place, title: byId("branch-name").value.trim() });
    if (!answer) return;
    if (answer.draft) new Draft(answer.session).keep(answer.draft);
    location.assign(this.pageOf(answer.session));
  }

  pageOf(story) {
    return this.page.replace(/\d+\/$/, `${story}/`);
  }

  /** The checkpoints, and a field to name the place of an answer (null: where the story stands). */
  async open(take = null) {
    this.take = take;
    byId("place-name").value = "";
    byId("place-where").textContent = take ? gettext("A name for this answer’s place") : gettext("A name for where the story stands");
    await this.list();
    byId("places-dialog").showModal();
    byId("place-name").focus();
  }

  async nameHere() {
    const name = byId("place-name").value.trim();
    if (!name) return;
    const body = this.take ? { name, take: this.take } : { name };
    if (!(await this.commands.give("checkpoints", body))) return;
    byId("place-name").value = "";
    this.list();
  }

  /** Read the places again and show them. */
  async list() {
    try {
      const { checkpoints, left } = await ask(`${this.api}checkpoints/`);
      byId("place-list").replaceChildren(...checkpoints.map((one) => this.checkpoint(one)));
      byId("place-list").hidden = !checkpoints.length;
      byId("left-part").hidden = !left.length;
      byId("left-list").replaceChildren(...left.map((one) => this.leftLine(one)));
      const { stories } = await ask(this.branches);
      byId("branches-part").hidden = stories.length < 2;
      this.drawTree(stories);
    } catch (error) {
      sayRefused(error.message);
    }
  }

  checkpoint(one) {
    const remove = iconButton("trash", interpolate(gettext("Remove the checkpoint “%(name)s”"), one, true), () => this.remove(one));
    return el("li", {}, this.goTo({ checkpoint: one.id }, one.name, turnWords(one.number)), remove);
  }

  leftLine(one) {
    return el("li", {}, this.goTo({ take: one.take }, one.text || gettext("without words"), turnWords(one.number), this.lang));
  }

  /** Stories as a tree; each comes after the one that it began in (`before`, null of the first). */
  drawTree(stories) {
    const nodes = new Map();
    for (const one of stories) {
      const node = this.branchNode(one);
      nodes.set(one.id, node);
      if (one.before === null) {
        byId("branch-tree").replaceChildren(node);
        continue;
      }
      const around = nodes.get(one.before);
      if (!around.querySelector(":scope > ul")) around.append(el("ul", {}));
      around.querySelector(":scope > ul").append(node);
    }
  }

  branchNode(one) {
    const where = one.turn === null ? "" : interpolate(gettext("from turn %(number)s"), { number: one.turn }, true);
    const name = one.here ? el("strong", { "aria-current": "page", lang: one.language }, one.title) : el("a", { href: this.pageOf(one.id), lang: one.language }, one.title);
    const facts = [where, one.here ? gettext("you are here") : ""].filter(Boolean).join(" · ");
    return el("li", {}, el("div", { class: "branch" }, name, facts ? el("small", {}, facts) : null));
  }

  goTo(place, words, where, lang) {
    const go = () => { byId("places-dialog").close(""); this.rewind(place); };
    return el("button", { type: "button", class: "place", onclick: go }, icon("rewind"),
      el("span", { lang }, words), el("small", {}, where));
  }

  async remove(one) {
    try {
      await ask(`${this.api}checkpoints/${one.id}/`, { method: "DELETE", body: {} });
    } catch (error) {
      sayRefused(error.message);
    }
    this.list();
  }
}

/** Ask whether changes by hand may be undone; `detail` is that of the refusal `edits_undone`. */
export async function askUndoEdits(detail) {
  byId("rewind-body").replaceChildren(...editsUndone(detail.edits, detail.more));
  return Boolean(await askDialog(byId("rewind-dialog")));
}

const turnWords = (number) => (number ? interpolate(gettext("turn %(number)s"), { number }, true) : gettext("the beginning"));

/** What a rewind does, in sentences. */
function whatItDoes(seen) {
  const parts = [];
  const count = (words, number) => parts.push(el("p", {}, interpolate(words, { number }, true)));
  if (seen.turns_left) count(ngettext("%(number)s turn is left behind. It is kept and can be returned to.", "%(number)s turns are left behind. They are kept and can be returned to.", seen.turns_left), seen.turns_left);
  if (seen.turns_entered) count(ngettext("%(number)s turn comes back.", "%(number)s turns come back.", seen.turns_entered), seen.turns_entered);
  const rows = Object.values(seen.rows).reduce((sum, one) => sum + one, 0);
  if (rows) count(ngettext("%(number)s thing in the story’s world becomes as it was then.", "%(number)s things in the story’s world become as they were then.", rows), rows);
  return [...parts, ...editsUndone(seen.edits, seen.more_edits)];
}

const editWords = (edit) => [[edit.what, edit.name].filter(Boolean).join(" "), edit.labels.join(", ")].filter(Boolean).join(": ");
const othersWords = (more) => interpolate(ngettext("and %(more)s other", "and %(more)s others", more), { more }, true);

/** The same in one line, of a move that was made without asking; empty where nothing goes. `moved` is its answer. */
export function undoneWords(moved) {
  const { edits = [], more_edits: more = 0 } = moved || {};
  if (!edits.length && !more) return "";
  const { thrown, changes } = told(edits);
  const parts = thrown.length ? [gettext("These rolls are undone with it:"), ...thrown.map((roll) => roll.name)] : [];
  if (changes.length || more) parts.push(gettext("These changes made by hand are undone with it:"), ...changes.map(editWords), ...(more ? [othersWords(more)] : []));
  return parts.join(" · ");
}

/** Dice that the player threw stand among the changes; they are told apart. */
const told = (edits) => ({ thrown: edits.filter((edit) => edit.table === "rolls"), changes: edits.filter((edit) => edit.table !== "rolls") });

/** The rolls and the changes by hand that go, by name. */
function editsUndone(edits, more) {
  const { thrown, changes } = told(edits);
  const named = changes.map((edit) => el("li", {}, editWords(edit), edit.reason ? el("small", {}, ` — ${edit.reason}`) : null));
  if (more) named.push(el("li", {}, othersWords(more)));
  return [
    ...(thrown.length ? [el("p", {}, gettext("These rolls are undone with it:")), el("ul", {}, ...thrown.map((roll) => el("li", {}, roll.name)))] : []),
    ...(named.length ? [el("p", {}, gettext("These changes made by hand are undone with it:")), el("ul", {}, ...named)] : []),
  ];
}
