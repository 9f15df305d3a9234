// Dice in the chat: a card for a roll with every die as it lies, and what is typed to roll from the message box.

import { el } from "../lib/dom.js";
import { storyWord } from "./story_words.js";

const SVG = "http://www.w3.org/2000/svg";
const SHOWN = 40;
const SHAPES = {
  4: "12,2.5 22.5,20.5 1.5,20.5",
  6: "3.5,3.5 20.5,3.5 20.5,20.5 3.5,20.5",
  8: "12,1.5 22,12 12,22.5 2,12",
  10: "12,1.5 22.5,10 21,14.5 12,22.5 3,14.5 1.5,10",
  12: "12,1.5 22.5,9.2 18.5,21.5 5.5,21.5 1.5,9.2",
  20: "12,1 21.6,6.5 21.6,17.5 12,23 2.4,17.5 2.4,6.5",
};
const FUDGE = { "-1": "−", 0: "·", 1: "+" };

/**
 * What a text in the message box asks of the dice: {expression}, or {check, target}; null for a message.
 * `/roll 2d6+3`, `/r 2d6+3`, `/check KEY [target]`, the same in Chinese.
 */
export function diceCommand(text) {
  const found = /^[/／](roll|r|check|掷|掷骰|骰|检定)(?:\s+([\s\S]*))?$/iu.exec(text.trim());
  if (!found) return null;
  const rest = (found[2] || "").trim();
  if (!/^(check|检定)$/iu.test(found[1])) return { expression: rest };
  const [, check, target] = /^([\s\S]*?)(?:\s+([-+]?\d+))?$/u.exec(rest);
  return { check: check.trim(), target: target === undefined ? null : Number(target) };
}

/** Whether a text begins as a command to the dice, so that help may be shown. */
export function asksDice(text) {
  return /^[/／](r|ro|rol|roll|c|ch|che|chec|check|掷|骰|检)/iu.test(text);
}

function shape(die) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const points = die.sides === "F" ? SHAPES[6] : SHAPES[die.sides];
  const outline = document.createElementNS(SVG, points ? "polygon" : "circle");
  const attributes = points ? { points } : { cx: 12, cy: 12, r: 10.5 };
  for (const [name, value] of Object.entries(attributes)) outline.setAttribute(name, value);
  svg.append(outline);
  return svg;
}

/** What is said of a die to those who do not see it. */
function dieWords(die) {
  const words = [storyWord("die", { sides: die.sides, value: die.value })];
  if (die.label) words.push(die.label);
  if (!die.kept) words.push(storyWord("dropped"));
  if (die.rerolled) words.push(storyWord("rerolled", { values: die.rerolled.join(", ") }));
  if (die.exploded) words.push(storyWord("exploded"));
  return words.join(", ");
}

function dieElement(die) {
  const words = dieWords(die);
  const face = die.sides === "F" ? FUDGE[die.value] ?? die.value : die.value;
  const marks = [die.kept ? "kept" : "dropped", die.exploded && "exploded", String(face).length > 2 && "wide"].filter(Boolean);
  return el("li", { class: `die ${marks.join(" ")}`, title: words },
    shape(die),
    el("span", { class: "die-face", "aria-hidden": "true" }, String(face)),
    el("span", { class: "sr" }, words),
    die.rerolled ? el("s", { class: "die-before", "aria-hidden": "true" }, die.rerolled.slice(-3).join(" ")) : null);
}

function diceList(dice) {
  if (!dice.length) return null;
  const list = el("ul", { class: "dice" }, ...dice.slice(0, SHOWN).map(dieElement));
  if (dice.length <= SHOWN) return list;
  const rest = el("ul", { class: "dice" }, ...dice.slice(SHOWN).map(dieElement));
  const count = storyWord("more_dice", { count: dice.length - SHOWN });
  return el("div", {}, list, el("details", {}, el("summary", {}, count), rest));
}

const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

/** How the total came about beside the dice: what was added, and the target. */
function sum(roll) {
  const added = roll.modifiers.map((one) => el("span", { class: "added" },
    one.name === "modifier" ? signed(one.value) : `${one.label || one.name} ${signed(one.value)}`));
  const target = roll.target === null ? null : el("span", { class: "target" },
    storyWord("target", { target: roll.target }));
  return [...added, target].filter(Boolean);
}

/** What an expression adds to its dice, as "2d6+3" does; 0 where it does more than add. */
export function constantOf(expression) {
  const text = expression.replace(/\s/gu, "");
  const parts = /[({*/]/u.test(text) ? [] : text.match(/[+-]?[^+-]+/gu) || [];
  return parts.filter((part) => /^[+-]?\d+$/u.test(part)).reduce((sum, part) => sum + Number(part), 0);
}

/** The constant beside the dice that are shown. */
function constant(roll) {
  const added = roll.dice.length ? constantOf(roll.expression) : 0;
  return added ? el("span", { class: "added constant", "aria-hidden": "true" }, signed(added)) : null; // The expression is read out.
}

/** Of a hidden roll the player is told that dice fell, and nothing of them. */
function hiddenCard(roll) {
  return el("section", { class: `roll-card hidden-roll ${roll.asked_by}`, role: "group", "aria-label": storyWord("hidden"), "data-roll": roll.n },
    el("p", { class: "roll-head" }, el("span", { class: "roll-title" }, storyWord("hidden")), el("span", {}, storyWord("unseen"))));
}

/** The card of a roll. `who` is the name of the one it was rolled for. */
export function rollCard(roll, who) {
  if (roll.hidden) return hiddenCard(roll);
  const title = roll.name || roll.reason || (roll.asked_by === "player" ? storyWord("rolls", { who }) : storyWord("dice"));
  const words = storyWord("comes_to", { title, dice: roll.expression, value: roll.value });
  const card = el("section", { class: `roll-card ${roll.asked_by}`, role: "group", "aria-label": words, "data-roll": roll.n },
    el("p", { class: "roll-head" }, el("span", { class: "roll-title" }, title), el("code", {}, roll.expression), ...sum(roll)),
    el("div", { class: "roll-body" },
      diceList(roll.dice),
      constant(roll),
      el("output", { class: "roll-total" }, String(roll.value)),
      roll.band ? el("span", { class: "band" }, roll.band) : null));
  if (roll.outcome) card.append(el("p", { class: "roll-outcome" }, roll.outcome));
  if (roll.truncated) card.append(el("p", { class: "roll-note" }, storyWord("cut")));
  if (roll.name && roll.reason) card.append(el("p", { class: "roll-note" }, roll.reason));
  return card;
}
