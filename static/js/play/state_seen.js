// The state as the player may see it, in sentences and lists: names only, and what the last turn changed marked.

import { el } from "../lib/dom.js";

const { gettext, interpolate } = window;

const WAYS = { open: gettext("open"), closed: gettext("closed"), locked: gettext("locked"), blocked: gettext("blocked") };
const CONDITIONS = {
  unconscious: gettext("unconscious"), captive: gettext("captive"), away: gettext("away"), dead: gettext("dead"),
};
const MARKS = { new: gettext("new"), changed: gettext("changed") };

/** The words of a mark, for what the last turn changed; null for what is as it was. */
export function changeMark(changed) {
  return changed ? el("span", { class: "changed-mark" }, MARKS[changed]) : null;
}

/** When and where the story is, as the parts of one line; none where it is nowhere and has no time. */
export function sceneLine(seen, lang) {
  const time = seen.clock ? `${seen.clock.day_part} ${seen.clock.now.slice(11, 16)}` : "";
  return [time, seen.place && time ? " · " : null, seen.place ? words(seen.place.name, lang) : null].filter(Boolean);
}

/** The parts of the panel for a player's view of the state; names are in the story's language. */
export function seenParts(seen, lang) {
  const parts = [];
  if (seen.clock) parts.push(el("p", { class: "state-when" }, el("strong", {}, seen.clock.day_part), ` · ${seen.clock.text}`));
  if (!seen.player) return [...parts, el("p", { class: "muted" }, gettext("You play nobody of this story’s world, so there is nothing to see here."))];
  if (seen.player.condition !== "active") parts.push(el("p", { class: "notice" }, CONDITIONS[seen.player.condition]));
  parts.push(...placeParts(seen.place, lang));
  const worn = seen.own.filter((thing) => thing.worn);
  parts.push(section(gettext("What I carry"), seen.own.filter((thing) => !thing.worn).map((thing) => item(thing, lang)), gettext("Nothing.")));
  if (worn.length) parts.push(section(gettext("What I wear"), worn.map((thing) => item(thing, lang))));
  parts.push(...gone(seen.gone.items, gettext("No more at hand"), lang));
  parts.push(...seen.variables.map((target) => variables(target, seen.player, lang)));
  parts.push(knownPlaces(seen.known_places, lang));
  return parts.filter(Boolean);
}

function placeParts(place, lang) {
  if (!place) return [el("p", { class: "muted" }, gettext("You are nowhere in particular."))];
  const beyond = interpolate(gettext("and %(n)s more that you do not make out"), { n: place.more }, true);
  return [
    el("div", { class: "state-place" },
      el("h3", {}, el("span", { lang }, place.name), changeMark(place.changed)),
      place.regions.length ? el("p", { class: "muted", lang }, place.regions.join(" · ")) : null,
      place.description ? el("p", { class: "state-text", lang }, place.description) : null),
    section(gettext("Ways out"), place.exits.map((way) => exit(way, lang)), gettext("None that I know.")),
    section(gettext("Who is here"), place.people.map((one) => person(one, lang)), gettext("Nobody else.")),
    section(gettext("What is here"), [...place.items.map((thing) => item(thing, lang)), ...place.features.map((spot) => line(spot, [], lang))], gettext("Nothing to speak of.")),
    place.more ? el("p", { class: "muted" }, beyond) : null,
  ];
}

function section(title, rows, none) {
  const list = rows.length ? el("ul", { class: "state-list" }, ...rows) : el("p", { class: "muted" }, none);
  return el("section", {}, el("h4", {}, title), list);
}

/** One thing by name, with facts in the reader's language or (as elements) in the story's; its description unfolds. */
function line(one, facts, lang) {
  const told = facts.filter(Boolean).flatMap((fact) => [" · ", fact]).slice(1);
  const head = [el("span", { class: "state-name", lang }, one.name), told.length ? el("span", { class: "state-facts" }, ...told) : null, changeMark(one.changed)];
  if (!one.description) return el("li", {}, ...head);
  return el("li", {}, el("details", {}, el("summary", {}, ...head), el("p", { class: "state-text", lang }, one.description)));
}

const words = (text, lang) => (text ? el("span", { lang }, text) : null);

function exit(way, lang) {
  const to = way.to ? el("span", {}, "→ ", words(way.to, lang)) : gettext("you do not know where to");
  return line(way, [to, way.state === "open" ? null : WAYS[way.state]], lang);
}

function person(one, lang) {
  return line(one, [CONDITIONS[one.condition], words(one.activity, lang)], lang);
}

function item(thing, lang) {
  return line({ ...thing, name: thing.quantity > 1 ? `${thing.name} × ${thing.quantity}` : thing.name },
    [words(thing.condition, lang), WAYS[thing.container],
      within(gettext("in %(thing)s"), thing.in, lang), within(gettext("with %(thing)s"), thing.with, lang)], lang);
}

/** A sentence in the reader's language around a name in the story's; null without a name. */
function within(sentence, name, lang) {
  const [before, after] = sentence.split("%(thing)s");
  return name ? el("span", {}, before, words(name, lang), after) : null;
}

function gone(names, title, lang) {
  return names.length ? [section(title, names.map((name) => el("li", {}, el("s", { lang }, name))))] : [];
}

function variables(target, player, lang) {
  const mine = target.of.kind === "character" && target.of.n === player.n;
  const title = mine ? gettext("How I am") : target.name || gettext("The world");
  const rows = target.values.map((one) => el("li", {},
    el("span", { class: "state-name", lang: one.n === null ? null : lang }, one.name),
    el("span", { class: "state-facts" }, valueWords(one.value), one.band ? " · " : "", words(one.band, lang) || ""), changeMark(one.changed)));
  return el("section", {}, el("h4", { lang: mine || !target.name ? null : lang }, title), el("ul", { class: "state-list" }, ...rows));
}

function valueWords(value) {
  if (typeof value === "boolean") return value ? gettext("yes") : gettext("no");
  return typeof value === "number" ? value.toLocaleString(document.documentElement.lang) : String(value ?? "—");
}

function knownPlaces(places, lang) {
  const title = interpolate(gettext("Places I know (%(n)s)"), { n: places.length }, true);
  const fresh = places.some((one) => one.changed);
  return el("details", { class: "state-fold" }, el("summary", {}, title, fresh ? changeMark("changed") : null),
    el("ul", { class: "state-list" }, ...places.map((one) => line(one, [], lang))));
}
