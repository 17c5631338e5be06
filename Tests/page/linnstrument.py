"""Page object for the LinnStrument screen, and a simulated MIDI instrument."""

from playwright.sync_api import expect

from screen import wait_until

# Simulated Web MIDI. `midi.answer` is the browser's reply to the permission request.
INSTRUMENTS = """
window.midi = {
    inputs: new Map(),
    outputs: new Map(),
    sent: [],
    access: null,
    answer: "granted",
    plug(id, name = id) {
        this.inputs.set(id, { id, name, state: "connected" });
        this.access?.onstatechange?.();
    },
    // Plugs in an instrument with an output. It answers queries for the parameters in `settings`.
    plugBothWays(id, settings = {}) {
        this.outputs.set(id, { id, name: id, state: "connected", send: (data) => {
            this.sent.push([...data]);
            const asked = data[5] === 43 && data[2] === 2 ? data[8] << 7 | data[11] : -1;
            const value = settings[asked];
            if (value === undefined) return;
            const answer = [99, asked >> 7, 98, asked & 127, 6, value >> 7, 38, value & 127, 101, 127, 100, 127];
            setTimeout(() => {
                for (let i = 0; i < 12; i += 2) this.play(id, [0xB0, answer[i], answer[i + 1]]);
            }, 5);
        } });
        this.plug(id);
    },
    unplug(id) {
        this.inputs.get(id).state = "disconnected";
        this.inputs.delete(id);
        this.outputs.delete(id);
        this.access?.onstatechange?.();
    },
    play(id, ...messages) {
        for (const message of messages) this.inputs.get(id).onmidimessage?.({ data: new Uint8Array(message) });
    },
};
navigator.requestMIDIAccess = async () => {
    if (midi.answer !== "granted") throw new DOMException("no", midi.answer);
    return (midi.access = { inputs: midi.inputs, outputs: midi.outputs });
};
"""
# The pads of middle C on the large model, from the instrument's worked examples: rows and columns from 0.
PADS_OF_60 = [(2, 20), (3, 15), (4, 10), (5, 5), (6, 0)]
ON, OFF = 0x90, 0x80


class LinnStrument:
    def __init__(self, screen):
        self.screen, self.page = screen, screen.page
        self.name = self.page.locator("#played h2")
        expect(self.page.locator("#pads text").first).to_be_visible()

    def enable(self, *ports):
        for port in ports:
            self.page.evaluate("port => midi.plug(port)", port)
        self.page.get_by_role("button", name="Enable MIDI").click()
        # Messages sent before the page listens are lost.
        self.page.wait_for_function(
            "ports => ports.every(port => midi.inputs.get(port).onmidimessage)", arg=list(ports))

    def play(self, *messages, port="Linn"):
        self.page.evaluate("([port, messages]) => midi.play(port, ...messages)", [port, [list(m) for m in messages]])

    def lit(self, kind="voice"):
        """The lit pads, as rows and columns from 0 at the bottom left."""
        return self.page.evaluate(
            """kind => {
                const step = Number(document.querySelector("svg.grid").dataset.column);
                return [...document.querySelectorAll(".voices ." + kind + " > rect:first-child")]
                    .map(rect => [7 - Math.round(rect.getAttribute("y") / step),
                        Math.round(rect.getAttribute("x") / step)]);
            }""", kind)

    def expect_lit(self, pads, kind="voice"):
        pads = sorted(map(list, pads))
        self.page.wait_for_function(
            """([kind, pads]) => {
                const step = Number(document.querySelector("svg.grid").dataset.column);
                const lit = [...document.querySelectorAll(".voices ." + kind + " > rect:first-child")]
                    .map(rect => [7 - Math.round(rect.getAttribute("y") / step),
                        Math.round(rect.getAttribute("x") / step)]);
                return JSON.stringify(lit.sort((a, b) => a[0] - b[0] || a[1] - b[1])) === JSON.stringify(pads);
            }""", arg=[kind, pads])

    def held(self):
        return self.page.locator("#held tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))")

    def expect_held(self, *rows):
        """Waits until the table of held notes has these rows, compared by their first cells."""
        wait_until(self.page, lambda: [row[: len(wanted)] for row, wanted in zip(self.held(), rows)], list(rows))
        expect(self.page.locator("#held tbody tr")).to_have_count(len(rows))

    def pad(self, row, column):
        return self.page.locator(f'#pads [data-pad^="{row} {column} "] rect')

    def middle(self, row, column):
        self.pad(row, column).scroll_into_view_if_needed()
        box = self.pad(row, column).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def set(self, setting, value):
        self.page.locator("#" + setting).select_option(value)

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)
