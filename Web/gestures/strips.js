// Rows that are wider than the window and scroll sideways: what is chosen or lit in them is in sight.

/** What was shown last in each row. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Scrolls to what is chosen, once for each choice, because live input calls this a hundred times a second. */
export function showChosen() {
  for (const row of document.querySelectorAll(".styles, .grid-room")) {
    const chosen = [...row.querySelectorAll("[aria-pressed='true'], .pad:is(.left, .right)")];
    const key = chosen.map((one) => one.getAttribute("data-action") ?? one.getAttribute("data-pad")).join();
    if (shown.get(row) === key) continue;
    shown.set(row, key);
    if (chosen.length === 0 || row.scrollWidth <= row.clientWidth) continue;
    const boxes = chosen.map((one) => one.getBoundingClientRect()), frame = row.getBoundingClientRect();
    const middle = (Math.min(...boxes.map(({ left }) => left)) + Math.max(...boxes.map(({ right }) => right))) / 2;
    row.scrollLeft += middle - (frame.left + frame.right) / 2;
  }
}
