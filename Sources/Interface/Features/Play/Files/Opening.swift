import Input
import Instruments

/// A file that is being read, in small steps: the page stays responsive, and reading can be stopped.
struct Opening: Sendable {
    let name: String
    /// Reads the bytes; nil after the last one.
    private var reader: MIDIFile.Reader?
    /// Goes through what was read; nil until then.
    private var survey: Replay.Survey?
    private let hasDrums: Bool
    private let recognition: RecognitionOptions

    /// The result of a step.
    enum Outcome {
        case unfinished
        case opened(Replay)
        /// Why it cannot be played, in a sentence.
        case refused(String)
    }

    init(_ bytes: [UInt8], name: String, as recognition: RecognitionOptions) {
        self.name = name
        self.recognition = recognition
        hasDrums = true
        reader = MIDIFile.Reader(bytes)
    }

    /// A recording.
    init(recording file: MIDIFile, name: String, hasDrums: Bool, as recognition: RecognitionOptions) {
        self.name = name
        self.recognition = recognition
        self.hasDrums = hasDrums
        survey = Replay.Survey(of: file, name: name, hasDrums: hasDrums, as: recognition)
    }

    /// Progress in percent. Reading takes about a third of the time.
    var percent: Int {
        if let survey { return 30 + Int(survey.progress * 70) }
        return Int((reader?.progress ?? 0) * 30)
    }

    /// Events that are read in one step, which takes about ten milliseconds.
    private static let readAtOnce = 50_000

    mutating func step() -> Outcome {
        do throws(MIDIFileError) {
            try reader?.read(Opening.readAtOnce)
        } catch {
            let problem = InputError(error).message
            // The part before the error can be played.
            guard error.partial.duration > 0 else { return .refused(problem) }
            goThrough(error.partial, problem: problem)
        }
        if let reader {
            guard reader.isAtEnd else { return .unfinished }
            goThrough(reader.file)
        }
        survey?.step()
        return survey?.replay.map { .opened($0) } ?? .unfinished
    }

    private mutating func goThrough(_ file: MIDIFile, problem: String? = nil) {
        reader = nil
        survey = Replay.Survey(of: file, name: name, problem: problem, hasDrums: hasDrums, as: recognition)
    }
}
