import Harmony

/// The texts of the help, with marked names (`String.markedName`). No sentence has more than 20 words
/// (Tests/structure/test_texts.py).
enum HelpText {
    static var search: String { "Search help" }
    static func found(_ count: Int) -> String { count == 1 ? "1 topic" : "\(count) topics" }
    static func nothing(_ words: String) -> String { "No topic mentions “" + words + "”. Try another word." }

    // MARK: Overview

    static var overview: String { "What this page does" }
    static var overviewHint: String {
        "Choose a lower and an upper chord. You see and hear what they make together. You can play these keyboards:"
    }
    static var unified: String { "Unified chord" }
    static var unifiedHint: String { "one chord on the root of the lower chord: " }
    static var slash: String { "Slash chord" }
    static var slashHint: String { "one chord on another root, over the lower chord’s root: " }
    static var polychord: String { "Polychord" }
    static var polychordHint: String { "two chords without a common name, with the upper one written first: " }

    static var matches: String { "Matches" }
    static func matchesHint(_ upper: String) -> String {
        """
        While you choose a chord, everything that makes one chord with the other is marked. \
        This is the picker for the lower chord, with \(upper) above it:
        """
    }
    static var chosen: String { "chosen" }
    static var match: String { "match" }
    static var chosenMatch: String { "chosen, match" }
    static var tryIt: String { "Try it" }

    // MARK: Topics

    static func title(_ topic: HelpTopic) -> String {
        switch topic {
        case .choosing: "Choose chords"
        case .results: "Solve for a result"
        case .pairs: "Find ways to play a chord"
        case .board: "Compare all pairs with a chord"
        case .keyboards: "Read and play the keyboards"
        case .voicings: "Play a chord with both hands"
        case .graph: "Read the graph of a chord"
        case .circle: "Use the circle of fifths"
        case .tunes: "Play tunes"
        case .instruments: "Connect a MIDI keyboard"
        case .linnStrument: "Play a LinnStrument"
        case .practice: "Practise"
        case .lights: "Make lights"
        case .names: "Note names and transposing instruments"
        case .data: "Where your data is"
        case .textSize: "Make text larger"
        }
    }

    static func paragraphs(_ topic: HelpTopic) -> String {
        switch topic {
        case .choosing:
            """
            Tap a keyboard or a chord’s name, then choose letter, accidental and type. \
            Or type a symbol: \u{E}Cmaj7\u{F}, \u{E}CM7\u{F}, \u{E}C^7\u{F} and \u{E}CΔ7\u{F} are the same chord. \
            Undo takes back any choice.
            """
        case .results:
            """
            Type a result, and the page finds two chords that make it. \
            Type one chord and a result, and it finds the other chord. \
            A pin keeps a chord or the result as it is. “Next” goes to the next pair.
            """
        case .pairs:
            """
            “How do I play this?” lists the pairs of chords that make a chord, the best first. \
            Tap a pair to choose it. “Keep” a chord in one hand to see only pairs with that chord. \
            “Essential notes” adds pairs without the notes that players leave out. \
            “With a bass player” adds pairs without the root.
            """
        case .board:
            """
            “All pairs with” a chord shows what it makes with the chord types that you pick, on all twelve roots. \
            A disc is one chord, a triangle a slash chord, two bars a polychord. \
            The stronger the colour, the more tension. \
            Tap a cell to choose its two chords. Hold it to hear them. \
            With “Play on hover”, the mouse and the arrow keys play each cell.
            """
        case .keyboards:
            """
            The lower chord has one colour, the upper chord another. A key of both chords has both. \
            A chord that you choose by touch sounds at once. The triangle plays it again. \
            Hold it, or Shift-click, to hear one note after the other. \
            With “Hold”, the chord sounds until you press the triangle again. “Arpeggio” plays its notes upward. \
            The loudspeaker opens volume, timbre and a switch for silence while choosing. \
            “i” beside a name opens everything about a chord.
            """
        case .voicings:
            """
            “Voicing” shows the keys of each hand, on the keyboard and on the staff. \
            A dot marks middle \u{E}C\u{F}. \
            Try the styles that jazz methods teach, and use the arrows for inversions. \
            Your choice is remembered for all chords of the same quality. \
            “Copy link to this voicing” lets others see the same keys. \
            Set your hand spans and your register in the settings. \
            “Progressions” voices \u{E}ii–V–I\u{F}, a blues or your own numerals in any key. \
            “Chord dictionary” has every chord.
            """
        case .graph:
            """
            The chord is at the top. Under it are the four-note chords inside it, then the triads, then the notes. \
            Lines lead from each chord to what it contains. On a phone, the rows are columns. \
            Tap a chord to open it, or a note to hear it. Tap beside a name to zoom in.
            """
        case .circle:
            """
            Neighbouring keys are a fifth apart. Major is outside, minor inside, key signatures in the middle. \
            Choose a key, or turn the ring. Its numerals show which chords belong to the key. \
            Small numerals are minor chords, and ° is diminished. \
            The two chords that you have chosen are drawn in the centre.
            """
        case .tunes:
            """
            Import files from iReal Pro or MusicXML, paste a link, or type: \u{E}| Dm7 | G7 | Cmaj7 | % |\u{F}. \
            Tap a bar to change it. Enter goes to the next bar. Press the space bar to play. The keyboard under the \
            chart shows both hands. \
            “Loop” repeats the tune, a section, or the bars that you drag over. Step, type or tap the tempo. \
            You can change voicings, feel, bass, drums and swing while the tune plays. \
            “Analysis” lists the numeral, function and scale of each chord, with keys and cadences. \
            The stand at the top fills the screen with the music. Tap to turn pages. \
            “Filter” and “Favourites” find tunes in a long list. “Select” saves, deletes or collects several tunes. \
            A set list plays tunes one after another, also on the stand. One link contains all of it, and plays it, too.
            """
        case .instruments:
            """
            “Play” names what you play on a MIDI keyboard, or on the keys of the page. \
            “Listen” hears a piano without MIDI and shows what its chords could be. \
            A keyboard without a sound of its own sounds here, on every screen. \
            “Play through” sends what the page plays to a MIDI device. \
            “What was that?” shows your last ten minutes as a lead sheet. \
            “Use MIDI keyboard” on the main screen lets your hands choose. \
            The left hand chooses the lower chord, the right hand the upper chord. \
            Channel 10 has drums, which are not named. You can change this under “MIDI input”. \
            You can also reverse a sustain pedal there. \
            A hidden page ignores what you play, unless it records. The screen stays on while you play.
            """
        case .linnStrument:
            """
            Each held note lights all pads that play it, with a number and a colour of its own. \
            A solid pad was pressed. A dashed pad may be the one. \
            The circle on a pad shows how far a note is bent.
            """
        case .practice:
            """
            The page names a chord and listens. Play it on a MIDI keyboard, and the next one follows. \
            Any voicing with the right notes counts. The 5th may be missing. With a bass player, the root may be \
            missing. A tick is right, a wave is almost right. A ring marks a missing note, a cross a wrong one. \
            “Listen” hears any piano through the microphone, and nothing is sent. \
            Without an instrument, tap the keys on the screen. Or press “Show answer”, and say whether you knew it. \
            By ear, you name or play what you hear. With a MIDI keyboard, the white keys choose an answer: \
            \("C".markedName) the first, \("D".markedName) the second, and so on. After a wrong answer, any \
            piano key continues. Any piano key also presses “Start” and “Again”. \
            Missed chords soon come again, and on a later day before others. \
            “Today” is a session of the length you choose. It plans what to ask and continues after a reload. \
            Pauses do not count. “Ten chords” and “Chord of the day” are ten questions against the clock. \
            You can copy the result. “Progress” shows how fast you play each chord in each key, and what is due. \
            “Practise” on a tune asks for its chords: at your pace, in time, or with a band in growing loops. \
            “Add to assignment” on an exercise collects exercises for your pupils, with a date, in a link. \
            They send you the result as a file.
            """
        case .lights:
            """
            A chordset has eight light chords. Each is a background with lumis, which are coloured shapes that move. \
            Press + for a new one. Begin with plain colours, gentle lights or your own chords. \
            Press a cell to see it full size. On the stage, you can play several at once. \
            Drag the handle to change the order. Swipe a row to the left, or press Delete, to delete it. \
            “Add to chordset” on the main screen gives a light the two chords, which then sound with it. \
            “Practice sheet” shows the chords of a chordset as cards to play, print and save. \
            On the stage, MIDI keys play the cells, and a program change opens another chordset.
            """
        case .names:
            """
            The settings offer \u{E}C D E\u{F}, German names with \u{E}H\u{F}, and \u{E}Do Ré Mi\u{F}. \
            Links show each reader the same chords under the names of their choice. \
            If you play an instrument in \u{E}B♭\u{F}, \u{E}E♭\u{F} or \u{E}F\u{F}, \
            choose it under “Written for” in the settings. \
            You then read and type your part, and hear concert pitch.
            """
        case .data:
            """
            Chordsets and tunes are saved in this browser, and on the server if there is one. \
            “Your shelf” brings them to other devices, lets others read them, and deletes them. \
            If an item was changed in two places, both versions are saved, and you choose. \
            Changes to different bars of a tune are merged if nothing else differs. \
            Your practice log stays in this browser, unless you include it in your shelf. \
            If something is stuck, press “Reset this device, keep unsent work” in the settings. \
            It loads everything again.
            """
        case .textSize:
            """
            “Text size” in the settings makes everything up to twice as large. \
            The text size of your browser works, too.
            """
        }
    }

    // MARK: Keyboard shortcuts

    static var shortcuts: String { "Keyboard shortcuts" }
    static var typeSymbol: String { "type a symbol" }
    static var nextChoice: String { "next letter, accidental, type or suggestion" }
    static var choose: String { "choose it" }
    static var undoRedo: String { "undo, redo" }
    static var onStage: String { "on the stage: the eight light chords" }
    static var atPractice: String { "while practising: an answer, or how well you knew it" }
    static var enterAtPractice: String { "while practising: check, next, start, again" }
    static var zero: String { "while practising by ear: show the answer" }
    static var space: String { "while practising: show the answer or, by ear, hear it again; start; in a tune: play" }
    static var escape: String { "stop the sound, close what is open, then go back" }
    static var theseShortcuts: String { "show these shortcuts" }
    static var whiteKeys: String { "play the white keys of the piano, from " + "C".markedName }
    static var blackKeys: String { "play its black keys" }
    static var octaves: String { "an octave down, an octave up" }
    // The labels of keys.
    static var enterKey: String { "Enter" }
    static var undoKeys: [String] { ["Ctrl Z", "Ctrl Y"] }
    static var spaceKey: String { "Space" }
    static var escapeKey: String { "Esc" }
}
