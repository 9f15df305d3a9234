// Which rows are chosen: boxes, Shift for a stretch, all that are listed, and what is done with them.

import { ask } from "../../js/lib/request.js";
import { toast } from "../../js/lib/toast.js";

const { gettext, ngettext, interpolate } = window;

export class Chosen {
  /** `changed()` is called where the boxes must be drawn anew. */
  constructor(data, list, changed) {
    Object.assign(this, { data, list, changed });
    this.ids = new Set();
    this.last = null;
    this.bar = document.getElementById("chosen");
    this.all = document.getElementById("pick-all");
    this.all?.addEventListener("change", () => this.pickAll(this.all.checked));
    this.bar?.querySelector("[data-clear]").addEventListener("click", () => this.pickAll(false));
    for (const button of this.bar?.querySelectorAll("[data-switch]") || []) {
      button.addEventListener("click", () => this.turn(button.dataset.switch === "on"));
    }
    this.bar?.addEventListener("submit", () => this.fill());
  }

  /** Choose or leave a row; with Shift everything between it and the last one too. */
  pick(id, on, stretch) {
    const ids = this.list().ids;
    const from = stretch && this.last !== null ? ids.indexOf(this.last) : -1;
    const to = ids.indexOf(id);
    const between = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    for (const one of between) on ? this.ids.add(one) : this.ids.delete(one);
    this.last = id;
    this.say();
  }

  pickAll(on) {
    this.ids = new Set(on ? this.list().ids : []);
    this.last = null;
    this.say();
  }

  /** The chosen ids in the order of the list. */
  inOrder() {
    return this.list().ids.filter((id) => this.ids.has(id));
  }

  say() {
    const count = this.ids.size;
    const listed = this.list().ids.length;
    if (this.bar) {
      this.bar.hidden = !count;
      document.getElementById("chosen-count").textContent = interpolate(
        ngettext("%s entry chosen", "%s entries chosen", count), [count.toLocaleString(document.documentElement.lang)]);
    }
    if (this.all) {
      this.all.checked = count > 0 && count === listed;
      this.all.indeterminate = count > 0 && count < listed;
    }
    this.changed();
  }

  /** What the page of bulk changes is sent: the filter where all that match are meant, else the ids. */
  fill() {
    const all = this.ids.size === this.list().ids.length;
    this.bar.elements.filter.value = all ? this.data.filter : "";
    this.bar.elements.ids.value = all ? "" : this.inOrder().join(",");
  }

  async turn(enabled) {
    try {
      const answer = await ask(this.data.urls.entry_switch, { method: "POST", body: { ids: this.inOrder(), enabled } });
      for (const id of this.ids) this.list().rows.delete(id);
      this.list().show();
      const { undo } = this.data.urls;
      toast(answer.message, undo ? { action: { label: gettext("Undo…"), run: () => location.assign(undo) }, seconds: 8 } : {});
    } catch (error) {
      toast(error.message);
    }
  }
}
