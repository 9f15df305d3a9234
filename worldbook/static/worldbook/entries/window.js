// A list of thousands of rows of which only those in view are in the page (WK-1).
// All rows have one height, the CSS variable --row of the box; each is put at its place in it.

const AROUND = 12; // rows kept above and below what is in view
const BATCH = 100; // rows asked for at once
const KEPT = 800; // rows remembered

export class RowWindow {
  /** `ids` in order; `fetchRows(ids)` gives HTML; `dress(row, index)` is called for each row shown. */
  constructor(box, ids, fetchRows, dress) {
    Object.assign(this, { box, ids, fetchRows, dress });
    this.rows = new Map();
    this.asking = false;
    this.gone = new Set();
    for (const row of [...box.children]) this.rows.set(Number(row.dataset.id), row);
    box.classList.add("rp-live");
    const again = () => this.show();
    window.addEventListener("scroll", again, { passive: true });
    window.addEventListener("resize", again);
    this.show();
  }

  /** The height of a row, which depends on the width of the page. */
  get rowHeight() {
    return parseFloat(getComputedStyle(this.box).getPropertyValue("--row"));
  }

  /** First and last index (exclusive) of what is in view, and a little more. */
  range() {
    const height = this.rowHeight;
    const top = -this.box.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(top / height) - AROUND);
    const last = Math.min(this.ids.length, Math.ceil((top + window.innerHeight) / height) + AROUND);
    return [first, Math.max(first, last)];
  }

  /** Put the rows in view into the page and ask for those that are not known yet. */
  show() {
    const height = this.rowHeight;
    this.box.style.height = `${this.ids.length * height}px`;
    const [first, last] = this.range();
    const wanted = this.ids.slice(first, last);
    const shown = new Set(wanted);
    for (const row of [...this.box.children]) {
      const away = !shown.has(Number(row.dataset.id)) || !this.rows.has(Number(row.dataset.id));
      if (away && !row.contains(document.activeElement) && !row.dataset.held) row.remove();
    }
    const rows = [];
    wanted.forEach((id, at) => {
      const row = this.rows.get(id);
      if (!row) return;
      this.place(row, first + at, height);
      rows.push(row);
    });
    this.arrange(rows);
    this.ask(wanted);
  }

  /** Rows stand in the page as they are seen; one in use is not taken out, which would end its use. */
  arrange(rows) {
    const there = [...this.box.children].filter((row) => rows.includes(row));
    if (there.length === rows.length && there.every((row, at) => row === rows[at])) return;
    const used = rows.find((row) => row.parentElement === this.box && (row.dataset.held || row.contains(document.activeElement)));
    let passed = !used;
    for (const row of rows) {
      if (row === used) passed = true;
      else if (passed) this.box.append(row);
      else this.box.insertBefore(row, used);
    }
  }

  place(row, index, height) {
    row.style.transform = `translateY(${index * height}px)`;
    row.setAttribute("aria-rowindex", String(index + 2));
    this.dress(row, index);
  }

  /** Ask for rows that are missing, one request at a time; whoever scrolls on is asked for next. */
  async ask(wanted) {
    const missing = wanted.filter((id) => !this.rows.has(id) && !this.gone.has(id)).slice(0, BATCH);
    if (!missing.length || this.asking) return;
    this.asking = true;
    try {
      this.take(await this.fetchRows(missing), missing);
    } finally {
      this.asking = false;
    }
    this.show();
  }

  /** Take over rows in HTML; `asked` ids that are not among them are gone. */
  take(html, asked = []) {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    const got = new Set();
    for (const row of [...parsed.content.children]) {
      const id = Number(row.dataset.id);
      got.add(id);
      this.rows.get(id)?.remove();
      this.rows.set(id, row);
    }
    for (const id of asked) if (!got.has(id)) this.gone.add(id);
    this.forget();
  }

  forget() {
    const [first, last] = this.range();
    const near = new Set(this.ids.slice(first, last));
    for (const id of this.rows.keys()) {
      if (this.rows.size <= KEPT) return;
      if (!near.has(id)) this.rows.delete(id);
    }
  }

  /** Show the rows in another order. */
  reorder(ids) {
    this.ids = ids;
    this.show();
  }

  /** Scroll so that a row is in view. */
  reveal(index) {
    const height = this.rowHeight;
    const top = this.box.getBoundingClientRect().top + index * height;
    if (top < 96) window.scrollBy(0, top - 96 - height);
    else if (top + height > window.innerHeight - 96) window.scrollBy(0, top + 2 * height - window.innerHeight + 96);
    this.show();
  }
}
