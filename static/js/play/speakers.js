// Who speaks: name, portrait and colour of a passage's speaker.

import { storyWord } from "./story_words.js";

const HUES = 6;
const NARRATOR = "@master";

/** A name and its first part: "Edda Marrow" is also called Edda. */
function namesOf(name) {
  if (!name) return [];
  const first = name.split(/[\s·]+/)[0];
  return first.length > 1 && first !== name ? [name, first] : [name];
}

const lastSentence = (words) => words.trim().split(/(?<=[.!?。！？])\s*/).pop() || "";

/** Looks speakers up in the story's cast; an empty speaker is the first of it. */
export class Speakers {
  constructor(cast, persona) {
    this.cast = cast;
    this.persona = persona;
    this.names = [...cast.map((one, at) => [one.name, at]), [persona, -1]].flatMap(([name, at]) => namesOf(name).map((part) => [part, at]));
  }

  /** {name, portrait, hue} of a passage's speaker. */
  of(speaker) {
    if (speaker === NARRATOR) return { name: storyWord("master"), portrait: null, hue: "0" };
    const wanted = speaker || this.cast[0]?.name || "";
    const at = this.cast.findIndex((one) => one.name === wanted);
    if (at >= 0) return { ...this.cast[at], hue: String(at % HUES) };
    return { name: speaker, portrait: null, hue: "0" };
  }

  /** The hue of who speaks in a paragraph, told from the words around its first quotation; null where they do not say. */
  hueBeside(before, after) {
    if (/^[\s,，]*(you|你)(?![a-z])/i.test(after)) return "me";
    const told = this.firstNamed(after.split(/[.!?。！？]/)[0]) ?? this.firstNamed(lastSentence(before));
    if (told === null || told === undefined) return null;
    return told < 0 ? "me" : String(told % HUES);
  }

  /** Place in the cast of the name that comes first in some words (-1: the player's own); null where none does. */
  firstNamed(words) {
    const found = this.names.map(([name, who]) => [words.indexOf(name), who]).filter(([at]) => at >= 0);
    if (!found.length) return null;
    return found.reduce((one, other) => (other[0] < one[0] ? other : one))[1];
  }

  /** The player's own side. */
  me() {
    return { name: this.persona || storyWord("you"), portrait: null, hue: "me" };
  }
}
