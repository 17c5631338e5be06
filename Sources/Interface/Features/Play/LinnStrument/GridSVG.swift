import Harmony
import Instruments
import Rendering

/// Draws the pads of a LinnStrument, and on them what is played.
struct GridSVG {
    let settings: Settings
    let lights: NoteLights?
    /// The pads of a voicing, if it alone is lit; nil if the notes of the scale are.
    let grip: LinnStrument.Grip?

    private var linnStrument: LinnStrument { settings.linnStrument }

    /// Chosen by eye.
    private static let cell = 40
    private var gap: Int { settings.padSpacing }
    private var pitch: Int { GridSVG.cell + gap }

    /// - Parameter isKept: whether the pads are the same as when they were written last.
    func write(_ state: PlayState, isKept: Bool, to html: inout HTML) {
        let width = linnStrument.model.columns * pitch - gap
        let height = LinnStrument.rows * pitch - gap
        html.element(
            "svg class='grid' translate='no' role='group' aria-label=? id=? viewBox=? data-column=?",
            SharedText.linnStrument, "grid", "-2 -2 \(width + 4) \(height + 4)", "\(pitch)"
        ) { svg in
            svg.part("g", id: "pads", isKept: isKept) { pads in for pad in linnStrument.pads { write(pad, to: &pads) } }
            svg.part("g class='voices' aria-hidden='true'", id: "voices") { write(voicesOf: state, to: &$0) }
        }
    }

    private func place(_ pad: LinnStrument.Pad) -> (x: Int, y: Int) {
        (pad.column * pitch, (LinnStrument.rows - 1 - pad.row) * pitch)
    }

    private func write(_ pad: LinnStrument.Pad, to html: inout HTML) {
        let (x, y) = place(pad)
        guard let note = linnStrument.note(at: pad) else {
            return html.element("rect class='pad dead' width='40' height='40' rx='5' x=? y=?", "\(x)", "\(y)")
        }
        let light =
            if let grip {
                grip.left.contains(pad) ? "left" : grip.right.contains(pad) ? "right" : "dark"
            } else {
                // Presets light as on the instrument. The key is that of the notes that sound.
                lights?.light(of: settings.lights == .key ? note % 12 : linnStrument.lightClass(of: pad))?.rawValue
                    ?? "dark"
            }
        html.element("g class=? data-pad=?", "pad " + light, "\(pad.row) \(pad.column) \(note)") { group in
            group.element("rect width='40' height='40' rx='5' x=? y=?", "\(x)", "\(y)")
            let name = settings.presentation.name(sounding: note)
            group.element("text x=? y=?", "\(x + GridSVG.cell / 2)", "\(y + 34)", text: name)
        }
    }

    /// Lights all pads that could have been played. A pad that is known to be played has a firm frame. Voices differ in
    /// number and color.
    private func write(voicesOf state: PlayState, to html: inout HTML) {
        for voice in state.harmonicVoices {
            let mark = state.notes.mark(of: voice).number
            let pads = linnStrument.pads(of: voice.key.note)
            let exact = exactPad(of: voice, state)
            for pad in pads {
                let (x, y) = place(pad)
                let isExact = pad == exact
                let certainty = isExact ? "exact" : exact == nil ? "possible" : "elsewhere"
                html.element("g class=?", "voice color-\(mark % 4) mark-\(mark / 4 % 4) " + certainty) { group in
                    group.element("rect width='40' height='40' rx='5' x=? y=?", "\(x)", "\(y)")
                    // The higher, the harder the pad is pressed.
                    let level = voice.pressure * GridSVG.cell / 127
                    if level > 0, certainty != "elsewhere" {
                        group.element(
                            "rect class='pressure' width='40' x=? y=? height=?",
                            "\(x)", "\(y + GridSVG.cell - level)", "\(level)")
                    }
                    group.element("text x=? y=?", "\(x + GridSVG.cell / 2)", "\(y + 20)", text: "\(mark + 1)")
                    let slide = Int(voice.bend * Double(pitch)) * (linnStrument.isLeftHanded ? -1 : 1)
                    if slide != 0, certainty != "elsewhere" {
                        group.element(
                            "circle r='7' cx=? cy=?",
                            "\(x + GridSVG.cell / 2 + slide)", "\(y + GridSVG.cell / 2)")
                    }
                }
            }
        }
    }

    /// The pad that was played, if that is known: it was pressed on the page, each row has a channel of its own, or the
    /// note is on one pad only.
    private func exactPad(of voice: Voice, _ state: PlayState) -> LinnStrument.Pad? {
        if let pad = state.notes.mark(of: voice).pad { return pad }
        let pads = linnStrument.pads(of: voice.key.note)
        if voice.key.port != PlayState.page, settings.channels == .perRow {
            return linnStrument.pad(of: voice.key.note, channel: voice.key.channel)
        }
        return pads.count == 1 ? pads[0] : nil
    }
}
