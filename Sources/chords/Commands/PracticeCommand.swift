import ArgumentParser
import Exchange
import Harmony
import Input
import JSONText
import Practice

/// `chords practise`: exercises, judging, courses and simulated learners.
struct PracticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "practise",
        abstract: "Make exercises, judge recordings of them, read the courses, and simulate learners.",
        subcommands: [Make.self, Judge.self, Courses.self, Simulate.self]
    )

    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an exercise with its questions.",
            discussion: """
                What to practise is one of
                  chord mi7                     pair C7 + A                  way C7 + A = C13(b9)
                  voicing mi7 rootless-a        upper-structure VI           cadence minor rootless
                  scale Lydian Dominant         row Dmi7 G7 Cma7 in shell

                The same seed gives the same questions. 'chords practise judge' judges a recording by the JSON of an \
                exercise. An exercise can also be given in one line, as it is printed: \
                'play upper-structure VI | fifths from F | in time 120 beats 4 | bass free landing 200'. The printed \
                address opens it on the page.
                """)

        @Argument(help: "An exercise in one line, such as 'play upper-structure VI | fifths'.") var words: String?
        @Option(help: "The material, such as 'upper-structure VI', instead of the line.") var thing: String?
        @Option(help: "The task: \(list(Exercise.Task.allCases)). (default: play)") var task: String?
        @Option(
            help: "The order of the keys: \(list(KeyOrder.allCases)). (default: fourths; a progression is played once)")
        var order: String?
        @Option(help: "The first key, such as Bb. (default: C, or the key of a progression)") var from: String?
        @Option(help: "Play in time at this tempo: \(bounds(Pace.tempos)). Without it, the exercise waits for you.")
        var tempo: Int?
        @Option(help: "Beats for each chord in time: \(bounds(Pace.beats)). (default: 4)") var beats: Int?
        @Option(
            help:
                """
                The lowest note: the bass of the chord (lowest), any chord tone (free), or a bass player plays it \
                (band).
                """
        )
        var bass: String?
        @Option(
            help: """
                Milliseconds a chord must stay unchanged before it counts: \(bounds(Conditions.landings)). \
                (default: \(Conditions.usualLanding))
                """)
        var landing: Int?
        @Flag(help: "Only the exact voicing is right, in any octave.") var asWritten = false
        @Flag(help: "By ear, chords sound as hands play them, not in root position.") var voiced = false
        @Flag(help: "By ear, add a bass note.") var withBass = false
        @Flag(help: "In time, bass and drums accompany.") var withBand = false
        @Option(help: "The span of the hands: octave, ninth or tenth, or LEFT,RIGHT. (default: tenth)") var reach:
            String?
        @Option(help: "The register: low, middle or high. (default: middle)") var register: String?
        @Option(help: "Selects the random order and the random answers.") var seed: UInt64 = 0
        @OptionGroup var notes: NotesOption
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            if words == nil, thing == nil { throw ValidationError("Give an exercise in one line, or --thing.") }
            if words != nil, thing != nil {
                throw ValidationError("Give an exercise in one line or --thing, not both.")
            }
            if words == nil, beats != nil, tempo == nil {
                throw ValidationError("--beats is for exercises in time. Give --tempo, too.")
            }
        }

        func run() {
            Terminal.answering { () throws(InputError) in
                var wish = ExerciseRequest(words: words, thing: thing)
                (wish.task, wish.order, wish.from, wish.bass) = (task, order, from, bass)
                (wish.tempo, wish.beats, wish.landing) = (tempo, beats, landing)
                (wish.isAsWritten, wish.isVoiced) = (asWritten, voiced)
                (wish.hasBass, wish.hasBand) = (withBass, withBand)
                let sheet = try ExerciseSheet(
                    try wish.exercise(in: notes.names), seed: seed, for: try .parse(reach: reach, register: register))
                return json
                    ? Answers.json(sheet, notation: notes.notation).text
                    : TextReport(colored: false, notation: notes.notation).exercise(sheet)
            }
        }

        private static func list<Choice: RawRepresentable<String>>(_ choices: [Choice]) -> String {
            choices.map(\.rawValue).joined(separator: ", ")
        }

        private static func bounds(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
    }

    struct Judge: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Judge a recording of an exercise, or the result of an assignment.",
            discussion: """
                With an exercise and a recording, each question gets a verdict. With one file, the result of an \
                assignment that a pupil has sent, all answers are judged again from what was played.

                The verdicts are as written (the exact voicing, in any octave), right (any voicing with the right \
                notes), late, almost (at most two faults), wrong and missed. A chord counts after it has been held as \
                long as the exercise says. Rolled chords and the pedal are understood. All channels of the file are \
                one pair of hands, except drums on channel 10. Without a tempo, you can try a chord until it is \
                right, or play the next one.

                A WAV file is heard as 'chords listen' hears it: a strike of which it is not sure counts neither for \
                nor against the player, and the bass note is not verified.
                """)

        @Argument(
            help: """
                The output of 'chords practise make --json', or the result of an assignment; - is standard input.
                """) var exercise: String
        @Argument(
            help: "A Standard MIDI File (- is standard input) or a WAV file of a piano. A result needs none.")
        var take: String?
        @Option(help: "The time of the first beat in seconds, for exercises in time. (default: the first key)")
        var downbeat: Double?
        @OptionGroup var notes: NotesOption
        @Flag(help: "Print JSON.") var json = false

        /// The maximum size in bytes. An exercise with a thousand questions has less than a fifth.
        private static let maximumExerciseSize = 8_000_000
        /// The maximum size in bytes, as in 'chords midi'.
        private static let maximumFileSize = 8_000_000

        func validate() throws {
            if exercise == "-", take == "-" {
                throw ValidationError("The exercise and the recording cannot both come from standard input.")
            }
            if let downbeat, !(0...Performance.maximumTime).contains(downbeat) {
                throw ValidationError("--downbeat must be a time from 0 to \(Int(Performance.maximumTime)) seconds.")
            }
        }

        func run() throws {
            let written = content(of: exercise, limit: Self.maximumExerciseSize)
            guard let take else {
                Terminal.answering { () throws(InputError) in
                    let judged = try JudgedResult(reading: try .parse(written))
                    return json
                        ? Answers.json(judged, notation: notes.notation).text
                        : TextReport(colored: false, notation: notes.notation).result(judged)
                }
                return
            }
            Terminal.answering { () throws(InputError) in
                let sheet = try ExerciseSheet(reading: try .parse(written))
                let judged = try judged(take, of: sheet)
                return json
                    ? Answers.json(judged, notation: notes.notation).text
                    : TextReport(colored: false, notation: notes.notation).take(judged)
            }
        }

        private func judged(_ take: String, of sheet: ExerciseSheet) throws(InputError) -> JudgedTake {
            guard let sound = try SoundFile(ifSound: take) else {
                let played = content(of: take, limit: Self.maximumFileSize)
                return try JudgedTake(try Performance(reading: played), of: sheet, downbeat: downbeat)
            }
            Terminal.warn(sound.wave.remarks)
            let strikes = sound.strikes().map { onset in
                HeardStrike(at: onset.seconds) { HeardStrike.Answer(onset.evidence, to: $0) }
            }
            return try JudgedTake(hearing: strikes, of: sheet, downbeat: downbeat)
        }

        private func content(of path: String, limit: Int) -> [UInt8] {
            path == "-" ? Terminal.input(limit: limit) : Terminal.contents(of: path, limit: limit)
        }
    }

    struct Courses: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the courses, or the lessons of one course.")

        @Argument(help: "A course, such as upper-structures. Without it, all are listed.") var id: String?
        @OptionGroup var notes: NotesOption
        @Flag(help: "Print JSON.") var json = false

        func run() {
            Terminal.answering { () throws(InputError) in
                let report = TextReport(colored: false, notation: notes.notation)
                guard let id else { return json ? Answers.courses().text : report.courses() }
                let course = try Answers.course(id)
                return json ? Answers.json(course, notation: notes.notation).text : report.course(course)
            }
        }
    }
    struct Simulate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Play the daily session with a simulated learner, day after day.",
            discussion: """
                The planner and the memory are those of the page. A learner is a JSON object. Every field has a \
                default:
                  {"memory": {"law": "exponential", "halfLife": 1.5, "growth": 2.0, "shrink": 0.4},
                   "answer": {"seconds": 2.5, "spread": 0.3, "error": 0.03},
                   "slow": {"roots": {"F♯": 1.8}, "types": {"mi7(♭5)": 1.6}, "changes": 1.4},
                   "absent": [[100, 121], [300, 314]], "course": "upper-structures", "instrument": true}

                Laws of forgetting are exponential, power and step. The same learner and seed give the same days.
                """)

        @Argument(help: "A learner in JSON; - is standard input.") var learner: String
        @Option(help: "The number of days: 1 to \(Simulate.maximumDays).") var days = 630
        @Option(help: "The length of a session: 5, 10, 15 or 20.") var minutes = 10
        @Option(help: "Selects the learner's luck and the planner's choices.") var seed: UInt64 = 0
        @OptionGroup var notes: NotesOption
        @Flag(help: "Print JSON.") var json = false

        /// Ten years.
        private static let maximumDays = 3650
        /// The maximum size of a learner in bytes.
        private static let maximumSize = 1_000_000

        func validate() throws {
            guard (1...Simulate.maximumDays).contains(days) else {
                throw ValidationError("--days must be a number from 1 to \(Simulate.maximumDays).")
            }
            guard Today.minutes.contains(minutes) else {
                throw ValidationError("--minutes must be 5, 10, 15 or 20.")
            }
        }

        func run() {
            let written =
                learner == "-"
                ? Terminal.input(limit: Self.maximumSize) : Terminal.contents(of: learner, limit: Self.maximumSize)
            Terminal.answering { () throws(InputError) in
                let read = try JSON.parse(written)
                let simulated = try SimulatedLearner(reading: read)
                let unknown = SimulatedLearner.unknownFields(of: read)
                Terminal.warn(unknown.map { "“\($0)” is not a field of a learner. It is ignored." })
                let simulation = Simulation(simulated, days: days, minutes: minutes, seed: seed)
                return json
                    ? Answers.json(simulation, notation: notes.notation).text
                    : TextReport(colored: false, notation: notes.notation).simulation(simulation)
            }
        }
    }
}

extension JSON {
    fileprivate static func parse(_ bytes: [UInt8]) throws(InputError) -> JSON {
        do throws(JSONError) {
            return try JSON(bytes)
        } catch {
            throw InputError(error.message)
        }
    }
}
