// Where the items are stored, as the page shows it: in this browser, on the server, or only in memory.

/**
 * @param {object} facts
 * @param {boolean} facts.isAlone whether no server is used
 * @param {string | null} facts.server the state of the server; null before the first request
 * @param {boolean} facts.isStored whether the items outlive the page
 * @param {Set<string>} facts.underWay the ids of items that are being written
 * @param {number} facts.unpassed how many further changed items the engine has yet to pass
 * @param {Set<string>} facts.unsent the ids of items that the server lacks, or of which it lacks a change
 * @param {boolean} facts.isOrderUnsent
 * @returns {Sync.Status}
 */
export function statusOf({ isAlone, server, isStored, underWay, unpassed, unsent, isOrderUnsent }) {
  // Thousands may be unsent, but few are under way.
  let waiting = unsent.size + unpassed;
  for (const id of underWay) if (!unsent.has(id)) waiting += 1;
  if (isAlone || server === "alone") {
    if (!isStored) return { state: "unkept", waiting: 0 };
    const writing = underWay.size + unpassed;
    return { state: writing > 0 ? "writing" : "alone", waiting: writing };
  }
  const isSent = server === "sent" && waiting === 0;
  if (!isStored) return isSent ? { state: "sent", waiting, isRemote: true } : { state: "unkept", waiting };
  if (server === null) return { state: "asking", waiting };
  if (server !== "sent") return { state: server, waiting };
  return { state: waiting > 0 ? "waiting" : isOrderUnsent ? "order" : "sent", waiting };
}

/**
 * Makes the browser ask before leaving while changes would be lost with the page.
 * @param {() => boolean} isSaved saves them for the next page, if possible
 */
export function leavingGuard(isSaved) {
  let isOn = false;

  /** @param {Event} event */
  function ask(event) {
    if (!isSaved()) event.preventDefault();
  }

  /** @param {boolean} isNeeded */
  return (isNeeded) => {
    if (isNeeded === isOn) return;
    isOn = isNeeded;
    if (isNeeded) addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  };
}
