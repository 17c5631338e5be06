// @ts-check
// All that is synchronized with a server, as one import: one file of the release page instead of eight.

export { chordsets } from "./chordsets.js";
export { reset } from "./reset.js";
export { carryOut } from "./shelf.js";
export { tunes } from "./tunes.js";
