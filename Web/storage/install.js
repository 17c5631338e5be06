// Registers the service worker, which stores the page on the device. See root/service-worker.js.
//
// A new version is installed next to the running one and waits until the user asks for it. Other tabs continue with the
// running version.

import { routes } from "../loop/router.js";

/** Without service workers the page is always loaded from the network. */
export async function install() {
  try {
    // In the folder of the document, because a service worker can only serve files in or below its own folder.
    const url = new URL(`service-worker.js?routes=${routes}`, document.baseURI);
    const registration = await navigator.serviceWorker.register(url, { updateViaCache: "none" });
    watch(registration);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("complete");
  } catch {
    // The page then needs the network.
  }
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  if (registration.waiting) offer(registration, registration.waiting);
  const follow = () => {
    const fresh = registration.installing;
    fresh?.addEventListener("statechange", () => {
      // The first version does not wait.
      if (fresh.state === "installed" && registration.active) offer(registration, fresh);
    });
  };
  // Another tab may have started an update already.
  follow();
  registration.addEventListener("updatefound", follow);
  // On a music stand the page can stay open for weeks.
  const look = () => {
    if (!document.hidden && navigator.onLine) registration.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, 6 * 60 * 60 * 1000);
}

/**
 * Offers a new version, and switches to it on request. Pending requests of the old one, even of other tabs, are aborted
 * and repeated with the new one.
 * @param {ServiceWorkerRegistration} registration
 * @param {ServiceWorker} fresh
 */
function offer(registration, fresh) {
  const bar = document.getElementById("update");
  const button = bar?.querySelector("button");
  if (!bar || !button) return;
  bar.hidden = false;
  button.onclick = () => {
    // Another tab may have switched already, or an even newer version may have replaced it.
    if (fresh.state !== "installed") return location.reload();
    fresh.addEventListener("statechange", () => {
      if (fresh.state === "activated") location.reload();
    });
    registration.active?.postMessage("let go");
    fresh.postMessage("take over");
  };
}
