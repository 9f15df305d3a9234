// Two states of the book over recorded turns: which turns would get other entries, and which ones.

function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

function marked(kind, words, entry) {
  return el("li", "", el("span", `rp-mark rp-mark-${kind}`, words[kind]), " ", entry.title, " ", el("code", "", entry.key_id));
}

function row(turn, words, take) {
  const open = el("button", "rp-link", words.take);
  open.type = "button";
  open.addEventListener("click", () => take(turn.id));
  const changes = ["enters", "leaves", "altered"].flatMap((kind) => turn[kind].map((entry) => marked(kind, words, entry)));
  const failed = Object.entries(turn.failed).map(([side, why]) => el("li", "rp-warning", `${words[side]}: ${why}`));
  const tokens = turn.tokens ? fill(words.tokens, { before: turn.tokens[0], after: turn.tokens[1] }) : "";
  return el("li", "rp-turn",
    el("div", "rp-entry-name", el("strong", "", `${turn.story.title} · ${turn.number}`), el("span", "rp-quiet", turn.text), open),
    el("ul", "rp-keys", ...failed, ...changes, el("li", "rp-quiet", tokens)));
}

function said(found, words) {
  if (!found.turns) return words.none;
  const parts = [found.differing.length
    ? fill(words.turns, { differing: found.differing.length, reached: found.reached })
    : words.same];
  if (found.reached < found.turns) parts.push(fill(words.more, { left: found.turns - found.reached }));
  if (found.lacking.length) parts.push(`${words.lacking} ${found.lacking.join(", ")}.`);
  return parts.join(" ");
}

async function read(url, words) {
  const response = await fetch(url, { credentials: "same-origin", headers: { Accept: "application/json" } });
  const found = await response.json();
  if (!response.ok) throw new Error(found.error?.message ?? words.failed);
  return found;
}

/** Wire the part; `take(id)` brings a turn onto the bench. */
export function compareTurns(take) {
  const form = document.getElementById("bench-compare");
  const list = document.getElementById("bench-compared");
  const status = document.getElementById("bench-compare-status");
  const words = form.dataset;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    list.setAttribute("aria-busy", "true");
    try {
      const found = await read(`${words.url}?${new URLSearchParams(new FormData(form))}`, words);
      status.textContent = said(found, words);
      list.replaceChildren(...found.differing.map((turn) => row(turn, words, take)));
    } catch (error) {
      status.textContent = error instanceof TypeError ? words.offline : error instanceof SyntaxError ? words.failed : error.message;
    } finally {
      list.removeAttribute("aria-busy");
    }
  });
}
