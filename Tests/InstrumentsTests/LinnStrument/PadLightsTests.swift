import Harmony
import Testing

import Instruments

/// The lights after these messages by column and row, decoded from the three controllers only.
private func shown(_ messages: [MIDIMessage], on earlier: [[Int]: Int] = [:]) -> [[Int]: Int] {
    var shown = earlier
    var column = 0
    var row = 0
    for message in messages {
        switch message {
        case .control(1, 20, let value): column = value
        case .control(1, 21, let value): row = value
        case .control(1, 22, let value): shown[[column, row]] = value == 0 ? nil : value
        default: Issue.record("\(message) is no light")
        }
    }
    return shown
}

@Suite("Lights on a connected LinnStrument")
struct PadLightsTests {
    private let cMajor = PitchClassSet([0, 4, 7])
    private let eMinor = PitchClassSet([4, 7, 11])

    @Test("All pads of both chords are lit in the color of their chord", arguments: LinnStrument.Model.allCases)
    func colors(model: LinnStrument.Model) {
        let linnStrument = LinnStrument(model)
        let lit = shown(PadLights(linnStrument, lower: cMajor, upper: eMinor).messages())
        for row in 0..<8 {
            for column in 0..<25 {
                // Rows in fourths from F♯, MIDI note 30. Lit column 1 is the first column of pads.
                let note = 30 + 5 * row + column
                let expected: Int? = column >= model.columns ? nil : [0: 5, 4: 8, 7: 8, 11: 2][note % 12]
                #expect(lit[[column + 1, row]] == expected)
            }
        }
    }

    @Test("Only changes are sent, and remaining lights are cleared")
    func changes() {
        let linnStrument = LinnStrument()
        let first = PadLights(linnStrument, lower: cMajor, upper: PitchClassSet([]))
        let second = PadLights(linnStrument, lower: cMajor, upper: eMinor)
        #expect(first.messages(after: first).isEmpty)
        let changes = second.messages(after: first)
        // E and G become white, B is added, and C stays: 50 of 200 pads with three messages each.
        let changed = linnStrument.pads.filter { [4, 7, 11].contains(linnStrument.note(at: $0)! % 12) }
        #expect(changes.count == 3 * changed.count)
        #expect(shown(changes, on: shown(first.messages())) == shown(second.messages()))
        #expect(shown(PadLights().messages(after: second), on: shown(second.messages())).isEmpty)
    }

    @Test("A grip lights one pad per note: blue for the left hand, yellow for the right")
    func hands() throws {
        // Shapes of three and four notes from low to high, with hands from adjacent to two octaves apart.
        for lowest in 36...56 {
            for gap in 1...24 {
                let left = [lowest, lowest + 4, lowest + 10]
                let right = [0, 3, 8, 12].map { lowest + 10 + gap + $0 }
                for linnStrument in [
                    LinnStrument(), LinnStrument(.small), LinnStrument(rowOffset: .guitar, isLeftHanded: true),
                ] {
                    let hasAll = (left + right).allSatisfy { !linnStrument.pads(of: $0).isEmpty }
                    let grip = linnStrument.grip(left: left, right: right)
                    #expect((grip != nil) == hasAll)
                    guard let grip else { continue }
                    let lights = PadLights(grip)
                    func notes(_ color: PadLights.Color) -> [Int] {
                        linnStrument.pads.filter { lights[$0] == color }.compactMap { linnStrument.note(at: $0) }
                            .sorted()
                    }
                    #expect(notes(.blue) == left && notes(.yellow) == right)
                    #expect(linnStrument.pads.filter { lights[$0] != .own }.count == 7)
                    #expect(linnStrument.grip(left: left, right: right) == grip)
                }
            }
        }
    }
}
