// Addresses of the page's assets. This module is at the top of the assets folder. Addresses relative to a module in a
// subfolder would change when the scripts are bundled.

/**
 * The address of a file that is not a script.
 * @param {string} path relative to the assets folder
 */
export function asset(path) {
  return new URL(path, import.meta.url);
}
