// @ts-check
// Re-exports everything that synchronizes with a server, so a release has one file for it instead of eight.

export { reset } from "./reset.js";
export { carryOut } from "./shelf.js";
export { chordsets, tunes } from "./stores.js";
