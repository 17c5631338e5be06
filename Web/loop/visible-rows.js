// Reports which rows of a long list are near the viewport, since the engine draws only those:
//
//   data-sight="A FIRST LAST"   A is sent with the first number of the first visible element and the last number of the
//                               last. All elements on the page have the same A

/** Rows within one more screen height count as visible, so they are drawn before the scroll or the focus gets there. */
const margin = "100% 0px";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {Set<Element>} */
const visible = new Set();
let reported = "";

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) visible.add(target);
      else visible.delete(target);
    }
    report();
  },
  { rootMargin: margin },
);

/**
 * Observes the rows on the page. It is called again after each update.
 * @param {import("../gestures/events.js").Send} receiver
 */
export function observe(receiver) {
  send = receiver;
  for (const element of visible) if (!element.isConnected) visible.delete(element);
  // Observing an element twice has no effect.
  for (const element of document.querySelectorAll("[data-sight]")) observer.observe(element);
}

function report() {
  const words = [...visible].filter((element) => element.isConnected)
    .map((element) => element.getAttribute("data-sight")?.split(" ") ?? []);
  if (words.length === 0) return;
  const action = words[0].slice(0, -2).join(" ");
  const first = Math.min(...words.map((word) => Number(word.at(-2))));
  const last = Math.max(...words.map((word) => Number(word.at(-1))));
  if (reported === `${first} ${last}`) return;
  reported = `${first} ${last}`;
  send(`${action} ${reported}`);
}
