// Re-exports everything that stores more than settings, so a release has one file for it instead of nine.

export * from "./practice.js";
export { reset } from "./reset.js";
export { carryOut } from "./shelf.js";
export { chordsets, tunes } from "./stores.js";
export { note as noteTune, open as openTuneLog } from "./tune-log.js";
