// Decisions and causes of the selection rule in words (WB-37, PG-21).

const { gettext, interpolate, ngettext } = window;

const fill = (text, values) => interpolate(text, values, true);

/** Where a key was found: {text: "message", back, role} | {text: "scene"} | {text: "body", key_id}. */
function placeWords(where, titleOf) {
  if (where?.text === "scene") return gettext("in the scene");
  if (where?.text === "message" && where.back === 0) return gettext("in your message");
  if (where?.text === "message") return fill(ngettext("%(n)s message before yours", "%(n)s messages before yours", where.back), { n: where.back });
  if (where?.key_id) return fill(gettext("in the entry %(id)s"), { id: titleOf(where.key_id) });
  return gettext("in another entry");
}

/** Why a selected entry is there; `titleOf` leads from the id of an entry to what readers call it. */
export function reasonWords(cause, titleOf = (id) => id) {
  if (!cause) return "";
  if (cause.kind === "constant") return gettext("always given");
  if (cause.kind === "required") return gettext("required");
  if (cause.kind === "forced") return gettext("let in by hand");
  if (cause.kind === "activate") return gettext("always activated");
  if (cause.kind === "dependency") return cause.of ? fill(gettext("needed by %(id)s"), { id: titleOf(cause.of) }) : gettext("needed by another entry");
  if (cause.kind === "hybrid") return cause.vectors ? gettext("found by meaning") : gettext("found by its words");
  if (cause.kind === "sticky") return fill(gettext("stays from turn %(n)s"), { n: cause.since });
  if (cause.kind === "keyword") return fill(gettext("“%(key)s” %(where)s"), { key: cause.key, where: placeWords(cause.in, titleOf) });
  if (cause.kind === "recursion") return fill(gettext("“%(key)s” %(where)s"), { key: cause.key, where: placeWords(cause.in, titleOf) });
  return cause.kind || "";
}

/** Where the entry stands among what the model reads. */
export function positionWords({ position, depth, role }) {
  if (position === "before_persona") return gettext("before the persona");
  if (position === "after_persona") return gettext("after the persona");
  return fill(gettext("%(n)s blocks from the end, as %(role)s"), { n: depth, role });
}

const DECISIONS = {
  selected: gettext("given"),
  not_activated: gettext("nothing called it"),
  group_lost: gettext("lost to another entry of its group"),
  conflict: gettext("conflicts with an entry that was given"),
  over_budget: gettext("did not fit into the budget"),
  over_constant_cap: gettext("did not fit into the share for constant entries"),
  over_count: gettext("too many entries"),
  dependency_ineligible: gettext("an entry it needs was not eligible"),
  blocked: gettext("blocked"),
};

const BARS = {
  disabled: gettext("is switched off"),
  barred: gettext("was kept out by hand"),
  audience: gettext("is not for the actor"),
  character: gettext("is not for this character"),
  unknown: gettext("has conditions that cannot be judged yet"),
  condition: gettext("has a condition that does not hold"),
  delay: gettext("may not come before a later turn"),
  cooldown: gettext("rests after it was used"),
  only_after: gettext("comes only after more answers of the character"),
  only_every: gettext("comes only at every so many answers of the character"),
  probability: gettext("was not drawn"),
  empty: gettext("is empty"),
};

const WHY = {
  dont_activate: gettext("no key may start it"),
  no_keys: gettext("it has no keys"),
  secondary_keys: gettext("its secondary keys did not allow it"),
  additional_keys: gettext("a key was found, but not one of its additional keys"),
  exclude_keys: gettext("a key was found, but so was one that shuts it out"),
  pass_never_comes: gettext("it waits for a pass that the book does not make"),
  pass_not_reached: gettext("its recursion pass was not reached"),
  depth_zero: gettext("it looks at no text"),
  key_not_found: gettext("none of its keys was found in the texts it looks at"),
};

/** What was decided about an entry, with the numbers or the bar that decided it. */
export function decisionWords(item) {
  if (item.decision === "ineligible") return BARS[item.why] || item.why;
  const words = DECISIONS[item.decision] || item.decision;
  if (item.decision === "not_activated" && item.why) return `${words}: ${WHY[item.why] || item.why}`;
  if (item.decision === "blocked" && item.why) return `${words}: ${item.why}`;
  if (item.left !== undefined) return `${words} (${fill(gettext("%(tokens)s tokens, %(left)s left"), item)})`;
  return words;
}

export const STRATEGIES = { rules: gettext("by rules"), hybrid: gettext("by rules and by meaning") };

/** What an author gave for one turn: {strategy, budget, forced, barred}, each only where it was given. */
export function overrideWords({ strategy, budget, forced = [], barred = [] }) {
  const parts = [];
  if (strategy) parts.push(fill(gettext("strategy: %(strategy)s"), { strategy: STRATEGIES[strategy] || strategy }));
  if (budget !== undefined) parts.push(fill(gettext("budget: %(n)s tokens"), { n: budget }));
  if (forced.length) parts.push(fill(gettext("let in: %(names)s"), { names: forced.join(", ") }));
  if (barred.length) parts.push(fill(gettext("kept out: %(names)s"), { names: barred.join(", ") }));
  return fill(gettext("Given by hand for this turn: %(what)s."), { what: parts.join("; ") });
}

/** What a selection error knows: {entry, tokens, left, budget, max_entries}. */
export function failureFacts({ entry, tokens, left, budget, max_entries: most }) {
  if (entry && tokens !== undefined) return fill(gettext("%(entry)s needs %(tokens)s tokens with all it requires; %(left)s of %(budget)s are left."), { entry, tokens, left, budget });
  if (entry && most !== undefined) return fill(gettext("%(entry)s is the first that is too many; at most %(n)s entries go into a turn."), { entry, n: most });
  return "";
}
