// @ts-check
// Until the engine is ready the server answers links: it shows the same screens, in a few kB instead of some hundred.

/**
 * A screen as the server renders it.
 * @param {string} address
 * @returns {Promise<{ title: string, regions: [id: string, html: string][] } | null>} nothing where no server answers
 */
export async function serverScreen(address) {
  try {
    // Before the engine, which is on its way.
    const options = { headers: { accept: "text/html" }, priority: "high" };
    const response = await fetch(address, options);
    if (!response.ok) return null;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const regions = [...page.querySelectorAll("header nav, #screen, #notice")];
    // A region stands between two comments.
    return { title: page.title, regions: regions.map(({ id, innerHTML }) => [id, innerHTML.replace(/<!--.*?-->/g, "")]) };
  } catch {
    return null;
  }
}
