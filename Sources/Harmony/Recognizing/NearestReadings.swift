/// A chord that nearly matches some notes.
public struct NearReading: Sendable, Hashable {
    public let chord: Chord
    /// Sounding pitch classes that are not in the chord.
    public let extra: PitchClassSet
    /// Pitch classes of the chord that do not sound.
    public let missing: PitchClassSet

    /// The number of differing notes.
    public var distance: Int { extra.count + missing.count }
}

extension ChordFinder {
    /// The chords of the vocabulary nearest to notes that have no name: the fewest differing notes first, then by order
    /// of the root among the notes, then by order of types.
    ///
    /// - Parameters:
    ///   - notes: the sounding notes; each is tried as root.
    ///   - limit: the maximum number of results.
    /// - Precondition: `limit` is not negative.
    public func nearestReadings(to notes: [NoteName], limit: Int) -> [NearReading] {
        let sounding = PitchClassSet(notes.map { $0.pitchClass })
        var nearest: [NearReading] = []
        var least = Int.max
        var tried = PitchClassSet.empty
        for note in notes where !tried.contains(note.pitchClass) {
            tried = tried.inserting(note.pitchClass)
            for type in vocabulary.types {
                let chord = Chord(note, type)
                let reading = NearReading(
                    chord: chord, extra: sounding.subtracting(chord.pitchClasses),
                    missing: chord.pitchClasses.subtracting(sounding))
                if reading.distance < least {
                    least = reading.distance
                    nearest = []
                }
                if reading.distance == least { nearest.append(reading) }
            }
        }
        return Array(nearest.prefix(limit))
    }
}
