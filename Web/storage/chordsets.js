// @ts-check
// The chordsets that are kept: in this browser, and on our server where there is one.

import { keeper } from "./keeping.js";

const content = ["title", "chords"];

export const chordsets = keeper({ name: "chordsets", database: "chord-combiner", content, sent: content });
