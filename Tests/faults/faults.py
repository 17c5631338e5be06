"""Forty changes that a careless hand could make, each of which somebody would suffer from.

A fault is a place in `Sources` or `Web` that must be found exactly once, and what stands there instead. The files may be
moved and renamed: they are not named here. `tests` are those that ought to notice it, in the order in which they are asked:
a filter of `swift test`, or tests for pytest below `Tests`.
"""

from typing import NamedTuple


class Fault(NamedTuple):
    number: int
    name: str
    suffering: str
    find: str
    replace: str
    tests: tuple[str, ...]


FAULTS = [
    # Rules
    Fault(
        1, "A ninth in the bass counts as an eleventh",
        "A chord over its ninth lies an octave apart from where it is played.",
        "degree.semitones < 17",
        "degree.semitones < 14",
        ("HarmonyTests",),
    ),
    Fault(
        2, "The upper chord’s notes are tried as roots before the lower one’s",
        "Two chords get another name than the one that a player would give them.",
        "firstRoot(of: roots, in: lower) ?? firstRoot(of: roots, in: upper)",
        "firstRoot(of: roots, in: upper) ?? firstRoot(of: roots, in: lower)",
        ("HarmonyTests",),
    ),
    Fault(
        3, "The first key struck is taken for the bass",
        "What is played is named by the order of the fingers.",
        "for pitch in pitches.sorted() where !order.contains",
        "for pitch in pitches where !order.contains",
        ("HarmonyTests",),
    ),
    Fault(
        4, "Transposing moves the pads of a note the wrong way",
        "On a transposed LinnStrument other pads are lit than those that play the note.",
        "+ transposeLights - transposePitch - 12 * octave",
        "+ transposeLights + transposePitch - 12 * octave",
        ("InstrumentsTests",),
    ),
    Fault(
        5, "Light changes in a tenth of a second",
        "Hammered keys make a stage flash so fast that it harms people.",
        "private static let fading = 1.0 / 3",
        "private static let fading = 0.1",
        ("ChordsetsTests",),
    ),
    # Behaviour
    Fault(
        6, "A new choice leaves what was undone to be redone",
        "Redo brings chords that belong to a way that was left.",
        "past.append(earlier)\n        future = []",
        "past.append(earlier)",
        ("InterfaceTests",),
    ),
    Fault(
        7, "A lone m begins major as well as minor",
        "Who types Cm is offered major chords.",
        'typed != "m" && (suffix.hasPrefix(typed) || plain(type.shortSuffix).hasPrefix(typed))',
        "(suffix.hasPrefix(typed) || plain(type.shortSuffix).hasPrefix(typed))",
        ("InterfaceTests",),
    ),
    Fault(
        8, "A symbol that is left half typed is no error",
        "Nobody says why the chord in the field is not the one that sounds.",
        "message = error.reason == .empty ? nil : error.message",
        "message = nil",
        ("InterfaceTests",),
    ),
    Fault(
        9, "After a chordset is deleted the focus goes to the first one",
        "Who works with the keys deletes the wrong chordset next.",
        "entries[min(index, entries.count - 1)].chordset.id",
        "entries[0].chordset.id",
        ("page/test_chordsets.py",),
    ),
    Fault(
        10, "What cannot be read is not said aloud",
        "A blind player takes a chord with Enter and hears the one before.",
        "if let changed, let message = self[changed].message { return [.announce(message)] }",
        "",
        ("InterfaceTests",),
    ),
    Fault(
        11, "An address leaves out that there is no lower chord",
        "A link to an upper chord opens with it as the lower one.",
        "(lower ?? Pair.absent)",
        '(lower ?? "")',
        ("InterfaceTests",),
    ),
    Fault(
        12, "A number beyond the range of a setting is taken",
        "A damaged record makes the page as loud as the device can be.",
        "if let number = Int(value), range.contains(number) { setting = number }",
        "if let number = Int(value) { setting = number }",
        ("InterfaceTests",),
    ),
    Fault(
        13, "The circle that was turned far comes back by the short way",
        "The ring that is let go spins back under the hand.",
        "walk(to: CirclePlace(clockIndex: end), &session)\n        turn = end",
        "walk(to: CirclePlace(clockIndex: end), &session)",
        ("page/test_circle.py",),
    ),
    Fault(
        14, "An instrument that is not listened to cannot let go",
        "A key that was down when another instrument was chosen sounds for ever.",
        """} else if case .noteOff = message {
            recording?.receive(message, port: port, at: seconds)
        }""",
        """} else {
            return
        }""",
        ("page/test_linnstrument.py",),
    ),
    Fault(
        15, "A chord without notes does not end the chord before",
        "In the bar of rest the last chord sounds on.",
        "if music == nil { effects.append(.sounding([], held)) }",
        "",
        ("InterfaceTests",),
    ),
    Fault(
        16, "“Theirs” deletes theirs",
        "Of two versions the one stays that was not chosen.",
        "case .theirs: delete(id)",
        "case .theirs: delete(original)",
        ("InterfaceTests",),
    ),
    # What only a browser has
    Fault(
        17, "An element with the focus is moved like any other",
        "The focus is lost while a row is moved with the arrow keys.",
        "if (!node.contains(document.activeElement)) {",
        "if (parent.contains(node)) {",
        ("page/test_first_screen.py",),
    ),
    Fault(
        18, "A field is overwritten while somebody types in it",
        "What was typed into a name is gone when the server answers.",
        "live === document.activeElement && (rendered === renderedBefore || composing)",
        "live === document.activeElement && composing",
        ("page/test_chordsets.py",),
    ),
    Fault(
        19, "The page does not know where it has gone itself",
        "Going back after the first choice does nothing.",
        "An address that lags behind harms nobody.\n  }\n  known = currentRoute();",
        "An address that lags behind harms nobody.\n  }",
        ("page/test_circle.py",),
    ),
    Fault(
        20, "The chords of a progression sound all at once",
        "A cadence is a heap of notes.",
        "delay: place * pace + index * step",
        "delay: index * step",
        ("page/test_circle.py",),
    ),
    Fault(
        21, "A voice ends before it has died away",
        "Each key that is let go clicks.",
        "source.stop(time + fading * fall);",
        "source.stop(time);",
        ("page/test_sound.py",),
    ),
    Fault(
        22, "An instrument that is plugged in again is another one",
        "A loose cable costs the choice of what is listened to.",
        "numbers.get(id) ?? numbers.size + 1",
        "numbers.size + 1",
        ("page/test_linnstrument.py",),
    ),
    Fault(
        23, "Where the browser’s storage gives up, a change is dropped",
        "A chordset is lost on a device that has run out of room.",
        "if (!found.isKept || !(error instanceof DOMException)) throw error;",
        "throw error;",
        ("page/test_keeping.py",),
    ),
    Fault(
        24, "A new version clears the caches of its neighbours",
        "Another page of the same host no longer works without a network.",
        "if (name.startsWith(ours) && name !== ours + version)",
        "if (name !== ours + version)",
        ("page/test_installing.py",),
    ),
    Fault(
        25, "Parentheses stand in links as they are",
        "A link to C7(♭9) breaks off where a message program ends it.",
        '.replaceAll("(", "%28").replaceAll(")", "%29")',
        "",
        ("page/test_sharing.py",),
    ),
    Fault(
        26, "A change is sent without the version that it begins with",
        "What somebody else has done to a chordset meanwhile is overwritten.",
        'if (version !== undefined) headers["If-Match"] = `"${version}"`;',
        "",
        ("page/test_keeping.py",),
    ),
    # Looks
    Fault(
        27, "Chips are a thumb’s width too low",
        "On a phone the chord beside it opens.",
        ".chip {\n  display: inline-flex;\n  align-items: center;\n  justify-content: center;\n  min-width: 2.75rem;\n  min-height: 2.75rem;",
        ".chip {\n  display: inline-flex;\n  align-items: center;\n  justify-content: center;\n  min-width: 2.75rem;\n  min-height: 2rem;",
        ("page/test_screens.py",),
    ),
    Fault(
        28, "Quiet text is pale",
        "In the light of a stage nobody can read it.",
        "--quiet: light-dark(#5d6069, #b0b2b9);",
        "--quiet: light-dark(#9a9da5, #b0b2b9);",
        ("page/test_screens.py",),
    ),
    Fault(
        29, "The focus has no ring",
        "Who works with the keys does not see where they are.",
        ":focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }",
        ":focus-visible { outline: none; }",
        ("page/test_screens.py",),
    ),
    Fault(
        30, "The keyboard that is longer than a phone does not scroll",
        "The whole page slides to and fro under the finger.",
        ".long-keyboard { overflow-x: auto; }",
        ".long-keyboard { overflow-x: visible; }",
        ("page/test_screens.py",),
    ),
    Fault(
        31, "The circle turns also for who wants less motion",
        "It makes them dizzy.",
        "@media (prefers-reduced-motion: no-preference) {\n  .circle:not(",
        "@media all {\n  .circle:not(",
        ("page/test_circle.py",),
    ),
    Fault(
        32, "Buttons are printed",
        "The card for the music stand is full of what cannot be pressed.",
        "nav, button, .symbol, .info,",
        "nav, .symbol, .info,",
        ("page/test_printing.py",),
    ),
    # What is kept
    Fault(
        33, "What is brought back comes last",
        "A chordset that was deleted by mistake is not where it was.",
        'return try add(try Chordset(JSON(row["document"] as String)), at: row["position"])',
        'return try add(try Chordset(JSON(row["document"] as String)))',
        ("StoreTests",),
    ),
    Fault(
        34, "A change is made whatever the version",
        "Who saves last overwrites what others have done.",
        "if let versions, !versions.contains(current.version) { throw StoreError.conflict(version: current.version) }",
        "",
        ("StoreTests",),
    ),
    Fault(
        35, "That a chordset was moved is told to nobody",
        "Another device goes on with the old order.",
        "[version, id])\n        try History.noteOrder(db, version: version)",
        "[version, id])",
        ("StoreTests", "server/test_chordsets.py"),
    ),
    Fault(
        36, "Of a file only chordsets with other titles are taken",
        "What was changed in a copy is left out without a word.",
        "} else if present != chordset {",
        "} else if present?.title != chordset.title {",
        ("StoreTests",),
    ),
    # What the server answers
    Fault(
        37, "Whatever a client takes, it gets compressed",
        "A simple client gets unreadable bytes.",
        '(weights[coding] ?? weights["x-" + coding] ?? weights["*"] ?? 0) > 0',
        '(weights[coding] ?? weights["x-" + coding] ?? weights["*"] ?? 0) >= 0',
        ("server/test_site.py",),
    ),
    Fault(
        38, "Everything may be kept for ever",
        "A new version of the page never arrives.",
        'path.hasPrefix("assets/") ? "public, max-age=31536000, immutable" : "no-cache"',
        '"public, max-age=31536000, immutable"',
        ("server/test_site.py",),
    ),
    Fault(
        39, "Pages of other sites may change chordsets",
        "A page that somebody opens empties the shelf.",
        "try refuseOtherSites(request)",
        "",
        ("server/test_chordsets.py",),
    ),
    Fault(
        40, "An escaped slash in a link ends the symbol",
        "A shared link to C/E leads nowhere.",
        'encodedPath.replacing("%2F", with: "⁄").replacing("%2f", with: "⁄")',
        "encodedPath",
        ("server/test_site.py",),
    ),
]
