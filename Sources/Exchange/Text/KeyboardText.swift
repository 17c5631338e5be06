import Harmony
import Rendering

extension KeyboardPicture {
    /// The keyboard drawn in text: black keys above, white keys below, names over and under the lit ones.
    ///
    /// Half blocks are the glyphs of the screen: the lower half for the lower chord, the upper half for the upper, a whole
    /// block for both.
    /// - Parameters:
    ///   - colored: whether to add the chords' colours as ANSI codes.
    ///   - names: what notes are called.
    public func lines(colored: Bool, names: NoteNames = .english) -> [String] {
        // A white key is a border and two cells, or three, since Sol has three letters; a black key stands on the border
        // between two white ones.
        let width = names == .solfege ? 4 : 3
        let cells = 7 * width * octaves + 1
        var blackNames = TextRow(width: cells)
        var blacks = TextRow(width: cells)
        var whites = TextRow(width: cells)
        var whiteNames = TextRow(width: cells)
        for border in stride(from: 0, to: cells, by: width) {
            blacks.put("│", at: border)
            whites.put("│", at: border)
        }
        for key in PianoGeometry.keys(from: lowest, octaves: octaves) {
            let step = key.pitch - lowest
            // Letters run in steps of the scale: 0 for C … 6 for B, black keys after the white key to their left.
            let letter = [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6][step % 12]
            let border = width * (7 * (step / 12) + letter + (key.isBlack ? 1 : 0))
            let note = note(at: key.pitch)
            if key.isBlack {
                blacks.put(note.map { KeyboardPicture.sign(for: $0.part, colored: colored) } ?? "▪", at: border)
                if let note { blackNames.write(names.name(of: note.tone.name), at: border) }
            } else if let note {
                whites.put(KeyboardPicture.sign(for: note.part, colored: colored), at: border + 1)
                whiteNames.write(names.name(of: note.tone.name), at: border + 1)
            }
        }
        return [blackNames, blacks, whites, whiteNames].map { $0.text }
    }

    /// The block that stands for a chord in text.
    static func sign(for part: Part, colored: Bool) -> String {
        // Blue for the lower chord, yellow for the upper; of a common tone's halves one is painted, one is background.
        switch (part, colored) {
        case (.lower, false): "▄"
        case (.upper, false): "▀"
        case (.both, false): "█"
        case (.lower, true): "\u{1B}[94m▄\u{1B}[0m"
        case (.upper, true): "\u{1B}[93m▀\u{1B}[0m"
        case (.both, true): "\u{1B}[93;104m▀\u{1B}[0m"
        }
    }
}

/// A line of text whose cells can be filled in any order.
private struct TextRow {
    private var cells: [String]

    init(width: Int) {
        cells = Array(repeating: " ", count: width)
    }

    mutating func put(_ cell: String, at index: Int) {
        cells[index] = cell
    }

    /// A name, one sign a cell, as far as there is room.
    mutating func write(_ name: String, at index: Int) {
        for (offset, scalar) in name.unicodeScalars.enumerated() where index + offset < cells.count {
            cells[index + offset] = String(Character(scalar))
        }
    }

    var text: String {
        var text = cells.joined()
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
