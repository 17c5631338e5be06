extension Key {
    /// The key with the same signature: the minor key for major, the major key for every other mode.
    public var relative: Key {
        Key(signature: fifths, mode == .major ? .minor : .major)
    }

    /// The key on the same tonic with the other third: minor for modes with a major third, major for modes with a minor
    /// third.
    public var parallel: Key {
        Key(tonic, hasMajorThird ? .minor : .major)
    }

    /// The key of the same mode a fifth higher: one step clockwise on the circle.
    public var dominant: Key { moved(by: 1) }

    /// The key of the same mode a fifth lower: one step anticlockwise on the circle.
    public var subdominant: Key { moved(by: -1) }

    /// The five closely related keys, with the same or an adjacent signature: relative, dominant and subdominant, the
    /// last two each followed by its own relative.
    public var related: [Key] {
        [relative, dominant, dominant.relative, subdominant, subdominant.relative]
    }

    /// The key opposite on the circle, a tritone away, with the name that has fewer accidentals; opposite C this is F♯.
    ///
    /// Applying it twice gives the key itself or its enharmonic equivalent.
    public var tritonePole: Key { moved(by: fifths > 0 ? -6 : 6) }

    /// The enharmonic key if it has at most seven accidentals: G♭ for F♯, A♭ for the theoretical G♯. Otherwise nil.
    public var enharmonic: Key? {
        let other = KeySignature(fifths: fifths + (fifths > 0 ? -12 : 12))
        return other.isWritten ? Key(signature: other.fifths, mode) : nil
    }

    /// This key, or its enharmonic equivalent if this one is theoretical.
    public var written: Key { isTheoretical ? enharmonic ?? self : self }

    /// The notes common to both keys, spelled as in this one.
    public func commonNotes(with other: Key) -> [NoteName] {
        let sounding = other.pitchClasses
        return notes.filter { sounding.contains($0.pitchClass) }
    }

    var hasMajorThird: Bool { mode.degrees.contains(3) }

    private func moved(by fifths: Int) -> Key {
        Key(NoteName(fifths: tonic.fifths + fifths), mode)
    }
}
