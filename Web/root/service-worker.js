// @ts-check
// Keeps the page on the device, so that it opens at once and without a network. page-builder fills in the braces.
//
// A version is one unit: its start page and its files stand in a cache of their own, and are served from there until
// the next version, complete and waiting, is asked to take over. So no page ever mixes two versions.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Changes with any file of the page, and makes a new version a new script for the browser to find. */
const version = "{version}";
/** The folder whose name changes with its content. */
const assets = "{assets}";
/** Files without which nothing is installed. */
const files = "{files}".split(" ");
/** Files that are fetched after the installation. */
const later = "{later}".split(" ").filter(Boolean);
/** The SHA-256 of each file. What a browser has stored may be damaged, and what a network hands out may be something else. */
const hashes = new Map("{hashes}".split(" ").map((pair) => /** @type {[string, string]} */ (pair.split(":"))));
/** Files that were found sound since the worker was started. */
const sound = new Set();
/** Milliseconds in which the browser's storage has to answer. */
const patience = 3000;

/** Ends what is still being fetched when the next version is to take over: until it has ended, that would have to wait. */
const leaving = /** @type {AbortController & { abort(): void }} */ (new AbortController());

const scope = worker.registration.scope;
// Other copies of the page may stand on the same host, and share its caches with us.
const ours = `chord-combiner ${scope} `;
/** Where our server answers, each screen has a path; in a static copy they all have the one of the start page. */
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
    if (isScreen(path)) event.respondWith(screen(event.request, path));
  } else if (isFile(path) && !headers.has("range")) {
    event.respondWith(file(event.request));
  }
});

/** @param {string} path */
function isFile(path) {
  return path.startsWith(assets) || files.includes(path);
}

/** @param {string} path */
function isScreen(path) {
  if (path === "" || path === "index.html") return true;
  return routesInPath && !/^(api|healthz|assets|icons)(\/|$)/.test(path) && !files.includes(path);
}

async function install() {
  const cache = await caches.open(ours + version);
  const start = await fetchedStart();
  const answers = await Promise.all(files.map(async (path) => {
    const answer = await fetch(new Request(path, { cache: "no-cache" }));
    if (!answer.ok || !(await isSound(path, answer.clone()))) throw new Error(`${path} is from another version.`);
    return answer;
  }));
  // All of it or nothing.
  await Promise.all([cache.put(scope, start), ...files.map((path, place) => cache.put(path, answers[place]))]);
}

/** Tells whether the start page is as it was stored: a server may have written something into it, so its hash is not known before. */
const hashHeader = "Chord-Combiner-Hash";

/** @returns {Promise<Response>} the start page with its hash */
async function fetchedStart() {
  // Past the browser's own cache, which may hold the start page of the version before.
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
  return inTime(async () => {
    const start = await (await caches.open(ours + version)).match(scope);
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
 * Whether a file is the one of this version.
 * @param {string} path
 * @param {Response} answer is used up
 */
async function isSound(path, answer) {
  const hash = hashes.get(path);
  return hash === undefined || (await hashOf(await answer.arrayBuffer())) === hash;
}

/**
 * What is stored of a file, if it is sound. What is not is deleted.
 * @param {string} path
 * @returns {Promise<Response | undefined>}
 */
async function stored(path) {
  return inTime(async () => {
    const cache = await caches.open(ours + version);
    const answer = await cache.match(path, { ignoreVary: true });
    if (!answer || sound.has(path)) return answer;
    const isWhole = await isSound(path, answer.clone()).catch(() => false);
    if (isWhole) sound.add(path);
    else await cache.delete(path);
    return isWhole ? answer : undefined;
  });
}

/** Whether the browser's storage did not answer, and is not asked again. */
let isHung = false;

/**
 * @template Result
 * @param {() => Promise<Result>} task what the browser's storage is asked
 * @returns {Promise<Result | undefined>} nothing where it fails, or does not answer
 */
async function inTime(task) {
  if (isHung) return undefined;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      isHung = true;
      resolve(undefined);
    }, patience);
    task().catch(() => undefined).then((result) => {
      clearTimeout(timer);
      resolve(result);
    });
  });
}

/**
 * Fetches a file, past the browser's own cache where that holds something else, and stores it.
 * @param {string} path
 */
async function fetched(path) {
  let answer = await fetch(new Request(path, { signal: leaving.signal }));
  if (answer.ok && !(await isSound(path, answer.clone()))) {
    answer = await fetch(new Request(path, { signal: leaving.signal, cache: "reload" }));
    if (!(await isSound(path, answer.clone()))) return answer;
  }
  const copy = answer.clone();
  if (answer.ok) inTime(async () => (await caches.open(ours + version)).put(path, copy));
  return answer;
}

async function dropOtherVersions() {
  for (const name of await caches.keys()) {
    if (name.startsWith(ours) && name !== ours + version) await caches.delete(name);
  }
}

/** Fetches what is still missing, damaged, or missing again since the browser needed the room. */
async function complete() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  // With reduced data the piano is fetched when something is to sound, and cached then.
  await keep([...files, ...later].filter((path) => !(connection?.saveData && path.endsWith(".mp3"))));
  if (await storedStart()) return;
  const start = await fetchedStart().catch(() => null);
  if (start) await inTime(async () => (await caches.open(ours + version)).put(scope, start));
}

/** @param {string[]} paths of what is available offline, including timbres that were chosen */
async function keep(paths) {
  for (const path of paths) {
    // Without a network there will be another time.
    if (!(await stored(path))) await fetched(path).catch(() => {});
  }
}

/**
 * The start page stands for every screen: the engine in it reads the address. Where that leads elsewhere, the picture
 * of the empty start is left out, which would only flash up.
 * @param {Request} request
 * @param {string} path
 */
async function screen(request, path) {
  const start = await storedStart();
  if (!start) return fetch(request);
  if (!routesInPath || path === "") return start;
  const html = await start.text();
  const blank = html.replace(/(<!--region screen-->).*?(<!--end-->)/s, "$1$2");
  return new Response(blank, { headers: start.headers });
}

/** @param {Request} request */
async function file(request) {
  const path = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  return (await stored(path)) ?? fetched(path);
}
