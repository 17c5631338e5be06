import Harmony

/// A LinnStrument with its settings: a grid of pads with eight rows. Each column is a semitone and, by default, each
/// row a fourth.
///
/// Rows are counted from the bottom and columns from the left, both from 0. Notes and pads are computed as in the
/// instrument's firmware.
public struct LinnStrument: Sendable, Hashable {
    public var model: Model
    public var rowOffset: RowOffset
    /// Octaves by which all notes are transposed up, −5…5.
    public var octave: Int
    /// Semitones by which notes and lights are transposed up, −7…7.
    public var transposePitch: Int
    /// Semitones by which the layout moves up on the grid, −7…7. Each pad plays a lower note, and the lights move
    /// along.
    public var transposeLights: Int
    /// Whether the low notes are on the right.
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

    /// The two sizes by their number of pads.
    public enum Model: Int, CaseIterable, Sendable, Hashable {
        case small = 128
        case large = 200

        /// The number of pads in a row.
        public var columns: Int { rawValue / LinnStrument.rows }
    }

    /// The interval between rows.
    public enum RowOffset: Sendable, Hashable {
        /// Semitones from each row to the next one up, −16…16: 5 by default, 12 for octaves, 0 for equal rows.
        case semitones(Int)
        /// The first note of each of the eight rows, from the bottom, before octave and transposition.
        case rows([Int])
        /// Each row begins where the row below ends. No note has two pads.
        case noOverlap

        /// Guitar tuning: fourths with one major third.
        public static var guitar: RowOffset { .rows([30, 35, 40, 45, 50, 55, 59, 64]) }
        /// Guitar tuning with the high string at the bottom.
        public static var invertedGuitar: RowOffset { .rows([64, 59, 55, 50, 45, 40, 35, 30]) }

        /// Offsets with a name.
        private enum Word: String {
            case octave, zero, guitar
            case invertedGuitar = "inverted-guitar"
            case noOverlap = "no-overlap"
        }

        /// Reads `5`, `-12`, `octave`, `guitar`, `inverted-guitar`, `no-overlap`, `zero` or the first note of each row,
        /// `30.35.40.45.50.55.60.64`.
        /// - Returns: nil for anything else and for intervals outside −16…16.
        public init?(_ text: String) {
            switch Word(rawValue: text) {
            case .octave: self = .semitones(12)
            case .zero: self = .semitones(0)
            case .guitar: self = .guitar
            case .invertedGuitar: self = .invertedGuitar
            case .noOverlap: self = .noOverlap
            default:
                let numbers = text.parts(at: ".", keepsEmpty: true).map { Int($0) ?? .max }
                // Without overlap on a split of 24 columns, the top row begins at 198.
                if numbers.count == LinnStrument.rows, numbers.allSatisfy({ 0...198 ~= $0 }) {
                    self = .rows(numbers)
                } else if numbers.count == 1, LinnStrument.rowOffsets ~= numbers[0] {
                    self = .semitones(numbers[0])
                } else {
                    return nil
                }
            }
        }

        /// The text form, which ``init(_:)`` reads back.
        public var text: String {
            switch self {
            case .semitones(let semitones): "\(semitones)"
            case .guitar: "guitar"
            case .invertedGuitar: "inverted-guitar"
            case .rows(let notes): notes.map { "\($0)" }.joined(separator: ".")
            case .noOverlap: "no-overlap"
            }
        }
    }

    /// The reason why a setting of a LinnStrument is invalid.
    public struct SettingError: Error, Sendable, Hashable {
        /// One sentence that names the invalid part and the expected values.
        public let message: String
    }

    /// The names of settings.
    private enum SettingName: String {
        case model, offset, octave, transpose, lights
        case leftHanded = "left-handed"
    }

    /// Changes a setting by its name in commands and addresses.
    /// - Parameters:
    ///   - name: `model`, `offset`, `octave`, `transpose`, `lights` or `left-handed`.
    ///   - value: a number; for `offset` also what ``RowOffset/init(_:)`` reads, for `left-handed` `yes` or `no`.
    /// - Throws: ``SettingError`` for an unknown name or an invalid value.
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
                throw SettingError(
                    message: """
                        “\(value)” is not a row offset: expected -16 to 16, octave, guitar, inverted-guitar, \
                        no-overlap, zero or the first notes of eight rows.
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
            throw SettingError(
                message: """
                    There is no setting “\(name)”: expected model, offset, octave, transpose, lights or left-handed.
                    """)
        }
    }

    /// A pad by its position on the grid.
    public struct Pad: Sendable, Hashable {
        /// 0…7 from the bottom.
        public let row: Int
        /// 0… from the left, without the column of control buttons.
        public let column: Int

        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// The number of rows of both models (Roger Linn Design, specifications).
    public static let rows = 8
    /// The ranges of the settings: semitones between rows, octaves, semitones of a transposition. Source: the
    /// manufacturer's parameter list, numbers 253, 36 and 37.
    public static let rowOffsets = -16...16
    public static let octaves = -5...5
    public static let transpositions = -7...7

    /// All pads, row by row from the bottom.
    public var pads: [Pad] {
        (0..<LinnStrument.rows).flatMap { row in (0..<model.columns).map { Pad(row: row, column: $0) } }
    }

    /// The index of a pad in reading order from the top left.
    public func index(of pad: Pad) -> Int {
        (LinnStrument.rows - 1 - pad.row) * model.columns + pad.column
    }

    /// The MIDI note of a pad.
    /// - Returns: nil outside of 0…127. Such a pad is silent and dark.
    public func note(at pad: Pad) -> Int? {
        let note = untransposed(pad) + transposePitch
        return 0...127 ~= note ? note : nil
    }

    /// All pads that play a note, from the bottom up, at most one per row.
    /// - Parameter note: a MIDI note; numbers outside 0…127 have no pads.
    public func pads(of note: Int) -> [Pad] {
        guard 0...127 ~= note else { return [] }
        return (0..<LinnStrument.rows).compactMap { row in
            let column = note - base(row) + transposeLights - transposePitch - 12 * octave
            guard 0..<model.columns ~= column else { return nil }
            return Pad(row: row, column: mirrored(column))
        }
    }

    /// The pressed pad, if each row sends on its own channel.
    /// - Parameters:
    ///   - channel: the channel of the note, 1…16.
    ///   - lowest: the channel of the bottom row.
    ///   - isReversed: whether `lowest` is the channel of the top row instead.
    /// - Returns: nil if the row of the channel does not have the note.
    public func pad(of note: Int, channel: Int, lowest: Int = 1, isReversed: Bool = false) -> Pad? {
        let step = (channel - lowest + 16) % 16
        let row = isReversed ? LinnStrument.rows - 1 - step : step
        return pads(of: note).first { $0.row == row }
    }

    /// The pitch class that decides the light of a pad: that of its note before pitch transposition.
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

    /// The lowest note of a row before octave and transposition. With large offsets the firmware starts lower to keep
    /// most rows in the MIDI range; with negative ones it starts at the top. All numbers are from the firmware.
    private func base(_ row: Int) -> Int {
        switch rowOffset {
        case .rows(let notes): return notes[row]
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
