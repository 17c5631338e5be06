// @ts-check
// The kinds of stored items: chordsets and tunes. Each has its own database, so older pages without tunes keep working.

/**
 * @typedef {object} Kind
 * @property {"chordsets" | "tunes"} name also used in requests to the server and its responses
 * @property {string} database
 * @property {string[]} content the members that make up the content of an item
 * @property {string[]} sent the members that are sent; the server derives the others from them
 * @property {string} core the member without which an item cannot be read
 * @property {boolean} [merges] whether concurrent changes to different parts of an item are merged
 */

/** @type {Kind} */
export const ofChordsets = {
  name: "chordsets", database: "chord-combiner", content: ["title", "chords"],
  sent: ["title", "chords"], core: "chords",
};

/** @type {Kind} */
export const ofTunes = {
  name: "tunes", database: "chord-combiner-tunes", content: ["title", "composer", "key", "style", "text", "setup"],
  // The other members are derived from the text.
  sent: ["text", "setup"], core: "text", merges: true,
};
