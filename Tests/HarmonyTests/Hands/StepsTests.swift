import Harmony
import Testing

@Suite struct StepsFromAVoicing {
    private let voicer = Voicer()

    /// All voicings reached by repeating a step until it ends.
    private func walk(_ step: Voicer.Step, up isUp: Bool, from voicing: Voicing) -> [Voicing] {
        var path = [voicing]
        while let next = voicer.step(step, up: isUp, from: path[path.count - 1]), path.count < 200 { path.append(next) }
        return path
    }

    @Test func triadIsInvertedUpwards() throws {
        let root = try #require(voicer.voicings(of: .chord(try Chord("C")), in: .close).list.first)
        #expect(root.right.map(\.pitch) == [60, 64, 67])
        let first = try #require(voicer.step(.inversion, up: true, from: root))
        #expect(first.right.map(\.pitch) == [64, 67, 72])
        #expect(try #require(voicer.step(.inversion, up: true, from: first)).right.map(\.pitch) == [67, 72, 76])
        #expect(voicer.step(.inversion, up: false, from: first) == root)
    }

    @Test func inversionOfARootlessFormIsTheOtherForm() throws {
        let form = try #require(voicer.voicings(of: .chord(try Chord("Cmi9")), in: .rootlessA).list.first)
        let styles =
            walk(.inversion, up: true, from: form).map(\.style) + walk(.inversion, up: false, from: form).map(\.style)
        #expect(Set(styles) == [.rootlessA, .rootlessB])
    }

    @Test func everySeriesOfStepsAdvancesAndEnds() throws {
        for name in ["C", "Dmi7", "G13", "Cma13(#11)", "D/C", "C7alt"] {
            for style in VoicingStyle.allCases {
                guard let start = voicer.voicings(of: .chord(try Chord(name)), in: style).list.first else { continue }
                for step in Voicer.Step.allCases {
                    for isUp in [true, false] {
                        let path = walk(step, up: isUp, from: start)
                        #expect(path.count < 60, "\(name) \(style.title) \(step) does not end")
                        for (one, other) in zip(path, path.dropFirst()) {
                            check(one, other, step, isUp)
                        }
                    }
                }
            }
        }
    }

    private func check(_ one: Voicing, _ other: Voicing, _ step: Voicer.Step, _ isUp: Bool) {
        func height(_ voicing: Voicing) -> Int { voicing.tones.reduce(0) { $0 + $1.pitch } }
        let sign = isUp ? 1 : -1
        switch step {
        case .octave: #expect(other.tones.map(\.pitch) == one.tones.map { $0.pitch + 12 * sign })
        case .inversion:
            #expect(sign * (height(other) - height(one)) > 0)
            #expect(PitchClassSet(one.tones.map(\.pitch)) == PitchClassSet(other.tones.map(\.pitch)))
            #expect(one.left.count == other.left.count)
        case .top: #expect(sign * (other.tones.last!.pitch - one.tones.last!.pitch) > 0)
        }
        #expect(!other.isMuddy || one.isMuddy)
    }

    @Test func voiceLedChordsKeepTheirColorTones() throws {
        let row = try ["Dmi7", "G7", "Cmi7"].map { ChordToVoice.chord(try Chord($0)) }
        for voicing in Leading(of: row, in: .rootless).voicings {
            let next =
                voicer.step(.inversion, up: true, from: voicing) ?? voicer.step(.inversion, up: false, from: voicing)
            #expect(next?.added == voicing.added)
        }
    }
}
