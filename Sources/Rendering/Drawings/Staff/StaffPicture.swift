import Harmony

/// Chords as a pianist reads them: whole notes on a grand staff, or on one staff where that is enough. As SVG and as
/// sentences.
package struct StaffPicture: Sendable {
    /// What stands below the notes, for each of them.
    package enum Below: String, CaseIterable, Sendable, Hashable {
        case nothing, degrees, fingers
    }

    /// A note, who plays it, and what stands below.
    package struct Note: Sendable {
        package let tone: Tone
        package let hand: Hand
        /// 1 the thumb to 5 the little finger; nil where fingers are not shown.
        package let finger: Int?
    }

    /// What sounds at once: a bar of its own.
    package struct Column: Sendable {
        /// What stands above; nil where there is nothing to be played.
        package let subject: ChordToVoice?
        /// The lowest first.
        package let notes: [Note]

        /// - Parameter isFingered: whether the notes know their fingers.
        package init(_ voicing: Voicing, isFingered: Bool) {
            subject = voicing.subject
            var notes: [Note] = []
            for hand in Hand.allCases {
                let tones = voicing[hand]
                let fingers = isFingered ? Fingering.fingers(for: tones, of: hand) : []
                for (index, tone) in tones.enumerated() {
                    notes.append(Note(tone: tone, hand: hand, finger: index < fingers.count ? fingers[index] : nil))
                }
            }
            self.notes = notes
        }

        /// All notes in a stack, as far as MIDI has numbers for them, of which the hands share what lies on either side of
        /// middle C.
        package init(stacking subject: ChordToVoice?) {
            self.subject = subject
            let tones: [Tone] =
                switch subject {
                case .chord(let chord): chord.voicing
                case .pair(let pair): pair.notes.map { $0.tone }
                case nil: []
                }
            notes = tones.filter { $0.pitch <= 127 }.map {
                Note(tone: $0, hand: $0.pitch < 60 ? .left : .right, finger: nil)
            }
        }
    }

    let columns: [Column]
    /// What stands behind each clef; nil where accidentals stand at the notes alone, as in a theoretical key, for which there
    /// is no room.
    let signature: KeySignature?
    let below: Below

    package init(_ columns: [Column], signature: KeySignature?, showing below: Below) {
        self.columns = columns
        self.signature = signature.flatMap { $0.isWritten ? $0 : nil }
        self.below = below
    }

    /// Chords in a row, each in a bar of its own, four bars in a line.
    package init(row: [Voicing], signature: KeySignature? = nil, showing below: Below = .nothing) {
        self.init(row.map { Column($0, isFingered: below == .fingers) }, signature: signature, showing: below)
    }

    /// One chord.
    package init(of voicing: Voicing, showing below: Below = .nothing) {
        self.init(row: [voicing], showing: below)
    }

    /// A key signature as it stands at the beginning of a line of piano music.
    package init(signature: KeySignature) {
        self.init(row: [], signature: signature)
    }

    /// What stands below a note; nil where nothing does.
    func label(below note: Note, _ presentation: Presentation) -> String? {
        switch below {
        case .nothing: nil
        case .degrees: note.tone.degree.map { presentation.name($0) }
        case .fingers: note.finger.map { "\($0)" }
        }
    }
}
