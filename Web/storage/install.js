// @ts-check
// Installing: a service worker keeps the page on the device. See root/service-worker.js.
//
// A new version installs itself beside the running one and waits until it is asked for. Tabs that have not asked go on
// as they are.

import { routes } from "../loop/router.js";

/** A browser without service workers, or one that forbids them, simply goes on loading the page from the network. */
export async function install() {
  try {
    // Beside the document, not beside this script: a service worker serves what lies below it.
    const url = new URL(`service-worker.js?routes=${routes}`, document.baseURI);
    const registration = await navigator.serviceWorker.register(url, { updateViaCache: "none" });
    watch(registration);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("complete");
  } catch {
    // Nothing is lost but the page without a network.
  }
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  if (registration.waiting) offer(registration, registration.waiting);
  const follow = () => {
    const fresh = registration.installing;
    fresh?.addEventListener("statechange", () => {
      // The very first version has nothing to wait for.
      if (fresh.state === "installed" && registration.active) offer(registration, fresh);
    });
  };
  // Another tab may have begun already.
  follow();
  registration.addEventListener("updatefound", follow);
  // On a music stand the page may stay open for weeks.
  const look = () => {
    if (!document.hidden && navigator.onLine) registration.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, 6 * 60 * 60 * 1000);
}

/**
 * Tells of a new version, and changes over to it when asked. What the old one is still fetching, also for other tabs, they ask
 * the new one for.
 * @param {ServiceWorkerRegistration} registration
 * @param {ServiceWorker} fresh
 */
function offer(registration, fresh) {
  const bar = document.getElementById("update");
  const button = bar?.querySelector("button");
  if (!bar || !button) return;
  bar.hidden = false;
  button.onclick = () => {
    // Another tab may have been faster, and a still newer version may have taken its place.
    if (fresh.state !== "installed") return location.reload();
    fresh.addEventListener("statechange", () => {
      if (fresh.state === "activated") location.reload();
    });
    registration.active?.postMessage("let go");
    fresh.postMessage("take over");
  };
}
