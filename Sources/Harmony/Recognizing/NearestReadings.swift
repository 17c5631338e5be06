/// A chord that almost names some notes.
public struct NearReading: Sendable, Hashable {
    public let chord: Chord
    /// Pitch classes that sound and are not of the chord.
    public let extra: PitchClassSet
    /// Pitch classes of the chord that do not sound.
    public let missing: PitchClassSet

    /// How many notes tell the two apart.
    public var distance: Int { extra.count + missing.count }
}

extension ChordFinder {
    /// The chords of the vocabulary that come nearest to notes which none of them names: those from which the fewest
    /// notes differ, in the order of the notes on which they stand, then as the vocabulary lists them.
    ///
    /// - Parameters:
    ///   - notes: what sounds; each note is tried as root.
    ///   - most: how many to give at most.
    public func nearestReadings(to notes: [NoteName], most: Int) -> [NearReading] {
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
        return Array(nearest.prefix(most))
    }
}
