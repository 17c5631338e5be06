import Tunes

/// A written note value: a quarter, a dotted half, an eighth of a triplet.
package struct NoteValue: Sendable, Hashable {
    /// A tuplet: `actual` notes in the time of `normal` others, such as three in the time of two.
    package struct Tuplet: Sendable, Hashable {
        package let actual: Int
        package let normal: Int

        static let triplet = Tuplet(actual: 3, normal: 2)
        /// All tuplets in use, the most usual first. Nine notes are a triplet of triplets.
        static let all = [
            triplet, Tuplet(actual: 5, normal: 4), Tuplet(actual: 7, normal: 4), Tuplet(actual: 9, normal: 8),
        ]
    }

    /// The number of these notes in a whole note: 4 for a quarter.
    package let part: Int
    package let isDotted: Bool
    package let tuplet: Tuplet?
    /// Ticks of a ``Score``.
    package let ticks: Int

    /// The longest first.
    private static let parts = [1, 2, 4, 8, 16, 32, 64, 128, 256]
    /// Every duration without tuplets is a multiple of the shortest note.
    package static let shortest = Melody.whole / 256

    /// The single note of a duration; nil if it needs several tied notes.
    package init?(_ ticks: Int) {
        let values = NoteValue.tied(ticks)
        guard values.count == 1 else { return nil }
        self = values[0]
    }

    private init(_ part: Int, isDotted: Bool = false, _ tuplet: Tuplet? = nil, ticks: Int) {
        self.part = part
        self.isDotted = isDotted
        self.tuplet = tuplet
        self.ticks = ticks
    }

    /// The name in MusicXML without the dot.
    package var name: String {
        switch part {
        case 1: "whole"
        case 2: "half"
        case 4: "quarter"
        case 8: "eighth"
        case 32: "32nd"
        default: "\(part)th"
        }
    }

    /// The tied notes of a duration, the longest first. Notes of a triplet are at the end.
    package static func tied(_ ticks: Int) -> [NoteValue] {
        var rest = ticks
        var triplet: NoteValue?
        if rest % shortest != 0,
            let part = parts.first(where: {
                2 * Melody.whole / $0 / 3 <= rest && (rest - 2 * Melody.whole / $0 / 3) % shortest == 0
            })
        {
            let length = 2 * Melody.whole / part / 3
            triplet = NoteValue(part, .triplet, ticks: length)
            rest -= length
        }
        var values: [NoteValue] = []
        while let value = longest(within: rest, where: { _ in true }) {
            values.append(value)
            rest -= value.ticks
        }
        return values + (triplet.map { [$0] } ?? [])
    }

    /// The longest note, dotted or not, that fits into a number of ticks.
    private static func longest(within ticks: Int, where isWritten: (_ base: Int) -> Bool) -> NoteValue? {
        for part in parts {
            let base = Melody.whole / part
            guard base <= ticks, isWritten(base) else { continue }
            let isDotted = 2 * ticks >= 3 * base && part < 256
            return NoteValue(part, isDotted: isDotted, ticks: isDotted ? 3 * base / 2 : base)
        }
        return nil
    }

    // MARK: In a bar

    /// The tied notes from one position in a bar to another, split to show the beats.
    package static func tied(from start: Int, to end: Int, in meter: Meter, isRest: Bool) -> [NoteValue] {
        guard start % shortest != 0 || end % shortest != 0 else { return even(from: start, to: end, meter, isRest) }
        if let value = ofTuplet(end - start) { return [value] }
        // Up to the beat that ends a tuplet, or from the beat that begins it.
        let beat = Melody.whole / meter.unit
        let cut = start % shortest != 0 ? (start / beat + 1) * beat : end / beat * beat
        if start < cut, cut < end {
            return tied(from: start, to: cut, in: meter, isRest: isRest)
                + tied(from: cut, to: end, in: meter, isRest: isRest)
        }
        for tuplet in Tuplet.all where (end - start) * tuplet.actual % (tuplet.normal * shortest) == 0 {
            return tied((end - start) * tuplet.actual / tuplet.normal).map { value in
                NoteValue(
                    value.part, isDotted: value.isDotted, tuplet, ticks: value.ticks * tuplet.normal / tuplet.actual)
            }
        }
        // A duration that cannot be written becomes the nearest one that can.
        let part = parts.first { Melody.whole / $0 <= end - start } ?? 256
        return [NoteValue(part, ticks: end - start)]
    }

    /// The single note of a tuplet with this duration.
    private static func ofTuplet(_ ticks: Int) -> NoteValue? {
        for tuplet in Tuplet.all {
            for part in parts {
                let length = Melody.whole / part * tuplet.normal
                if length == ticks * tuplet.actual { return NoteValue(part, tuplet, ticks: ticks) }
                if 3 * length == 2 * ticks * tuplet.actual, part < 256 {
                    return NoteValue(part, isDotted: true, tuplet, ticks: ticks)
                }
            }
        }
        return nil
    }

    /// The tied notes without tuplets.
    private static func even(from start: Int, to end: Int, _ meter: Meter, _ isRest: Bool) -> [NoteValue] {
        var values: [NoteValue] = []
        var now = start
        let unit = Melody.whole / meter.unit
        let isCompound = meter.isCompound
        let beat = isCompound ? 3 * unit : unit
        // A note that begins between two beats must not hide the middle of the bar.
        let middle = meter.beats % 2 == 0 && meter.beats > 2 ? meter.beats / 2 * unit : end
        while now < end {
            var limit = end
            if now % beat != 0 {
                // In compound meters, and for a rest, it must not hide the next beat either.
                if isRest || isCompound {
                    limit = min(end, (now / beat + 1) * beat)
                } else if now < middle {
                    limit = min(end, middle)
                }
            } else if isRest || isCompound, end - now > beat {
                limit = now + (end - now) / beat * beat
            }
            // A note begins at a multiple of half its length.
            func one(until limit: Int) -> NoteValue {
                longest(within: limit - now) { 2 * now % $0 == 0 } ?? NoteValue(256, ticks: limit - now)
            }
            var value = one(until: limit)
            // If no single note reaches from between two beats to the end, the split is at the next beat.
            if now % beat != 0, now + value.ticks < limit { value = one(until: min(limit, (now / beat + 1) * beat)) }
            values.append(value)
            now += value.ticks
        }
        return values
    }
}
