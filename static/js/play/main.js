// The play page put together: state, line, turns, composer, keys. Each part answers its own question in its own file.

import { askDialog, wireDialogs } from "../lib/dialogs.js";
import { ask } from "../lib/request.js";
import { announce } from "../lib/toast.js";
import { Actions } from "./actions.js";
import { Commands } from "./commands.js";
import { Composer } from "./composer.js";
import { showCosts } from "./costs.js";
import { diceCommand } from "./dice.js";
import { DiceHelp } from "./dice_help.js";
import { watchTouch } from "./gestures.js";
import { watchKeys } from "./keys.js";
import { setLanguage } from "./markdown.js";
import { phaseWords } from "./phase_words.js";
import { Places } from "./places.js";
import { Scroll } from "./scroll.js";
import { openLine } from "./socket.js";
import { closeSidePanel } from "./side_panel.js";
import { Speakers } from "./speakers.js";
import { StatePanel } from "./state_panel.js";
import { setStoryWords } from "./story_words.js";
import { findTake, isBusy, keysOf, lastTurn, newState, takeFrame, takeOlder, takeReading } from "./store.js";
import { TurnsView } from "./turns_view.js";
import { watchViewport } from "./viewport.js";
import { WorldbookPanel } from "./worldbook_panel.js";

const { gettext } = window;
const PAGE = 30;
const MOST = 100;
const LOST_AFTER = 1500;

const page = JSON.parse(document.getElementById("page-data").textContent);
const byId = (id) => document.getElementById(id);
const storyLang = byId("turns").lang;
setLanguage(storyLang);
setStoryWords(page.words);
const state = newState();
const scroll = new Scroll(byId("main"), byId("new-text"));
const view = new TurnsView({ state, speakers: new Speakers(page.cast, page.persona), onGrow: () => scroll.grown() });
const panel = new WorldbookPanel({ api: page.api, page: page.page, button: byId("open-worldbook"), lang: storyLang });
const statePanel = byId("open-state") ? new StatePanel({
  api: page.api, words: page.stateWords, author: page.author, lang: storyLang, button: byId("open-state"), line: byId("scene-line"),
}) : null; // Only where the story has a copy of its world.

let reading = null; // The reading of the story that is under way, and whether another is wanted after it.
let again = false;
let meanwhile = []; // The frames that came while the story was being read.
let lostTimer = 0;
let running = null; // The take that is being made, as it was last shown.

/** Read the end of the story from the server and show it; calls during a reading make one more. */
function refresh() {
  if (reading) {
    again = true;
    return reading;
  }
  reading = readEnd().finally(() => { reading = null; });
  return reading;
}

async function readEnd() {
  do {
    again = false;
    meanwhile = [];
    const limit = Math.min(MOST, Math.max(PAGE, state.turns.length));
    try {
      takeReading(state, await ask(`${page.api}messages/?limit=${limit}`), meanwhile);
      show();
    } catch (error) {
      if (error.status === 404) lineState("gone");
      else if (error.status === 401 || error.status === 403) lineState("signed_out");
      else console.warn("the story cannot be read", error);
    }
  } while (again);
}

/** Draw what the state says. */
function show() {
  scroll.keeping(() => {
    view.draw();
    byId("older").hidden = !state.more;
  });
  composer.arrived(keysOf(state));
  composer.setBusy(isBusy(state));
  noticeEnd();
  const words = state.live ? phaseWords(state.live) : "";
  byId("phase").hidden = !words;
  byId("composer-hint").hidden = Boolean(words);
  byId("phase").textContent = words;
}

function onFrame(frame) {
  if (reading) meanwhile.push(frame);
  const todo = takeFrame(state, frame);
  if (frame.type === "worldbook") panel.selected(state.worldbook);
  if (todo.state) statePanel?.stale();
  if (todo.redraw) show();
  if (todo.text) view.grow();
  if (todo.reload) refresh();
}

/** An answer may end by its frame or by a reading that came before it: either way it ends once. */
function noticeEnd() {
  const before = running;
  running = state.live ? state.live.take : null;
  if (before !== null && before !== running) onEnd(findTake(state, before)?.take);
}

function onEnd(take) {
  if (!take) return;
  scroll.grown();
  if (panel.isOpen) panel.show(lastTurn(state));
  statePanel?.stale();
  showCosts(page.costs, byId("costs"));
  const words = { delivered: gettext("The answer is complete."), stopped: gettext("Stopped."), failed: gettext("The answer failed."), interrupted: gettext("The answer was interrupted.") };
  announce(words[take.status] || "");
}

/** Say how the line to the server stands; a short break is not worth a word. */
function lineState(how) {
  const place = byId("link-state");
  clearTimeout(lostTimer);
  if (how === "open") place.hidden = true;
  if (how === "lost") lostTimer = setTimeout(() => { place.textContent = gettext("The connection is lost. Trying again… nothing is missed."); place.hidden = false; }, LOST_AFTER);
  if (how === "gone") { place.textContent = gettext("This story is not there any more."); place.hidden = false; }
  if (how === "signed_out") {
    const link = document.createElement("a");
    link.href = page.signIn;
    link.textContent = gettext("Sign in again");
    place.replaceChildren(gettext("You are signed out; your draft is kept."), " ", link);
    place.hidden = false;
  }
}

/** Older turns, when the reader comes near the beginning of what there is. */
let loading = false;
async function loadOlder() {
  if (loading || !state.more || !state.turns.length) return;
  loading = true;
  try {
    const older = await ask(`${page.api}messages/?before_turn=${state.turns[0].id}&limit=${PAGE}`);
    scroll.following = false;
    takeOlder(state, older);
    show();
  } catch (error) {
    console.warn("earlier turns cannot be read", error);
  } finally {
    loading = false;
  }
}

const commands = new Commands({ api: page.api, refresh, putDraft: (text) => { if (composer.empty) composer.put(text); } });
const places = new Places({ api: page.api, page: page.page, branches: page.branches, commands, lang: storyLang });
const actions = new Actions({ state, view, commands, panel, places, storyLang, askRedo });
const composer = new Composer({
  story: page.story,
  enterSends: page.enterSends,
  actions: {
    send: (text, key) => { scroll.toEnd(); return say(text, key); },
    stop: (keep) => actions.stop(keep),
  },
});

/** What leaves the message box is a message, or asks for dice. */
async function say(text, key) {
  diceHelp.show();
  const dice = diceCommand(text);
  if (!dice) return commands.send(text, key);
  const fallen = await commands.roll(dice, key);
  if (fallen) scroll.toEnd();
  return fallen;
}

async function askRedo() {
  const field = byId("instruction");
  field.value = "";
  return (await askDialog(byId("redo-dialog"))) ? field.value.trim() : null;
}

function toggleState() {
  if (!statePanel) return;
  if (statePanel.isOpen) statePanel.close();
  else statePanel.open();
}

function toggleWorldbook() {
  if (panel.isOpen) panel.close();
  else panel.open(lastTurn(state));
}

const diceHelp = new DiceHelp({
  api: page.api, lang: storyLang, box: composer.box, place: byId("dice-help"), put: (text) => { composer.put(text); composer.box.focus(); diceHelp.show(); },
});
byId("open-dice").addEventListener("click", () => { if (composer.empty) diceHelp.put("/roll "); else composer.box.focus(); });

wireDialogs();
watchViewport();
byId("open-help").addEventListener("click", () => byId("help-dialog").showModal());
byId("open-worldbook").addEventListener("click", toggleWorldbook);
byId("open-state")?.addEventListener("click", toggleState);
byId("open-places").addEventListener("click", () => places.open());
byId("load-older").addEventListener("click", loadOlder);
new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) loadOlder(); }, { root: byId("main"), rootMargin: "400px 0px 0px" }).observe(byId("older"));
byId("column").addEventListener("click", (event) => actions.onClick(event));
watchTouch(byId("turns"), {
  onSwipe: (step) => (step > 0 ? actions.next() : actions.previous()),
  onPress: (part, point) => actions.menu(part, point),
});
watchKeys(composer.box, {
  stop: (keep) => isBusy(state) && (actions.stop(keep), true),
  editLast: () => actions.editLast(),
  previous: () => actions.previous(),
  next: () => actions.next(),
  redo: () => actions.regenerate(),
  goOn: () => actions.goOn(),
  worldbook: toggleWorldbook,
  state: toggleState,
  undo: () => commands.undo(),
  help: () => byId("help-dialog").showModal(),
  focusBox: () => composer.box.focus(),
  closePanel: closeSidePanel,
});

await refresh();
composer.comeBack();
if (state.turns.length > 1 || state.more) scroll.toEnd();
else scroll.toStart();
showCosts(page.costs, byId("costs"));
statePanel?.read();
openLine(page.socket, { after: () => state.after, onFrame, onState: lineState });
if (matchMedia("(hover: hover)").matches) composer.box.focus();
document.documentElement.dataset.ready = "yes";
