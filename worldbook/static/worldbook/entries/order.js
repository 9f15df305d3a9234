// Moving rows: with the pointer by their grip, or by keyboard. What is sent names the order seen (WK-4).

import { ask } from "../../js/lib/request.js";
import { announce, toast } from "../../js/lib/toast.js";

const { gettext, interpolate } = window;
const EDGE = 72; // pixels at the top and bottom of the page where dragging scrolls

/** The ids with `moving` put together at the place before `at` (an index among the others). */
export function movedTo(ids, moving, at) {
  const taken = new Set(moving);
  const rest = ids.filter((id) => !taken.has(id));
  return [...rest.slice(0, at), ...moving, ...rest.slice(at)];
}

export class Order {
  constructor(data, list, chosen) {
    Object.assign(this, { data, list, chosen });
    this.held = null; // what is being moved: {moving, ids as they were, at}
  }

  /** Whether the list stands in the order of the book; says why not where it does not. */
  ready() {
    if (this.data.sortable) return true;
    toast(gettext("To move entries, sort the list by the order of the book."));
    return false;
  }

  /** The rows that go along with one: all chosen ones if it is one of them. */
  with(id) {
    return this.chosen.ids.has(id) && this.chosen.ids.size > 1 ? this.chosen.inOrder() : [id];
  }

  hold(id) {
    const moving = this.with(id);
    const before = this.list.ids;
    const taken = new Set(moving);
    const rest = before.filter((one) => !taken.has(one));
    const at = before.slice(0, before.indexOf(id)).filter((one) => !taken.has(one)).length;
    this.held = { id, moving, before, rest, at };
    this.mark(true);
  }

  mark(on) {
    for (const id of this.held.moving) this.list.rows.get(id)?.classList.toggle("rp-moving", on);
  }

  /** Put what is held before the row at an index of the others; only on this page as yet. */
  to(at) {
    const held = this.held;
    held.at = Math.max(0, Math.min(held.rest.length, at));
    this.list.reorder(movedTo(held.rest, held.moving, held.at));
  }

  letGo() {
    this.mark(false);
    this.list.reorder(this.held.before);
    this.held = null;
  }

  /** Keep what was moved: send it, and put it back where it is refused. */
  async drop() {
    const { moving, before, rest, at } = this.held;
    this.mark(false);
    this.held = null;
    const same = this.list.ids.every((id, index) => id === before[index]);
    if (same) return;
    const last = at === rest.length;
    const body = { ids: moving, anchor: rest[last ? at - 1 : at], side: last ? "after" : "before", order: this.data.order };
    try {
      this.data.order = (await ask(this.data.urls.entry_move, { method: "POST", body })).order;
      announce(interpolate(gettext("Moved to place %s."), [at + 1]));
    } catch (error) {
      this.list.reorder(before);
      const again = error.code === "order_conflict" || error.code === "unknown_entry";
      toast(error.message, again ? { action: { label: gettext("Show the new order"), run: () => location.reload() }, seconds: 30 } : {});
    }
  }

  /** Keys of a grip: Enter or Space takes and puts down, arrows move, Escape leaves it where it was. */
  key(event, id) {
    if (!this.held) {
      if ((event.key !== "Enter" && event.key !== " ") || event.repeat) return;
      event.preventDefault();
      if (!this.ready()) return;
      this.hold(id);
      announce(gettext("Taken up. Arrow keys move it, Enter puts it down, Escape leaves it where it was."));
      return;
    }
    const { at, rest } = this.held;
    const places = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - 10, PageDown: at + 10, Home: 0, End: rest.length };
    if (event.key in places) this.step(places[event.key], id);
    else if (event.key === "Escape") this.stop(id);
    else if (event.key === "Enter" || event.key === " ") this.drop();
    else return;
    event.preventDefault();
  }

  step(at, id) {
    this.to(at);
    this.list.reveal(this.list.ids.indexOf(id));
    this.focus(id);
    announce(interpolate(gettext("Place %s of %s"), [this.held.at + 1, this.list.ids.length]));
  }

  stop(id) {
    this.letGo();
    this.list.reveal(this.list.ids.indexOf(id));
    this.focus(id);
    announce(gettext("Left where it was."));
  }

  focus(id) {
    this.list.rows.get(id)?.querySelector("[data-do=grip]").focus({ preventScroll: true });
  }

  /** A grip that loses the focus while it holds something lets go of it. */
  left(id) {
    if (this.held && !this.dragging && this.held.id === id) this.letGo();
  }

  /** Drag with the pointer that went down on a grip. */
  drag(event, id) {
    if (event.button !== 0 || this.held || !this.ready()) return;
    event.preventDefault();
    const grip = event.target.closest("[data-do=grip]");
    const row = this.list.rows.get(id);
    row.dataset.held = "1";
    grip.setPointerCapture(event.pointerId);
    this.hold(id);
    this.dragging = true;
    let y = event.clientY;
    const move = () => this.under(y);
    const scroll = setInterval(() => {
      const by = y < EDGE ? y - EDGE : Math.max(0, y - window.innerHeight + EDGE);
      if (by) { window.scrollBy(0, by / 2); move(); }
    }, 16);
    const on = (moved) => { y = moved.clientY; move(); };
    const end = (ended) => {
      clearInterval(scroll);
      grip.removeEventListener("pointermove", on);
      for (const name of ["pointerup", "pointercancel"]) grip.removeEventListener(name, end);
      document.removeEventListener("keydown", escape);
      delete row.dataset.held;
      this.dragging = false;
      if (!this.held) return;
      if (ended.type === "pointerup") this.drop();
      else this.letGo();
    };
    const escape = (pressed) => { if (pressed.key === "Escape") this.letGo(); };
    grip.addEventListener("pointermove", on);
    for (const name of ["pointerup", "pointercancel"]) grip.addEventListener(name, end);
    document.addEventListener("keydown", escape);
  }

  /** Move what is held to where the pointer is. */
  under(y) {
    if (!this.held) return;
    const top = this.list.box.getBoundingClientRect().top;
    const index = Math.floor((y - top) / this.list.rowHeight);
    const own = this.held.moving.indexOf(this.held.id);
    if (index - own !== this.held.at) this.to(index - own);
  }
}
