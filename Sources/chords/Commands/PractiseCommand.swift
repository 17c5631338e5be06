import Answers
import ArgumentParser
import Harmony
import JSONText
import Practice

/// What one learns: exercises, and what came of them.
struct PractiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "practise",
        abstract: "Make exercises, judge recordings of them, and read the courses.",
        subcommands: [Make.self, Judge.self, Courses.self]
    )

    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an exercise: something through the keys, question by question.",
            discussion: """
                What is practised is one of
                  chord mi7                     pair C7 + A                  way C7 + A = C13(b9)
                  voicing mi7 rootless-a        upper-structure VI           cadence minor rootless
                  scale Lydian Dominant         row Dmi7 G7 Cma7

                The same seed gives the same questions, and 'chords practise judge' judges what was played against the \
                answer in JSON. An exercise can also be given in one line, as the answer writes it: \
                'play upper-structure VI | fifths from F | in time 120 beats 4 | bass free landing 200'. Behind the \
                address that is told the page has it.
                """)

        @Argument(help: "An exercise in one line, such as 'play upper-structure VI | fifths'.") var words: String?
        @Option(help: "What is practised, such as 'upper-structure VI'; instead of the line.") var thing: String?
        @Option(help: "What is done: \(list(Exercise.Task.allCases)). (default: play)") var task: String?
        @Option(help: "The way through the keys: \(list(KeyOrder.allCases)). (default: fourths; a row goes through once)")
        var order: String?
        @Option(help: "The key with which it begins, such as Bb. (default: C, or where a row is written)") var from: String?
        @Option(help: "In time, at so many beats a minute: \(bounds(Pace.tempos)). Without it the music waits.") var tempo: Int?
        @Option(help: "In time, so many beats for each chord: \(bounds(Pace.beats)). (default: 4)") var beats: Int?
        @Option(help: "What lies lowest: the chord's bass (lowest), any of its notes (free), or somebody else plays the bass (band).")
        var bass: String?
        @Option(help: "For how many milliseconds a chord has to stay the same until it counts: \(bounds(Conditions.landings)). (default: \(Conditions.usualLanding))")
        var landing: Int?
        @Flag(help: "Only the voicing that is written is right, in whatever octave.") var asWritten = false
        @Flag(help: "By ear, chords sound as hands would play them, and not in root position.") var voiced = false
        @Flag(help: "By ear, a bass note sounds below.") var withBass = false
        @Option(help: "How far a hand spans: octave, ninth or tenth, or LEFT,RIGHT. (default: tenth)") var reach: String?
        @Option(help: "Where on the keyboard: low, middle or high. (default: middle)") var register: String?
        @Option(help: "Which of the many shuffled orders and choices of answers.") var seed: UInt64 = 0
        @OptionGroup var notes: NotesOption
        @Flag(help: "Answer with JSON.") var json = false

        func validate() throws {
            if words == nil, thing == nil { throw ValidationError("Give an exercise in one line, or --thing.") }
            if words != nil, thing != nil { throw ValidationError("Give an exercise in one line or --thing, not both.") }
            if words == nil, beats != nil, tempo == nil {
                throw ValidationError("--beats says how long a chord lasts in time: give --tempo, too.")
            }
        }

        func run() {
            Terminal.answering { () throws(Refusal) in
                var wish = ExerciseWish(words: words, thing: thing)
                (wish.task, wish.order, wish.from, wish.bass) = (task, order, from, bass)
                (wish.tempo, wish.beats, wish.landing) = (tempo, beats, landing)
                (wish.isAsWritten, wish.isVoiced, wish.hasBass) = (asWritten, voiced, withBass)
                let assignment = try Assignment(
                    try wish.exercise(in: notes.names), seed: seed, for: try .asked(reach: reach, register: register))
                return json ? Answers.json(assignment, notation: notes.notation).text
                    : TextReport(colored: false, notation: notes.notation).exercise(assignment)
            }
        }

        private static func list<Choice: RawRepresentable<String>>(_ choices: [Choice]) -> String {
            choices.map(\.rawValue).joined(separator: ", ")
        }

        private static func bounds(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
    }

    struct Judge: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Judge a recording of an exercise, question by question.",
            discussion: """
                Verdicts are as written (this very voicing, in whatever octave), right (any voicing with the right notes), \
                late, almost (two faults at most), wrong and missed. A chord counts once it has stayed the same for as long \
                as the exercise says; rolled chords and the pedal are understood. All channels of the file are one pair of \
                hands; drums, on channel 10, are passed over. Where the music waits, a chord may be tried again until it is \
                right, and whoever goes on to the next one has gone on.
                """)

        @Argument(help: "What 'chords practise make --json' answered; - is standard input.") var exercise: String
        @Argument(help: "A Standard MIDI File; - is standard input.") var take: String
        @Option(help: "In time, when the first beat comes, in seconds from the beginning. (default: with the first key)")
        var downbeat: Double?
        @OptionGroup var notes: NotesOption
        @Flag(help: "Answer with JSON.") var json = false

        /// An exercise of a thousand questions has less than a fifth of this, in bytes.
        private static let longestExercise = 8_000_000
        /// As with 'chords midi'.
        private static let longestFile = 8_000_000

        func validate() throws {
            if exercise == "-", take == "-" {
                throw ValidationError("The exercise and the recording cannot both be standard input.")
            }
            if let downbeat, !(0...Performance.longestTime).contains(downbeat) {
                throw ValidationError("--downbeat is a time in seconds, from 0 to \(Int(Performance.longestTime)).")
            }
        }

        func run() throws {
            let written = content(of: exercise, limit: Self.longestExercise)
            let played = content(of: take, limit: Self.longestFile)
            Terminal.answering { () throws(Refusal) in
                let assignment = try Assignment(reading: try .asked(written))
                let judged = try JudgedTake(try Performance(reading: played), of: assignment, downbeat: downbeat)
                return json ? Answers.json(judged, notation: notes.notation).text
                    : TextReport(colored: false, notation: notes.notation).take(judged)
            }
        }

        private func content(of path: String, limit: Int) -> [UInt8] {
            path == "-" ? Terminal.input(limit: limit) : Terminal.contents(of: path, limit: limit)
        }
    }

    struct Courses: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the courses, or tell the lessons of one.")

        @Argument(help: "The course, such as upper-structures; without it all are listed.") var id: String?
        @OptionGroup var notes: NotesOption
        @Flag(help: "Answer with JSON.") var json = false

        func run() {
            Terminal.answering { () throws(Refusal) in
                let report = TextReport(colored: false, notation: notes.notation)
                guard let id else { return json ? Answers.courses().text : report.courses() }
                let course = try Answers.course(id)
                return json ? Answers.json(course, notation: notes.notation).text : report.course(course)
            }
        }
    }
}

extension JSON {
    fileprivate static func asked(_ bytes: [UInt8]) throws(Refusal) -> JSON {
        do throws(JSONError) {
            return try JSON(bytes)
        } catch {
            throw Refusal(error.message)
        }
    }
}
