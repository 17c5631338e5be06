/// A note as it is played and read: which key, how it is spelled, and what it is to the root.
public struct Tone: Sendable, Hashable {
    /// MIDI number; 60 is middle C.
    public let pitch: Int
    public let name: NoteName
    /// What the note is to the root of its chord; nil for a bass that is foreign to the chord.
    public let degree: Degree?

    public init(pitch: Int, name: NoteName, degree: Degree?) {
        self.pitch = pitch
        self.name = name
        self.degree = degree
    }

    /// The same note `semitones` higher, with the same spelling: whole octaves only.
    func moved(by semitones: Int) -> Tone {
        Tone(pitch: pitch + semitones, name: name, degree: degree)
    }
}
