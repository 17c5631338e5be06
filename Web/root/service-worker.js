// Stores the page on the device, so it opens at once and without a network. page-builder fills in the braces.
//
// A version is one unit. Its start page and files are in a cache of their own and are served from it until the next
// version is complete and takes over. So no page ever mixes two versions.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Changes with every file of the page, so that a new version is a new script for the browser. */
const version = "{version}";
/** The folder whose name changes with its content. */
const assets = "{assets}";
/** Files that are required for the installation. */
const files = "{files}".split(" ");
/** Recordings of instruments, and the listener, which are stored when they are first used. */
const later = "{later}".split(" ").filter(Boolean);
/** The SHA-256 of each file, because caches can be damaged and networks can return something else. */
const hashes = new Map("{hashes}".split(" ").map((pair) => /** @type {[string, string]} */ (pair.split(":"))));
/** Files that were verified since the worker started. */
const verified = new Set();
/** Milliseconds within which the cache has to respond. */
const cacheTimeout = 3000;

/** Aborts pending requests when the next version takes over, which would have to wait for them. */
const leaving = /** @type {AbortController & { abort(): void }} */ (new AbortController());

const scope = worker.registration.scope;
// Other copies of the page on the same host share its caches.
const cachePrefix = `chord-combiner ${scope} `;
/** Whether each screen has a path, as on our server. In a static copy all screens have that of the start page. */
const routesInPath = new URL(worker.location.href).searchParams.get("routes") === "path";

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOtherVersions()));

worker.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(worker.skipWaiting());
  if (event.data === "let go") leaving.abort();
  if (event.data === "complete") event.waitUntil(complete());
  if (event.data?.keep) event.waitUntil(keep([event.data.keep]));
});

worker.addEventListener("fetch", (event) => {
  const { method, url, mode, headers } = event.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  const path = new URL(url).pathname.slice(new URL(scope).pathname.length);
  if (mode === "navigate") {
    if (isScreen(path)) event.respondWith(serveScreen(event.request, path));
  } else if (isFile(path) && !headers.has("range")) {
    event.respondWith(serveFile(event.request));
  }
});

/** @param {string} path */
function isFile(path) {
  return path.startsWith(assets) || files.includes(path);
}

/** @param {string} path */
function isScreen(path) {
  if (path === "" || path === "index.html") return true;
  return routesInPath && !/^(api|healthz|readyz|metrics|assets|icons)(\/|$)/.test(path) && !files.includes(path);
}

async function install() {
  const cache = await caches.open(cachePrefix + version);
  const start = await fetchStart();
  const responses = await Promise.all(files.map(async (path) => {
    const response = await fetch(new Request(path, { cache: "no-cache" }));
    if (!response.ok || !(await isIntact(path, response.clone()))) {
      throw new Error(`${path} is from another version.`);
    }
    return response;
  }));
  // Stored only when all files are there.
  await Promise.all([cache.put(scope, start), ...files.map((path, index) => cache.put(path, responses[index]))]);
}

/** A header with the hash of the stored start page, which is not known in advance because a server may add to it. */
const hashHeader = "Chord-Combiner-Hash";

/** @returns {Promise<Response>} the start page with its hash */
async function fetchStart() {
  // Revalidated, because the browser's HTTP cache may have the start page of the previous version.
  const start = await fetch(scope, { cache: "no-cache" });
  const content = await start.arrayBuffer();
  if (!start.ok || !new TextDecoder().decode(content).includes(assets)) {
    throw new Error("The start page is from another version.");
  }
  const headers = new Headers(start.headers);
  headers.set(hashHeader, await hashOf(content));
  return new Response(content, { headers });
}

/** @returns {Promise<Response | undefined>} */
function storedStart() {
  return withTimeout(async () => {
    const start = await (await caches.open(cachePrefix + version)).match(scope);
    const hash = start && (await hashOf(await start.clone().arrayBuffer()));
    return start?.headers.get(hashHeader) === hash ? start : undefined;
  });
}

/** @param {ArrayBuffer} content */
async function hashOf(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether a file has the hash of this version.
 * @param {string} path
 * @param {Response} response its body is consumed
 */
async function isIntact(path, response) {
  const hash = hashes.get(path);
  return hash === undefined || (await hashOf(await response.arrayBuffer())) === hash;
}

/**
 * The stored file, if it is intact. A damaged one is deleted.
 * @param {string} path
 * @returns {Promise<Response | undefined>}
 */
async function storedFile(path) {
  return withTimeout(async () => {
    const cache = await caches.open(cachePrefix + version);
    const response = await cache.match(path, { ignoreVary: true });
    if (!response || verified.has(path)) return response;
    const isValid = await isIntact(path, response.clone()).catch(() => false);
    if (isValid) verified.add(path);
    else await cache.delete(path);
    return isValid ? response : undefined;
  });
}

/** Whether the cache has failed to respond. It is not used until it does. */
let isHung = false;

/**
 * Runs a task with the browser's cache.
 * @template Result
 * @param {() => Promise<Result>} task
 * @returns {Promise<Result | undefined>} undefined if it fails or times out
 */
async function withTimeout(task) {
  if (isHung) return undefined;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      isHung = true;
      resolve(undefined);
    }, cacheTimeout);
    task().catch(() => undefined).then((result) => {
      clearTimeout(timer);
      // It was only slow.
      isHung = false;
      resolve(result);
    });
  });
}

/**
 * Fetches and stores a file. If the browser's HTTP cache has another version, it is bypassed.
 * @param {string} path
 */
async function fetchFile(path) {
  let response = await fetch(new Request(path, { signal: leaving.signal }));
  if (response.ok && !(await isIntact(path, response.clone()))) {
    response = await fetch(new Request(path, { signal: leaving.signal, cache: "reload" }));
    if (!(await isIntact(path, response.clone()))) return response;
  }
  const copy = response.clone();
  if (response.ok) withTimeout(async () => (await caches.open(cachePrefix + version)).put(path, copy));
  return response;
}

async function dropOtherVersions() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(cachePrefix) || name === cachePrefix + version) continue;
    await takeRecordings(name).catch(() => {});
    await caches.delete(name);
  }
}

/**
 * Copies the recordings that were used in another version and are the same in this one.
 * @param {string} other the name of its cache
 */
async function takeRecordings(other) {
  const [from, to] = await Promise.all([caches.open(other), caches.open(cachePrefix + version)]);
  for (const { url } of await from.keys()) {
    const path = later.find((path) => url.endsWith(`/${path.split("/").at(-1)}`));
    const response = path && (await from.match(url, { ignoreVary: true }));
    if (path && response && (await isIntact(path, response.clone()))) await to.put(path, response);
  }
}

/** Fetches all files that are missing or damaged, including those that the browser has evicted. */
async function complete() {
  await keep(files);
  if (await storedStart()) return;
  const start = await fetchStart().catch(() => null);
  if (start) await withTimeout(async () => (await caches.open(cachePrefix + version)).put(scope, start));
}

/** @param {string[]} paths files to be available offline, including recordings that were used */
async function keep(paths) {
  for (const path of paths) {
    // A failure is ignored, since complete() tries again.
    if (!(await storedFile(path))) await fetchFile(path).catch(() => {});
  }
}

/**
 * Serves the start page for every screen, whose engine reads the address. For other screens its rendered content is
 * removed, because it would only flash up.
 * @param {Request} request
 * @param {string} path
 */
async function serveScreen(request, path) {
  const start = await storedStart();
  if (!start) return fetch(request);
  if (!routesInPath || path === "") return start;
  const html = await start.text();
  const blank = html.replace(/(<!--region screen-->).*?(<!--end-->)/s, "$1$2");
  return new Response(blank, { headers: start.headers });
}

/** @param {Request} request */
async function serveFile(request) {
  const path = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  return (await storedFile(path)) ?? fetchFile(path);
}
