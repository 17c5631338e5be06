import Harmony
import Input

/// A progression in a key, voiced in a style: `/progressions/E♭/rootless/two-five-one`,
/// `/progressions/Cm/shell/i_iv_V`.
package struct ProgressionRoute: Sendable, Hashable {
    /// At concert pitch.
    package var key: Key
    /// The name of a style, as ``Harmony/Leading/Styles`` reads it.
    package var style = "rootless"
    /// Numerals, chords in ``key``, or the name of a standard progression.
    package var text = StandardProgression.twoFiveOne.rawValue

    package init(in key: Key) {
        self.key = key
        text = StandardProgression.twoFiveOne.version(in: key).rawValue
    }

    /// Reads what follows `/progressions`.
    init(reading parts: ArraySlice<String>) throws(InputError) {
        let parts = Array(parts)
        key = parts.isEmpty ? Key(NoteName(.c), .major) : try .parse(ProgressionRoute.spaced(parts[0]))
        if parts.count > 1 {
            _ = try Leading.Styles.parse(parts[1])
            style = parts[1]
        }
        if parts.count > 2 { text = ProgressionRoute.spaced(parts[2...].joined(separator: "/")) }
        key = try TypedProgression(text, home: key).home
    }

    /// The same progression in another key.
    package func moved(to key: Key) -> ProgressionRoute {
        var moved = self
        moved.key = key
        // Standard progressions and numerals are the same in all keys.
        if StandardProgression(rawValue: text) == nil, let typed = try? TypedProgression(text, home: self.key) {
            moved.text = typed.text(in: key)
        }
        return moved
    }

    var path: String {
        let word = text.replacingSigns { $0 == " " ? "_" : $0 == "/" ? "⁄" : $0 == "#" ? "♯" : nil }
        return "/progressions/" + Address.name(of: key) + "/" + style + "/" + word
    }

    private static func spaced(_ word: String) -> String {
        word.replacingSigns { $0 == "_" ? " " : $0 == "⁄" ? "/" : nil }
    }
}
