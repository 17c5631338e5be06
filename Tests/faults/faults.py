"""Sixty plausible mistakes in the sources that a user would notice.

A fault is a text that occurs exactly once in `Sources` and `Web`, with its replacement. Files are not named, so they
can be moved and renamed. A fault whose code disappears is replaced by a similar one.

`tests` lists the tests of ./test that should fail, in the order in which they run; `all_tests` lists those that only
./test --all runs. Each is a target of Swift tests or a path for pytest relative to `Tests`.
"""

from typing import NamedTuple


class Fault(NamedTuple):
    number: int
    name: str
    effect: str
    find: str
    replace: str
    tests: tuple[str, ...] = ()
    all_tests: tuple[str, ...] = ()


FAULTS = [
    # Rules
    Fault(
        1, "A ninth in the bass counts as an eleventh",
        "A chord over its ninth is shown an octave away from where it is played.",
        "degree.semitones < 17",
        "degree.semitones < 14",
        ("HarmonyTests",),
    ),
    Fault(
        2, "The notes of the upper chord are tried as roots before those of the lower chord",
        "Two chords get another name than a player would give them.",
        "firstRoot(of: roots, in: lower) ?? firstRoot(of: roots, in: upper)",
        "firstRoot(of: roots, in: upper) ?? firstRoot(of: roots, in: lower)",
        ("HarmonyTests",),
    ),
    Fault(
        3, "The first key struck is taken as the bass",
        "The name of a chord depends on the order of the fingers.",
        "for pitch in pitches.sorted() where !order.contains",
        "for pitch in pitches where !order.contains",
        ("HarmonyTests",),
    ),
    Fault(
        4, "Transposing moves the pads of a note the wrong way",
        "A transposed LinnStrument lights pads that play other notes.",
        "+ transposeLights - transposePitch - 12 * octave",
        "+ transposeLights + transposePitch - 12 * octave",
        ("InstrumentsTests",),
    ),
    Fault(
        5, "Light changes within a tenth of a second",
        "Fast playing makes the stage flash at a rate that can harm people.",
        "private static let fading = 1.0 / 3",
        "private static let fading = 0.1",
        ("ChordsetsTests",),
    ),
    # Behavior
    Fault(
        6, "A new choice keeps the steps that could be redone",
        "Redo brings back chords that do not follow from the present ones.",
        "past.append(earlier)\n        future = []",
        "past.append(earlier)",
        ("InterfaceTests",),
    ),
    Fault(
        7, "A lone m also completes to major",
        "Typing Cm suggests major chords.",
        'typed != "m" && (suffix.hasPrefix(typed) || plain(type.shortSuffix).hasPrefix(typed))',
        "(suffix.hasPrefix(typed) || plain(type.shortSuffix).hasPrefix(typed))",
        ("InterfaceTests",),
    ),
    Fault(
        8, "A half-typed symbol is left without a message",
        "The chord in the field is not the one that sounds, and nothing explains it.",
        "        } catch {\n            message = error.reason == .empty ? nil : error.message",
        "        } catch {\n            message = nil",
        ("InterfaceTests",),
    ),
    Fault(
        9, "Deleting a list item keeps it in the index",
        "Commands on the items after a deleted one go to the wrong item.",
        "reindex(from: min(earlier ?? .max, index ?? .max))",
        "reindex(from: index ?? entries.count)",
        ("InterfaceTests",),
    ),
    Fault(
        10, "A symbol that cannot be read is not announced",
        "A blind player presses Enter on it and hears nothing.",
        "if let changed, let message = self[changed].message { return [.speech(.announce(message))] }",
        "",
        ("InterfaceTests",),
    ),
    Fault(
        11, "An address omits that there is no lower chord",
        "A link to an upper chord opens it as the lower one.",
        "(lower ?? Address.Pair.absent)",
        '(lower ?? "")',
        ("InterfaceTests",),
    ),
    Fault(
        12, "A number outside the range of a setting is accepted",
        "A damaged record makes the page as loud as the device allows.",
        "if let number = Int(value), range.contains(number) { setting = number }",
        "if let number = Int(value) { setting = number }",
        ("InterfaceTests",),
    ),
    Fault(
        13, "A circle turned far returns the short way",
        "The ring spins back under the hand when it is released.",
        "walk(to: CirclePlace(clockIndex: end), &session)\n        turn = end",
        "walk(to: CirclePlace(clockIndex: end), &session)",
        ("InterfaceTests", "page/test_circle.py"),
    ),
    Fault(
        14, "Note-off messages of an unselected instrument are dropped",
        "A key that is down while another instrument is selected sounds forever.",
        """} else if case .noteOff = message {
            recordings.receive(recorded(message, port: port), port: port, at: seconds)
        }""",
        """} else {
            return
        }""",
        ("InterfaceTests", "page/test_linnstrument.py"),
    ),
    Fault(
        15, "A bar without notes does not end the chord before it",
        "The last chord sounds on through the rest.",
        "if music == nil { effects.append(.sound(.sounding([], held))) }",
        "",
        ("InterfaceTests",),
    ),
    Fault(
        16, "“Theirs” deletes the other version",
        "Of two versions, the one that was not chosen stays.",
        "if choice == .theirs { return delete(id) }",
        "if choice == .theirs { return delete(original) }",
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
        18, "A field is overwritten while it is edited",
        "A half-typed name disappears when the server answers.",
        "live === document.activeElement && (rendered === renderedBefore || composing)",
        "live === document.activeElement && composing",
        ("page/test_chordsets.py",),
    ),
    Fault(
        19, "The page forgets the address it has set",
        "The first step back does nothing.",
        "change(method, entry, addressOf(route));\n  isLeaving = false;\n  known = currentRoute();",
        "change(method, entry, addressOf(route));\n  isLeaving = false;",
        ("page/test_circle.py", "page/test_choosing.py"),
    ),
    Fault(
        20, "The chords of a progression sound all at once",
        "A cadence is a cluster of notes.",
        "delay: chordIndex * chordInterval + index * step",
        "delay: index * step",
        ("page/test_circle.py",),
    ),
    Fault(
        21, "A voice stops before it has faded out",
        "Each released key clicks.",
        "source.stop(time + decayLength * timeConstant);",
        "source.stop(time);",
        ("page/test_sound.py",),
    ),
    Fault(
        22, "An instrument gets a new number when it is plugged in again",
        "A loose cable costs the choice of the MIDI input.",
        "numbers.get(id) ?? numbers.size + 1",
        "numbers.size + 1",
        ("page/test_linnstrument.py",),
    ),
    Fault(
        23, "A change is dropped when the browser's storage fails",
        "A chordset is lost on a device without free space.",
        "if (!replica.isLasting || !(error instanceof DOMException)) throw error;",
        "throw error;",
        ("page/test_keeping.py",),
    ),
    Fault(
        24, "A new version clears the caches of other pages on its host",
        "Another page on the same host no longer works offline.",
        "if (!name.startsWith(cachePrefix) || name === cachePrefix + version) continue;",
        "if (name === cachePrefix + version) continue;",
        ("page/test_installing.py",),
    ),
    Fault(
        25, "Parentheses are not escaped in links",
        "A messenger cuts a link to C7(♭9) at the parenthesis.",
        '.replaceAll("(", "%28").replaceAll(")", "%29")',
        "",
        ("page/test_sharing.py",),
    ),
    Fault(
        26, "A change is sent without the version it is based on",
        "It overwrites what was changed on another device meanwhile.",
        'const headers = version === undefined ? {} : { "If-Match": `"${version}"` };',
        "const headers = {};",
        ("page/test_keeping.py",),
    ),
    # Looks
    Fault(
        27, "Chips are too low for a finger",
        "On a phone a tap opens the chord beside the intended one.",
        "max-width: 100%;\n  min-height: var(--touch);\n  padding: 0 var(--space-6);\n  color: var(--text);",
        "max-width: 100%;\n  min-height: 2rem;\n  padding: 0 var(--space-6);\n  color: var(--text);",
        ("page/test_screens.py",),
    ),
    Fault(
        28, "Secondary text is pale",
        "It cannot be read in stage light.",
        "--quiet: light-dark(#565962, #b3b5bc);",
        "--quiet: light-dark(#9a9da5, #b0b2b9);",
        ("page/test_screens.py",),
    ),
    Fault(
        29, "The focus has no ring",
        "Keyboard users do not see where they are.",
        ":focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }",
        ":focus-visible { outline: none; }",
        ("page/test_screens.py",),
    ),
    Fault(
        30, "A keyboard wider than a phone does not scroll",
        "The whole page slides sideways under the finger.",
        ".keys-room { flex: 1 1 100%; min-width: 0; overflow-x: auto; overscroll-behavior-x: contain; }",
        ".keys-room { flex: 1 1 100%; min-width: 0; overflow-x: visible; }",
        ("page/test_screens.py",),
    ),
    Fault(
        31, "The circle ignores “reduce motion”",
        "Its turning makes sensitive people dizzy.",
        "@media (prefers-reduced-motion: no-preference) {\n  .circle:not(",
        "@media all {\n  .circle:not(",
        ("page/test_circle.py",),
    ),
    Fault(
        32, "Buttons are printed",
        "The card for the music stand is full of controls.",
        "nav, button, .hands, .symbol,",
        "nav, .hands, .symbol,",
        ("page/test_printing.py",),
    ),
    # Storage
    Fault(
        33, "A restored item comes last",
        "A chordset deleted by mistake does not return to its place.",
        'return try add(try Item(JSON(row.text("document"))), at: row.int("position"))',
        'return try add(try Item(JSON(row.text("document"))))',
        ("StoreTests",),
    ),
    Fault(
        34, "A change is made whatever the version",
        "The last device to save overwrites the changes of others.",
        "if let versions, !versions.contains(current.version) {",
        "if let versions, versions.isEmpty {",
        ("StoreTests",),
    ),
    Fault(
        35, "Other devices do not learn that an item was moved",
        "They keep the old order.",
        "try shelf.run(\"UPDATE \\(kind.name) SET version = ?2 WHERE shelf = ?1 AND id = ?3\", version, id)\n"
        "        try History.noteOrder(shelf, version: version, of: kind)",
        "try shelf.run(\"UPDATE \\(kind.name) SET version = ?2 WHERE shelf = ?1 AND id = ?3\", version, id)",
        ("StoreTests", "server/test_chordsets.py"),
    ),
    Fault(
        36, "An import skips chordsets whose title is known",
        "What was changed in a copy is silently left out.",
        "} else if present != chordset {",
        "} else if present?.title != chordset.title {",
        ("StoreTests",),
    ),
    # The server
    Fault(
        37, "Answers are compressed for clients that refuse it",
        "A simple client receives bytes it cannot read.",
        '(weights[coding[...]] ?? weights["x-" + coding] ?? weights["*"] ?? 0) > 0',
        '(weights[coding[...]] ?? weights["x-" + coding] ?? weights["*"] ?? 0) >= 0',
        ("ServerTests", "server/test_site.py"),
    ),
    Fault(
        38, "Browsers may cache everything forever",
        "A new version of the page never arrives.",
        'path.hasPrefix(Route.assets) ? Self.immutable : "no-cache"',
        "Self.immutable",
        ("server/test_site.py",),
    ),
    Fault(
        39, "Pages of other sites may change chordsets",
        "A page opened by accident empties the shelf.",
        'guard origin == "http://" + host || origin == "https://" + host else {',
        "guard !origin.isEmpty else {",
        ("server/test_chordsets.py",),
    ),
    Fault(
        40, "An escaped slash ends the symbol in a link",
        "A shared link to C/E leads nowhere.",
        'encoded.replacing("%2F", with: "⁄").replacing("%2f", with: "⁄")',
        "encoded",
        ("server/test_site.py",),
    ),
    Fault(
        41, "Each IPv6 address has its own allowance",
        "One household takes the server down, since it has 2^64 addresses.",
        "isFour || isLoopback ? self : IPAddress(high: high, low: 0)",
        "isFour || isLoopback ? self : IPAddress(high: high, low: low)",
        ("ServerTests",),
    ),
    Fault(
        42, "A change costs no more than a read",
        "One client fills the disk and wakes all listeners ten times as often as allowed.",
        "costOfChange = 10.0",
        "costOfChange = 1.0",
        ("ServerTests", "server/test_gate.py"),
    ),
    Fault(
        43, "Any token of the right length opens the metrics",
        "Strangers read how busy the server is, and when.",
        "zip(sent, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0",
        "zip(sent, token).reduce(0) { $0 | ($1.0 ^ $1.1) } >= 0",
        ("server/test_metrics.py",),
    ),
    Fault(
        44, "Compressed and plain files have the same tag",
        "A cache on the way delivers compressed bytes to a client that cannot read them.",
        '(compressed, tag + "-gzip")',
        "(compressed, tag)",
        ("server/test_site.py",),
    ),
    Fault(
        45, "A reader's key may change the shelf",
        "Everyone with a link for reading can delete all of it.",
        "guard access == .owner || request.method.reads else {",
        "guard access == .owner || access == .reader else {",
        ("server/test_shelves.py",),
    ),
    # More storage
    Fault(
        46, "A renewed key is not checked again when a change is made",
        "A lost key still changes the shelf during a long request.",
        'guard let locked, opening == nil || locked["owner"].text == opening?.owner?.text else {',
        "guard locked != nil else {",
        ("StoreTests",),
    ),
    Fault(
        47, "A shelf accepts the key of another shelf",
        "Two shelves have one key, and one of them cannot be found again.",
        "if owners > 0 { throw StoreError.keyTaken }",
        "if owners > 1 { throw StoreError.keyTaken }",
        ("StoreTests", "server/test_shelves.py"),
    ),
    Fault(
        48, "The limit for the bytes of a shelf is not checked",
        "One client fills the disk of the server.",
        "if more > 0, let quotas, try",
        "if more < 0, let quotas, try",
        ("StoreTests",),
    ),
    Fault(
        49, "A deleted item is not recorded",
        "It returns from every other device.",
        'try shelf.run("INSERT INTO \\(kind.tombstones) (shelf, id, version) VALUES (?1, ?2, ?3)", id, version)',
        "",
        ("StoreTests", "server/test_chordsets.py"),
    ),
    Fault(
        50, "Databases read a text only up to a NUL",
        "An invented id gets, or changes, another item.",
        '.text(utf8.contains(0) ? replacing("\\0", with: "\\u{FFFD}") : self)',
        ".text(self)",
        ("StoreTests",),
    ),
    # More of what only a browser has
    Fault(
        51, "Practice results do not reach other tabs",
        "An open tab suggests what has just been practiced in another one.",
        "otherTabs?.postMessage(lines);",
        "",
        ("page/test_practice.py",),
    ),
    Fault(
        52, "A MIDI file plays on in a hidden tab",
        "The last chord hangs until the tab is shown again.",
        'document.addEventListener("visibilitychange", () => document.hidden && pause());',
        "",
        ("page/test_midi_files.py",),
    ),
    Fault(
        53, "Copying needs the clipboard API",
        "On a page without TLS, as at home, no link can be copied.",
        "return copySelection(text);",
        "return false;",
        ("page/test_sharing.py",),
    ),
    Fault(
        54, "Pasting into a field imports a tune instead",
        "Text for a field disappears from it, and a tune appears.",
        'if (!element || !text || closest(event, "input, textarea")) return;',
        "if (!element || !text) return;",
        ("page/test_tunes.py",),
    ),
    Fault(
        55, "A new tempo also moves the position",
        "A tune jumps when its tempo is changed while it plays.",
        "position.tick += (horizon - position.time) / tickLength;",
        "",
        ("page/test_tunes.py",),
    ),
    # More looks
    Fault(
        56, "Hidden elements are shown where they have a layout",
        "The notice of a new version is always there.",
        "[hidden] { display: none !important; }",
        "[hidden] { display: none; }",
        ("page/test_screens.py",),
    ),
    Fault(
        57, "Matching chords are dark on dark",
        "In the dark theme the matching names cannot be read.",
        "--match-text: light-dark(#6434bb, #c4a8ff);",
        "--match-text: light-dark(#6434bb, #6434bb);",
        ("page/test_screens.py",),
    ),
    Fault(
        58, "A QR code has no light background",
        "On a dark page no phone reads it.",
        "width: 100%; height: 100%; background: #fff;",
        "width: 100%; height: 100%;",
        ("page/test_shelf.py",),
    ),
    Fault(
        59, "The panels beside a chart are printed",
        "A tune takes two sheets of paper, and half of them is controls.",
        ".tune-side, .dock, .tune-views, .tune-hand-on, .set-bar, .tunes > .up { display: none !important; }",
        "",
        ("page/test_tunes.py",),
    ),
    Fault(
        60, "The field for chords has small text",
        "An iPhone zooms in with each tap on it, and does not zoom out.",
        "font: inherit;\n  font-size: var(--text-size);\n  color: inherit;\n  background: var(--page);",
        "font: inherit;\n  font-size: var(--small);\n  color: inherit;\n  background: var(--page);",
        ("page/test_layout.py",),
    ),
]
