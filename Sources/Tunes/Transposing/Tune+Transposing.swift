import Harmony

extension Tune {
    /// Which of the two ways to another key a melody takes, up or down.
    public enum Route: Sendable {
        /// The one that leaves the middle between its lowest and its highest note nearer to B4, the middle of the treble
        /// staff, and of two as near the one down. In each key the melody always lies at the same place.
        case ontoStaff
        /// The shorter one, a tritone up: a semitone is a semitone, however often one is gone.
        case shorter
    }

    /// The tune in another key. What a chord is in the one key decides how it is spelled in the other, so that a tune that goes
    /// there step by step reads the same as one that goes at once.
    /// - Parameters:
    ///   - tonic: what the tune shall rest on; its mode stays. A tune that does not say its key is taken to be in the
    ///     likely one, ``keyOrLikely``, and without any chords in C.
    ///   - route: how its melody goes there; to the key in which it is it stays where it lies.
    public func transposed(to tonic: NoteName, _ route: Route = .ontoStaff) -> Tune {
        let home = home
        let up = (tonic.pitchClass - home.tonic.pitchClass + 12) % 12
        let isDown = switch route {
        case .ontoStaff: up > 0 && isNearerToStaff(downFrom: up)
        case .shorter: up > 6
        }
        return moved(from: home, to: Key(tonic, home.mode).written, by: isDown ? up - 12 : up)
    }

    /// Whether the melody lies nearer to the middle of the treble staff an octave below the place that is so many semitones up.
    private func isNearerToStaff(downFrom up: Int) -> Bool {
        let pitches = bars.flatMap { $0.melody.notes }.map { $0.tone.pitch }
        guard let lowest = pitches.min(), let highest = pitches.max() else { return false }
        // Both are twice the middle, which may lie between two notes.
        return lowest + highest + 2 * up >= 2 * Tune.middleOfStaff + 12
    }

    /// B4.
    private static let middleOfStaff = 71

    /// - Parameter semitones: how far up the melody goes; down where negative.
    private func moved(from home: Key, to goal: Key, by semitones: Int) -> Tune {
        var tune = self
        tune.key = key == nil ? nil : goal
        let change = KeyChange(home: home, goal: goal)
        tune.replaceChords { change.moved($0) }
        tune.replaceTones { tone in
            let name = change.moved(tone.name)
            let moved = Tone(pitch: tone.pitch + semitones, name: name, degree: nil)
            // What no key plays is not written.
            return moved.isWritten ? moved : Tone(pitch: moved.pitch + (moved.octave < 0 ? 12 : -12), name: name, degree: nil)
        }
        return tune
    }

    /// The same for readers of a transposing part: what a trumpeter reads for this to sound.
    public func transposed(for instrument: TransposingInstrument) -> Tune {
        let home = home
        return moved(from: home, to: instrument.reading(home).written, by: instrument.semitones)
    }

    /// The key that it says or, where it says none, the one in which it may be heard.
    public var keyOrLikely: Key? { key ?? TuneAnalysis(of: self).areas.first?.key }

    /// Notes by themselves are in C, as they are written.
    private var home: Key { keyOrLikely ?? Key(NoteName(.c), .major) }
}

/// The way from one key to another: what a note is in the one, it is in the other.
private struct KeyChange {
    let home: Key
    let goal: Key

    func moved(_ symbol: ChordSymbol) -> ChordSymbol {
        switch symbol {
        case .chord(let chord): .chord(moved(chord))
        case .polychord(let upper, let lower): .polychord(upper: moved(upper), lower: moved(lower))
        }
    }

    private func moved(_ chord: Chord) -> Chord {
        let root = moved(chord.root, from: home.lowestRoot(of: chord.type))
        return Chord(root, chord.type, bass: chord.bass.map { bass in
            // In the new key a chord’s own note is spelled as its degree: the third of E7 is G♯, whatever E7 stands for.
            guard home.tonic != goal.tonic else { return bass }
            let step = (bass.pitchClass - chord.root.pitchClass + 12) % 12
            guard let degree = chord.type.degrees.first(where: { $0.pitchClass == step }) else { return moved(bass) }
            return root.adding(degree).simplified
        })
    }

    /// As the key spells it; what is foreign to it never as E♯, B♯, C♭ or F♭, and with one accidental at most.
    /// - Parameter lowest: where the twelve places on the line of fifths begin that such a note usually has, counted from
    ///   the tonic: ♭II … ♯IV, unless a chord on it says otherwise.
    func moved(_ note: NoteName, from lowest: Int = -5) -> NoteName {
        let place = home.tonic == goal.tonic ? note.fifths - home.tonic.fifths : place(of: note, from: lowest)
        let moved = NoteName(fifths: goal.tonic.fifths + place).simplified
        if KeyChange.plain.contains(moved.fifths) || goal.notes.contains(moved) { return moved }
        return NoteName(fifths: moved.fifths + (moved.fifths > 0 ? -12 : 12))
    }

    /// What a note is in the key, in fifths above the tonic. Its spelling tells, unless the key spells that note itself, or
    /// had no better name for it: in A♭ minor a ♮VI is F and not E♯, and in E minor it is C♯.
    private func place(of note: NoteName, from lowest: Int) -> Int {
        if let own = home.notes.first(where: { $0.pitchClass == note.pitchClass }) { return own.fifths - home.tonic.fifths }
        let written = note.fifths - home.tonic.fifths
        var usual = written
        while usual < lowest { usual += 12 }
        while usual > lowest + 11 { usual -= 12 }
        let isMeant = KeyChange.foreign.contains(written) && KeyChange.plain.contains(home.tonic.fifths + usual)
        return isMeant ? written : usual
    }

    /// G♭ to A♯: beyond them come the white keys’ other names.
    private static let plain = -6...10
    /// ♭V to ♯VI, of which people think in any key.
    private static let foreign = -6...10
}

extension Key {
    /// Where the twelve places on the line of fifths begin that a chord’s root usually has, counted from the tonic. A
    /// diminished chord leads up, so that it stands on ♯I, ♯IV and in major on ♯V; ♯IV is a minor chord’s as well, as the
    /// second of III, and ♭V a dominant’s, which leads down to IV.
    fileprivate func lowestRoot(of type: ChordType) -> Int {
        guard type.degrees.contains(3, -1) else { return -6 }
        let isDiminished = type.degrees.contains(5, -1) && !type.degrees.contains(5)
        return isDiminished ? (mode.degrees.contains(3) ? -3 : -4) : -5
    }
}
