import Harmony

/// The notes that an answer needs: required notes, allowed notes and the bass.
public struct ExpectedNotes: Sendable, Hashable {
    /// The root from which degrees are counted.
    public let root: NoteName
    /// Pitch classes that must sound.
    public let required: PitchClassSet
    /// Pitch classes that may sound, including ``required``. All others are foreign.
    public let allowed: PitchClassSet
    /// Sets of which at least one note each must sound. A plain `alt` needs a ninth, and ♯11 or ♭13.
    public let oneOf: [PitchClassSet]
    /// The pitch class of the lowest note; nil if any note may be lowest.
    public let bass: Int?
    /// The MIDI notes of the written voicing in ascending order; empty if there is none.
    public let written: [Int]
    /// Whether only the written voicing is right.
    public let isAsWritten: Bool
    /// Whether this is a single note of a line. Then each new note is judged at once.
    public let isMelodic: Bool
    /// Note names by pitch class, including foreign notes.
    private let names: [NoteName]
    /// Degrees above ``root`` by pitch class.
    private let degrees: [Degree]

    /// A chord or a pair of chords, in any voicing or in the given one.
    /// - Parameters:
    ///   - voicing: the written voicing. Notes that it omits may be missing, and notes that it adds may sound. If its
    ///     lowest note is not the bass, no bass is required.
    ///   - isVoiced: whether the voicing itself is practised. Then all of its notes must sound.
    public init(
        _ subject: ChordToVoice, bass rule: BassRule = .lowest, voicing: Voicing? = nil, isVoiced: Bool = false,
        isAsWritten: Bool = false
    ) {
        let hasBassPlayer = rule == .band
        let chord = subject.chord.spelled(in: .jazz)
        var needed: PitchClassSet
        var all: PitchClassSet
        var oneOf: [PitchClassSet] = []
        switch subject {
        case .chord:
            let essentials = chord.essentials(hasBassPlayer: hasBassPlayer)
            (needed, all, oneOf) = (essentials.needed, essentials.all, essentials.oneOf)
        case .pair(let pair):
            // Both chords must be recognizable: a triad completely, a larger chord by its essential notes.
            let lower = pair.lower.essentials(hasBassPlayer: hasBassPlayer)
            let upper = pair.upper.essentials()
            needed = lower.needed.union(upper.needed)
            all = lower.all.union(upper.all)
        }
        var bass: Int? = rule == .lowest ? ExpectedNotes.bassPitchClass(of: subject) : nil
        if let voicing, let lowest = voicing.tones.first {
            let sounding = PitchClassSet(voicing.tones.map { $0.pitch })
            all = all.union(sounding)
            needed = isVoiced ? sounding : needed.intersection(sounding)
            if isVoiced { oneOf = [] }
            if let wanted = bass, lowest.pitch % 12 != wanted { bass = nil }
        }
        self.init(
            root: chord.root, required: needed, allowed: all, oneOf: oneOf.filter { !$0.isEmpty }, bass: bass,
            written: voicing?.tones.map { $0.pitch } ?? [], isAsWritten: isAsWritten && voicing != nil,
            isMelodic: false,
            spelling: NoteSpelling(subject, voicing))
    }

    /// One chord of a pair that makes `whole`. The other chord of the pair may sound too.
    public init(_ half: Chord, completing whole: Chord, written: [Int] = []) {
        let essentials = half.essentials()
        self.init(
            root: half.root, required: essentials.needed, allowed: whole.pitchClasses.union(essentials.all),
            oneOf: essentials.oneOf, bass: nil, written: written, isAsWritten: false, isMelodic: false,
            spelling: NoteSpelling(.chord(half), nil))
    }

    /// A note of a scale in any octave.
    public init(_ tone: Tone, of scale: Scale) {
        let note = PitchClassSet([tone.pitch])
        self.init(
            root: scale.root, required: note, allowed: note, oneOf: [], bass: nil, written: [tone.pitch],
            isAsWritten: false,
            isMelodic: true, spelling: NoteSpelling(scale))
    }

    private init(
        root: NoteName, required: PitchClassSet, allowed: PitchClassSet, oneOf: [PitchClassSet], bass: Int?,
        written: [Int],
        isAsWritten: Bool, isMelodic: Bool, spelling: NoteSpelling
    ) {
        self.root = root
        self.required = required
        self.allowed = allowed
        self.oneOf = oneOf
        self.bass = bass
        self.written = written
        self.isAsWritten = isAsWritten
        self.isMelodic = isMelodic
        names = spelling.names
        degrees = spelling.degrees
    }

    private static func bassPitchClass(of subject: ChordToVoice) -> Int {
        switch subject {
        case .chord(let chord): chord.lowest.pitchClass
        case .pair(let pair): pair.bass.pitchClass
        }
    }

    /// Whether another degree with the same number is allowed, such as both sevenths of a pair of chords.
    func isAmbiguous(_ degree: Degree) -> Bool {
        allowed.contains { degrees[$0].number == degree.number && degrees[$0] != degree }
    }

    /// The name of a note in this context.
    /// - Parameter pitch: a MIDI note number or a pitch class.
    public func name(of pitch: Int) -> NoteName { names[pitch % 12] }

    /// The degree of a note, even if it is foreign.
    public func degree(of pitch: Int) -> Degree { degrees[pitch % 12] }

    /// The name and degree of a foreign note among the sounding notes.
    ///
    /// E♭ in C7 is a sharp ninth if E sounds too, otherwise a minor third. Elevenths and thirteenths need a seventh.
    /// F♯ or A♭ without the fifth is a flat or sharp fifth.
    public func foreign(_ pitch: Int, among sounding: PitchClassSet) -> (name: NoteName, degree: Degree) {
        guard !isMelodic else { return (name(of: pitch), degree(of: pitch)) }
        func sounds(_ semitones: Int...) -> Bool {
            semitones.contains { sounding.contains((root.pitchClass + $0) % 12) }
        }
        let hasSeventh = allowed.contains { degrees[$0].number == 7 }
        let degree =
            switch (pitch + 12 - root.pitchClass) % 12 {
            case 3: hasSeventh && sounds(4) ? Degree(9, 1) : Degree(3, -1)
            case 5: hasSeventh && sounds(3, 4) ? Degree(11) : Degree(4)
            case 6: !sounds(7) ? Degree(5, -1) : hasSeventh ? Degree(11, 1) : Degree(4, 1)
            case 8: !sounds(7) ? Degree(5, 1) : hasSeventh ? Degree(13, -1) : Degree(6, -1)
            case 9: hasSeventh && sounds(10, 11) ? Degree(13) : Degree(6)
            default: degree(of: pitch)
            }
        return (root.adding(degree).simplified, degree)
    }
}

/// Names and degrees of the twelve pitch classes in the context of a chord or scale.
private struct NoteSpelling {
    var names: [NoteName] = []
    var degrees: [Degree] = []

    init(_ subject: ChordToVoice, _ voicing: Voicing?) {
        let chord = subject.chord.spelled(in: .jazz)
        fill(from: chord.root, chord.type.degrees, orElse: NoteSpelling.foreign)
        for tone in voicing?.tones ?? [] {
            if let degree = tone.degree, voicing?.added.contains(degree) ?? false { set(tone.name, degree) }
        }
        if let bass = chord.foreignBass { names[bass.pitchClass] = bass }
        guard case .pair(let pair) = subject else { return }
        // Notes of the upper chord alone keep their names there: E♭ above C7 is E♭, although it is the sharp ninth.
        for note in pair.upper.notes where !pair.lower.pitchClasses.contains(note.pitchClass) {
            names[note.pitchClass] = note
        }
        for note in pair.lower.notes { names[note.pitchClass] = note }
    }

    init(_ scale: Scale) {
        fill(from: scale.root, scale.type.degrees, orElse: NoteSpelling.step)
    }

    private mutating func fill(from root: NoteName, _ degrees: DegreeSet, orElse foreign: (Int, DegreeSet) -> Degree) {
        names = (0..<12).map { NoteName(pitchClass: $0) }
        self.degrees = [Degree](repeating: Degree(1), count: 12)
        for semitones in 0..<12 {
            let degree = degrees.degree(sounding: semitones) ?? foreign(semitones, degrees)
            let name = root.adding(degree)
            set(degrees.contains(degree) ? name : name.simplified, degree)
        }
    }

    private mutating func set(_ name: NoteName, _ degree: Degree) {
        names[name.pitchClass] = name
        degrees[name.pitchClass] = degree
    }

    /// The usual degree for a note that is not in the chord.
    private static func foreign(_ semitones: Int, to degrees: DegreeSet) -> Degree {
        let hasSeventh = degrees.contains(anyOf: 7)
        return switch semitones {
        case 0: Degree(1)
        case 1: Degree(9, -1)
        case 2: Degree(9)
        case 3: degrees.contains(3) ? Degree(9, 1) : Degree(3, -1)
        case 4: Degree(3)
        case 5: hasSeventh ? Degree(11) : Degree(4)
        case 6: degrees.contains(5) ? Degree(11, 1) : Degree(5, -1)
        case 7: Degree(5)
        case 8: degrees.contains(anyOf: 5) ? Degree(13, -1) : Degree(5, 1)
        case 9: hasSeventh ? Degree(13) : Degree(6)
        case 10: Degree(7, -1)
        default: Degree(7)
        }
    }

    /// The usual degree for a note that is not in the scale.
    private static func step(_ semitones: Int, to degrees: DegreeSet) -> Degree {
        [
            Degree(1), Degree(2, -1), Degree(2), Degree(3, -1), Degree(3), Degree(4), Degree(5, -1), Degree(5),
            Degree(6, -1),
            Degree(6), Degree(7, -1), Degree(7),
        ][semitones]
    }
}
