// Offsets of the wire count Unicode code points; JavaScript counts UTF-16 units. This turns one into the other.

const PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/;

/** How many code points a text has. */
export function length(text) {
  if (!PAIRS.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1; // eslint-disable-line no-unused-vars
  return count;
}

/** The first `count` code points of a text. */
export function head(text, count) {
  if (!PAIRS.test(text)) return text.slice(0, count);
  let units = 0;
  let seen = 0;
  while (seen < count && units < text.length) {
    units += text.codePointAt(units) > 0xffff ? 2 : 1;
    seen += 1;
  }
  return text.slice(0, units);
}

/**
 * A piece of text laid over what there is, from code point `at` on: the same piece twice changes nothing.
 * Returns null where words between are missing.
 */
export function lay(text, at, piece) {
  const have = length(text);
  if (at > have) return null;
  return (at === have ? text : head(text, at)) + piece;
}

/** The place before `units` that does not cut a surrogate pair. */
export function wholeUnits(text, units) {
  const code = text.charCodeAt(units - 1);
  return code >= 0xd800 && code <= 0xdbff ? units - 1 : units;
}
