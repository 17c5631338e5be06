import Harmony
import Testing

@Suite struct Fingers {
    private func fingers(_ pitches: Int..., hand: Hand = .right) -> [Int] {
        Fingering.fingers(
            for: pitches.map { Tone(pitch: $0, name: NoteName(pitchClass: $0 % 12), degree: nil) }, of: hand)
    }

    /// The fingerings of beginners' methods.
    @Test func triadsHaveTheStandardFingering() {
        #expect(fingers(60, 64, 67) == [1, 3, 5])
        #expect(fingers(64, 67, 72) == [1, 2, 5])
        #expect(fingers(67, 72, 76) == [1, 3, 5])
        #expect(fingers(48, 52, 55, hand: .left) == [5, 3, 1])
        #expect(fingers(52, 55, 60, hand: .left) == [5, 3, 1])
        #expect(fingers(55, 60, 64, hand: .left) == [5, 2, 1])
        #expect(fingers(60, 72) == [1, 5])
        #expect(fingers(60, 64, 67, 71) == [1, 2, 3, 5])
    }

    @Test func thumbAndLittleFingerAvoidBlackKeys() {
        // A fifth takes thumb and little finger. On B♭ and F, the second finger replaces the thumb.
        #expect(fingers(72, 79) == [1, 5])
        #expect(fingers(70, 77) == [2, 5])
        // A fourth from F to B♭ does not need the little finger.
        #expect(fingers(65, 70)[1] != 5)
        // No other finger reaches an octave.
        #expect(fingers(70, 82) == [1, 5])
    }

    @Test func fingersAscendWithoutRepetition() {
        var shapes: [[Int]] = [[]]
        for _ in 1...5 {
            shapes += shapes.flatMap { shape in (1...5).map { shape + [(shape.last ?? 59) + $0] } }
        }
        for shape in Set(shapes) where shape.count <= 5 {
            let tones = shape.map { Tone(pitch: $0, name: NoteName(pitchClass: $0 % 12), degree: nil) }
            for hand in Hand.allCases {
                let fingers = Fingering.fingers(for: tones, of: hand)
                #expect(fingers.count == shape.count && fingers.allSatisfy { (1...5).contains($0) })
                #expect(zip(fingers, fingers.dropFirst()).allSatisfy { hand == .right ? $0 < $1 : $0 > $1 })
            }
        }
        #expect(fingers(60, 61, 62, 63, 64, 65).isEmpty)
    }

    /// Mirroring the keyboard at D keeps the colors of keys and swaps the hands.
    @Test func leftHandMirrorsTheRightHand() {
        let shapes = [[60, 64, 67], [61, 65, 68, 71], [60, 63, 67, 70], [62, 66, 69, 74]]
        for shape in shapes {
            let mirrored = shape.reversed().map { 124 - $0 }
            let right = Fingering.fingers(
                for: shape.map { Tone(pitch: $0, name: NoteName(pitchClass: $0 % 12), degree: nil) }, of: .right)
            let left = Fingering.fingers(
                for: mirrored.map { Tone(pitch: $0, name: NoteName(pitchClass: $0 % 12), degree: nil) }, of: .left)
            #expect(left == right.reversed())
        }
    }
}
