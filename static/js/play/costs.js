// What this turn and the story have cost, in one line (PG-28).

import { ask } from "../lib/request.js";

const { gettext, interpolate } = window;

const count = (tokens) => tokens.toLocaleString(document.documentElement.lang);

function costWords(sums) {
  if (sums.cost === null || (sums.unknown && !Number(sums.cost))) return gettext("cost unknown");
  if (!Number(sums.cost) && !sums.unknown) return gettext("no cost");
  const cost = Number(sums.cost).toPrecision(2);
  return interpolate(sums.unknown ? gettext("cost at least %(cost)s") : gettext("cost %(cost)s"), { cost }, true);
}

/** The words of the line; empty where nothing was called yet. */
export function costsWords({ turn, story }) {
  if (!turn) return "";
  if (!story.tokens_in && !story.tokens_out && !Number(story.cost)) return gettext("No tokens used, no cost");
  const about = turn.estimated ? "≈ " : "";
  return [
    interpolate(gettext("This turn: %(in)s → %(out)s tokens"), { in: about + count(turn.tokens_in), out: count(turn.tokens_out) }, true),
    interpolate(gettext("story: %(n)s tokens, %(cost)s"), { n: count(story.tokens_in + story.tokens_out), cost: costWords(story) }, true),
  ].join(" · ");
}

/** Read the costs and show them; a line that cannot be read is left as it was. */
export async function showCosts(url, place) {
  try {
    place.textContent = costsWords(await ask(url));
  } catch (error) {
    console.warn("the costs cannot be read", error);
  }
}
