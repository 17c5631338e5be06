// @ts-check
// The address of the page. A route such as "/combine/Cma7/D" stands in the path where our server
// serves the page, and in the fragment where the page is a static copy that any web host can serve.
// <html data-routes> says which of the two to write; both are read everywhere, so that a link keeps
// working when it is carried from one to the other.

/** Where routes are written: "path" or "fragment". */
export const routes = document.documentElement.dataset.routes ?? "path";
const inFragment = routes === "fragment";

/** The number of the entry of the browser's history that one is at, from the first one of this tab on. */
let entry = 0;
/** @type {Map<number, number>} how far each entry was scrolled, in pixels */
const heights = new Map();
/** Whether the entry shows another screen already, whose address comes when that has been painted. */
let isLeft = false;

if (typeof history.state === "number") entry = history.state;
else change("replaceState", entry);
/** Where what a link to the shelf has brought outlives a reload of this tab. */
export const broughtPlace = "chord-combiner-visited-shelf";

/**
 * What came behind the # of the address of the shelf, until it is asked for: a key that must stay private.
 * @type {string | null}
 */
let brought = takeOut();

/** The route we have last read or written, to tell what is news. */
let known = currentRoute();

/**
 * Takes it out of the address, and so out of the browser's history.
 * @returns {string | null} nothing where there is none
 */
function takeOut() {
  const route = location.hash.startsWith("#/") ? decode(location.hash.slice(1)) : routeOfPath(location.pathname);
  // Some programs escape the # of a link that they send on.
  const [, escaped] = /^\/shelf\/?#(.+)$/i.exec(route) ?? [];
  const text = escaped ?? location.hash.slice(1);
  const isShelf = escaped !== undefined || /^\/shelf\/?$/i.test(route);
  // Other fragments hold a route, or name a place on the page. A key leads to the shelf, whatever stands before it.
  if (text === "" || text.startsWith("/") || !(isShelf || /^[\w-]{22}(?![\w-])/.test(text)) || document.getElementById(text)) return null;
  change("replaceState", entry, addressOf("/shelf"));
  try {
    // It survives a reload of the page before it is asked for.
    sessionStorage.setItem(broughtPlace, text);
  } catch {
    // Then it ends with the page.
  }
  return text;
}

/** What a link to the shelf has brought; only once. */
export function takeBrought() {
  const text = brought;
  brought = null;
  return text;
}

addEventListener("scroll", () => isLeft || heights.set(entry, scrollY), { passive: true });

// After a reload the browser restores the place by itself.
addEventListener("pagehide", () => (history.scrollRestoration = "auto"));

/** Keeps how far one has scrolled, for who comes back. */
export function leave() {
  heights.set(entry, scrollY);
  isLeft = true;
  // The browser would keep how far what comes next is scrolled.
  history.scrollRestoration = "manual";
}

export function toTop() {
  scrollTo(0, 0);
}

/**
 * The route that the address holds. A fragment that names no place on the page goes along: where the sharp is written
 * of a chord as #, it is a part of the route, and the engine knows which ones are.
 */
export function currentRoute() {
  const { hash, href, pathname } = location;
  const path = routeOfPath(pathname);
  if (path === "/") return /^#(\/|%2f)/i.test(hash) ? decode(hash.slice(1)) : path;
  const isBehind = hash === "" ? href.endsWith("#") : !namesPlace(hash.slice(1));
  return isBehind ? `${path}#${decode(hash.slice(1))}` : path;
}

/** @param {string} fragment */
function namesPlace(fragment) {
  return [fragment, decode(fragment)].some((id) => document.getElementById(id) !== null);
}

/**
 * The route that the path of an address holds.
 * @param {string} pathname
 */
export function routeOfPath(pathname) {
  const base = new URL(".", document.baseURI).pathname;
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : "";
  return decode("/" + path.replace(/^index\.html$/, ""));
}

/** @param {string} route */
export function pushRoute(route) {
  // Choosing the same thing twice should not take two steps back.
  if (route === currentRoute()) return replaceRoute(route);
  beyond();
  navigate("pushState", route);
}

/** The number of a new entry behind the present one. */
function beyond() {
  entry += 1;
  heights.delete(entry);
  return entry;
}

/** @param {string} route */
export function replaceRoute(route) {
  navigate("replaceState", route);
}

/**
 * Calls back when the reader goes back or forward or edits the address.
 * @param {(route: string) => void} callback
 */
export function onRouteChange(callback) {
  const check = () => {
    // An edited fragment raises both events, and a jump within the page changes no route.
    if (currentRoute() === known) return;
    known = currentRoute();
    const height = heights.get(entry);
    callback(known);
    if (height === undefined) return;
    scrollTo(0, height);
    // Some of it may have come later.
    requestAnimationFrame(() => scrollTo(0, height));
  };
  addEventListener("popstate", ({ state }) => {
    isLeft = false;
    if (typeof state === "number") entry = state;
    // An edited fragment is a new entry, without a number yet.
    else change("replaceState", beyond());
    const text = takeOut();
    check();
    if (text === null) return;
    brought = text;
    dispatchEvent(new Event("brought"));
  });
  addEventListener("hashchange", check);
}

/**
 * @param {"pushState" | "replaceState"} way
 * @param {string} route
 */
function navigate(way, route) {
  change(way, entry, addressOf(route));
  isLeft = false;
  known = currentRoute();
}

/**
 * @param {"pushState" | "replaceState"} way
 * @param {number} number
 * @param {URL} [address]
 */
function change(way, number, address) {
  try {
    history[way](number, "", address);
  } catch {
    // Safari allows only so many changes a minute. An address that lags behind does no harm.
  }
}

/**
 * The whole address of a route.
 * @param {string} route
 */
export function addressOf(route) {
  const address = encode(route);
  // "./" keeps a colon from being read as a scheme; a path starts from <base href>, a fragment must
  // not, since it belongs to the document as it is.
  return inFragment ? new URL(`#/${address}`, location.href) : new URL(`./${address}`, document.baseURI);
}

/**
 * encodeURI leaves an address readable, and two characters that would end the path.
 * @param {string} route
 */
function encode(route) {
  return encodeURI(route.replace(/^\/+/, "")).replace(/[?#]/g, encodeURIComponent);
}

/**
 * What cannot be decoded stays as it is: people mistype addresses, and the rest may still be useful.
 * @param {string} text
 */
function decode(text) {
  // Some programs escape the slash of a symbol such as C/E when they share a link; in our routes it is a ⁄.
  const whole = text.replace(/%2f/gi, "⁄");
  return whole.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}
