import Harmony

extension Tune {
    /// Which of the two ways to another key a melody takes, up or down.
    public enum Route: Sendable {
        /// The one that leaves the middle between its lowest and its highest note nearer to B4, the middle of the treble
        /// staff, and of two as near the one down. Whatever keys somebody goes through, in each the melody lies at one place.
        case ontoStaff
        /// The shorter one, a tritone up: a semitone is a semitone, however often one is gone.
        case shorter
    }

    /// The tune in another key, spelled as that key spells it.
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
        let fifths = goal.tonic.fifths - home.tonic.fifths
        tune.replaceChords { $0.moved(byFifths: fifths, into: goal) }
        tune.replaceTones { tone in
            let name = tone.name.moved(byFifths: fifths, into: goal)
            let moved = Tone(pitch: tone.pitch + semitones, name: name, degree: nil)
            // Nobody writes what no key plays.
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

extension ChordSymbol {
    fileprivate func moved(byFifths fifths: Int, into key: Key) -> ChordSymbol {
        switch self {
        case .chord(let chord): .chord(chord.moved(byFifths: fifths, into: key))
        case .polychord(let upper, let lower):
            .polychord(upper: upper.moved(byFifths: fifths, into: key), lower: lower.moved(byFifths: fifths, into: key))
        }
    }
}

extension Chord {
    fileprivate func moved(byFifths fifths: Int, into key: Key) -> Chord {
        Chord(root.moved(byFifths: fifths, into: key), type, bass: bass?.moved(byFifths: fifths, into: key))
    }
}

extension NoteName {
    /// As the key spells it; what is foreign to it never as E♯, B♯, C♭ or F♭, and with one accidental at most.
    fileprivate func moved(byFifths fifths: Int, into key: Key) -> NoteName {
        let note = NoteName(fifths: self.fifths + fifths).simplified
        // Beyond G♭ and A♯ on the line of fifths come the white keys' other names.
        if (-6...10).contains(note.fifths) || key.notes.contains(note) { return note }
        return NoteName(fifths: note.fifths + (note.fifths > 0 ? -12 : 12))
    }
}
