import Harmony

extension KeyboardPicture {
    // Sizes of names and signs were chosen by eye.
    private static let nameSize = 15
    /// Room above the keys for two rows of names.
    private static let headroom = 38
    /// Room below the keys for the ways to the next voicing.
    private static let footroom = 34

    /// Writes the keyboard as SVG. Names are above lit keys, and the name of a black key is one row higher if a
    /// neighbor's is near.
    ///
    /// The keys of more than three octaves, and those that answer an exercise, would be too small on a phone, where
    /// the keyboard scrolls sideways. The host shows the buttons for that if they are needed.
    /// - Parameter isUsable: whether the keys play; false inside a link, which may contain no other controls.
    package func write(to html: inout HTML, _ presentation: Presentation, isUsable: Bool = true) {
        let isLong = pressing != nil || octaves > 3 && drawn == nil && isUsable
        guard isLong else { return writeKeys(isUsable, to: &html, presentation) }
        html.element("div class='long-keyboard'") { group in
            group.element("div class='keys-room' tabindex='0' role='group' aria-label=?", PresentingText.keyboard) {
                writeKeys(isUsable, to: &$0, presentation)
            }
            for (step, title, sign) in [
                ("-1", PresentingText.octaveDown, "‹"), ("1", PresentingText.octaveUp, "›"),
            ] {
                group.element("button type='button' data-octaves=? aria-label=?", step, title, text: sign)
            }
        }
    }

    private func writeKeys(_ isUsable: Bool, to html: inout HTML, _ presentation: Presentation) {
        var keys = PianoGeometry.keys(from: lowest, octaves: octaves)
        if let drawn { keys = keys.filter { drawn.contains($0.pitch) } }
        let left = keys.first?.x ?? 0
        let width = (keys.last.map { $0.x + $0.width } ?? 0) - left
        let height = PianoGeometry.whiteHeight
        let head = KeyboardPicture.headroom, foot = moves.isEmpty ? 1 : KeyboardPicture.footroom
        html.element(
            "svg class='keyboard' translate='no' role='img' aria-label=? viewBox=?",
            sentence(presentation), "\(left - 1) -\(head) \(width + 2) \(height + head + foot)"
        ) { svg in
            let blacks = keys.filter { $0.isBlack }
            for key in keys where !key.isBlack { write(key, beside: blacks, plays: isUsable, to: &svg) }
            for key in blacks { write(key, beside: [], plays: isUsable, to: &svg) }
            if drawn != nil { markMiddleC(keys, to: &svg) }
            if !remarks.isEmpty { writeRemarks(keys, presentation, to: &svg) }
            for key in keys { writeName(above: key, presentation, to: &svg) }
            if presentation.keyNames == .all {
                for key in keys where note(at: key.pitch) == nil { writeName(on: key, presentation, to: &svg) }
            }
            writeMoves(keys, to: &svg)
            guard isUsable else { return }
            for key in keys { writeOtherName(on: key, presentation, to: &svg) }
        }
    }

    private func write(
        _ key: PianoGeometry.Key, beside blacks: [PianoGeometry.Key], plays: Bool, to svg: inout HTML
    ) {
        let note = note(at: key.pitch)
        let height = key.isBlack ? PianoGeometry.blackHeight : PianoGeometry.whiteHeight
        var kind = key.isBlack ? "key black" : "key white"
        // A common tone is a key of the upper chord whose lower half has the color of the lower chord.
        if let note { kind += note.part == .lower ? " lit lower" : " lit upper" }
        if let remark = remarks.first(where: { $0.pitch == key.pitch }) { kind += " " + remark.kind.rawValue }
        svg.element(
            "path class=? data-pitch=? d=? data-press=? data-pad=?",
            kind, "\(key.pitch)", outline(of: key, beside: blacks),
            plays && playedBelow == nil ? action(pressing: key.pitch) : nil,
            plays ? playedBelow.map { "-1 -1 \(key.pitch - $0)" } : nil)
        guard let note else { return }
        if note.part == .both {
            // As high as the part of a white key that is below the black ones, or half of a black key.
            let half = key.isBlack ? height / 2 : PianoGeometry.blackHeight
            svg.element("path class='key lit lower' d=?", "M\(key.x) \(half)h\(key.width)V\(height)h-\(key.width)z")
        }
        if showsParts { writeGlyph(note.part, on: key, height: height, to: &svg) }
    }

    /// What is seen of a key: a white one has notches for its black neighbors. So the frame of a sounding key is whole.
    private func outline(of key: PianoGeometry.Key, beside blacks: [PianoGeometry.Key]) -> String {
        let height = key.isBlack ? PianoGeometry.blackHeight : PianoGeometry.whiteHeight
        let (left, right) = (key.x, key.x + key.width)
        let start = blacks.first { $0.pitch == key.pitch - 1 }.map { $0.x + $0.width } ?? left
        let end = blacks.first { $0.pitch == key.pitch + 1 }?.x ?? right
        let notch = "V\(PianoGeometry.blackHeight)H"
        return "M\(start) 0H\(end)" + (end < right ? notch + "\(right)" : "") + "V\(height)H\(left)"
            + (start > left ? notch + "\(start)" : "") + "z"
    }

    private func action(pressing pitch: Int) -> String {
        pressing.map { $0 + " \(pitch)" } ?? Playing([pitch]).action
    }

    /// Foreign notes have a cross and missing ones a ring, because color alone must not tell them apart. Their names
    /// are above.
    private func writeRemarks(_ keys: [PianoGeometry.Key], _ presentation: Presentation, to svg: inout HTML) {
        for key in keys {
            guard let remark = remarks.first(where: { $0.pitch == key.pitch }) else { continue }
            let height = key.isBlack ? PianoGeometry.blackHeight : PianoGeometry.whiteHeight
            let (x, y) = (key.doubledMiddle, 2 * (height - (key.isBlack ? 9 : 12)))
            if remark.kind == .foreign {
                let (left, right) = (KeyboardPicture.halves(x - 8), KeyboardPicture.halves(x + 8))
                let (top, bottom) = (KeyboardPicture.halves(y - 8), KeyboardPicture.halves(y + 8))
                svg.element(
                    "path class='cross' d=?",
                    "M\(left) \(top)L\(right) \(bottom)M\(right) \(top)L\(left) \(bottom)")
            } else {
                svg.element(
                    "circle class='gap' r='4' cx=? cy=?",
                    KeyboardPicture.halves(x), KeyboardPicture.halves(y))
            }
            let hasNeighbor = [key.pitch - 1, key.pitch + 1].contains { near in
                note(at: near) != nil || remarks.contains { $0.pitch == near }
            }
            svg.element(
                "text aria-hidden='true' class=? x=? y=?",
                "note-name " + remark.kind.rawValue, KeyboardPicture.halves(key.doubledMiddle),
                key.isBlack && hasNeighbor ? "-\(6 + KeyboardPicture.nameSize)" : "-5",
                text: presentation.name(remark.name))
        }
    }

    private func writeGlyph(_ part: Part, on key: PianoGeometry.Key, height: Int, to svg: inout HTML) {
        KeyboardPicture.writeGlyph(part, x: key.doubledMiddle, y: 2 * (height - (key.isBlack ? 9 : 12)), to: &svg)
    }

    /// A disc whose lower half is filled for the lower chord, the upper half for the upper chord, all of it for both.
    /// - Parameters:
    ///   - x: twice the place of its middle.
    ///   - y: likewise.
    package static func writeGlyph(_ part: Part, x: Int, y: Int, to svg: inout HTML) {
        let radius = 5
        svg.element("g class=?", "glyph \(part.rawValue)") { group in
            func disc(_ kind: String) {
                group.element("circle class=? cx=? cy=? r=?", kind, halves(x), halves(y), "\(radius)")
            }
            disc("ring")
            guard part != .both else { return disc("fill") }
            let sweep = part == .lower ? 0 : 1
            let start = halves(x - 2 * radius) + " " + halves(y)
            group.element("path class='fill' d=?", "M\(start)a\(radius) \(radius) 0 0 \(sweep) \(2 * radius) 0z")
        }
    }

    /// Marks middle C, because only some keys of the piano are drawn.
    private func markMiddleC(_ keys: [PianoGeometry.Key], to svg: inout HTML) {
        guard let key = keys.first(where: { $0.pitch == 60 }) else { return }
        svg.element(
            "circle class='middle-c' cx=? cy=? r=?",
            KeyboardPicture.halves(key.doubledMiddle), "\(PianoGeometry.whiteHeight - 8)", "3")
    }

    /// A line from each key that a finger leaves, with a dot below the key to which it moves.
    private func writeMoves(_ keys: [PianoGeometry.Key], to svg: inout HTML) {
        for part in [Part.lower, .upper] {
            var path = ""
            for move in moves where move.part == part {
                guard let from = keys.first(where: { $0.pitch == move.from }),
                    let to = keys.first(where: { $0.pitch == move.to })
                else { continue }
                let start = KeyboardPicture.halves(from.doubledMiddle)
                let end = KeyboardPicture.halves(to.doubledMiddle)
                let top = PianoGeometry.whiteHeight + 4
                path += "M\(start) \(top)L\(end) \(top + 24)m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0"
            }
            if !path.isEmpty { svg.element("path class=? d=?", "move " + part.rawValue, path) }
        }
    }

    private func writeName(above key: PianoGeometry.Key, _ presentation: Presentation, to svg: inout HTML) {
        guard let note = note(at: key.pitch) else { return isBlank ? writeNamePlaceholder(above: key, to: &svg) : () }
        let label = label(of: note, presentation)
        svg.element(
            "text aria-hidden='true' class=? x=? y=?",
            "note-name \(note.part.rawValue)", KeyboardPicture.halves(key.doubledMiddle),
            label.isRaised ? "-\(6 + KeyboardPicture.nameSize)" : "-5", text: label.name)
    }

    /// A place for the name that appears when the key is lit: on the lower row; `data-raised` is the upper one.
    private func writeNamePlaceholder(above key: PianoGeometry.Key, to svg: inout HTML) {
        svg.element(
            "text aria-hidden='true' class='note-name' y='-5' data-name=? x=?",
            "\(key.pitch)", KeyboardPicture.halves(key.doubledMiddle))
    }

    /// A layer over a lit key that has another name. It shows that name while the key is touched. It is
    /// on top of everything; on a white key it covers the part without black keys.
    private func writeOtherName(on key: PianoGeometry.Key, _ presentation: Presentation, to svg: inout HTML) {
        guard let other = otherName(at: key.pitch), let note = note(at: key.pitch) else { return }
        let top = key.isBlack ? 0 : PianoGeometry.blackHeight
        let height = key.isBlack ? PianoGeometry.blackHeight : PianoGeometry.whiteHeight - top
        svg.element("g class='renamed' tabindex='-1'") { group in
            group.element(
                "rect class='key touched' x=? y=? width=? height=? data-press=?",
                "\(key.x)", "\(top)", "\(key.width)", "\(height)", Playing([key.pitch]).action)
            group.element(
                "text aria-hidden='true' class=? x=? y=?",
                "other-name \(note.part.rawValue)", KeyboardPicture.halves(key.doubledMiddle),
                "\(top + 2 * KeyboardPicture.nameSize)", text: presentation.name(other))
        }
    }

    /// The plain names on a key that is not lit, with the octave on a C.
    private func writeName(on key: PianoGeometry.Key, _ presentation: Presentation, to svg: inout HTML) {
        let x = KeyboardPicture.halves(key.doubledMiddle)
        func line(_ text: String, y: Int) {
            let kind = key.isBlack ? "key-name black" : "key-name"
            svg.element("text aria-hidden='true' class=? x=? y=?", kind, x, "\(y)", text: text)
        }
        let names = NoteName.roots.filter { $0.pitchClass == key.pitch % 12 }
        if key.isBlack {
            for (index, name) in names.enumerated() {
                line(presentation.name(name), y: PianoGeometry.blackHeight - 6 - 9 * index)
            }
        } else if let name = names.first(where: { $0.accidental == .natural }) {
            let octave = name.letter == .c ? "\(presentation.middleC.octave(of: key.pitch))" : ""
            line(presentation.name(name) + octave, y: PianoGeometry.whiteHeight - 6)
        }
    }

    /// Half of a number, written without floating point.
    private static func halves(_ doubled: Int) -> String {
        doubled % 2 == 0 ? "\(doubled / 2)" : "\(doubled / 2).5"
    }
}

extension KeyboardPicture {
    /// The number of octaves of a small keyboard.
    package static let smallOctaves = 2

    /// Writes the keyboard without names and signs, for lists that have the names next to it. Unlit keys come from the
    /// drawing that ``writeSmallKeys(to:octaves:)`` puts on the page once, and all lit keys of a color are one path. A
    /// list has dozens of these keyboards, and all change with every letter that is typed.
    package func writeSmall(to html: inout HTML) {
        let keys = PianoGeometry.keys(from: lowest, octaves: octaves)
        let box = "-1 -1 \(octaves * PianoGeometry.octaveWidth + 2) \(PianoGeometry.whiteHeight + 2)"
        html.element("svg class='keyboard small' aria-hidden='true' viewBox=?", box) { svg in
            for isBlack in [false, true] {
                svg.element("use href=?", isBlack ? "#black-keys" : "#white-keys")
                for part in [Part.lower, .upper] {
                    let lit = keys.filter { note(at: $0.pitch)?.part == part }
                    writeShape(of: lit, isBlack, "key lit " + part.rawValue, to: &svg)
                }
            }
        }
    }

    /// Writes octaves of unlit keys, once for all small keyboards of a page.
    package static func writeSmallKeys(to html: inout HTML, octaves: Int = smallOctaves) {
        let picture = KeyboardPicture([], octaves: octaves, showsParts: false)
        let keys = PianoGeometry.keys(from: picture.lowest, octaves: octaves)
        html.element("svg class='spoken' aria-hidden='true'") { svg in
            svg.element("defs") { shapes in
                for isBlack in [false, true] {
                    shapes.element("g id=?", isBlack ? "black-keys" : "white-keys") {
                        picture.writeShape(of: keys, isBlack, isBlack ? "key black" : "key white", to: &$0)
                    }
                }
            }
        }
    }

    private func writeShape(of keys: [PianoGeometry.Key], _ isBlack: Bool, _ kind: String, to svg: inout HTML) {
        let height = isBlack ? PianoGeometry.blackHeight : PianoGeometry.whiteHeight
        var shape = ""
        for key in keys where key.isBlack == isBlack { shape += "M\(key.x) 0h\(key.width)v\(height)h-\(key.width)z" }
        if !shape.isEmpty { svg.element("path class=? d=?", kind, shape) }
    }
}
