// Recorded turns of stories, to be taken onto the bench: listed when asked for, read one by one.

/** Text for a field: objects as JSON, null as nothing. */
function text(value) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  return Object.keys(value).length ? JSON.stringify(value, null, 1) : "";
}

async function read(url, words) {
  const response = await fetch(url, { credentials: "same-origin", headers: { Accept: "application/json" } });
  if (response.ok) return response.json();
  throw new Error(response.status === 404 ? words.noTurns : words.failed);
}

function option(turn) {
  const node = document.createElement("option");
  node.value = turn.id;
  node.textContent = `${turn.story.title} · ${turn.number} · ${turn.text}`;
  return node;
}

/**
 * Fill the list when its part is opened; `take(values)` gets the fields of a chosen turn. Returns what
 * brings a turn onto the bench by its id.
 */
export function offerTurns(form, take) {
  const part = document.getElementById("bench-turn");
  const list = document.getElementById("bench-turns");
  const note = document.getElementById("bench-turn-note");
  const words = form.dataset;
  part.addEventListener("toggle", async () => {
    if (!part.open || !list.disabled) return;
    try {
      const { turns } = await read(words.turns, words);
      list.append(...turns.map(option));
      list.disabled = !turns.length;
      note.textContent = turns.length ? "" : words.noTurns;
    } catch (error) {
      note.textContent = error.message;
    }
  });
  async function takeTurn(id) {
    try {
      const fields = await read(`${words.turns}${id}/`, words);
      take(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, text(value)])));
      note.textContent = "";
    } catch (error) {
      note.textContent = error.message;
    }
  }
  list.addEventListener("change", () => list.value && takeTurn(list.value));
  return takeTurn;
}
