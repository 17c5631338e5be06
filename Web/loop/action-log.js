// The log of all actions since the engine started. The engine's state is a function of them, so a new engine that
// replays the log reaches the state of one that trapped: with recordings, held notes, typed text and undo.
// The content of files is not in the log. The replay reads the files again.

/** @typedef {[action: string, value?: string, file?: File]} Action */

/** Maximum size of the log in characters. A log that exceeds it is dropped, since a part of it cannot be replayed. */
const maximumLength = 64_000_000;

/** @type {Action[] | null} null once it has exceeded its maximum size */
let log = [];
let length = 0;

/** @param {Action} action one that has been carried out */
export function logAction(action) {
  log?.push(action);
  length += size(action);
  if (length > maximumLength) log = null;
}

/** @returns {Action[] | null} all actions, or null if the log has been dropped */
export function loggedActions() {
  return log;
}

export function clearLog() {
  log = [];
  length = 0;
}

/** @param {Action} action */
function size([action, value]) {
  return action.length + (value?.length ?? 0);
}
