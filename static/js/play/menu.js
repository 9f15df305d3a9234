// A small menu beside what it is about: arrows move, Escape closes, focus goes back.

import { el, icon } from "../lib/dom.js";

const EDGE = 8;

/** Show a menu at `anchor` (an element or {x, y}). Items: {icon, label, run, danger} or null for a line. */
export function openMenu(anchor, items, label) {
  closeMenu();
  const from = document.activeElement;
  const buttons = items.map((item) => (item === null ? el("hr") : el("button", {
    type: "button", role: "menuitem", class: item.danger ? "danger" : "",
    onclick: () => { closeMenu(); item.run(); },
  }, icon(item.icon), item.label)));
  const menu = el("div", { class: "popmenu", role: "menu", "aria-label": label }, ...buttons);
  menu.addEventListener("keydown", (event) => onKey(event, menu));
  document.body.append(menu);
  put(menu, anchor);
  open = { menu, from };
  menu.querySelector("button").focus({ preventScroll: true });
  setTimeout(() => document.addEventListener("pointerdown", outside), 0);
}

let open = null;

/** Close the menu that is open, if one is. Returns whether one was. */
export function closeMenu() {
  if (!open) return false;
  const { menu, from } = open;
  open = null;
  document.removeEventListener("pointerdown", outside);
  menu.remove();
  if (from?.isConnected) from.focus({ preventScroll: true });
  return true;
}

function outside(event) {
  if (open && !open.menu.contains(event.target)) closeMenu();
}

function onKey(event, menu) {
  const buttons = [...menu.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
  if (event.key in steps) {
    event.preventDefault();
    event.stopPropagation();
    buttons[(steps[event.key] + buttons.length) % buttons.length].focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    event.stopPropagation();
    closeMenu();
  }
}

function put(menu, anchor) {
  const at = anchor instanceof Element ? anchor.getBoundingClientRect() : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y };
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.min(Math.max(EDGE, at.right - width), innerWidth - width - EDGE);
  const below = at.bottom + 4;
  const top = below + height > innerHeight - EDGE ? Math.max(EDGE, at.top - height - 4) : below;
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}
