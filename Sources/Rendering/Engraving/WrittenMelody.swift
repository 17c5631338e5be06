import Harmony
import Tunes

/// The written melody of a bar: note values and rests, ties between them, and accidentals that differ from the
/// signature or from an earlier note in the bar.
package struct WrittenMelody: Sendable {
    package struct Note: Sendable {
        /// Nil for a rest.
        package let tone: Tone?
        /// Ticks from the beginning of the bar.
        package let start: Int
        package let value: NoteValue
        /// Whether it is tied to the previous note, and to the next one.
        package let isContinued: Bool
        package let continues: Bool
        package fileprivate(set) var accidental: Accidental?
        package fileprivate(set) var beginsTuplet = false
        package fileprivate(set) var endsTuplet = false
        /// Whether a beam connects it to the previous note, because both are part of one beat.
        package fileprivate(set) var isBeamed = false

        package var end: Int { start + value.ticks }

        /// The number of flags or beams: one for an eighth, two for a sixteenth. Rests have flags, too.
        package var flags: Int {
            var (count, part) = (0, value.part)
            while part > 4 { (count, part) = (count + 1, part / 2) }
            return count
        }
    }

    /// From the beginning of the bar to its end; empty without melody.
    package private(set) var notes: [Note] = []

    /// - Parameter last: the note that is tied to it from the previous bar.
    package init(_ melody: Melody, in meter: Meter, _ signature: KeySignature?, after last: Tone? = nil) {
        let length = meter.melodyTicks
        guard !melody.isEmpty else { return }
        var now = 0
        func isTied(_ index: Int) -> Bool { melody.isTied && index == melody.notes.count - 1 }
        for (index, note) in melody.notes.enumerated() {
            if note.start > now { add(nil, now, note.start, meter) }
            add(
                note.tone, note.start, note.end, meter, isContinued: now == 0 && note.start == 0 && note.tone == last,
                isTied(index))
            now = note.end
        }
        if now < length { add(nil, now, length, meter) }
        group()
        beam(meter)
        sign(in: signature)
    }

    private mutating func add(
        _ tone: Tone?, _ start: Int, _ end: Int, _ meter: Meter, isContinued: Bool = false, _ isTied: Bool = false
    ) {
        let values = NoteValue.tied(from: start, to: end, in: meter, isRest: tone == nil)
        var now = start
        for (place, value) in values.enumerated() {
            notes.append(
                Note(
                    tone: tone, start: now, value: value, isContinued: tone != nil && (place > 0 || isContinued),
                    continues: tone != nil && (place + 1 < values.count || isTied)))
            now += value.ticks
        }
    }

    /// A tuplet extends from one position without tuplets to the next.
    private mutating func group() {
        for index in notes.indices where notes[index].value.tuplet != nil {
            notes[index].beginsTuplet = notes[index].start % NoteValue.shortest == 0
            notes[index].endsTuplet = notes[index].end % NoteValue.shortest == 0
        }
    }

    private mutating func beam(_ meter: Meter) {
        let unit = Melody.whole / meter.unit
        // The beat of 6/8, 9/8 and 12/8 is three eighths.
        let beat = meter.unit >= 8 && meter.beats % 3 == 0 ? 3 * unit : Melody.whole / 4
        for index in notes.indices.dropFirst() {
            let (last, note) = (notes[index - 1], notes[index])
            guard last.tone != nil, note.tone != nil, last.flags > 0, note.flags > 0 else { continue }
            notes[index].isBeamed = last.start / beat == note.start / beat
        }
    }

    private mutating func sign(in signature: KeySignature?) {
        var held: [(place: Int, accidental: Accidental)] = []
        for index in notes.indices {
            guard let tone = notes[index].tone else { continue }
            let usual = signature?.names.first { $0.letter == tone.name.letter }?.accidental ?? .natural
            // A note that is tied over from the previous bar needs no accidental and has no effect on later notes.
            if notes[index].isContinued { continue }
            let last = held.last { $0.place == tone.staffPlace }?.accidental ?? usual
            guard last != tone.name.accidental else { continue }
            notes[index].accidental = tone.name.accidental
            held.append((tone.staffPlace, tone.name.accidental))
        }
    }
}
