// @ts-check
// Turning the rings of the circle of fifths by hand: while they are held they follow the pointer, let go they come to
// rest at the nearest key. A mouse may take hold anywhere, a finger only on the rings of degrees, because elsewhere it
// scrolls the page.

const reach = 6; // px from which a press is a drag

/** @type {{ circle: SVGSVGElement, pointer: number, start: number, turned: number, x: number, y: number } | null} */
let hold = null;
/** Whether it has been moved: then the click at its end is none. */
let isDrag = false;

/** @param {import("./events.js").Send} send */
export function listenToCircle(send) {
  document.addEventListener("pointerdown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const circle = target?.closest("svg.circle");
    // One hand turns; what other fingers do meanwhile is no turning.
    if (hold || !target || !(circle instanceof SVGSVGElement) || event.button !== 0) return;
    if (event.pointerType !== "mouse" && !target.closest(".degrees, .track")) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    hold = { circle, pointer, start: angle(circle, event), turned: 0, x, y };
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== hold?.pointer) return;
    // The screen may have been left meanwhile, or the button been let go outside of the window.
    if (!hold.circle.isConnected || event.buttons === 0) return letGo();
    if (!isDrag && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) < reach) return;
    if (!isDrag) {
      isDrag = true;
      hold.circle.setPointerCapture(event.pointerId);
      hold.circle.toggleAttribute("data-held", true);
    }
    // Step by step, so that going round more than half counts.
    hold.turned += modulo(angle(hold.circle, event) - hold.start - hold.turned + 180, 360) - 180;
    hold.circle.style.setProperty("--drag", `${hold.turned}deg`);
  });
  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== hold?.pointer) return;
    const hours = isDrag && hold.circle.isConnected ? Math.round(hold.turned / 30) : 0;
    letGo();
    if (hours !== 0) send(`circle turn ${hours}`);
  });
  document.addEventListener("pointercancel", (event) => {
    if (event.pointerId === hold?.pointer) letGo();
  });
  document.addEventListener("click", (event) => isDrag && event.stopImmediatePropagation(), true);
}

function letGo() {
  hold?.circle.removeAttribute("data-held");
  hold?.circle.style.removeProperty("--drag");
  hold = null;
  // The click, if there is one, follows at once.
  setTimeout(() => (isDrag = false));
}

/**
 * @param {SVGSVGElement} circle
 * @param {PointerEvent} event
 * @returns {number} degrees clockwise from the top
 */
function angle(circle, event) {
  const { left, top, width, height } = circle.getBoundingClientRect();
  return (Math.atan2(event.clientX - left - width / 2, top + height / 2 - event.clientY) * 180) / Math.PI;
}

/** @param {number} value @param {number} divisor */
function modulo(value, divisor) {
  return ((value % divisor) + divisor) % divisor;
}
