// A panel beside the story (a sheet on narrow screens): opened and closed by its button, at most one at a time.

const all = [];

/** Close the panel that is open; whether one was. */
export function closeSidePanel() {
  return all.some((panel) => panel.close());
}

/** The panel `id`, whose closing button is `close-ID`; `button` opens it and has the focus again after it. */
export class SidePanel {
  constructor(id, button) {
    this.panel = document.getElementById(id);
    this.button = button;
    this.closer = document.getElementById(`close-${id}`);
    this.closer.addEventListener("click", () => this.close());
    all.push(this);
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  /** Show it in the place of another. */
  appear() {
    for (const other of all) if (other !== this) other.hide();
    this.panel.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.closer.focus({ preventScroll: true });
  }

  hide() {
    this.panel.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }

  /** Close it; whether it was open. */
  close() {
    if (!this.isOpen) return false;
    this.hide();
    this.button.focus({ preventScroll: true });
    return true;
  }
}
