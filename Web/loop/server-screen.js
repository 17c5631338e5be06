// Loads a screen from the server, for links that are followed before the engine is ready. The HTML has a few kB, the
// engine some hundred.

/**
 * A screen as the server renders it.
 * @param {string} address
 * @returns {Promise<{ title: string, regions: [id: string, html: string][] } | null>} null if there is no server
 */
export async function serverScreen(address) {
  try {
    // High priority, ahead of the engine that is still loading.
    const options = { headers: { accept: "text/html" }, priority: "high" };
    const response = await fetch(address, options);
    if (!response.ok) return null;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const regions = [...page.querySelectorAll("header nav, #screen, #notice")];
    return {
      title: page.title,
      // Each region is enclosed in two marker comments.
      regions: regions.map(({ id, innerHTML }) => [id, innerHTML.replace(/<!--.*?-->/g, "")]),
    };
  } catch {
    return null;
  }
}
