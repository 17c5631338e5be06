import Harmony
import Instruments
import JSONText

extension Answers {
    /// A LinnStrument as a person or a program has set it.
    /// - Parameter settings: names and values as ``LinnStrument/set(_:to:)`` reads them.
    public static func linnStrument(
        _ settings: [(name: String, value: String)]
    ) throws(Refusal) -> LinnStrument {
        var linnStrument = LinnStrument()
        for (name, value) in settings {
            do throws(LinnStrument.SettingError) {
                try linnStrument.set(name, to: value)
            } catch {
                throw Refusal(error.message)
            }
        }
        return linnStrument
    }

    /// The MIDI number that a person or a program gave.
    public static func midiNote(_ text: String) throws(Refusal) -> Int {
        guard let note = Int(text), 0...127 ~= note else {
            throw Refusal("“\(text)” is no MIDI note: expected a number from 0 to 127; 60 is middle C.")
        }
        return note
    }

    /// The pads that play a note; rows and columns from 1 at the bottom left, the index from 0 at the top left.
    public static func json(_ linnStrument: LinnStrument, padsOf note: Int) -> JSON {
        .object([("pads", .array(linnStrument.pads(of: note).map { pad in
            .object([
                ("row", .int(pad.row + 1)), ("column", .int(pad.column + 1)), ("index", .int(linnStrument.index(of: pad))),
            ])
        }))])
    }
}
