// The keyboard of the play page; `?` lists it.

import { closeMenu } from "./menu.js";
import { isComposing } from "./composer.js";

const isText = (node) => node instanceof HTMLElement && (node.matches("input, textarea, select") || node.isContentEditable);

/**
 * `commands`: stop, editLast, previous, next, redo, goOn, worldbook, state, undo, help, focusBox, closePanel (returns whether
 * one was open). `box` is the message box; arrows and Up count there only while it is empty.
 */
export function watchKeys(box, commands) {
  const withAlt = { KeyR: commands.redo, KeyC: commands.goOn, KeyW: commands.worldbook, KeyS: commands.state, KeyZ: commands.undo };
  const inEmptyBox = { ArrowUp: commands.editLast, ArrowLeft: commands.previous, ArrowRight: commands.next };
  const outside = { ...inEmptyBox, "?": commands.help, "/": commands.focusBox };
  delete outside.ArrowUp;

  function find(event) {
    if (event.altKey && !event.ctrlKey && !event.metaKey) return withAlt[event.code];
    if (event.ctrlKey || event.metaKey) return null;
    if (event.target === box) return box.value === "" && !event.shiftKey ? inEmptyBox[event.key] : null;
    if (isText(event.target) || event.target.closest?.("[role=menu], dialog")) return null;
    return outside[event.key];
  }

  document.addEventListener("keydown", (event) => {
    if (isComposing(event) || event.defaultPrevented) return;
    if (event.key === "Escape") {
      if (document.querySelector("dialog[open]")) return;
      if (!closeMenu() && !commands.stop(!event.shiftKey) && !commands.closePanel()) box.blur();
      return;
    }
    const run = find(event);
    if (!run) return;
    event.preventDefault();
    run();
  });
}
