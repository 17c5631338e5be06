// Reads and writes the address of the page. Our server serves each route, such as "/combine/Cma7/D", as a path. In a
// static copy for any web host the route is in the fragment. <html data-routes> selects which of the two is written.
// Both are read everywhere, so links work on either kind of host.

/** The part of the address in which routes are written: "path" or "fragment". */
export const routes = document.documentElement.dataset.routes ?? "path";
const inFragment = routes === "fragment";

/** The number of the current history entry, counted from the first one of this tab. */
let entry = 0;
/** @type {Map<number, number>} the scroll position of each entry, in pixels */
const scrollPositions = new Map();
/** Whether the next screen is shown already, while its address follows after the paint. */
let isLeaving = false;

if (typeof history.state === "number") entry = history.state;
else change("replaceState", entry);
/** The name in sessionStorage under which the key of a shelf link survives a reload of this tab. */
export const linkedKeyName = "chord-combiner-visited-shelf";

/**
 * The fragment of a shelf link until it is used. It is a key that must stay private.
 * @type {string | null}
 */
let linkedKey = extractKey();

/** The route that was last read or written, to detect changes. */
let known = currentRoute();

/**
 * Removes the key of a shelf link from the address, and so from the browser's history.
 * @returns {string | null} the key, or null if the address has none
 */
function extractKey() {
  const route = location.hash.startsWith("#/") ? decode(location.hash.slice(1)) : routeOfPath(location.pathname);
  // Some programs escape the # when they forward a link.
  const [, escaped] = /^\/shelf\/?#(.+)$/i.exec(route) ?? [];
  const text = escaped ?? location.hash.slice(1);
  const isShelf = escaped !== undefined || /^\/shelf\/?$/i.test(route);
  // Other fragments are a route or the id of an element. A key leads to the shelf with any path.
  const isKey = isShelf || /^[\w-]{22}(?![\w-])/.test(text);
  if (text === "" || text.startsWith("/") || !isKey || document.getElementById(text)) return null;
  change("replaceState", entry, addressOf("/shelf"));
  try {
    // So that it survives a reload before it is used.
    sessionStorage.setItem(linkedKeyName, text);
  } catch {
    // Without storage it is lost with the page.
  }
  return text;
}

/** Returns the key of a shelf link once, and forgets it. */
export function takeLinkedKey() {
  const text = linkedKey;
  linkedKey = null;
  return text;
}

addEventListener("scroll", () => isLeaving || scrollPositions.set(entry, scrollY), { passive: true });

// After a reload the browser restores the scroll position itself.
addEventListener("pagehide", () => (history.scrollRestoration = "auto"));

/** Saves the scroll position of the current entry before another screen is shown. */
export function saveScroll() {
  scrollPositions.set(entry, scrollY);
  isLeaving = true;
  // Otherwise the browser would store the position of the next screen for this entry.
  history.scrollRestoration = "manual";
}

export function scrollToTop() {
  scrollTo(0, 0);
}

/**
 * The route in the address. It includes a fragment that is not the id of an element, since a chord may be written with
 * # for a sharp. The engine decides whether that fragment is part of the route.
 */
export function currentRoute() {
  const { hash, href, pathname } = location;
  const path = routeOfPath(pathname);
  if (path === "/") return /^#(\/|%2f)/i.test(hash) ? decode(hash.slice(1)) : path;
  const isPart = hash === "" ? href.endsWith("#") : !isElementID(hash.slice(1));
  return isPart ? `${path}#${decode(hash.slice(1))}` : path;
}

/** @param {string} fragment */
function isElementID(fragment) {
  return [fragment, decode(fragment)].some((id) => document.getElementById(id) !== null);
}

/**
 * The route in the path of an address.
 * @param {string} pathname
 */
export function routeOfPath(pathname) {
  const base = new URL(".", document.baseURI).pathname;
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : "";
  return decode("/" + path.replace(/^index\.html$/, ""));
}

/** @param {string} route */
export function pushRoute(route) {
  // Choosing the same thing twice must not add an entry.
  if (route === currentRoute()) return replaceRoute(route);
  nextEntry();
  navigate("pushState", route);
}

/** Advances to a new entry after the current one, and returns its number. */
function nextEntry() {
  entry += 1;
  scrollPositions.delete(entry);
  return entry;
}

/** @param {string} route */
export function replaceRoute(route) {
  navigate("replaceState", route);
}

/**
 * Calls back when the user goes back or forward or edits the address.
 * @param {(route: string) => void} callback
 */
export function onRouteChange(callback) {
  const check = () => {
    // An edited fragment fires both events, and a jump within the page does not change the route.
    if (currentRoute() === known) return;
    known = currentRoute();
    const top = scrollPositions.get(entry);
    callback(known);
    if (top === undefined) return;
    scrollTo(0, top);
    // Late regions may have increased the height of the page.
    requestAnimationFrame(() => scrollTo(0, top));
  };
  addEventListener("popstate", ({ state }) => {
    isLeaving = false;
    if (typeof state === "number") entry = state;
    // An edited fragment is a new entry without a number.
    else change("replaceState", nextEntry());
    const text = extractKey();
    check();
    if (text === null) return;
    linkedKey = text;
    dispatchEvent(new Event("shelf-link"));
  });
  addEventListener("hashchange", check);
}

/**
 * @param {"pushState" | "replaceState"} method
 * @param {string} route
 */
function navigate(method, route) {
  change(method, entry, addressOf(route));
  isLeaving = false;
  known = currentRoute();
}

/**
 * @param {"pushState" | "replaceState"} method
 * @param {number} number
 * @param {URL} [address]
 */
function change(method, number, address) {
  try {
    history[method](number, "", address);
  } catch {
    // Safari limits the number of changes per minute. An outdated address does no harm.
  }
}

/**
 * The absolute address of a route.
 * @param {string} route
 */
export function addressOf(route) {
  const address = encode(route);
  // "./" keeps a colon from being parsed as a scheme. A path is relative to <base href>, a fragment to the document.
  return inFragment ? new URL(`#/${address}`, location.href) : new URL(`./${address}`, document.baseURI);
}

/**
 * Escapes a route with encodeURI, which keeps addresses readable. It leaves ? and #, which would end the path.
 * @param {string} route
 */
function encode(route) {
  return encodeURI(route.replace(/^\/+/, "")).replace(/[?#]/g, encodeURIComponent);
}

/**
 * Decodes a route. Invalid escapes stay as they are, since the rest of a mistyped address may still be valid.
 * @param {string} text
 */
function decode(text) {
  // Some programs escape the slash of a symbol such as C/E when they share a link. Our routes have ⁄ instead.
  const whole = text.replace(/%2f/gi, "⁄");
  return whole.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}
