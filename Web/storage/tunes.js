// @ts-check
// The tunes that are kept: in this browser, and on our server where there is one. Here they have a database of their own, so
// that pages that know of none go on with theirs.

import { keeper } from "./keeping.js";

export const tunes = keeper({
  name: "tunes", database: "chord-combiner-tunes", content: ["title", "composer", "key", "style", "text", "setup"],
  // What a list shows follows from the text.
  sent: ["text", "setup"],
});
