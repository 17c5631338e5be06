import Tunes

/// The texts of the tune screens.
enum TunesText {
    // MARK: The list

    static var title: String { "Tunes" }
    static var newTune: String { "New tune" }
    static var search: String { "Search tunes" }
    static var sort: String { "Sort" }
    static var newestFirst: String { "Newest first" }
    static var byTitle: String { "By title" }
    static var byComposer: String { "By composer" }
    static var byKey: String { "By key" }
    static var recentlyPlayed: String { "Recently played" }
    static var mostPlayed: String { "Most played" }
    static var favorites: String { "Favourites" }
    static func favorite(_ title: String) -> String { "Favourite: " + title }
    static var filter: String { "Filter" }
    static func filters(_ count: Int) -> String { "Filter (\(count))" }
    static var any: String { "Any" }
    static var showAll: String { "Show all" }
    static var noneFound: String { "No tunes match these filters." }
    /// The number of tunes that a search or a filter has left.
    static func found(_ tunes: Int, of all: Int) -> String { "\(tunes) of " + count(all) }
    static func facet(_ facet: TuneFilter.Facet) -> String {
        switch facet {
        case .style: style
        case .key: key
        case .meter: timeSignature
        case .composer: composer
        case .tempo: tempo
        }
    }
    static func range(_ tempo: TuneFilter.Tempo) -> String {
        switch tempo {
        case .slow: "Slow, below 100"
        case .medium: "Medium, 100 to 179"
        case .fast: "Fast, 180 and up"
        }
    }
    /// In a row of the list: `played 3 times`.
    static func played(_ count: Int) -> String { "played " + (count == 1 ? "once" : "\(count) times") }
    /// `Played 3 times, last on 28 Nov 2026 at 132, in F.`
    static func lastPlayed(_ count: Int, _ date: String?, _ tempo: Int?, _ key: String) -> String {
        var text = "Played " + (count == 1 ? "once" : "\(count) times")
        if let date { text += ", last on " + date }
        if let tempo { text += " at \(tempo)" }
        return text + (key.isEmpty ? "" : ", in " + key) + "."
    }
    static var yourTunes: String { "Your tunes" }
    static var noMatch: String { "No tunes match your search." }
    static var examples: String { "Examples" }
    static var delete: String { "Delete" }

    static func delete(_ title: String) -> String { "Delete " + title }
    static func showMore(of count: Int) -> String { "Show more (\(count) in all)" }
    static func deleted(_ counts: String) -> String { "Deleted. " + counts }

    /// `3 tunes`
    static func count(_ count: Int) -> String { count == 1 ? "1 tune" : "\(count) tunes" }

    // MARK: Several tunes

    static var select: String { "Select" }
    static var selectAll: String { "Select all" }
    static var selection: String { "Selected tunes" }
    static func selected(_ tunes: Int) -> String { "Selected: " + count(tunes) }
    static var noneSelected: String { "Tap the tunes that you want to select." }
    static var addToSet: String { "Add to set list" }
    static var newSet: String { "New set list" }

    // MARK: Set lists

    static var setLists: String { "Set lists" }
    static var setName: String { "Name of the set list" }
    static func setCount(_ count: Int) -> String { count == 1 ? "1 set list" : "\(count) set lists" }
    static var whatSetsAre: String {
        "A set list has tunes in the order in which you play them. Press + to begin one, or select tunes in the list."
    }
    static var emptySet: String { "No tunes yet. Find the first one below." }
    static var absentSet: String { "This set list was not found. It may have been deleted." }
    static var playSet: String { "Play set list" }
    static var addTune: String { "Add a tune" }
    static func add(_ title: String) -> String { "Add " + title }
    static var allInSet: String { "All tunes that match are already in this set list." }
    static func added(_ tunes: Int, to name: String) -> String {
        tunes == 0 ? "Already in “" + name + "”." : "Added " + count(tunes) + " to “" + name + "”."
    }
    static func moveUp(_ title: String) -> String { "Move " + title + " up" }
    static func moveDown(_ title: String) -> String { "Move " + title + " down" }
    static func remove(_ title: String) -> String { "Remove " + title }
    static func removed(_ counts: String) -> String { "Removed. " + counts }
    /// `Blue Bossa, 2 of 12`
    static func place(_ number: Int, of count: Int, _ title: String) -> String {
        (title.isEmpty ? "" : title + ", ") + "\(number) of \(count)"
    }
    static var allSelected: String { "selected tunes" }
    static var printKeys: String { "Print in twelve keys" }
    static var withBassPlayer: String { "With a bass player" }
    static func writing(_ count: Int, of total: Int) -> String { "Writing… \(count) of \(total)" }
    static var moveToSet: String { "Move to set list" }
    static func moved(_ count: Int, to name: String) -> String { "Moved " + self.count(count) + " to “" + name + "”." }
    static func longLink(_ length: Int) -> String {
        "The link has \(length) characters. Some programs cut off links of this length; a text file is safer."
    }
    static var previousTune: String { "Previous tune" }
    static var nextTune: String { "Next tune" }
    static var saveSet: String { "Save set list and tunes" }
    static func savedSet(_ tunes: Int) -> String { "Saved the set list with " + count(tunes) + "." }

    // MARK: Importing

    static var importing: String { "Import" }
    static var supported: String {
        """
        Drop files here, or paste an iReal Pro link or chords between bar lines. Supported: iReal Pro, MusicXML, \
        ChordPro, plain text.
        """
    }
    static var chooseFiles: String { "Choose files" }
    static var pasteHere: String { "Paste a link or chords" }
    /// An example of what can be pasted.
    static var chordsHint: String { "| Dm7 | G7 | Cmaj7 | % |" }
    static var saveAll: String { "Save all as a file" }
    static var tunesFile: String { "Tunes" }

    static func imported(_ title: String) -> String { "Imported " + title + "." }
    static func imported(_ tunes: Int) -> String { "Imported " + count(tunes) + "." }
    static var hasMelody: String { "It has a melody." }
    static func melodies(_ tunes: Int) -> String { tunes == 1 ? "1 has a melody." : "\(tunes) have a melody." }
    /// The question about imported tunes that exist already.
    static func existing(_ tunes: Int, _ title: String) -> String {
        tunes == 1
            ? "You have “" + title + "” already, with the same chords."
            : "You have " + count(tunes) + " already, with the same chords."
    }
    static var replaceTunes: String { "Replace" }
    static var keepBoth: String { "Keep both" }
    static var skipTunes: String { "Skip" }
    static func settled(_ choice: TuneListVerb.RepeatedChoice, _ tunes: Int) -> String {
        switch choice {
        case .replace: "Replaced " + count(tunes) + "."
        case .both: imported(tunes)
        case .skip: "Skipped " + count(tunes) + "."
        }
    }
    static func noTune(in name: String) -> String {
        name.isEmpty ? "No tune found in the pasted text." : "No tune found in “" + name + "”."
    }
    static var withoutReader: String {
        "The importer could not be loaded. Check your connection and try again."
    }
    static var noTuneInFiles: String { "No tune found in these files." }
    static var whatToImport: String {
        "Use an iReal Pro link, MusicXML, or chords between bar lines: | Dm7 | G7 | Cmaj7 |."
    }
    /// A problem, with the name of its file.
    static func problem(_ sentence: String, in name: String) -> String { "“" + name + "”: " + sentence }
    static func problems(_ count: Int) -> String { "\(count) problems were found." }
    static func andMore(_ count: Int) -> String { "and \(count) more" }

    // MARK: A tune

    static var loading: String { "Loading the tune…" }
    static var absent: String { "This tune was not found. It may have been deleted." }
    static var notSaved: String { "Not saved yet." }
    static var save: String { "Save to my tunes" }
    static var saveFirst: String { "Save this tune first, then edit it." }
    static var view: String { "View" }
    static var chart: String { "Chart" }
    static var grandStaff: String { "Grand staff" }
    static var keyboards: String { "Keyboards" }
    static var print: String { "Print" }
    static var copyLink: String { "Copy link" }
    static var saveAsText: String { "Save as text" }
    static var ownProgression: String { "Your own" }
    static var numeralsOrChords: String { "Numerals or chords" }
    static var saveAsMusicXML: String { "Save as MusicXML" }
    static var saveAsMIDI: String { "Save as MIDI" }
    static var saveForIReal: String { "Save for iReal Pro" }
    static var duplicate: String { "Duplicate" }
    static var undone: String { "Undone." }
    static var redone: String { "Redone." }

    /// For a transposing instrument: `Written for B♭`.
    static func written(for instrument: String) -> String { "Written for " + instrument }
    static func copyTitle(_ title: String) -> String { title + " (copy)" }
    static func duplicated(_ title: String) -> String { "Duplicated as “" + title + "”." }
    static func formTrouble(_ bar: Int, _ message: String) -> String { "Bar \(bar): " + message }

    /// The note value that the tempo counts.
    static func beatUnit(of meter: Meter) -> String {
        switch (meter.unit, meter.isCompound) {
        case (4, _): "♩"
        case (8, true): "♩."
        case (8, false): "♪"
        case (16, true): "♪."
        case (2, _): "Half note"
        default: "Beat"
        }
    }

    // MARK: Options

    static var voicings: String { "Voicings" }
    static var smoothest: String { "Smoothest" }
    static var rootless: String { "Rootless (A/B)" }
    static var upperStructures: String { "Upper structures" }
    static var shells: String { "Shells" }
    static var close: String { "Close" }
    static var drop2: String { "Drop 2" }
    static var spread: String { "Spread" }
    static var quartal: String { "Quartal" }
    static var analysis: String { "Analysis" }
    static var showNumerals: String { "Show numerals" }
    static var cadences: String { "Cadences" }
    static func cadence(in key: String) -> String { " in " + key }
    static var editAsText: String { "Edit as text" }
    static var key: String { "Key" }
    static var semitoneDown: String { "Down a semitone" }
    static var semitoneUp: String { "Up a semitone" }
    static var pickKey: String { "Pick key on the circle" }
    static var circle: String { "Circle of fifths" }
    static var details: String { "Tune details" }
    static var titleField: String { "Title" }
    static var composer: String { "Composer" }
    static var style: String { "Style" }
    static var timeSignature: String { "Time signature" }
    static func notATimeSignature(_ value: String) -> String {
        "“" + value + "” is not a time signature. Type one such as 4/4 or 6/8."
    }

    static var asText: String { "The tune as text" }
    static var concertPitch: String { "In concert pitch." }
    static var notApplied: String { "Not applied yet:" }
    static var saveOthers: String { "Save the others as separate tunes" }
    static var revert: String { "Revert to the tune" }
    static var noBars: String { "This text has no bars. Type chords between bar lines: | Dm7 | G7 |." }
    static func severalTunes(_ count: Int) -> String { "This text has \(count) tunes, but only one fits here." }
    static func othersSaved(_ count: Int) -> String {
        count == 1 ? "The other tune was saved separately." : "The other \(count) tunes were saved separately."
    }
    static func textNotApplied(_ troubles: [String]) -> String {
        "The text was not applied. " + troubles.joined(separator: " ")
    }
    static func notApplied(_ text: String, _ troubles: [String]) -> String {
        "“" + text + "” was not applied. " + troubles.joined(separator: " ")
    }

    // MARK: Bars

    static var chords: String { "Chords" }
    /// An example of what can be typed.
    static var barHint: String { "Dm7 G7" }
    static var playFromHere: String { "Play from here" }
    static var closePanel: String { "Close" }
    static var editBars: String { "Edit bars, bar lines and signs" }
    static var barTools: String { "Edit bars" }
    static var insertBefore: String { "Insert before" }
    static var insertAfter: String { "Insert after" }
    static var copy: String { "Copy" }
    static var pasteAfter: String { "Paste after" }
    static var moveBack: String { "Move ←" }
    static var moveOn: String { "Move →" }
    static var chordsInBar: String { "Chords in this bar" }
    static var thisChord: String { "This chord" }
    static var noChord: String { "N.C." }
    static var chordDetails: String { "Chord details" }
    static var play: String { "Play" }
    static var inversionDown: String { "Inversion down" }
    static var inversionUp: String { "Inversion up" }
    static var lockVoicing: String { "Lock this voicing" }
    static var sameAsTune: String { "Same as tune" }
    static var sectionName: String { "Section starting here" }
    static var barLines: String { "Bar lines" }
    static var startRepeat: String { "Start repeat" }
    static var endRepeat: String { "End repeat" }
    static var doubleBarLine: String { "Double bar line" }
    static var finalBarLine: String { "Final bar line" }
    static var signs: String { "Signs" }
    static var atLeastOneBar: String { "A tune needs at least one bar." }

    static func bar(_ number: Int) -> String { "Bar \(number)" }
    static func bars(_ bars: ClosedRange<Int>) -> String {
        bars.count == 1 ? bar(bars.lowerBound + 1) : "Bars \(bars.lowerBound + 1) to \(bars.upperBound + 1)"
    }
    static func barsCopied(_ count: Int) -> String { count == 1 ? "Bar copied." : "\(count) bars copied." }
    static func tooManyBars(_ maximum: Int) -> String { "A tune can have at most \(maximum) bars." }
    static func voicings(inSection label: String) -> String {
        label.isEmpty ? "Voicings in this section" : "Voicings in section " + label
    }
    /// `1st ending`
    static func ending(_ number: Int) -> String {
        "\(number)" + (number == 1 ? "st" : number == 2 ? "nd" : number == 3 ? "rd" : "th") + " ending"
    }

    // A bar for screen readers: `Bar 3, 1st ending, repeat starts: C 7, F 7, D.C. al Fine, repeat ends`.
    static var repeatStarts: String { "repeat starts" }
    static var repeatEnds: String { "repeat ends" }
    static var noChordSpoken: String { "no chord" }
    static var unread: String { "Not a chord" }
    static var empty: String { "empty" }

    // MARK: Playing

    static var stop: String { "Stop the tune" }
    static var start: String { "Play the tune" }
    static var tempo: String { "Tempo" }
    static var slower: String { "Slower" }
    static var faster: String { "Faster" }
    static var tap: String { "Tap" }
    static var loop: String { "Loop" }
    static var noLoop: String { "No loop" }
    static var wholeTune: String { "Whole tune" }
    static func section(_ label: String) -> String { "Section " + label }
    static func section(_ label: String, _ bars: ClosedRange<Int>) -> String {
        section(label) + ": " + TunesText.bars(bars)
    }
    static var playback: String { "Playback" }
    static var bass: String { "Bass" }
    static var comping: String { "Comping" }
    static var click: String { "Click" }
    static var choruses: String { "Choruses" }
    static var lights: String { "Lights" }
    static var none: String { "None" }
    static var feel: String { "Feel" }
    static func feelOfTune(_ feel: String) -> String { feel + ", as written" }
    static var mediumSwing: String { "Medium swing" }
    static var upSwing: String { "Up-tempo swing" }
    static var ballad: String { "Ballad" }
    static var bossa: String { "Bossa nova" }
    static var waltz: String { "Jazz waltz" }
    static var straight: String { "Straight eighths" }
    static var latin: String { "Latin" }
    static var byFeel: String { "By feel" }
    static var swing: String { "Swing" }
    static var swings: [(value: String, label: String)] {
        [("", "By tempo"), ("50", "None"), ("57", "Light"), ("67", "Triplets"), ("75", "Hard")]
    }
    static var countIns: [(value: String, label: String)] {
        [
            ("0", "None"), ("1", "One bar"), ("2", "Two bars"), ("1b", "One bar, on 2 and 4"),
            ("2b", "Two bars, on 2 and 4"),
        ]
    }
    static var variation: String { "Repeated choruses" }
    static var variations: [(value: String, label: String)] { [("", "Varied"), ("no", "Identical")] }
    static var rise: String { "Tempo change per chorus" }
    static func rise(_ beats: Int) -> String { beats == 0 ? none : "+\(beats)" }
    static var modulation: String { "Key change per chorus" }
    static func modulation(_ semitones: Int) -> String {
        if semitones == 0 { return none }
        let size = semitones.magnitude
        return (semitones > 0 ? "Up " : "Down ") + (size == 1 ? "a half step" : size == 2 ? "a whole step" : "a fourth")
    }
    static var loopLength: String { "Growing loop" }
    static var loopLengths: [(value: String, label: String)] { [("no", "Off"), ("yes", "2, 4, 8 … bars")] }
    static var drums: String { "Drums" }
    static var solo: String { "Solo" }
    static func solo(_ part: String) -> String { "Solo: " + part }
    static func level(_ part: String) -> String { "Level: " + part }
    static var mixer: String { "Mixer" }
    static var countIn: String { "Count-in" }
    static var leftHand: String { "Left hand" }
    static var rightHand: String { "Right hand" }
    static var roots: String { "Roots" }
    static var twoFeel: String { "Two-feel" }
    static var tumbao: String { "Tumbao" }
    static var pedal: String { "Pedal point" }
    static var walking: String { "Walking" }
    static var sustained: String { "Sustained" }
    static var charleston: String { "Charleston" }
    static var fours: String { "Four to the bar" }
    static var everyBeat: String { "Every beat" }
    static var backbeat: String { "Two and four" }

    /// Before the name of the chord that follows.
    static var next: String { "then " }
    static var noChordHere: String { "No chord." }
    static var noVoicing: String { "No voicing fits your hands." }
}
