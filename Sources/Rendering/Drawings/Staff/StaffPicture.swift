import Harmony

/// Chords in staff notation: whole notes on a grand staff, or on one staff if that is enough. As SVG and as sentences.
package struct StaffPicture: Sendable {
    /// The marks below the notes.
    package enum Below: String, CaseIterable, Sendable, Hashable {
        case nothing, degrees, fingers
    }

    /// A note with its hand and its mark.
    package struct Note: Sendable {
        package let tone: Tone
        package let hand: Hand
        /// From 1, the thumb, to 5, the little finger; nil if fingers are not shown.
        package let finger: Int?
    }

    /// A chord, which fills one bar.
    package struct Column: Sendable {
        /// The chord symbol above; nil in a bar of rest.
        package let subject: ChordToVoice?
        /// The lowest first.
        package let notes: [Note]

        /// - Parameter isFingered: whether to include fingering.
        package init(_ voicing: Voicing, isFingered: Bool) {
            subject = voicing.subject
            var notes: [Note] = []
            for hand in Hand.allCases {
                let tones = voicing.written(hand)
                let fingers = isFingered ? Fingering.fingers(for: tones, of: hand) : []
                for (index, tone) in tones.enumerated() {
                    notes.append(Note(tone: tone, hand: hand, finger: index < fingers.count ? fingers[index] : nil))
                }
            }
            self.notes = notes
        }

        /// Keys that are held, without a chord symbol.
        package init(left: [Tone], right: [Tone]) {
            subject = nil
            notes =
                left.map { Note(tone: $0, hand: .left, finger: nil) }
                + right.map { Note(tone: $0, hand: .right, finger: nil) }
        }

        /// A stack of notes, as far as MIDI has numbers for them. Middle C separates the hands.
        package init(stacking subject: ChordToVoice?) {
            self.subject = subject
            let tones: [Tone] =
                switch subject {
                case .chord(let chord): chord.voicing
                case .pair(let pair): pair.notes.map { pair.written($0).tone }
                case nil: []
                }
            notes = tones.filter { $0.pitch <= 127 }.map {
                Note(tone: $0.forPlayers, hand: $0.pitch < 60 ? .left : .right, finger: nil)
            }
        }
    }

    let columns: [Column]
    /// The key signature; nil if all accidentals are at the notes, as in a theoretical key, whose signature would not
    /// fit.
    let signature: KeySignature?
    let below: Below

    package init(_ columns: [Column], signature: KeySignature?, showing below: Below) {
        self.columns = columns
        self.signature = signature.flatMap { $0.isWritten ? $0 : nil }
        self.below = below
    }

    /// A row of chords, one per bar, four bars per line.
    package init(row: [Voicing], signature: KeySignature? = nil, showing below: Below = .nothing) {
        self.init(row.map { Column($0, isFingered: below == .fingers) }, signature: signature, showing: below)
    }

    /// One chord.
    package init(of voicing: Voicing, showing below: Below = .nothing) {
        self.init(row: [voicing], showing: below)
    }

    /// A key signature at the beginning of a line of piano music.
    package init(signature: KeySignature) {
        self.init(row: [], signature: signature)
    }

    /// The mark below a note; nil if there is none.
    func label(below note: Note, _ presentation: Presentation) -> String? {
        switch below {
        case .nothing: nil
        case .degrees: note.tone.degree.map { presentation.name($0) }
        case .fingers: note.finger.map { "\($0)" }
        }
    }
}
