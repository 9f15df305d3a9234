// Who speaks: name, portrait and colour of a passage's speaker.

const { gettext } = window;
const HUES = 6;

/** Looks speakers up in the story's cast; an empty speaker is the first of it. */
export class Speakers {
  constructor(cast, persona) {
    this.cast = cast;
    this.persona = persona;
  }

  /** {name, portrait, hue} of a passage's speaker. */
  of(speaker) {
    const wanted = speaker || this.cast[0]?.key || "";
    const at = this.cast.findIndex((one) => one.key === wanted || one.name === wanted);
    if (at >= 0) return { ...this.cast[at], hue: String(at % HUES) };
    return { name: speaker, portrait: null, hue: "0" };
  }

  /** The player's own side. */
  me() {
    return { name: this.persona || gettext("You"), portrait: null, hue: "me" };
  }
}
