// Rotates the rings of the circle of fifths by dragging. On release they snap to the nearest key. A mouse can drag
// anywhere, a finger only the rings of degrees, because elsewhere it scrolls the page.

const dragThreshold = 6; // px

/** @type {{ circle: SVGSVGElement, pointer: number, start: number, turned: number, x: number, y: number } | null} */
let hold = null;
/** Whether the press is a drag, so that the click at its end is ignored. */
let isDrag = false;

/** @param {import("./events.js").Send} send */
export function listenToCircle(send) {
  document.addEventListener("pointerdown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const circle = target?.closest("svg.circle");
    // Only the first pointer rotates.
    if (hold || !target || !(circle instanceof SVGSVGElement) || event.button !== 0) return;
    if (event.pointerType !== "mouse" && !target.closest(".degrees, .track")) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    hold = { circle, pointer, start: angle(circle, event), turned: 0, x, y };
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== hold?.pointer) return;
    // Another screen may be shown by now, or the button was released outside the window.
    if (!hold.circle.isConnected || event.buttons === 0) return release();
    if (!isDrag && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) < dragThreshold) return;
    if (!isDrag) {
      isDrag = true;
      hold.circle.setPointerCapture(event.pointerId);
      hold.circle.toggleAttribute("data-held", true);
    }
    // Added up in small steps, so that more than half a turn counts.
    hold.turned += modulo(angle(hold.circle, event) - hold.start - hold.turned + 180, 360) - 180;
    hold.circle.style.setProperty("--drag", `${hold.turned}deg`);
  });
  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== hold?.pointer) return;
    const hours = isDrag && hold.circle.isConnected ? Math.round(hold.turned / 30) : 0;
    release();
    if (hours !== 0) send(`circle turn ${hours}`);
  });
  document.addEventListener("pointercancel", (event) => {
    if (event.pointerId === hold?.pointer) release();
  });
  document.addEventListener("click", (event) => isDrag && event.stopImmediatePropagation(), true);
}

function release() {
  hold?.circle.removeAttribute("data-held");
  hold?.circle.style.removeProperty("--drag");
  hold = null;
  // A click, if any, follows immediately.
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
