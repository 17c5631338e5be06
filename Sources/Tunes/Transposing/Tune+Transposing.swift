import Harmony

extension Tune {
    /// The direction in which a melody is transposed.
    public enum Route: Sendable {
        /// The direction that keeps the middle of its range nearer to B4, the middle of the treble staff; down if
        /// equal. The melody always has the same register in a given key.
        case ontoStaff
        /// The shorter direction; up for a tritone. Repeated transpositions by a semitone stay semitones.
        case shorter
    }

    /// The tune in another key. Chords are respelled by their degree, which makes step-by-step and direct transposition
    /// equal.
    /// - Parameters:
    ///   - tonic: the new tonic; the mode stays. Without a declared key, ``keyOrLikely`` is used, and without chords C.
    ///   - route: the direction of the melody. Within the same key it does not move.
    public func transposed(to tonic: NoteName, _ route: Route = .ontoStaff) -> Tune {
        let home = home
        let up = (tonic.pitchClass - home.tonic.pitchClass + 12) % 12
        let isDown =
            switch route {
            case .ontoStaff: up > 0 && isNearerToStaff(downFrom: up)
            case .shorter: up > 6
            }
        return moved(from: home, to: Key(tonic, home.mode).written, by: isDown ? up - 12 : up)
    }

    /// The tune some semitones higher, melody included. The mode stays.
    public func transposed(by semitones: Int) -> Tune {
        if semitones == 0 { return self }
        let home = home
        let target = ((home.tonic.pitchClass + semitones) % 12 + 12) % 12
        return moved(from: home, to: Key(NoteName(pitchClass: target), home.mode).written, by: semitones)
    }

    /// Whether the melody would be nearer to the middle of the treble staff an octave below the given transposition.
    private func isNearerToStaff(downFrom up: Int) -> Bool {
        let pitches = bars.flatMap { $0.melody.notes }.map { $0.tone.pitch }
        guard let lowest = pitches.min(), let highest = pitches.max() else { return false }
        // Both sides are doubled, because the middle may lie between two notes.
        return lowest + highest + 2 * up >= 2 * Tune.middleOfStaff + 12
    }

    /// B4.
    private static let middleOfStaff = 71

    /// - Parameter semitones: transposition of the melody, negative for down.
    private func moved(from home: Key, to goal: Key, by semitones: Int) -> Tune {
        var tune = self
        tune.key = key == nil ? nil : goal
        let change = KeyChange(home: home, goal: goal)
        tune.replaceChords { change.moved($0) }
        if home.tonic != goal.tonic { tune.spellCadencesAsOne() }
        tune.replaceTones { tone in
            let name = change.moved(tone.name)
            var moved = Tone(pitch: tone.pitch + semitones, name: name, degree: nil)
            // Notes out of range move by octaves.
            while !moved.isWritten {
                moved = Tone(pitch: moved.pitch + (moved.octave < 0 ? 12 : -12), name: name, degree: nil)
            }
            return moved
        }
        return tune
    }

    private mutating func spellCadencesAsOne() {
        var speller = CadenceSpeller()
        for section in sections.indices.reversed() {
            for bar in sections[section].bars.indices.reversed() {
                guard case .chords(var chords) = sections[section].bars[bar].content else { continue }
                for index in chords.indices.reversed() {
                    if let symbol = chords[index].symbol { chords[index].sound = .chord(speller.spelled(symbol)) }
                }
                sections[section].bars[bar].content = .chords(chords)
            }
        }
    }

    /// The tune as written for a transposing instrument.
    public func transposed(for instrument: TransposingInstrument) -> Tune {
        let home = home
        return moved(from: home, to: instrument.reading(home).written, by: instrument.semitones)
    }

    /// The declared key, or else the main key of the analysis.
    public var keyOrLikely: Key? { key ?? TuneAnalysis(of: self).key }

    /// Melodies without chords are in C, as written.
    private var home: Key { keyOrLikely ?? Key(NoteName(.c), .major) }
}

/// The change from one key to another, which preserves degrees.
package struct KeyChange {
    let home: Key
    let goal: Key

    package init(home: Key, goal: Key) {
        self.home = home
        self.goal = goal
    }

    package func moved(_ symbol: ChordSymbol) -> ChordSymbol {
        switch symbol {
        case .chord(let chord): .chord(moved(chord))
        case .polychord(let upper, let lower): .polychord(upper: moved(upper), lower: moved(lower))
        }
    }

    private func moved(_ chord: Chord) -> Chord {
        let degree = moved(chord.root, from: home.lowestRoot(of: chord.type))
        // In F♯, F7 is not E♯7, which needs G𝄪. What is written in its own key stays.
        let root = home.tonic == goal.tonic ? degree : degree.plainRoot(of: chord.type.degrees, in: goal)
        return Chord(
            root, chord.type,
            bass: chord.bass.map { bass in
                // In the new key a chord's own note is spelled as its degree: the third of E7 is G♯ in every function.
                guard home.tonic != goal.tonic else { return bass }
                return chord.degree(of: bass).map { root.adding($0).simplified } ?? moved(bass)
            })
    }

    /// The note spelled in the key. Foreign notes are never E♯, B♯, C♭ or F♭ and have at most one accidental.
    /// - Parameter lowest: the first of the twelve usual positions on the line of fifths, relative to the tonic: ♭II …
    ///   ♯IV, unless a chord on the note requires others.
    func moved(_ note: NoteName, from lowest: Int = -5) -> NoteName {
        let place = home.tonic == goal.tonic ? note.fifths - home.tonic.fifths : place(of: note, from: lowest)
        let moved = NoteName(fifths: goal.tonic.fifths + place).simplified
        if KeyChange.plain.contains(moved.fifths) || goal.notes.contains(moved) { return moved }
        return NoteName(fifths: moved.fifths + (moved.fifths > 0 ? -12 : 12))
    }

    /// The position of a note in fifths above the tonic. Its spelling decides, unless the key itself spells the note or
    /// has no better name: in A♭ minor a ♮VI is F, not E♯; in E minor it is C♯.
    private func place(of note: NoteName, from lowest: Int) -> Int {
        if let own = home.notes.first(where: { $0.pitchClass == note.pitchClass }) {
            return own.fifths - home.tonic.fifths
        }
        let written = note.fifths - home.tonic.fifths
        var usual = written
        while usual < lowest { usual += 12 }
        while usual > lowest + 11 { usual -= 12 }
        let isMeant = KeyChange.foreign.contains(written) && KeyChange.plain.contains(home.tonic.fifths + usual)
        return isMeant ? written : usual
    }

    /// G♭ to A♯; beyond are alternative names of white keys.
    fileprivate static let plain = -6...10
    /// ♭V to ♯VI, used in any key.
    private static let foreign = -6...10
}

/// Spells the chords of a progression in another key, from the last one to the first.
///
/// The dominants before their targets, and the seconds before these dominants, are a chain of fifths: E♭mi7 A♭7 D♭ma7,
/// not D♯mi7 G♯7 D♭ma7.
package struct CadenceSpeller {
    private var next: (chord: Chord, isInCadence: Bool)?

    package init() {}

    /// The chord before the one that was spelled last.
    package mutating func spelled(_ symbol: ChordSymbol) -> ChordSymbol {
        guard case .chord(var chord) = symbol else {
            next = nil
            return symbol
        }
        let root = next.flatMap { CadenceSpeller.root(of: chord, before: $0.chord, isInCadence: $0.isInCadence) }
        chord = chord.respelled(on: root ?? chord.root.withoutDoubleSharps(for: chord.type))
        next = (chord, root != nil)
        return .chord(chord)
    }

    /// The root of a dominant as the fifth of its target, or of a second degree as the fifth of such a dominant; nil
    /// for other chords, and where the root would be unusual.
    /// - Parameter isInCadence: whether the next chord has such a root.
    private static func root(of chord: Chord, before next: Chord, isInCadence: Bool) -> NoteName? {
        let (function, goal) = (ChordFunction(chord), ChordFunction(next))
        let isSecond = function.isMinor && isInCadence && goal.isDominant
        let isDominant = function.isDominant && (goal == .major || goal == .minor)
        // G7sus4 before G7.
        let isHeld = function.isDominant && isInCadence && goal.isDominant
        let root = NoteName(fifths: next.root.fifths + (isHeld ? 0 : 1))
        guard isSecond || isDominant || isHeld, root.pitchClass == chord.root.pitchClass,
            KeyChange.plain.contains(root.fifths)
        else { return nil }
        return root
    }
}

extension NoteName {
    /// A♭, E♭ or B♭ for G♯, D♯ or A♯ as the root of a major chord with a sixth or seventh: G♯ma7 needs F𝄪. Triads keep
    /// their root, because they may be dominants.
    fileprivate func withoutDoubleSharps(for type: ChordType) -> NoteName {
        let degrees = type.degrees
        guard fifths > 7, degrees.contains(3), degrees.contains(7) || degrees.contains(6), !degrees.contains(7, -1)
        else { return self }
        return NoteName(fifths: fifths - 12)
    }
}

extension Chord {
    /// The degree of a note of the chord; nil for a foreign bass.
    fileprivate func degree(of note: NoteName) -> Degree? {
        let step = (note.pitchClass - root.pitchClass + 12) % 12
        return type.degrees.first { $0.pitchClass == step }
    }

    /// The chord on another name of its root, with a bass named accordingly.
    fileprivate func respelled(on root: NoteName) -> Chord {
        guard root != self.root else { return self }
        return Chord(
            root, type,
            bass: bass.map { bass in
                degree(of: bass).map { root.adding($0).simplified } ?? root.foreignBass(bass.pitchClass)
            })
    }
}

extension Key {
    /// The first of the twelve usual positions of a chord root on the line of fifths, relative to the tonic. Diminished
    /// chords lead up and are on ♯I, ♯IV and, in major, ♯V. A minor chord may also be on ♯IV, as the second of III, and
    /// a dominant on ♭V, which leads down to IV.
    fileprivate func lowestRoot(of type: ChordType) -> Int {
        guard type.degrees.contains(3, -1) else { return -6 }
        let isDiminished = type.degrees.contains(5, -1) && !type.degrees.contains(5)
        return isDiminished ? (mode.degrees.contains(3) ? -3 : -4) : -5
    }
}
