// @ts-check
// The first gesture: much can wait for it, so that it neither delays the page nor costs who only looks.

/** @param {() => void} begin called once, when the gesture itself has been dealt with */
export function onFirstGesture(begin) {
  /** @param {Event} event */
  const notice = ({ target }) => {
    // A version that is asked to go must not be given work: browsers let it finish, and for half a minute more.
    if (target instanceof Element && target.closest("#update")) return;
    removeEventListener("pointerdown", notice);
    removeEventListener("keydown", notice);
    setTimeout(begin, 0);
  };
  addEventListener("pointerdown", notice);
  addEventListener("keydown", notice);
}
