import ArgumentParser
import Harmony
import Testing

@testable import chords

@Suite("Arguments and options of chords")
struct OptionsTests {
    /// The error message for arguments; nil if they are valid.
    private func refusal(_ arguments: [String]) -> String? {
        do {
            _ = try Chords.parseAsRoot(arguments)
            return nil
        } catch {
            return Chords.message(for: error)
        }
    }

    @Test(
        "Arguments that fit together are read",
        arguments: [
            "combine Cma7 D", "combine Cma7+D", "combine --batch", "combine --batch --json", "info Cma7 --for Bb",
            "info --batch",
            "name C E G", "name 60 64 67 --key C --band", "name --batch", "midi song.mid", "midi --batch",
            "midi --listen",
            "voice C7 --style shell", "voice Dmi7 G7 --lead --style rootless --plain",
            "voice C7 --format svg --degrees", "voice C7 --plain",
        ])
    func accepted(line: String) {
        #expect(refusal(line.split(separator: " ").map(String.init)) == nil)
    }

    @Test(
        "What does not fit together is refused, and the message names it",
        arguments: [
            ("combine", "--batch"), ("combine Cma7", "a lower and an upper chord"), ("combine C D --batch", "--batch"),
            ("combine C D E", "E"), ("info --batch --for Bb", "--for"), ("info C --for G", "--for"),
            ("info C --vocabulary modern", "--vocabulary"), ("info C --notes french", "--notes"), ("name", "notes"),
            ("name C --batch", "--batch"), ("midi", "--listen"), ("midi a.mid --batch", "--batch"),
            ("midi a.mid --listen", "--listen"), ("midi --listen --json", "--listen"),
            ("midi --batch --for Eb", "--for"),
            ("midi a.mid --split x", "x"), ("voice C7 --json --format svg", "--json"),
            ("voice C7 --style rootless", "--lead"), ("voice C7 D7 --lead --limit 3", "--limit"),
            ("voice C7 --degrees", "--degrees"), ("voice C7 --format svg --degrees --fingers", "--fingers"),
            ("sing C7", "sing"), ("info C --loud", "--loud"),
        ])
    func refused(line: String, word: String) {
        let message = refusal(line.split(separator: " ").map(String.init))
        #expect(message?.contains(word) == true, "\(message ?? "accepted")")
    }

    @Test("A transposing instrument is accepted in any spelling")
    func instruments() {
        for name in ["Bb", "B♭", "bb", "BB"] { #expect(TransposingInstrument(argument: name)?.rawValue == "Bb") }
        #expect(TransposingInstrument(argument: "c") == .c)
        for name in ["", "B", "G", "Bbb"] { #expect(TransposingInstrument(argument: name) == nil) }
    }
}
