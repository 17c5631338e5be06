import ArgumentParser
import Exchange
import Foundation
import Harmony
import Input
import JSONText
import Listening
import Practice

struct ListenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Listen to a recording of a piano, and verify the chord that was asked for.",
        discussion: """
            Each strike is listed with its time and the notes that were heard, each with its confidence. With \
            --expect, each strike is verified: right; not yet, if a note is clearly missing or an extra note clearly \
            sounds; or unsure. Any voicing with the right notes counts, in any inversion. With --voicing, exactly \
            these keys must sound. From a score of 0.5 a chord is right.

            Verifying is reliable, naming is not: without --expect, notes may be missing or added, most often an \
            octave above another note. Notes below G2 are heard badly.

            The recording is a WAV file with integers of 8 to 32 bits or floats, \
            \(WaveFile.rates.lowerBound)–\(WaveFile.rates.upperBound) Hz, and any number of channels, which are mixed. \
            “-” reads standard input. A damaged file is read as far as possible; standard error, and problems in the \
            JSON, say what is wrong.
            """
    )

    @Argument(help: "A WAV file.") var file: String
    @Option(help: "The chord that should be heard, for instance 'C13(b9)', or two: 'C7 + A'.") var expect: String?
    @Option(help: "Its keys as MIDI numbers or notes, left hand | right hand: '48 52 58 | 61 64 69'.")
    var voicing: String?
    @OptionGroup var notes: NotesOption
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        if voicing != nil, expect == nil {
            throw ValidationError("--voicing needs --expect, which says how its notes are spelled.")
        }
        do throws(InputError) {
            _ = try expectation()
        } catch {
            throw ValidationError(error.message)
        }
    }

    func run() {
        Terminal.answering { () throws(InputError) in
            let expectation = try expectation()
            let sound = try SoundFile(file)
            let strikes = sound.strikes().compactMap { Strike($0, expectation?.sound) }
            Terminal.warn(sound.wave.remarks)
            return json
                ? answer(strikes, expectation?.names, sound.wave).text
                : text(strikes, expectation?.names)
        }
    }

    /// A strike of which at least a note was heard. A click has none.
    private struct Strike {
        let seconds: Double
        let notes: [KeyEvidence.Note]
        let verdict: SoundVerdict?

        init?(_ onset: HeardOnset, _ expected: ExpectedSound?) {
            seconds = onset.seconds
            notes = onset.evidence.notes
            verdict = expected.map { onset.evidence.verdict(on: $0) }
            if notes.isEmpty, verdict?.answer != .right { return nil }
        }
    }

    /// What should be heard, and how its notes are spelled.
    private func expectation() throws(InputError) -> (sound: ExpectedSound, names: ExpectedNotes)? {
        guard let expect else { return nil }
        let names = ExpectedNotes(try ChordToVoice.parse(expect, notation: notes.notation), bass: .free)
        if let voicing { return (.pitches(try pitches(voicing)), names) }
        return (ExpectedSound(names), names)
    }

    /// The MIDI numbers of a voicing.
    private func pitches(_ voicing: String) throws(InputError) -> [Int] {
        let hands = voicing.split(separator: "|", omittingEmptySubsequences: false)
        guard hands.count <= 2 else {
            throw InputError("“\(voicing)” has more than two hands. Put one | between left and right hand.")
        }
        var result: Set<Int> = []
        for word in hands.joined(separator: " ").split(whereSeparator: { $0 == " " || $0 == "," }) {
            guard let pitch = Int(word) ?? Tone(String(word), in: notes.names)?.pitch,
                KeyEvidence.pitches.contains(pitch)
            else {
                throw InputError(
                    """
                    “\(word)” is not a key of a piano: expected MIDI numbers from \(KeyEvidence.pitches.lowerBound) \
                    to \(KeyEvidence.pitches.upperBound), or notes such as C4.
                    """)
            }
            result.insert(pitch)
        }
        guard !result.isEmpty else {
            throw InputError("The voicing is empty: expected keys such as '48 52 58 | 61 64 69'.")
        }
        return result.sorted()
    }

    private func answer(_ strikes: [Strike], _ names: ExpectedNotes?, _ wave: WaveFile) -> JSON {
        let onsets = strikes.map { strike in
            var members: [(String, JSON)] = [("seconds", .thousandths(strike.seconds))]
            if let verdict = strike.verdict, let names {
                members += [
                    ("verdict", .string(verdict.answer.rawValue)), ("score", .thousandths(verdict.score)),
                    ("missing", .strings(missing(verdict, names))),
                ]
            }
            let notes = strike.notes.map { note in
                JSON.object([("pitch", .int(note.pitch)), ("confidence", .thousandths(note.confidence))])
            }
            return JSON.object(members + [("notes", .array(notes))])
        }
        let problems: [(String, JSON)] = wave.remarks.isEmpty ? [] : [("problems", .strings(wave.remarks))]
        return .object(
            [("file", .string(file)), ("seconds", .thousandths(wave.seconds)), ("onsets", .array(onsets))] + problems)
    }

    /// The names of missing notes, each once.
    private func missing(_ verdict: SoundVerdict, _ names: ExpectedNotes) -> [String] {
        var result: [String] = []
        for pitch in verdict.missing {
            let name = notes.notation.written(names.name(of: pitch))
            if !result.contains(name) { result.append(name) }
        }
        return result
    }

    private func text(_ strikes: [Strike], _ names: ExpectedNotes?) -> String {
        guard !strikes.isEmpty else { return "No notes were heard." }
        return strikes.map { strike in
            var parts = [decimal(strike.seconds, places: 2) + " s"]
            if let verdict = strike.verdict, let names {
                let missing = missing(verdict, names)
                let reason =
                    missing.isEmpty
                    ? verdict.extra.isEmpty ? "" : ": \(written(verdict.extra, names)) too many"
                    : ": I do not hear \(missing.joined(separator: ", "))"
                parts.append("\(verdict.answer.rawValue) (\(decimal(verdict.score, places: 2)))" + reason)
            }
            parts.append(written(strike.notes.map { $0.pitch }, names))
            return parts.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// Notes with their octaves: `C3 E3 B♭3`.
    private func written(_ pitches: [Int], _ names: ExpectedNotes?) -> String {
        pitches.map { pitch in
            let name = names?.name(of: pitch) ?? NoteName(pitchClass: pitch % 12)
            let tone = Tone(pitch: pitch, name: name, degree: nil)
            return "\(notes.notation.written(name))\(tone.octave)"
        }.joined(separator: " ")
    }

    private func decimal(_ number: Double, places: Int) -> String { String(format: "%.\(places)f", number) }
}
