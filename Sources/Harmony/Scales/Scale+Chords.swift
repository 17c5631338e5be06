extension Scale {
    /// The scale as played upwards over some octaves, ending on the root.
    /// - Precondition: `octaves` is not negative.
    public func tones(octaves: Int) -> [Tone] {
        let start = 60 + root.pitchClass
        var tones: [Tone] = []
        for octave in 0..<octaves {
            for degree in type.degrees {
                let pitch = start + 12 * octave + degree.semitones
                tones.append(Tone(pitch: pitch, name: root.adding(degree), degree: degree))
            }
        }
        tones.append(Tone(pitch: start + 12 * octaves, name: root, degree: Degree(1)))
        return tones
    }

    /// The selectable chords contained in the scale, with the scale's spelling, sorted by note and type.
    public func containedChords(in vocabulary: Vocabulary = .jazz) -> [Chord] {
        notes.flatMap { note in
            let seen = pitchClasses.seen(from: note.pitchClass)
            return vocabulary.selectable.filter { $0.pitchClasses.isSubset(of: seen) }.map { Chord(note, $0) }
        }
    }
}
