import Exchange
import Harmony
import Input
import Instruments
import JSONText
import Practice
import Rendering
import Testing

@Suite struct Performances {
    /// Strokes agree with `Voices`, which shows held notes on screens and is independent of them.
    @Test(arguments: [1, 3]) func strokesAgreeWithHeldVoices(channels: Int) throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var events: [MIDIFile.Event] = []
            var voices = Voices()
            /// The sounding notes after each tick.
            var sounding: [[Int]] = []
            for tick in 0..<120 {
                let channel = Int.random(in: 1...channels, using: &random)
                let note = Int.random(in: 60...66, using: &random)
                let message: MIDIMessage
                switch Int.random(in: 0..<20, using: &random) {
                case 0...8: message = .noteOn(channel: channel, note: note, velocity: 64)
                case 9...16: message = .noteOff(channel: channel, note: note, velocity: 64)
                // The pedals of all channels count as one pedal, so they agree only with a single channel.
                case 17 where channels == 1:
                    message = .control(channel: 1, controller: 64, value: Bool.random(using: &random) ? 127 : 0)
                case 18 where channels == 1:
                    message = .control(channel: 1, controller: [120, 121].randomElement(using: &random)!, value: 0)
                default: message = .control(channel: channel, controller: 123, value: 0)
                }
                events.append(MIDIFile.Event(tick: tick, kind: .message(message)))
                events.append(
                    MIDIFile.Event(tick: tick, kind: .message(.noteOn(channel: 10, note: 36 + tick % 40, velocity: 64)))
                )
                voices.receive(message)
                sounding.append(voices.pitches)
            }
            let file = MIDIFile(tracks: [events])
            let strokes = try Performance(file).strokes
            var held = HeldKeys()
            var next = 0
            for (tick, expected) in sounding.enumerated() {
                while next < strokes.count, strokes[next].seconds <= file.seconds(atTick: tick) {
                    held.receive(strokes[next].stroke)
                    next += 1
                }
                #expect(held.sounding == expected)
            }
            #expect(next == strokes.count)
        }
    }

    /// Every exercise is read back from its address and from its JSON.
    @Test func exercisesAreReadBack() throws {
        let lines =
            Course.all.flatMap { $0.lessons.map { $0.exercise.words } } + [
                "play row D/F♯ C7+A B♭6/9 called A/B: 50 % | semitones from F♯ | in time 200 beats 3",
                "hear pair C7 + A♭ | shuffled | voiced with-bass",
                "play row Dmi7 G7 Cma7 in rootless called A/B | fourths from F",
                "play voicing 7(♭9♭13) rootless-b | fifths | bass band as-written landing 50",
            ]
        for line in lines {
            let exercise = try ExerciseRequest(words: line).exercise()
            guard case .practice(let place) = try Address(path: Address.practice(.exercise(exercise)).path) else {
                return #expect(Bool(false), "\(line)")
            }
            #expect(place.exercise == exercise)
            let sheet = try ExerciseSheet(exercise, seed: 5, for: Pianist(left: .octave, register: .high))
            // The questions follow from these three.
            let read = try ExerciseSheet(reading: JSON(Answers.json(sheet).text))
            #expect(read.exercise == exercise && read.seed == 5 && read.pianist == sheet.pianist)
        }
    }

    @Test(arguments: [
        ("play row Hm7 E7 in rootless called H und B", "play row Bmi7 E7 in rootless called H und B"),
        ("play row B7, H7 in drop-2 | fourths from H", "play row B♭7 B7 in drop-2 | fourths from B"),
    ])
    func rowsAreReadWithGermanNoteNames(typed: String, meant: String) throws {
        #expect(try ExerciseRequest(words: typed).exercise(in: .german).words == meant)
    }
}
