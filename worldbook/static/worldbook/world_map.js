// The map of a world: places are dragged or moved by arrow keys and stay there; two are picked to connect them.

import { ask } from "../js/lib/request.js";
import { announce, toast } from "../js/lib/toast.js";

const { gettext, interpolate } = window;
const STEP = 8; // map units that an arrow key moves a place; ten times as far with Shift
const NEAR = 5; // pixels that a pointer may move and still count as a click
const LARGEST = 2; // times its natural size
const HIGHEST = 0.73; // of the window's height: what is shown of the map
const CLOSER = 1.4; // how much a press on + enlarges
const WAIT = 600; // milliseconds after the last arrow key until the place is kept

const data = JSON.parse(document.getElementById("map-data").textContent);
const box = document.getElementById("map");
const svg = box?.querySelector("svg");

const nameOf = (place) => place.dataset.name;
/** Where a point of the map is on the picture, which is wider. */
const drawn = ({ x, y }) => ({ x: Math.round(x * data.stretch), y });
const pointOf = (place) => ({ x: Number(place.dataset.x), y: Number(place.dataset.y) });

/** Show a place and its lines at a point. */
export function show(place, { x, y }) {
  place.dataset.x = x;
  place.dataset.y = y;
  const at = drawn({ x, y });
  place.setAttribute("transform", `translate(${at.x} ${at.y})`);
  const key = CSS.escape(place.dataset.key);
  for (const line of svg.querySelectorAll(`[data-one="${key}"], [data-other="${key}"]`)) redraw(line);
}

function redraw(line) {
  const [one, other] = [line.dataset.one, line.dataset.other].map((key) => drawn(pointOf(svg.querySelector(`[data-key="${CSS.escape(key)}"]`))));
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  const points = [one, middle, other].map(({ x, y }) => `${x},${y}`).join(" ");
  line.querySelector("polyline").setAttribute("points", points);
  line.querySelector(".rp-map-mark")?.setAttribute("transform", `translate(${middle.x} ${middle.y})`);
}

/** Keep where a place is; where that is refused it goes back. */
async function keep(place, before) {
  const { x, y } = pointOf(place);
  if (x === before.x && y === before.y) return;
  place.classList.remove("rp-map-unput");
  try {
    await ask(data.place, { method: "POST", body: { key: place.dataset.key, x, y } });
    announce(interpolate(gettext("%s stays there."), [nameOf(place)]));
  } catch (error) {
    show(place, before);
    toast(error.message);
  }
}

/** Give a place back to the automatic layout. */
async function letGo(place) {
  try {
    await ask(data.place, { method: "POST", body: { key: place.dataset.key, x: null, y: null } });
    location.reload();
  } catch (error) {
    toast(error.message);
  }
}

function onMap(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return { x: Math.round(point.x / data.stretch), y: Math.round(point.y) };
}

function drag(event, place) {
  if (event.button !== 0) return;
  const [before, start] = [pointOf(place), onMap(event)];
  let moved = false;
  place.setPointerCapture(event.pointerId);
  const move = (now) => {
    if (!moved && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < NEAR) return;
    moved = true;
    place.classList.add("rp-map-held");
    const point = onMap(now);
    show(place, { x: before.x + point.x - start.x, y: before.y + point.y - start.y });
  };
  const end = (ended) => {
    place.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) place.removeEventListener(name, end);
    place.classList.remove("rp-map-held");
    if (ended.type === "pointercancel") show(place, before);
    else if (moved) keep(place, before);
    else open(place);
  };
  place.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) place.addEventListener(name, end);
}

const waiting = new Map(); // place → {timer, before}: moved by keys and not kept yet

function step(place, dx, dy) {
  const held = waiting.get(place) || { before: pointOf(place) };
  clearTimeout(held.timer);
  const { x, y } = pointOf(place);
  show(place, { x: x + dx, y: y + dy });
  held.timer = setTimeout(() => settle(place), WAIT);
  waiting.set(place, held);
}

function settle(place) {
  const held = waiting.get(place);
  if (!held) return;
  clearTimeout(held.timer);
  waiting.delete(place);
  keep(place, held.before);
}

function key(event, place) {
  const far = event.shiftKey ? STEP * 10 : STEP;
  const steps = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] };
  if (event.key === "Enter" || event.key === " ") open(place);
  else if (data.edit && event.key in steps) step(place, ...steps[event.key]);
  else if (data.edit && event.key === "Delete" && !place.classList.contains("rp-map-unput")) letGo(place);
  else return;
  event.preventDefault();
}

const connecting = { on: false, first: null };

/** Open a place's own page; while connecting, pick it. */
function open(place) {
  if (!connecting.on) location.assign(place.dataset.url);
  else if (!connecting.first) pick(place);
  else if (connecting.first !== place) connect(connecting.first, place);
}

function pick(place) {
  connecting.first = place;
  place.classList.add("rp-map-picked");
  announce(interpolate(gettext("%s is to be connected. Now choose the other place."), [nameOf(place)]));
}

function connect(one, other) {
  const form = document.getElementById("map-form");
  form.elements.one.value = one.dataset.key;
  form.elements.other.value = other.dataset.key;
  toggle(false);
  form.elements.name.focus();
  form.scrollIntoView({ block: "center" });
}

function toggle(on) {
  connecting.first?.classList.remove("rp-map-picked");
  Object.assign(connecting, { on, first: null });
  document.getElementById("map-connect").setAttribute("aria-pressed", String(on));
  if (on) announce(gettext("Choose the two places to connect."));
}

let scale = 1; // of its natural size
let whole = true; // whether all of the map is shown, however wide the window becomes

/** Show the map at a scale; what is in the middle stays there. */
function zoom(wanted) {
  const { width, height } = svg.viewBox.baseVal;
  const middle = { x: (box.scrollLeft + box.clientWidth / 2) / scale, y: (box.scrollTop + box.clientHeight / 2) / scale };
  scale = Math.min(LARGEST, wanted);
  svg.setAttribute("width", Math.round(width * scale));
  svg.setAttribute("height", Math.round(height * scale));
  box.scrollTo(middle.x * scale - box.clientWidth / 2, middle.y * scale - box.clientHeight / 2);
}

/** Show all of the map. */
function fit() {
  const { width, height } = svg.viewBox.baseVal;
  const above = svg.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  const room = { width: box.clientWidth, height: HIGHEST * window.innerHeight - above };
  whole = true;
  zoom(Math.min(1, room.width / width, room.height / height));
}

function wireZoom() {
  const closer = (factor) => { whole = false; zoom(scale * factor); };
  const does = { in: () => closer(CLOSER), out: () => closer(1 / CLOSER), fit };
  for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", does[button.dataset.zoom]);
  window.addEventListener("resize", () => { if (whole) fit(); });
}

function wire() {
  fit();
  wireZoom();
  if (data.edit) box.dataset.edit = "1";
  for (const place of svg.querySelectorAll("[data-key]")) {
    if (data.edit) {
      place.addEventListener("pointerdown", (event) => drag(event, place));
      place.addEventListener("focusout", () => settle(place));
    } else {
      place.addEventListener("click", () => open(place));
    }
    place.addEventListener("keydown", (event) => key(event, place));
  }
  document.getElementById("map-connect")?.addEventListener("click", () => toggle(!connecting.on));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && connecting.on) toggle(false); });
  window.addEventListener("pagehide", () => { for (const place of [...waiting.keys()]) settle(place); });
}

if (svg) wire();
document.documentElement.dataset.ready = "1";
