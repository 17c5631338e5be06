/// A LinnStrument and how it is set: a grid of pads, eight rows high, on which every column is a semitone and every row,
/// as it comes from the maker, a fourth.
///
/// Rows are counted from the bottom and columns from the left, both from 0. Which pads sound a note is computed, as the
/// instrument's own firmware does it.
public struct LinnStrument: Sendable, Hashable {
    public var model: Model
    public var rowOffset: RowOffset
    /// Octaves that all notes are moved up, −5…5.
    public var octave: Int
    /// Semitones that all notes are moved up, lights and all, −7…7.
    public var transposePitch: Int
    /// Semitones that the layout is moved up under the hands, −7…7: notes become lower, and the lights move with them.
    public var transposeLights: Int
    /// Whether the low notes lie on the right.
    public var isLeftHanded: Bool

    public init(
        _ model: Model = .large, rowOffset: RowOffset = .semitones(5), octave: Int = 0, transposePitch: Int = 0,
        transposeLights: Int = 0, isLeftHanded: Bool = false
    ) {
        self.model = model
        self.rowOffset = rowOffset
        self.octave = octave
        self.transposePitch = transposePitch
        self.transposeLights = transposeLights
        self.isLeftHanded = isLeftHanded
    }

    /// The two sizes, by the number of pads.
    public enum Model: Int, CaseIterable, Sendable, Hashable {
        case small = 128
        case large = 200

        /// How many pads a row has.
        public var columns: Int { rawValue / LinnStrument.rows }
    }

    /// How the rows are tuned against each other.
    public enum RowOffset: Sendable, Hashable {
        /// Each row so many semitones above the one below it, −16…16: 5 as it comes, 12 for octaves, 0 for all rows alike.
        case semitones(Int)
        /// As a guitar: fourths with one major third.
        case guitar
        /// The same with the high string at the bottom.
        case invertedGuitar
        /// Each row begins where the one below it ends, so that no note has two pads.
        case noOverlap

        /// The offsets that are no plain numbers.
        private enum Word: String {
            case octave, zero, guitar
            case invertedGuitar = "inverted-guitar"
            case noOverlap = "no-overlap"
        }

        /// Reads `5`, `-12`, `octave`, `guitar`, `inverted-guitar`, `no-overlap` or `zero`.
        /// - Returns: nil for anything else, and for numbers beyond 16.
        public init?(_ text: String) {
            switch Word(rawValue: text) {
            case .octave: self = .semitones(12)
            case .zero: self = .semitones(0)
            case .guitar: self = .guitar
            case .invertedGuitar: self = .invertedGuitar
            case .noOverlap: self = .noOverlap
            default:
                guard let semitones = Int(text), LinnStrument.rowOffsets ~= semitones else { return nil }
                self = .semitones(semitones)
            }
        }

        /// What ``init(_:)`` reads.
        public var text: String {
            switch self {
            case .semitones(let semitones): "\(semitones)"
            case .guitar: "guitar"
            case .invertedGuitar: "inverted-guitar"
            case .noOverlap: "no-overlap"
            }
        }
    }

    /// Why something is no setting of a LinnStrument.
    public struct SettingError: Error, Sendable, Hashable {
        /// One sentence that names the offending part and what would be right.
        public let message: String
    }

    /// The names of settings.
    private enum SettingName: String {
        case model, offset, octave, transpose, lights
        case leftHanded = "left-handed"
    }

    /// Sets one thing by its name, as it is written in commands and addresses.
    /// - Parameters:
    ///   - name: `model`, `offset`, `octave`, `transpose`, `lights` or `left-handed`.
    ///   - value: a number; for `offset` also `octave`, `guitar`, `inverted-guitar`, `no-overlap` or `zero`, for
    ///     `left-handed` `yes` or `no`.
    /// - Throws: ``SettingError`` for anything else, and for a number that the instrument does not have.
    public mutating func set(_ name: String, to value: String) throws(SettingError) {
        func number(_ range: ClosedRange<Int>) throws(SettingError) -> Int {
            guard let number = Int(value), range.contains(number) else {
                let (low, high) = (range.lowerBound, range.upperBound)
                throw SettingError(message: "“\(value)” is not valid for \(name): expected \(low) to \(high).")
            }
            return number
        }
        switch SettingName(rawValue: name) {
        case .model:
            guard let model = Int(value).flatMap({ Model(rawValue: $0) }) else {
                throw SettingError(message: "“\(value)” is not a model: expected 128 or 200.")
            }
            self.model = model
        case .offset:
            guard let offset = RowOffset(value) else {
                throw SettingError(message: """
                    “\(value)” is not a row offset: expected -16 to 16, octave, guitar, inverted-guitar, no-overlap or zero.
                    """)
            }
            rowOffset = offset
        case .octave: octave = try number(LinnStrument.octaves)
        case .transpose: transposePitch = try number(LinnStrument.transpositions)
        case .lights: transposeLights = try number(LinnStrument.transpositions)
        case .leftHanded:
            guard value == "yes" || value == "no" else {
                throw SettingError(message: "“\(value)” is not valid: expected yes or no.")
            }
            isLeftHanded = value == "yes"
        default:
            throw SettingError(message: """
                There is no setting “\(name)”: expected model, offset, octave, transpose, lights or left-handed.
                """)
        }
    }

    /// One pad, by its place as it lies before the player.
    public struct Pad: Sendable, Hashable {
        /// 0…7 from the bottom.
        public let row: Int
        /// From the left, without the column of control buttons.
        public let column: Int

        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// On both models (the maker's specifications).
    public static let rows = 8
    /// How far each setting goes, as the instrument has it (the maker's list of parameters, 253, 36 and 37): semitones
    /// between rows, octaves, semitones of a transposition.
    public static let rowOffsets = -16...16
    public static let octaves = -5...5
    public static let transpositions = -7...7

    /// All pads, row by row from the bottom.
    public var pads: [Pad] {
        (0..<LinnStrument.rows).flatMap { row in (0..<model.columns).map { Pad(row: row, column: $0) } }
    }

    /// The place of a pad when pads are counted from the top left, as one reads.
    public func index(of pad: Pad) -> Int {
        (LinnStrument.rows - 1 - pad.row) * model.columns + pad.column
    }

    /// The note that a pad plays.
    /// - Returns: its MIDI number; nil where that would lie outside of 0…127: such a pad is dead and dark.
    public func note(at pad: Pad) -> Int? {
        let note = untransposed(pad) + transposePitch
        return 0...127 ~= note ? note : nil
    }

    /// All pads that play a note, from the bottom up: at most one in a row.
    /// - Parameter note: a MIDI number; one beyond 0…127 has no pads.
    public func pads(of note: Int) -> [Pad] {
        guard 0...127 ~= note else { return [] }
        return (0..<LinnStrument.rows).compactMap { row in
            let column = note - base(row) + transposeLights - transposePitch - 12 * octave
            guard 0..<model.columns ~= column else { return nil }
            return Pad(row: row, column: mirrored(column))
        }
    }

    /// The pad that was pressed, where each row sends on a channel of its own.
    /// - Parameters:
    ///   - channel: 1…16, that of the note.
    ///   - lowest: the channel of the bottom row.
    ///   - isReversed: whether that is the channel of the top row instead.
    /// - Returns: nil where the note is not to be found in the row of the channel.
    public func pad(of note: Int, channel: Int, lowest: Int = 1, isReversed: Bool = false) -> Pad? {
        let step = (channel - lowest + 16) % 16
        let row = isReversed ? LinnStrument.rows - 1 - step : step
        return pads(of: note).first { $0.row == row }
    }

    /// What decides about the light of a pad: the pitch class of the note that it plays when pitch is not transposed.
    public func lightClass(of pad: Pad) -> Int {
        let note = untransposed(pad) % 12
        return note < 0 ? note + 12 : note
    }

    private func untransposed(_ pad: Pad) -> Int {
        base(pad.row) + mirrored(pad.column) - transposeLights + 12 * octave
    }

    private func mirrored(_ column: Int) -> Int {
        isLeftHanded ? model.columns - 1 - column : column
    }

    /// The lowest note of a row before octave and transposing. For rows far apart the firmware begins lower, so that most
    /// of them stay within MIDI's range, and for falling rows at the top. All numbers here are the firmware's.
    private func base(_ row: Int) -> Int {
        let guitar = [30, 35, 40, 45, 50, 55, 59, 64]
        switch rowOffset {
        case .guitar: return guitar[row]
        case .invertedGuitar: return guitar[LinnStrument.rows - 1 - row]
        case .noOverlap: return 30 + row * model.columns
        case .semitones(let offset):
            let start =
                switch offset {
                case ...(-12): 18 - 7 * offset
                case ..<0: 65
                case 12...: 18
                default: 30
                }
            return start + row * offset
        }
    }
}
