// The reader's place: it follows new text only for a reader at the end, and never jumps for anybody else.

const NEAR = 60;

/** Watches the scrolling part of the page. */
export class Scroll {
  constructor(box, newText) {
    this.box = box;
    this.newText = newText;
    this.following = true;
    this.lastTop = 0;
    box.addEventListener("scroll", () => this.moved(), { passive: true });
    newText.addEventListener("click", () => this.toEnd());
    new ResizeObserver(() => { if (this.following) this.jump(); }).observe(box);
  }

  get distance() {
    return this.box.scrollHeight - this.box.clientHeight - this.box.scrollTop;
  }

  moved() {
    const top = this.box.scrollTop;
    if (top < this.lastTop && this.distance > 2) {
      this.following = false; // The first small step up counts, or new words would pull the reader back.
    } else if (this.distance < NEAR) {
      this.following = true;
      this.newText.hidden = true;
    }
    this.lastTop = top;
  }

  jump() {
    this.box.scrollTop = this.box.scrollHeight;
    this.lastTop = this.box.scrollTop;
  }

  /** Go to the end and stay there. */
  toEnd() {
    this.following = true;
    this.newText.hidden = true;
    this.jump();
  }

  /** Go to the beginning: a reader who has just come reads from there. */
  toStart() {
    this.following = this.distance < NEAR;
    this.box.scrollTop = 0;
    this.lastTop = 0;
  }

  /** There are new words: go along, or say so. */
  grown() {
    if (this.following) this.jump();
    else if (this.distance > NEAR) this.newText.hidden = false;
  }

  /** Do something that adds or changes elements above; what the reader sees stays where it is. */
  keeping(change) {
    const mark = this.following ? null : firstVisible(this.box);
    const before = mark ? mark.getBoundingClientRect().top : 0;
    change();
    if (this.following) this.jump();
    else if (mark?.isConnected) {
      this.box.scrollTop += mark.getBoundingClientRect().top - before;
      this.lastTop = this.box.scrollTop;
    }
  }
}

function firstVisible(box) {
  const top = box.getBoundingClientRect().top;
  return [...box.querySelectorAll(".turn")].find((turn) => turn.getBoundingClientRect().bottom > top) || null;
}
