// One turn as elements: the player's words, the answer of the chosen take, what may be done with them.

import { el, icon, iconButton, portrait } from "../lib/dom.js";
import { render } from "./markdown.js";
import { rollCard } from "./dice.js";
import { readersLang } from "./story_words.js";
import { cardOf, keptEditsCard } from "./turn_cards.js";
import { chosenTake, textOf } from "./store.js";

const { gettext, interpolate } = window;

/** What decides how a turn looks; two equal ones need no new drawing. The live text is not part of it. */
export function signature(state, turn, isLast) {
  const live = state.live && state.live.turn === turn.id ? state.live : null;
  const waits = isLast && state.waiting.length > 0;
  const takes = live ? turn.takes.map((take) => (take.id === live.take ? [take.id, live.attempt] : take)) : turn.takes;
  return JSON.stringify([turn.player, turn.status, turn.chosen, takes, isLast, waits, Boolean(live), turn.rolls]);
}

/** The element of a turn. `place` of the live answer, if it has one, is its `.live`. */
export function turnElement(state, turn, isLast, speakers) {
  const node = el("article", { class: "turn", "data-turn": turn.id, "data-number": turn.number });
  if (turn.player) node.append(playerPart(turn, speakers));
  node.append(...rollParts(turn, speakers, (roll) => roll.asked_by !== "player"));
  const take = chosenTake(turn);
  if (take) node.append(...answerParts(state, turn, take, isLast, speakers));
  node.append(...rollParts(turn, speakers, (roll) => roll.asked_by === "player"));
  return node;
}

/** The dice that fell for the answer stand before it, those that the player threw after it. */
function rollParts(turn, speakers, which) {
  return (turn.rolls || []).filter(which).map((roll) => rollCard(roll, speakers.me().name));
}

function head(speaker) {
  return el("p", { class: "speaker" }, speaker.name);
}

function tools(what, ...buttons) {
  return el("div", { class: "tools", role: "group", "aria-label": what, lang: readersLang() }, ...buttons);
}

const more = (what) => iconButton("more", what, null, { "data-do": "menu", "aria-haspopup": "menu" });

function playerPart(turn, speakers) {
  const me = speakers.me();
  const text = el("div", { class: "story-text" });
  if (turn.player.deleted) text.append(deletedLine());
  else text.append(render(turn.player.text));
  return el("section", { class: "line me hue-me", "data-part": "player" },
    el("div", { class: "line-body" }, head(me), text, turn.player.edited ? editedMark() : null),
    tools(gettext("Your message"), more(gettext("More about your message"))));
}

const deletedLine = () => el("p", { class: "gone", lang: readersLang() }, gettext("This message was deleted."));
const editedMark = () => el("span", { class: "mark", lang: readersLang() }, gettext("edited"));

function answerParts(state, turn, take, isLast, speakers) {
  const live = state.live && state.live.take === take.id;
  const passages = take.passages.length ? take.passages : [{ speaker: "", text: "" }];
  const parts = passages.map((passage, index) => {
    const isEnd = index === passages.length - 1;
    return passagePart(passage, { live: live && isEnd, take, speakers, text: textOf(state, take) });
  });
  const end = parts[parts.length - 1];
  const card = live ? null : cardOf(turn, take, isLast, state.waiting.length > 0);
  if (!live && !take.text && !take.deleted) end.querySelector(".story-text").remove();
  if (card) end.querySelector(".line-body").append(card);
  if (!live && take.kept_edits?.length) end.querySelector(".line-body").append(keptEditsCard(take.kept_edits));
  end.append(footOf(turn, take, isLast, Boolean(live)));
  if (isLast) end.classList.add("last-answer");
  return parts;
}

function passagePart(passage, { live, take, speakers, text }) {
  const who = speakers.of(passage.speaker);
  const place = el("div", { class: live ? "story-text live" : "story-text" });
  if (take.deleted) place.append(deletedLine());
  else if (!live) place.append(render(passage.text, (before, after) => speakers.hueBeside(before, after)));
  else place.dataset.text = text.length ? "some" : "none";
  return el("section", { class: `line them hue-${who.hue}`, "data-part": "answer", "data-take": take.id },
    portrait(who.name, who.portrait),
    el("div", { class: "line-body" }, head(who), place, take.edited ? editedMark() : null));
}

/** The row under an answer: its takes, then what may be done with it. */
function footOf(turn, take, isLast, live) {
  const buttons = [];
  const greeting = turn.number === 0;
  if (isLast && !live) {
    if (!greeting) {
      buttons.push(iconButton("redo", gettext("Play this answer again"), null, { "data-do": "regenerate" }));
      buttons.push(iconButton("wand", gettext("Play it again, differently…"), null, { "data-do": "redo" }));
    }
    if (!greeting && take.status === "delivered" && !take.deleted) {
      buttons.push(iconButton("onward", gettext("Let it go on"), null, { "data-do": "continue" }));
    }
  }
  if (!live) buttons.push(more(gettext("More about this answer")));
  const foot = tools(gettext("The answer"), ...buttons);
  const count = Math.max(turn.take_count || 0, turn.takes.length);
  if (isLast && !live && (count > 1 || !greeting)) foot.prepend(swipes(turn, take, greeting));
  else if (count > 1) foot.prepend(el("span", { class: "take-count" }, takeWords(take.number, count)));
  return foot;
}

const takeWords = (number, count) =>
  interpolate(gettext("take %(number)s of %(count)s"), { number, count }, true);

function swipes(turn, take, greeting) {
  const at = turn.takes.findIndex((one) => one.id === take.id);
  const count = turn.takes.length;
  const atEnd = at === count - 1;
  const label = atEnd && !greeting ? gettext("A new take") : gettext("The next take");
  return el("span", { class: "swipes", role: "group", "aria-label": gettext("Takes") },
    iconButton("left", gettext("The take before"), null, { "data-do": "previous", disabled: at <= 0 }),
    el("span", { class: "take-count", "aria-label": takeWords(at + 1, count) }, `${at + 1} / ${count}`),
    el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, "data-do": "next", disabled: atEnd && greeting },
      icon(atEnd && !greeting ? "plus" : "right")));
}
