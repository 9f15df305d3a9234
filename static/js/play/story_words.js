// Words of the transcript itself (who speaks, what dice fell): they are in the story's language, as its text is.

const { interpolate } = window;
let words = {};

/** Take the words of this page's story. */
export function setStoryWords(given) {
  words = given;
}

/** A word by its name, with values put in. */
export function storyWord(name, values) {
  return values ? interpolate(words[name], values, true) : words[name];
}

/** The reader's language, for what stands in the transcript and is no part of it: controls and notes of the page. */
export function readersLang() {
  return document.documentElement.lang;
}
