// @ts-check
// What is kept: chordsets and tunes, each in a database of its own, so that pages that do not know tunes go on with theirs.

/**
 * @typedef {object} Kind
 * @property {"chordsets" | "tunes"} name also in requests to the server and in its answers
 * @property {string} database
 * @property {string[]} content the members in which two may differ
 * @property {string[]} sent those of them from which the server derives the others
 * @property {string} core the member without which nothing can be read
 * @property {boolean} [merges] whether changes to different parts of one are merged
 */

/** @type {Kind} */
export const ofChordsets = {
  name: "chordsets", database: "chord-combiner", content: ["title", "chords"], sent: ["title", "chords"], core: "chords",
};

/** @type {Kind} */
export const ofTunes = {
  name: "tunes", database: "chord-combiner-tunes", content: ["title", "composer", "key", "style", "text", "setup"],
  // What a list shows follows from the text.
  sent: ["text", "setup"], core: "text", merges: true,
};
