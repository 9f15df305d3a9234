// The help above the message box while dice are asked for: how it is written, and the checks of this world.

import { el } from "../lib/dom.js";
import { ask } from "../lib/request.js";
import { asksDice } from "./dice.js";

const { gettext, interpolate } = window;
const DICE = [4, 6, 8, 10, 12, 20, 100];

/** Shows itself while `box` holds a text that begins like a command; a check that is pressed is put into the box. */
export class DiceHelp {
  constructor({ api, box, place, put, lang }) {
    this.lang = lang;
    this.api = api;
    this.box = box;
    this.place = place;
    this.put = put;
    this.checks = null;
    box.addEventListener("input", () => this.show());
  }

  /** Show or hide it as the text wants. */
  async show() {
    const wanted = asksDice(this.box.value);
    this.place.hidden = !wanted;
    if (!wanted) return;
    if (!this.checks) {
      this.checks = ask(`${this.api}rolls/`).then((answer) => answer.checks, (error) => { this.checks = null; throw error; });
    }
    try {
      this.draw(await this.checks);
    } catch (error) {
      console.warn("the checks cannot be read", error);
      this.draw([]);
    }
  }

  /** A die more: "/roll 1d6", pressed again "/roll 2d6", another one "/roll 2d6+1d20". */
  add(sides) {
    const before = /^[/／](?:roll|r|掷|掷骰|骰)(?:\s|$)/iu.test(this.box.value) ? this.box.value.trim() : "/roll";
    const again = before.match(new RegExp(`^(.*[\\s+])(\\d+)d${sides}$`, "u"));
    if (again) this.put(`${again[1]}${Number(again[2]) + 1}d${sides}`);
    else this.put(/\s/u.test(before) ? `${before}+1d${sides}` : `${before} 1d${sides}`);
  }

  dieItem(sides) {
    const label = interpolate(gettext("add a d%(sides)s"), { sides }, true);
    return el("li", {}, el("button", { type: "button", class: "quiet", "aria-label": label, onclick: () => this.add(sides) }, `d${sides}`));
  }

  draw(checks) {
    this.place.replaceChildren(
      el("ul", { class: "dice-menu", "aria-label": gettext("Dice") }, ...DICE.map((sides) => this.dieItem(sides))),
      el("p", {}, el("kbd", {}, "/roll 2d6+3"), " ", gettext("throws dice;"), " ",
        checks.length ? el("kbd", {}, "/check …") : "", " ", checks.length ? gettext("asks one of this world’s checks:") : ""),
      ...checks.length ? [el("ul", { class: "check-list" }, ...checks.map((check) => this.checkItem(check)))] : []);
  }

  checkItem(check) {
    const put = () => this.put(`/check ${check.key}${check.needs_target ? " " : ""}`);
    return el("li", {}, el("button", { type: "button", class: "quiet", title: check.when || check.dice, onclick: put },
      el("span", { lang: this.lang }, check.name), " ", el("code", {}, check.dice)));
  }
}
