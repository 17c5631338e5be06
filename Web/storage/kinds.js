// The kinds of stored items: chordsets and tunes. Each has its own database, so older pages without tunes keep working.

/** @type {Sync.Kind} */
export const ofChordsets = {
  name: "chordsets", database: "chord-combiner", content: ["title", "chords"],
  sent: ["title", "chords"], core: "chords",
};

/** @type {Sync.Kind} */
export const ofTunes = {
  name: "tunes", database: "chord-combiner-tunes", content: ["title", "composer", "key", "style", "text", "setup"],
  // The other members are derived from the text.
  sent: ["text", "setup"], core: "text", merges: true, isNewestFirst: true,
};
