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
  // Past the browser's own cache, which may hold the start page of the version before.
  const start = await fetch(scope, { cache: "no-cache" });
  const text = await start.clone().text();
  if (!start.ok || !text.includes(assets)) throw new Error("The start page is not of this version yet.");
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  await cache.put(scope, start);
}

async function dropOtherVersions() {
  for (const name of await caches.keys()) {
    if (name.startsWith(ours) && name !== ours + version) await caches.delete(name);
  }
}

/** Fetches what is still missing, or missing again since the browser needed the room. */
async function complete() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  // Who asks for little data hears the piano when something is to sound, and keeps it then.
  await keep([...files, ...later].filter((path) => !(connection?.saveData && path.endsWith(".mp3"))));
}

/** @param {string[]} paths of what is to be there without a network, too: also timbres that somebody has chosen */
async function keep(paths) {
  const cache = await caches.open(ours + version);
  for (const path of paths) {
    if (await cache.match(path)) continue;
    // Without a network there will be another time.
    await cache.add(new Request(path, { signal: leaving.signal })).catch(() => {});
  }
}

/**
 * The start page stands for every screen: the engine in it reads the address. Where that leads elsewhere, the picture
 * of the empty start is left out, which would only flash up.
 * @param {Request} request
 * @param {string} path
 */
async function screen(request, path) {
  const start = await (await caches.open(ours + version)).match(scope);
  if (!start) return fetch(request);
  if (!routesInPath || path === "") return start;
  const html = await start.text();
  const blank = html.replace(/(<!--region screen-->).*?(<!--end-->)/s, "$1$2");
  return new Response(blank, { headers: start.headers });
}

/** @param {Request} request */
async function file(request) {
  const cache = await caches.open(ours + version);
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request, { signal: leaving.signal });
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => {});
  return answer;
}
