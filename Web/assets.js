// @ts-check
// The folder of assets. This module is at the top of it, whether or not the scripts are bundled; addresses relative to
// other modules would change when they are.

/**
 * The address of a file that is not a script.
 * @param {string} path in the folder of assets
 */
export function asset(path) {
  return new URL(path, import.meta.url);
}
