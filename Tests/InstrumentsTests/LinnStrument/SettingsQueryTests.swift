import Testing

import Instruments

/// A LinnStrument that answers as in the manufacturer's list: the requested parameter in six messages.
private struct Answering {
    var values: [Int: Int]

    func answer(_ question: [MIDIMessage]) -> [MIDIMessage] {
        let data = question.compactMap { if case .control(_, _, let value) = $0 { value } else { nil } }
        guard data.count == 6, data[0] << 7 | data[1] == 299 else { return [] }
        let number = data[2] << 7 | data[3]
        guard let value = values[number] else { return [] }
        return [(99, number >> 7), (98, number & 127), (6, value >> 7), (38, value & 127), (101, 127), (100, 127)]
            .map { MIDIMessage.control(channel: 1, controller: $0, value: $1) }
    }
}

/// Reads the settings of an instrument with these parameters; others time out.
private func learn(_ values: [Int: Int]) -> SettingsQuery {
    var dialogue = SettingsQuery()
    let instrument = Answering(values: values)
    while !dialogue.isOver {
        let answer = instrument.answer(dialogue.question)
        if answer.isEmpty {
            // The timeouts of earlier requests do not affect this one.
            let areOthersGivenUp = (0..<dialogue.count).contains { dialogue.giveUp($0) }
            let isGivenUp = dialogue.giveUp(dialogue.count)
            #expect(!areOthersGivenUp && isGivenUp)
        } else {
            let answers = answer.filter { dialogue.receive($0) }
            #expect(answers.count == 1)
        }
    }
    return dialogue
}

@Suite("Asking a LinnStrument how it is set")
struct SettingsDialogueTests {
    @Test("A request is parameter 299 with the number of the wanted parameter, in exactly six messages")
    func question() {
        let bytes = SettingsQuery().question.map { $0.bytes }
        #expect(
            bytes == [
                [0xB0, 99, 2], [0xB0, 98, 43], [0xB0, 6, 0], [0xB0, 38, 0], [0xB0, 101, 127], [0xB0, 100, 127],
            ])
    }

    @Test(
        "All answers are applied",
        arguments: [
            (5, 16, LinnStrument.RowOffset.semitones(5)), (0, 16, .noOverlap), (13, 16, .guitar),
            (127, 16, .semitones(0)),
            (12, 28, .semitones(12)), (12, 0, .semitones(-16)), (12, 33, .invertedGuitar), (12, 11, .semitones(-5)),
        ])
    func everything(rowOffset: Int, custom: Int, expected: LinnStrument.RowOffset) {
        let dialogue = learn([
            0: 2, 18: 1, 19: 48, 60: 0, 36: 6, 37: 4, 38: 9, 200: 0, 227: rowOffset, 246: 1, 253: custom,
        ])
        #expect(dialogue.hasAnswers)
        #expect(
            dialogue.applied(to: LinnStrument(.small))
                == LinnStrument(
                    .small, rowOffset: expected, octave: 1, transposePitch: -3, transposeLights: 2, isLeftHanded: true))
        #expect(dialogue.hasChannelPerRow == true)
        #expect(dialogue.bendRange == 48)
        #expect(!dialogue.isSplit)
    }

    @Test("Settings unknown to older firmware do not change")
    func older() {
        let dialogue = learn([0: 1, 36: 3, 227: 12, 200: 1])
        let before = LinnStrument(.large, rowOffset: .guitar, octave: 2, transposePitch: 3, isLeftHanded: true)
        var expected = before
        expected.octave = -2
        expected.rowOffset = .semitones(12)
        #expect(dialogue.applied(to: before) == expected)
        #expect(dialogue.hasChannelPerRow == false)
        #expect(dialogue.isSplit)
    }

    @Test("Invalid values are ignored", arguments: [36, 37, 38, 227, 246])
    func nonsense(parameter: Int) {
        let before = LinnStrument(.large, rowOffset: .semitones(7), octave: 1)
        #expect(learn([parameter: 99]).applied(to: before) == before)
    }

    @Test(
        "Rows without channels from 1 upwards do not identify the pad",
        arguments: [[0: 2, 18: 3], [0: 2, 60: 1], [0: 1]])
    func otherRows(values: [Int: Int]) {
        let dialogue = learn(values)
        #expect(dialogue.hasChannelPerRow == false)
        #expect(dialogue.bendRange == nil)
    }

    @Test("On an undivided board, the selected split governs, and each has its own values")
    func selectedSplit() {
        let left = [0: 2, 18: 1, 19: 2, 36: 5, 37: 7, 38: 7, 60: 0]
        let right = [100: 1, 118: 9, 119: 24, 136: 7, 137: 5, 138: 8, 160: 0]
        func read(isSplit: Int, selected: Int) -> SettingsQuery {
            let both = left.merging(right) { one, _ in one }
            return learn(both.merging([200: isSplit, 201: selected, 227: 5]) { one, _ in one })
        }
        let query = read(isSplit: 0, selected: 1)
        #expect(
            query.applied(to: LinnStrument()) == LinnStrument(octave: 2, transposePitch: -2, transposeLights: 1))
        #expect(query.bendRange == 24 && query.hasChannelPerRow == false && !query.isSplit)
        for other in [read(isSplit: 0, selected: 0), read(isSplit: 1, selected: 1)] {
            #expect(other.applied(to: LinnStrument()) == LinnStrument())
            #expect(other.bendRange == 2 && other.hasChannelPerRow == true)
        }
    }

    @Test("The rows of a retuned guitar layout are read")
    func guitar() {
        // Drop D, and a row that is not answered.
        let rows = [263: 28, 264: 35, 265: 40, 266: 45, 267: 50, 268: 55, 269: 60]
        let read = learn(rows.merging([0: 0, 227: 13]) { one, _ in one }).applied(to: LinnStrument())
        #expect((0..<8).map { read.note(at: LinnStrument.Pad(row: $0, column: 0)) } == [28, 35, 40, 45, 50, 55, 60, 64])
    }

    /// The right split begins at the column of parameter 202, counted from 1.
    @Test("Rows without overlap are as far apart as the left split is wide", arguments: [(12, 11), (2, 1), (25, 24)])
    func splitWithoutOverlap(column: Int, width: Int) {
        let read = learn([0: 0, 200: 1, 227: 0, 202: column]).applied(to: LinnStrument())
        for row in 0..<8 {
            let note = 30 + row * width
            #expect(read.note(at: LinnStrument.Pad(row: row, column: 0)) == (note > 127 ? nil : note))
        }
        #expect(LinnStrument.RowOffset(read.rowOffset.text) == read.rowOffset)
        let whole = learn([0: 0, 200: 0, 227: 0, 202: column]).applied(to: LinnStrument())
        #expect(whole == LinnStrument(rowOffset: .noOverlap))
    }

    @Test("A silent instrument times out after two requests")
    func silence() {
        var dialogue = SettingsQuery()
        let givenUp = [0, 0, 1, 2, 3].filter { dialogue.giveUp($0) }
        #expect(givenUp == [0, 1])
        #expect(dialogue.isOver && !dialogue.hasAnswers && dialogue.question.isEmpty)
    }

    @Test("A late answer counts, and is not taken for that to the next request")
    func late() {
        var dialogue = SettingsQuery()
        for message in MIDIMessage.parameter(0, value: 2) { _ = dialogue.receive(message) }
        let isGivenUp = dialogue.giveUp(1)
        // 18 was requested, and now 19; 36 not yet.
        let answers = [18, 36].flatMap { MIDIMessage.parameter($0, value: 7) }.filter { dialogue.receive($0) }
        #expect(isGivenUp && answers.isEmpty)
        #expect(dialogue.question == MIDIMessage.parameter(299, value: 19))
        // Rows from channel 7 do not identify the pad. Without the late answer, channel 1 would be assumed.
        #expect(dialogue.hasChannelPerRow == false)
        #expect(dialogue.applied(to: LinnStrument(.large)) == LinnStrument(.large))
    }

    @Test("Notes, other parameters and incomplete answers are ignored")
    func somethingElse() {
        var dialogue = SettingsQuery()
        let messages =
            MIDIMessage.parameter(36, value: 5) + [.noteOn(channel: 1, note: 60, velocity: 9)]
            + MIDIMessage.parameter(0, value: 1).prefix(3)
            // With a registered parameter in between.
            + [.control(channel: 1, controller: 101, value: 0), .control(channel: 1, controller: 38, value: 1)]
        let answers = messages.filter { dialogue.receive($0) }
        #expect(answers.isEmpty)
        #expect(!dialogue.hasAnswers)
        #expect(dialogue.question == MIDIMessage.parameter(299, value: 0))
    }
}
