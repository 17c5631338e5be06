import Harmony

/// The notes that must be heard after a strike.
public enum ExpectedSound: Sendable {
    /// Exactly these MIDI numbers.
    case pitches([Int])
    /// Any voicing with the required pitch classes, at least one of each set in `oneOf`, and no others than allowed.
    case classes(required: PitchClassSet, allowed: PitchClassSet, oneOf: [PitchClassSet])

    /// Reads what the page writes: `pitches 48 52 58`, or `classes 145 1169 264` with the bits of the required and the
    /// allowed notes and of each set in `oneOf`. Nil if it is neither, or if a note is not on a piano.
    public init?(_ text: String) {
        let words = text.utf8.split(separator: UInt8(ascii: " "))
        let numbers = words.dropFirst().compactMap { Int(Substring($0)) }
        guard let first = words.first, numbers.count == words.count - 1 else { return nil }
        // By bytes, because comparing strings needs Unicode's tables.
        if first.elementsEqual("pitches".utf8) {
            guard !numbers.isEmpty, numbers.allSatisfy({ KeyEvidence.pitches.contains($0) }) else { return nil }
            self = .pitches(numbers)
        } else if first.elementsEqual("classes".utf8) {
            let sets = numbers.map { PitchClassSet(bits: UInt16(truncatingIfNeeded: $0)) }
            guard sets.count >= 2, !sets[1].isEmpty else { return nil }
            self = .classes(required: sets[0], allowed: sets[1], oneOf: Array(sets.dropFirst(2)))
        } else {
            return nil
        }
    }
}
