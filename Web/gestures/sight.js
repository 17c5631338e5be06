// @ts-check
// What comes into sight, for what is only drawn near the screen:
//
//   data-sight="A FIRST LAST"   where elements with the same A are near what is seen, A is sent with the first number of
//                               the first of them and the last number of the last

/** How far from what is seen is near, so that it is drawn before scrolling or the keyboard reaches it. */
const near = "100% 0px";

/** @type {import("./events.js").Send} */
let send = () => {};
/** @type {Set<Element>} */
const inSight = new Set();
let said = "";

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inSight.add(target);
      else inSight.delete(target);
    }
    tell();
  },
  { rootMargin: near },
);

/**
 * Looks after what there is now; called again after each change.
 * @param {import("./events.js").Send} receiver
 */
export function lookAfter(receiver) {
  send = receiver;
  for (const element of inSight) if (!element.isConnected) inSight.delete(element);
  // One that is looked after already is not looked after twice.
  for (const element of document.querySelectorAll("[data-sight]")) observer.observe(element);
}

function tell() {
  const words = [...inSight].filter((element) => element.isConnected)
    .map((element) => element.getAttribute("data-sight")?.split(" ") ?? []);
  if (words.length === 0) return;
  const action = words[0].slice(0, -2).join(" ");
  const first = Math.min(...words.map((word) => Number(word.at(-2))));
  const last = Math.max(...words.map((word) => Number(word.at(-1))));
  if (said === `${first} ${last}`) return;
  said = `${first} ${last}`;
  send(`${action} ${said}`);
}
