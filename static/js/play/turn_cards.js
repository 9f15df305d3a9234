// The card under an answer that did not come to its end: what happened, and what may be done about it.

import { el, icon } from "../lib/dom.js";
import { readersLang } from "./story_words.js";

const { gettext, interpolate } = window;

const REASONS = {
  unreachable: gettext("The model cannot be reached."),
  wrong_key: gettext("The model service refused the key."),
  rate_limited: gettext("The model service asks to wait: too many requests."),
  over_quota: gettext("The quota of the model service is used up."),
  context_overflow: gettext("The story and its instructions do not fit into the model's window."),
  stream_cut: gettext("The connection to the model broke off in the middle of the answer."),
  empty_completion: gettext("The model gave an empty answer."),
  time_limit: gettext("The model took too long."),
  bad_response: gettext("The model service gave an answer that cannot be read."),
  invalid_output: gettext("The model's answer was not usable, even after further tries."),
};

function action(name, label, iconName, primary) {
  return el("button", { type: "button", class: primary ? "primary" : "", "data-do": name }, icon(iconName), label);
}

function card(kind, title, words, ...buttons) {
  return el("div", { class: `card-note ${kind}`, role: "group", "aria-label": title, lang: readersLang() },
    el("p", { class: "card-title" }, title), words ? el("p", {}, words) : null,
    buttons.some(Boolean) ? el("div", { class: "row" }, ...buttons.filter(Boolean)) : null);
}

/** Changes by hand that met what an attempt had changed: they stay, or went with what the attempt had made. */
export function keptEditsCard(edits) {
  const words = edits.map((edit) => {
    const what = [[edit.what, edit.name].filter(Boolean).join(" "), edit.labels.join(", ")].filter(Boolean).join(": ");
    return el("li", {}, edit.gone ? interpolate(gettext("%(what)s (gone)"), { what }, true) : what);
  });
  const note = card("plain", gettext("The answer was made anew; these changes made by hand met it"), "");
  note.append(el("ul", {}, ...words));
  return note;
}

/** The card a take needs, or null. Only the last answer offers something to do. */
export function cardOf(turn, take, isLast, othersWait) {
  if (take.deleted) return null;
  const retry = isLast && action("retry", gettext("Retry"), "redo", true);
  const resume = isLast && Boolean(take.text) && action("resume", gettext("Resume"), "onward", false);
  const skip = isLast && othersWait && action("skip", gettext("Skip it and go on with what waits"), "right", false);
  if (take.status === "failed") {
    const reason = REASONS[take.error?.code] || take.error?.message || gettext("The answer could not be made.");
    return card("bad", gettext("This answer failed"), `${reason} ${gettext("Your message is kept.")}`, retry, resume, skip);
  }
  if (take.status === "interrupted") {
    const words = gettext("The answer was interrupted. What was told so far is kept.");
    return card("warn", gettext("Interrupted"), words, resume, retry, skip);
  }
  if (take.status === "stopped") {
    const words = take.text ? gettext("You stopped the answer here.") : gettext("You stopped the answer before its first word was kept.");
    return card("plain", words, "", resume, isLast && action("retry", gettext("Retry"), "redo", false));
  }
  if (take.status === "skipped") return card("plain", gettext("This message was left without an answer."), "");
  if (take.truncated) {
    return card("plain", gettext("The answer reached the model's output limit."), "", isLast && action("continue", gettext("Let it go on"), "onward", false));
  }
  return null;
}
