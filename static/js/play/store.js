// What the page knows of the story: turns, what runs, what waits; and what each frame changes of it. No DOM here.

import { lay } from "./codepoints.js";
import { isAfter } from "./socket.js";

const BUSY = new Set(["queued", "running"]);
const RECENT = 30;

/** A story of which nothing is known yet. */
export function newState() {
  return { turns: [], more: false, waiting: [], head: null, live: null, worldbook: null, after: "" };
}

/** Whether an answer is being made. */
export function isBusy(state) {
  return state.live !== null;
}

/** The keys under which the newest messages came that the story has. */
export function keysOf(state) {
  return [...state.turns.slice(-RECENT), ...state.waiting].map((turn) => turn.key).filter(Boolean);
}

/** The last turn of the line, or undefined. */
export function lastTurn(state) {
  return state.turns[state.turns.length - 1];
}

/** The take of a turn that stands on the line, or undefined while there is none. */
export function chosenTake(turn) {
  return turn.takes.find((take) => take.id === turn.chosen);
}

/** The take and its turn by the take's id. */
export function findTake(state, id) {
  for (let index = state.turns.length - 1; index >= 0; index -= 1) {
    const take = state.turns[index].takes.find((one) => one.id === id);
    if (take) return { turn: state.turns[index], take };
  }
  return null;
}

/** Take over a page of the story (the answer of messages/, or a snapshot frame); older turns stay where they fit. */
export function takePage(state, page) {
  const first = page.turns[0];
  const at = first ? state.turns.findIndex((turn) => turn.id === first.id) : -1;
  const older = at > 0 ? state.turns.slice(0, at) : [];
  state.more = older.length ? state.more : page.more;
  state.turns = [...older, ...page.turns];
  state.waiting = page.waiting;
  state.head = page.head;
  state.after = page.after || state.after;
  state.live = page.running ? liveOf(state, page.running) : null;
}

/** Take over a page that was read while `frames` came: it may be older than they, so what it cannot know is told again. */
export function takeReading(state, page, frames) {
  takePage(state, page);
  for (const frame of frames) {
    if (isAfter(frame.type === "snapshot" ? frame.after : frame.id, page.after)) takeFrame(state, frame);
  }
}

/** Put turns that are older than all there is before them. */
export function takeOlder(state, page) {
  const known = new Set(state.turns.map((turn) => turn.id));
  state.turns = [...page.turns.filter((turn) => !known.has(turn.id)), ...state.turns];
  state.more = page.more;
}

function liveOf(state, takeId) {
  const found = findTake(state, takeId);
  const before = state.live && state.live.take === takeId ? state.live : null;
  if (!found) return before;
  const { take, turn } = found;
  const newer = before && (before.attempt > take.attempt || (before.attempt === take.attempt && before.text.length >= take.text.length));
  if (newer && before.laid) return before;
  return newLive(turn, take, take.attempt, before || undefined);
}

/** An answer that is being made; `laid` says whether words of this attempt have come by frames. */
function newLive(turn, take, attempt, { phase = "", who = "", round = null } = {}) {
  return { take: take.id, turn: turn.id, attempt, text: take.text, phase, who, round, laid: false };
}

/** The text of a take as it is now, with the words that only frames have brought. */
export function textOf(state, take) {
  return state.live && state.live.take === take.id ? state.live.text : take.text;
}

const NOTHING = { redraw: false, text: false, reload: false, state: false };

/**
 * Let a frame change the state. Says what the page has to do: `redraw` the turns, show more `text`,
 * `reload` from the API, read the story's `state` again.
 */
export function takeFrame(state, frame) {
  if (frame.id) state.after = frame.id;
  const handler = HANDLERS[frame.type];
  return handler ? { ...NOTHING, ...handler(state, frame) } : NOTHING;
}

/** Put a turn where it stands: on a line each number stands once, so what it takes the place of goes. */
function putTurn(state, turn) {
  state.turns = state.turns.filter((one) => one.number < turn.number || one.id === turn.id);
  const at = state.turns.findIndex((one) => one.id === turn.id);
  if (at >= 0) state.turns[at] = turn;
  else state.turns.push(turn);
  state.waiting = state.waiting.filter((one) => one.id !== turn.id);
}

function onAccepted(state, { turn }) {
  putTurn(state, turn);
  state.head = turn.chosen;
  const take = chosenTake(turn);
  if (take && BUSY.has(take.status)) {
    state.live = newLive(turn, take, take.attempt);
  }
  state.worldbook = null;
  return { redraw: true };
}

function onWaiting(state, { turn }) {
  if (!state.waiting.some((one) => one.id === turn.id)) {
    state.waiting.push({ id: turn.id, text: turn.player.text, status: turn.status, key: turn.key });
  }
  return { redraw: true };
}

function onWithdrawn(state, { turn }) {
  state.waiting = state.waiting.filter((one) => one.id !== turn.id);
  return { redraw: true };
}

/** The live answer a frame of an attempt is about; null for one of an attempt that is over. */
function liveFor(state, frame) {
  const { live } = state;
  if (live && live.take === frame.take) {
    if (frame.attempt < live.attempt) return null;
    if (frame.attempt > live.attempt) Object.assign(live, { attempt: frame.attempt, laid: false });
    return live;
  }
  const found = findTake(state, frame.take);
  if (!found || frame.attempt < found.take.attempt) return null;
  if (frame.attempt === found.take.attempt && !BUSY.has(found.take.status)) return null;
  state.live = newLive(found.turn, found.take, frame.attempt);
  return state.live;
}

function onPhase(state, frame) {
  const known = findTake(state, frame.take);
  if (!known) return { reload: true };
  const before = state.live?.attempt;
  const live = liveFor(state, frame);
  if (!live) return {};
  live.phase = frame.phase;
  live.who = frame.who;
  return { redraw: true, reload: before !== undefined && before < live.attempt };
}

function onText(state, frame) {
  if (!findTake(state, frame.take)) return { reload: true };
  const live = liveFor(state, frame);
  if (!live) return {};
  const text = lay(live.text, frame.at, frame.text);
  if (text === null) return { reload: true };
  Object.assign(live, { text, laid: true });
  return { text: true };
}

function onReplace(state, frame) {
  const live = liveFor(state, frame);
  if (!live) return {};
  Object.assign(live, { text: frame.text, laid: true });
  return { text: true };
}

function onWorldbook(state, frame) {
  state.worldbook = { turn: frame.turn, selected: frame.selected, hidden: frame.hidden };
  return { redraw: true };
}

/** A round became true: its facts stand before they are told. */
function onRound(state, frame) {
  if (!findTake(state, frame.take)) return { reload: true, state: true };
  const live = liveFor(state, frame);
  if (live) live.round = frame.round.number;
  return { redraw: live !== null, state: true };
}

/** Dice fell: each roll of a turn stands there once. */
function onRoll(state, frame) {
  const turn = state.turns.find((one) => one.id === frame.turn);
  if (!turn) return { reload: true };
  const rolls = turn.rolls || [];
  if (!rolls.some((one) => one.n === frame.roll.n)) turn.rolls = [...rolls, frame.roll];
  return { redraw: true, state: true };
}

function onEnd(state, frame) {
  const turn = state.turns.find((one) => one.id === frame.turn);
  if (!turn) return { reload: true };
  const { take } = frame;
  const at = turn.takes.findIndex((one) => one.id === take.id);
  if (at >= 0 && turn.takes[at].attempt > take.attempt) return {};
  if (at >= 0) turn.takes[at] = take;
  else turn.takes.push(take);
  turn.status = take.status;
  turn.traced = true;
  if (state.live && state.live.take === take.id) state.live = null;
  return { redraw: true };
}

function onSnapshot(state, frame) {
  state.live = null;
  takePage(state, frame);
  return { redraw: true, state: true };
}

const HANDLERS = {
  accepted: onAccepted,
  waiting: onWaiting,
  withdrawn: onWithdrawn,
  phase: onPhase,
  text: onText,
  replace: onReplace,
  worldbook: onWorldbook,
  round: onRound,
  roll: onRoll,
  delivered: onEnd,
  cancelled: onEnd,
  failed: onEnd,
  interrupted: onEnd,
  changed: () => ({ reload: true, state: true }),
  snapshot: onSnapshot,
};
