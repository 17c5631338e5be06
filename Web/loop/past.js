// @ts-check
// What has been done since the engine began. The engine is a function of that, so a fresh one that takes the place of
// one that failed comes to the same by doing it once more: with what is being recorded, held, typed and could be undone.
// The content of files is not kept. They are read again, from where the user has them.

/** @typedef {[action: string, value?: string, file?: File]} Action */

/** More characters than weeks of choosing or hours of playing leave; beyond that all is forgotten, since a part is no past. */
const most = 64_000_000;

/** @type {Action[] | null} null once it was too much */
let done = [];
let length = 0;

/** @param {Action} action one that has been carried out */
export function note(action) {
  done?.push(action);
  length += size(action);
  if (length > most) done = null;
}

/** @returns {Action[] | null} all of it; nothing where it was too much to be kept */
export function past() {
  return done;
}

/** Nothing of it is done once more. */
export function forget() {
  done = [];
  length = 0;
}

/** @param {Action} action */
function size([action, value]) {
  return action.length + (value?.length ?? 0);
}
