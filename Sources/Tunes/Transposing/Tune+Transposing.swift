import Harmony

extension Tune {
    /// The tune in another key, spelled as that key spells it; a melody goes there by the shorter way, a tritone up.
    /// - Parameter tonic: what the tune shall rest on; its mode stays. A tune that does not say its key is taken to be in
    ///   the key in which it begins or ends.
    public func transposed(to tonic: NoteName) -> Tune {
        guard let home = key ?? likelyKey else { return self }
        let up = (tonic.pitchClass - home.tonic.pitchClass + 12) % 12
        return moved(from: home, to: Key(tonic, home.mode).written, by: up > 6 ? up - 12 : up)
    }

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
            return 0...127 ~= moved.pitch ? moved : Tone(pitch: moved.pitch + (semitones > 0 ? -12 : 12), name: name, degree: nil)
        }
        return tune
    }

    /// The same for readers of a transposing part: what a trumpeter reads for this to sound.
    public func transposed(for instrument: TransposingInstrument) -> Tune {
        guard let home = key ?? likelyKey else { return self }
        return moved(from: home, to: instrument.reading(home).written, by: instrument.semitones)
    }

    /// Where nothing says the key: that of the last chord, where it is not a dominant; else that of the first.
    private var likelyKey: Key? {
        let chords = bars.flatMap { $0.chords }.compactMap { $0.symbol?.lowest }
        guard let first = chords.first, let last = chords.last else { return nil }
        let home = last.type.degrees.contains(7, -1) && last.type.degrees.contains(3) ? first : last
        return Key(home.root, home.type.quality == .minor ? .minor : .major)
    }
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
