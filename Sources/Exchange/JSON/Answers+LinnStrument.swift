import Harmony
import Input
import Instruments
import JSONText

extension Answers {
    /// Reads the settings of a LinnStrument.
    /// - Parameter settings: names and values as ``LinnStrument/set(_:to:)`` reads them.
    public static func linnStrument(
        _ settings: [(name: String, value: String)]
    ) throws(InputError) -> LinnStrument {
        var linnStrument = LinnStrument()
        for (name, value) in settings {
            do throws(LinnStrument.SettingError) {
                try linnStrument.set(name, to: value)
            } catch {
                throw InputError(error.message)
            }
        }
        return linnStrument
    }

    /// Reads a MIDI number.
    public static func midiNote(_ text: String) throws(InputError) -> Int {
        guard let note = Int(text), 0...127 ~= note else {
            throw InputError("“\(text)” is not a MIDI note: expected a number from 0 to 127, where 60 is middle C.")
        }
        return note
    }

    /// The pads that play a note; rows and columns from 1 at the bottom left, the index from 0 at the top left.
    public static func json(_ linnStrument: LinnStrument, padsOf note: Int) -> JSON {
        .object([("pads", .array(linnStrument.pads(of: note).map { .object(members(of: $0, linnStrument)) }))])
    }

    private static func members(of pad: LinnStrument.Pad, _ linnStrument: LinnStrument) -> [(String, JSON)] {
        [("row", .int(pad.row + 1)), ("column", .int(pad.column + 1)), ("index", .int(linnStrument.index(of: pad)))]
    }

    /// The notes of two hands on the pads with the least stretch for each hand.
    /// - Parameter words: MIDI numbers, with a `+` between left and right hand.
    public static func held(_ words: [String], on linnStrument: LinnStrument) throws(InputError) -> HeldPads {
        let hands = words.split(separator: "+", omittingEmptySubsequences: false)
        guard hands.count == 2 else {
            throw InputError("Put one + between the notes of the left and the right hand, as in 48 52 58 + 61 64 69.")
        }
        var notes: [[Int]] = []
        for hand in hands {
            guard hand.count <= 5 else { throw InputError("A hand can hold at most 5 notes, not \(hand.count).") }
            var held: [Int] = []
            for word in hand {
                let note = try midiNote(word)
                guard !held.contains(note), notes.first?.contains(note) != true else {
                    throw InputError("The note \(note) is given twice. Give it once.")
                }
                if linnStrument.pads(of: note).isEmpty {
                    throw InputError("The note \(note) has no pad on this LinnStrument.")
                }
                held.append(note)
            }
            notes.append(held)
        }
        guard let grip = linnStrument.grip(left: notes[0], right: notes[1]), !(grip.left + grip.right).isEmpty else {
            throw InputError("No notes were given. Write MIDI numbers such as 48 52 58 + 61 64 69.")
        }
        func keys(_ notes: [Int], _ pads: [LinnStrument.Pad]) -> [HeldPads.Key] {
            zip(notes, pads).map { HeldPads.Key(note: $0, pad: $1) }
        }
        return HeldPads(linnStrument: linnStrument, left: keys(notes[0], grip.left), right: keys(notes[1], grip.right))
    }

    /// The notes of each hand with their pads.
    public static func json(_ held: HeldPads) -> JSON {
        func hand(_ keys: [HeldPads.Key]) -> JSON {
            .array(keys.map { .object([("note", .int($0.note))] + members(of: $0.pad, held.linnStrument)) })
        }
        return .object([("left", hand(held.left)), ("right", hand(held.right))])
    }
}
