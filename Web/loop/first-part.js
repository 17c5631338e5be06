// @ts-check
// What the first part of the engine can do by itself: chords are chosen, combined and heard. Everything else waits until
// the second part is there. (Web/build names the ways into it.)

const actions = new Set([
  "type", "take", "key", "leave", "letter", "accidental", "chord-type", "walk", "swap", "clear", "undo", "redo",
  "sound", "follow", "share", "copy-link", "copy", "copied", "uncopied",
]);

/**
 * @param {string} route
 */
export function canBegin(route) {
  return /^\/($|combine(\/|$)|select\/)/.test(route);
}

/**
 * @param {string} action
 * @param {string} [value]
 */
export function canDo(action, value) {
  const [name, argument] = action.split(" ");
  if (name === "go") return canBegin(value ?? "/");
  if (name === "visit") return canBegin(argument);
  if (name === "shortcut") return argument !== "?";
  return actions.has(name);
}
