extension Key {
    /// The key with the same signature: the minor one of a major key, for every other mode the major one.
    public var relative: Key {
        Key(signature: fifths, mode == .major ? .minor : .major)
    }

    /// The key on the same tonic with the other third: minor for one that has a major third, major for one that has a
    /// minor third.
    public var parallel: Key {
        Key(tonic, hasMajorThird ? .minor : .major)
    }

    /// The key of the same mode a fifth higher: one step clockwise on the circle.
    public var dominant: Key { moved(by: 1) }

    /// The key of the same mode a fifth lower: one step anticlockwise on the circle.
    public var subdominant: Key { moved(by: -1) }

    /// The five closely related keys, those of the same or a neighbouring signature: the relative key, the dominant and
    /// the subdominant, each followed by its own relative.
    public var related: [Key] {
        [relative, dominant, dominant.relative, subdominant, subdominant.relative]
    }

    /// The key opposite on the circle, a tritone away, named on the side with the fewer accidentals; F♯ and not G♭
    /// opposite C.
    ///
    /// The pole of the pole is the key itself, by this name or its enharmonic one.
    public var tritonePole: Key { moved(by: fifths > 0 ? -6 : 6) }

    /// The same key by its other name, where that has seven accidentals at most: G♭ for F♯, A♭ for the theoretical G♯;
    /// nil for keys that have one name only.
    public var enharmonic: Key? {
        let other = KeySignature(fifths: fifths + (fifths > 0 ? -12 : 12))
        return other.isWritten ? Key(signature: other.fifths, mode) : nil
    }

    /// This key, or where it is theoretical, its other name.
    public var written: Key { isTheoretical ? enharmonic ?? self : self }

    /// The notes of this key that sound in the other too, spelled as here.
    public func commonNotes(with other: Key) -> [NoteName] {
        let sounding = other.pitchClasses
        return notes.filter { sounding.contains($0.pitchClass) }
    }

    var hasMajorThird: Bool { mode.degrees.contains(3) }

    private func moved(by fifths: Int) -> Key {
        Key(NoteName(fifths: tonic.fifths + fifths), mode)
    }
}
