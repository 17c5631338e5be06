// The server's API for one kind of item: see openapi.json.

import { asked, keyring, learnOfStored, ServerFailure } from "./key.js";

/** Maximum number of items and deletions in one response. */
const pageLength = 250;

/** @param {Sync.Kind} kind */
export function serverFor(kind) {
  const address = () => new URL(`api/v1/${kind.name}`, document.baseURI).href;

  /**
   * Requests all changes, page by page.
   * @param {number[]} trail known revisions, the newest first
   * @returns {Promise<Sync.Report>} all pages in one
   */
  async function changesSince(trail) {
    /** @type {Map<string, { theirs?: Sync.ServerItem, version: number }>} the last known state of each item */
    const told = new Map();
    /** @type {Sync.Report | null} */
    let first = null;
    for (let since = trail.join() || "0"; ; ) {
      const page = await pageOf(since, pageLength);
      first ??= page;
      // The server has changed to another database meanwhile.
      const isSame = page.database === first.database && page.epoch === first.epoch;
      if (page !== first && !(isSame && String(page.since) === since)) throw new ServerFailure("unreachable");
      for (const theirs of page.changed) told.set(theirs.id, { theirs, version: theirs.version });
      for (const { id, version } of page.deleted) told.set(id, { version });
      if (!page.more) {
        const { order, revision } = page;
        const changed = [...told.values()].flatMap(({ theirs }) => theirs ?? []);
        const deleted = [...told].flatMap(([id, { theirs, version }]) => (theirs ? [] : { id, version }));
        return { ...first, revision, changed, deleted, order, more: false };
      }
      since = String(page.revision);
    }
  }

  /**
   * @param {number[]} versions
   * @returns {Promise<number[]>} those that are revisions of the server
   */
  async function known(versions) {
    const pages = await Promise.all(versions.map((version) => pageOf(String(version), 1)));
    return pages.map(({ since }) => since).filter((since) => versions.includes(since));
  }

  /**
   * @param {string} since
   * @param {number} limit
   */
  async function pageOf(since, limit) {
    const response = await asked(`${address()}?since=${since}&limit=${limit}`);
    if (response.status === 401) throw new ServerFailure("locked");
    if ([404, 405].includes(response.status)) throw new ServerFailure("absent");
    const { [kind.name]: changed, ...others } = (response.ok && (await jsonOf(response))) || {};
    const page = { ...others, changed };
    if (!isReport(page)) throw new ServerFailure("unreachable");
    return page;
  }

  /**
   * Requests a change.
   * @param {string} method
   * @param {string} path
   * @param {object} [json]
   * @param {number} [version] the version to be changed; if the server has another one, nothing is changed
   * @returns {Promise<{ result: "done" | "outdated" | "refused" | "crowdedOut", item?: Sync.ServerItem }>}
   *   outdated: the server has another version; crowdedOut: there is no space at the moment
   */
  async function change(method, path, json, version) {
    /** @type {Record<string, string>} */
    const headers = version === undefined ? {} : { "If-Match": `"${version}"` };
    const key = keyring()?.key;
    const response = await asked(address() + path, { method, headers, json });
    const { status } = response;
    if (status === 401) throw new ServerFailure("locked");
    // The next report shows whether it is a server at all: a host of files answers with 405 or 501.
    if ([404, 405, 409, 412, 501].includes(status)) return { result: "outdated" };
    if ([400, 413, 415, 422].includes(status)) return { result: "refused" };
    if (status === 507) return { result: "crowdedOut" };
    if (status === 204) return { result: "done" };
    const item = response.ok && (await jsonOf(response));
    if (!isItem(item)) throw new ServerFailure("unreachable");
    learnOfStored(key);
    return { result: "done", item };
  }

  return { address, changesSince, known, change };
}

/** @param {Response} response */
const jsonOf = (response) => response.json().catch(() => null);

/**
 * Whether a response is valid. Others are ignored.
 * @param {any} json
 * @returns {json is Sync.Report}
 */
function isReport(json) {
  const isTombstone = (/** @type {any} */ one) => isString(one?.id) && Number.isInteger(one.version);
  return (
    isString(json.database) && ["string", "undefined"].includes(typeof json.epoch) &&
    Number.isInteger(json.since) && Number.isInteger(json.revision) &&
    typeof json.more === "boolean" && Array.isArray(json.changed) && json.changed.every(isItem) &&
    Array.isArray(json.deleted) && json.deleted.every(isTombstone) &&
    (json.order === undefined || (Array.isArray(json.order) && json.order.every(isString)))
  );
}

const isString = (/** @type {unknown} */ one) => typeof one === "string";

/**
 * @param {any} json
 * @returns {json is Sync.ServerItem}
 */
function isItem(json) {
  return isString(json?.id) && Number.isInteger(json.version) && Number.isInteger(json.position);
}
