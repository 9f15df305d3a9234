// Asking after a pause: what was asked before is called off, so only the latest answer is shown.

/**
 * `ask(signal)` returns a promise; `begin()`, `done(answer)` and `failed(error)` tell of the latest
 * one alone.
 */
export class Latest {
  constructor(pause, { ask, begin, done, failed }) {
    this.pause = pause;
    this.tell = { ask, begin, done, failed };
    this.timer = 0;
    this.running = null;
  }

  /** Ask when nothing more has come for a moment. */
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), this.pause);
  }

  /** Ask at once. */
  async now() {
    clearTimeout(this.timer);
    this.running?.abort();
    const own = new AbortController();
    this.running = own;
    this.tell.begin();
    let answer;
    try {
      answer = await this.tell.ask(own.signal);
    } catch (error) {
      if (this.running === own) this.tell.failed(error);
      return;
    }
    if (this.running === own) this.tell.done(answer);
  }
}
