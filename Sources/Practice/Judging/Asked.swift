import Harmony

/// What has to be played, as it is judged: which notes have to sound, which may, and what lies lowest.
public struct Asked: Sendable, Hashable {
    /// What degrees are counted from.
    public let root: NoteName
    /// What may not be missing.
    public let required: PitchClassSet
    /// All that may sound, ``required`` included; anything else is foreign.
    public let allowed: PitchClassSet
    /// Of each of these sets one note has to sound: of a plain `alt` a ninth, and one of ♯11 and ♭13.
    public let oneOf: [PitchClassSet]
    /// The pitch class of the lowest note; nil where any note may lie lowest.
    public let bass: Int?
    /// The keys of the voicing that is written, upwards; empty where none is.
    public let written: [Int]
    /// Whether only this voicing is right, and not any with the same notes.
    public let isAsWritten: Bool
    /// A single note of a line: only what is struck anew counts, and at once.
    public let isMelodic: Bool
    /// By pitch class: how the note is called here, foreign ones too.
    private let names: [NoteName]
    /// By pitch class: what the note is to the root.
    private let degrees: [Degree]

    /// A chord, or two, in any voicing or in this one.
    /// - Parameters:
    ///   - voicing: how it is written. What it leaves out may be missing, what it adds may sound, and where it has another
    ///     note than the bass at the bottom no bass is asked for: what is written is right.
    ///   - isVoiced: the voicing itself is what is practised, so that all of its notes have to sound.
    public init(
        _ subject: ChordToVoice, bass rule: BassRule = .lowest, voicing: Voicing? = nil, isVoiced: Bool = false,
        isAsWritten: Bool = false
    ) {
        let hasBand = rule == .band
        let chord = subject.chord.spelled(in: .jazz)
        var needed: PitchClassSet
        var all: PitchClassSet
        var oneOf: [PitchClassSet] = []
        switch subject {
        case .chord:
            let essentials = chord.essentials(hasBand: hasBand)
            (needed, all, oneOf) = (essentials.needed, essentials.all, essentials.oneOf)
        case .pair(let pair):
            // Both chords have to be heard: of a triad all, of more than that as much as says it.
            let lower = pair.lower.essentials(hasBand: hasBand)
            let upper = pair.upper.essentials()
            needed = lower.needed.union(upper.needed)
            all = lower.all.union(upper.all)
        }
        var ground: Int? = rule == .lowest ? Asked.ground(of: subject) : nil
        if let voicing, let lowest = voicing.tones.first {
            let sounding = PitchClassSet(voicing.tones.map { $0.pitch })
            all = all.union(sounding)
            needed = isVoiced ? sounding : needed.intersection(sounding)
            if isVoiced { oneOf = [] }
            if let wanted = ground, lowest.pitch % 12 != wanted { ground = nil }
        }
        self.init(
            root: chord.root, required: needed, allowed: all, oneOf: oneOf.filter { !$0.isEmpty }, bass: ground,
            written: voicing?.tones.map { $0.pitch } ?? [], isAsWritten: isAsWritten && voicing != nil, isMelodic: false,
            calling: Callings(subject, voicing))
    }

    /// One of two chords that make a third, by itself or together with the other.
    public init(_ half: Chord, completing whole: Chord, written: [Int] = []) {
        let essentials = half.essentials()
        self.init(
            root: half.root, required: essentials.needed, allowed: whole.pitchClasses.union(essentials.all),
            oneOf: essentials.oneOf, bass: nil, written: written, isAsWritten: false, isMelodic: false,
            calling: Callings(.chord(half), nil))
    }

    /// A note of a scale, in any octave.
    public init(_ tone: Tone, of scale: Scale) {
        let note = PitchClassSet([tone.pitch])
        self.init(
            root: scale.root, required: note, allowed: note, oneOf: [], bass: nil, written: [tone.pitch], isAsWritten: false,
            isMelodic: true, calling: Callings(scale))
    }

    private init(
        root: NoteName, required: PitchClassSet, allowed: PitchClassSet, oneOf: [PitchClassSet], bass: Int?, written: [Int],
        isAsWritten: Bool, isMelodic: Bool, calling: Callings
    ) {
        self.root = root
        self.required = required
        self.allowed = allowed
        self.oneOf = oneOf
        self.bass = bass
        self.written = written
        self.isAsWritten = isAsWritten
        self.isMelodic = isMelodic
        names = calling.names
        degrees = calling.degrees
    }

    private static func ground(of subject: ChordToVoice) -> Int {
        switch subject {
        case .chord(let chord): chord.lowest.pitchClass
        case .pair(let pair): pair.bass.pitchClass
        }
    }

    /// Whether another note of this number may sound besides, as both sevenths above two chords.
    func isAmbiguous(_ degree: Degree) -> Bool {
        allowed.contains { degrees[$0].number == degree.number && degrees[$0] != degree }
    }

    /// How a key is called here.
    /// - Parameter pitch: a MIDI number or a pitch class.
    public func name(of pitch: Int) -> NoteName { names[pitch % 12] }

    /// What a key is to the root; of a foreign one what it would be.
    public func degree(of pitch: Int) -> Degree { degrees[pitch % 12] }

    /// What a foreign key is among what sounds with it. E♭ in C7 is a sharp ninth where E sounds, too, and where E is missing a
    /// minor third; eleventh and thirteenth lie above a seventh, and what is in the place of the fifth is a flat or a sharp
    /// one.
    public func foreign(_ pitch: Int, among sounding: PitchClassSet) -> (name: NoteName, degree: Degree) {
        guard !isMelodic else { return (name(of: pitch), degree(of: pitch)) }
        func sounds(_ semitones: Int...) -> Bool { semitones.contains { sounding.contains((root.pitchClass + $0) % 12) } }
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

/// What the twelve notes are called beside a chord or in a scale.
private struct Callings {
    var names: [NoteName] = []
    var degrees: [Degree] = []

    init(_ subject: ChordToVoice, _ voicing: Voicing?) {
        let chord = subject.chord.spelled(in: .jazz)
        fill(from: chord.root, chord.type.degrees, orElse: Callings.foreign)
        for tone in voicing?.tones ?? [] {
            if let degree = tone.degree, voicing?.added.contains(degree) ?? false { call(tone.name, degree) }
        }
        if let bass = chord.foreignBass { names[bass.pitchClass] = bass }
        guard case .pair(let pair) = subject else { return }
        // What the upper hand has by itself is called as its own chord calls it: E♭ above C7 is E♭, and C7's sharp ninth.
        for note in pair.upper.notes where !pair.lower.pitchClasses.contains(note.pitchClass) {
            names[note.pitchClass] = note
        }
        for note in pair.lower.notes { names[note.pitchClass] = note }
    }

    init(_ scale: Scale) {
        fill(from: scale.root, scale.type.degrees, orElse: Callings.step)
    }

    private mutating func fill(from root: NoteName, _ degrees: DegreeSet, orElse foreign: (Int, DegreeSet) -> Degree) {
        names = (0..<12).map { NoteName(pitchClass: $0) }
        self.degrees = [Degree](repeating: Degree(1), count: 12)
        for semitones in 0..<12 {
            let degree = degrees.degree(sounding: semitones) ?? foreign(semitones, degrees)
            let name = root.adding(degree)
            call(degrees.contains(degree) ? name : name.simplified, degree)
        }
    }

    private mutating func call(_ name: NoteName, _ degree: Degree) {
        names[name.pitchClass] = name
        degrees[name.pitchClass] = degree
    }

    /// What a musician calls a note that a chord has not.
    private static func foreign(_ semitones: Int, beside degrees: DegreeSet) -> Degree {
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

    /// What a musician calls a note that a scale has not: a step of another one.
    private static func step(_ semitones: Int, beside degrees: DegreeSet) -> Degree {
        [
            Degree(1), Degree(2, -1), Degree(2), Degree(3, -1), Degree(3), Degree(4), Degree(5, -1), Degree(5), Degree(6, -1),
            Degree(6), Degree(7, -1), Degree(7),
        ][semitones]
    }
}
