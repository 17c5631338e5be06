import Practice

/// The texts of the practice screens, with marked names (`String.markedName`).
enum PracticeText {
    static var practice: String { "Practise" }
    static var due: String { "Due for review" }
    static var progress: String { "Progress" }
    static var start: String { "Start" }
    static var stop: String { "Stop" }
    static var useKeyboard: String { "Use MIDI keyboard" }
    static var notStored: String {
        """
        This browser cannot store anything now: it has no room or no permission. Export your practice log before you \
        close the page.
        """
    }
    static var outOfSpace: String {
        "This browser is out of space. From now on, results are lost when you close this page: export them."
    }
    static var loading: String { "Loading your practice log…" }

    // MARK: Home

    static var whatNext: String { "What to practise next" }
    static var today: String { "Today" }
    /// The link to the daily session, and its title.
    static func today(_ minutes: Int) -> String { "Today · \(minutes) min" }
    /// - Parameter tune: the title of the tune that is being learned.
    static func todayParts(_ tune: String?) -> String {
        "What you know, what is due, something new, " + (tune.map { "bars of “\($0)”, " } ?? "")
            + "and ear training."
    }
    static func leaveOut(_ tune: String) -> String { "Leave out “\(tune)”" }
    /// The bars of a tune: `Blue Bossa, bars 5 to 8`, or `Bars 5 to 8` of a tune without a title.
    static func bars(_ first: Int, to last: Int, of tune: String) -> String {
        (tune.isEmpty ? "B" : tune + ", b") + (first == last ? "ar \(first)" : "ars \(first) to \(last)")
    }
    static func bar(_ number: Int) -> String { "Bar \(number): " }
    static var markCurrent: String { "now" }
    static func today(due count: Int) -> String {
        count == 0 ? "Nothing is due." : count == 1 ? "1 card is due." : "\(count) cards are due."
    }
    static var otherDevice: String {
        "Another device uses your shelf. Sync practice log, settings, favourites and play counts between both devices?"
    }
    static var together: String { "Sync" }
    static var apart: String { "Don’t sync" }
    static var length: String { "Length" }
    static func minutes(_ count: Int) -> String { "\(count) min" }
    static var answerWith: String { "Answer with" }
    static var onInstrument: String { "Instrument" }
    static var onCards: String { "Flashcards" }
    static var orElse: String { "Or one exercise" }
    static var againstClock: String { "Against the clock" }
    static var tenChords: String { "Ten chords" }
    static var chordOfTheDay: String { "Chord of the day" }
    /// - Parameter chord: the chord of the day; nil for ten different ones.
    static func ten(of chord: String?, isPlayed: Bool) -> String {
        guard let chord else { return "Ten chords in any key. The clock stops between them." }
        return
            (isPlayed
            ? chord + ", then the same chord in nine other keys." : chord + " and similar chords in ten keys.")
            + " Today everyone gets the same ones."
    }
    static func seconds(_ count: Int) -> String { count < 60 ? "\(count) s" : "\(count / 60) min \(count % 60) s" }
    static func seconds(spokenCount count: Int) -> String { count == 1 ? "1 second." : "\(count) seconds." }
    /// The result to copy: `Ten chords · 27 Nov · 10 of 10 in 41 s`.
    /// - Parameter chord: the chord of the day; nil for ten different ones.
    /// - Parameter today: counted from 1970.
    static func result(of chord: String?, on today: Int, _ right: Int, of count: Int, _ time: Int) -> String {
        (chord.map { chordOfTheDay + " · " + $0 } ?? tenChords) + " · " + SharedText.date(today, from: today)
            + " · " + score(right, of: count) + " in " + seconds(time)
    }
    static var assignment: String { "Assignment" }
    static var addToAssignment: String { "Add to assignment" }
    static var newAssignment: String { "New assignment" }
    static var changeAssignment: String { "Change" }
    static var dueDate: String { "Due" }
    static var goodShare: String { "Pass mark" }
    static func right(percent: Int) -> String { "\(percent)% right" }
    static var timeLimit: String { "Time limit per chord" }
    static func within(_ seconds: Int) -> String { seconds == 0 ? "None" : "\(seconds) s" }
    static func remove(_ title: String) -> String { "Remove " + title }
    static var emptyAssignment: String {
        """
        An assignment is a list of exercises with a date, in a link. Open an exercise, a progression or a tune to \
        practise, or make a custom exercise. Then choose “Add to assignment”, and send the link.
        """
    }
    /// - Parameter days: the days until the last one; nil without a date.
    static func conditions(percent: Int, seconds: Int?, due: Int?, in days: Int?) -> String {
        var text = goodShare + ": \(percent)% right on the first try"
        text += (seconds.map { ", each within \($0) s" } ?? "") + "."
        guard let due, let days else { return text }
        text += days < 0 ? " It was due on " : " Due on "
        text += SharedText.date(due, from: due - days)
        switch days {
        case 0: return text + ", today."
        case 1: return text + ", tomorrow."
        case 2...60: return text + ", in \(days) days."
        default: return text + "."
        }
    }
    static func done(_ count: Int, of all: Int) -> String {
        count == all ? "All done." : all == 1 ? "Not done yet." : "\(count) of \(all) exercises done."
    }
    /// - Parameter time: the median time.
    static func good(_ count: Int, of all: Int, _ time: String?) -> String {
        "\(count) of \(all) good" + (time.map { ", usually in " + $0 } ?? "")
    }
    static func left(_ names: [String], more count: Int) -> String {
        "Still to do: " + names.joined(separator: ", ") + (count > 0 ? " and \(count) more" : "")
    }
    static var copyResult: String { "Copy result" }
    static var sendResult: String { "Send result" }
    static var justPlay: String { "Or just play: the page follows your MIDI keyboard." }
    static var withoutKeyboard: String {
        """
        Without one, touch the keys on the screen, or practise with flashcards. In an exercise, “Listen” hears any \
        piano through the microphone.
        """
    }
    static var courses: String { "Courses" }
    static var practiceThis: String { "Practise this" }
    static var example: String { "Example" }
    static func playExample(_ lesson: String) -> String { "Play the example of " + lesson }
    static var nothingToday: String { "Nothing yet today." }
    static func today(_ count: Int, right: Int, minutes: Int) -> String {
        "Today: " + cards(count) + ", \(right) right on the first try, \(minutes) min."
    }
    static var showDetails: String { "Show by chord, key and day" }

    static func cards(_ count: Int) -> String { count == 1 ? "1 card" : "\(count) cards" }

    // MARK: A custom exercise

    static var customExercise: String { "Custom exercise" }
    static var material: String { "Material" }
    static var task: String { "Task" }
    static var chord: String { "Chord" }
    static var pair: String { "Chord pair" }
    static var voicing: String { "Voicing" }
    static var upperStructure: String { "Upper structure" }
    static var cadence: String { "ii–V–I" }
    static var scale: String { "Scale" }
    static var progression: String { "Progression" }
    static var chordHow: String { "The quality: 13(♭9), mi7, ma7" }
    static var pairHow: String { "Both chords, written from C: C7 + A" }
    static var voicingHow: String { "A quality and a style: mi7 rootless-a, 7 drop-2, ma7 shell" }
    static var upperStructureHow: String { "Numeral above the dominant" }
    static var cadenceHow: String { "Mode and voicing" }
    static var scaleHow: String { "One octave, note by note" }
    static var progressionHow: String { "The chords in order: Dmi7 G7 Cma7, or C7+A" }
    static var major: String { "Major" }
    static var minor: String { "Minor" }
    static var majorRootless: String { "Major, rootless" }
    static var minorRootless: String { "Minor, rootless" }
    static var majorShells: String { "Major, shells" }
    static var minorShells: String { "Minor, shells" }
    static var order: String { "Key order" }
    static var inFourths: String { "Around the circle (4ths)" }
    static var inFifths: String { "Around the circle (5ths)" }
    static var inSemitones: String { "Up by semitones" }
    static var shuffled: String { "Shuffled" }
    static var oneKey: String { "This key only" }
    static var startOn: String { "Start on" }
    static var pace: String { "Pace" }
    static var waitForMe: String { "Wait for me" }
    static var inTime: String { "In time" }
    static var withBand: String { "With the band" }
    /// The group of links to the steps in which a tune is practiced.
    static var steps: String { "Steps" }
    static var tempo: String { "Tempo" }
    static var beatsPerChord: String { "Beats per chord" }
    static var bass: String { "Bass" }
    static var iPlayBass: String { "I play it (lowest note)" }
    static var anyInversion: String { "Any inversion" }
    static var bassPlayer: String { "A bass player does" }
    /// How far apart the notes of a chord may be struck.
    static var notesStruck: String { "Notes of a chord" }
    static func struck(within milliseconds: Int) -> String {
        switch milliseconds {
        case ...40: "Exactly together"
        case ...80: "Tightly together"
        case ...120: "Together"
        case ...200: "Slightly rolled"
        case ...300: "Rolled"
        case ...500: "Slowly rolled"
        default: "One by one"
        }
    }
    static var exactVoicing: String { "Exact voicing only" }
    static var realVoicings: String { "Voiced for two hands" }
    static var withBassNote: String { "With a bass note" }
    /// The title of an exercise in which a chord has to be recognized: `C7 and similar chords`.
    static func andSimilar(_ title: String) -> String { title + " and similar chords" }
    static func summary(_ title: String, _ manner: String) -> String { capitalized(title) + ": " + manner }
    /// The title of an exercise at the start of a sentence or row. Numerals keep their case: `ii–V–I in major`.
    static func capitalized(_ title: String) -> String { title.hasPrefix("upper ") ? "U" + title.dropFirst() : title }

    // MARK: An exercise

    static var exercise: String { "Exercise" }
    static var answered: String { "Questions answered" }
    static var again: String { "Again" }
    static var pause: String { "Pause" }
    static var paused: String { "Paused" }
    static var resumed: String { "Resumed" }
    static var nothingDue: String { "Nothing is due now." }
    static var hints: String { "Hints and sound" }
    static var copyLink: String { "Copy link" }
    static var slower: String { "Slower" }
    static var faster: String { "Faster" }
    static var showKeys: String { "Show keys" }
    static var showStaff: String { "Show staff" }
    static var showDegrees: String { "Show degrees" }
    static var readAloud: String { "Read aloud" }
    static var playAnswer: String { "Play the answer" }
    static var lowPause: String { "Pause with lowest \u{E}A\u{F}" }
    static var highPause: String { "Pause with highest \u{E}C\u{F}" }

    /// Before the question that follows.
    static var next: String { "then " }
    /// Between two chords, the second of which is the upper one: `C7 with A on top`.
    static var with: String { " with " }
    static var onTop: String { " on top" }
    static var play: String { "Play" }
    static var playScale: String { "Play the scale" }
    static var whichChord: String { "Which chord is it?" }
    static var playBack: String { "Play what you hear" }
    static var hearChord: String { "Which chord do you hear?" }
    static var hearScale: String { "Which scale do you hear?" }
    static var missingChord: String { "Which chord is missing?" }
    static var whichOfTwo: String { "Which of the two is it?" }
    static var tension: String { "Tension: up or down?" }
    static var changedNote: String { "Which note has changed?" }
    /// Spoken: `C 7 plus what makes C 13 flat 9?`
    static func equation(_ given: String, _ result: String) -> String { given + " plus what makes " + result + "?" }

    /// The task of a card that was never asked before: `New: Play`.
    static func new(_ task: String) -> String { "New: " + task }
    static var practiceTime: String { "Practice time" }
    static func minutesLeft(_ count: Int) -> String { "\(count) min left" }
    /// After the first chord of a change, in speech.
    static var spokenThen: String { ", then " }

    static var done: String { "Done" }
    /// What the daily session has come to, in one sentence.
    static func report(_ result: Today.Result, faster: String?, needsWork: String?) -> String {
        var sentence = "You practised " + cards(result.cards)
        if result.new > 0 { sentence += result.cards == 1 ? ", a new one" : ", \(result.new) of them new" }
        if let faster { sentence += "; " + faster + " got faster" }
        if let needsWork { sentence += (faster == nil ? "; " : ", and ") + needsWork + " needs work" }
        return sentence + "."
    }
    static func tomorrow(_ due: Int) -> String {
        due == 0 ? "Nothing is due tomorrow." : due == 1 ? "Tomorrow 1 card is due." : "Tomorrow \(due) cards are due."
    }
    static func nextNew(_ title: String) -> String { "Next new: " + title + "." }
    static func score(_ right: Int, of count: Int) -> String { "\(right) of \(count)" }
    static var nothingJudged: String { "Nothing was judged." }
    static var firstTry: String { "right on the first try" }
    static func doneSpoken(_ right: Int, of count: Int) -> String {
        "Done. \(right) of \(count) right on the first try."
    }
    static var right: String { "Right." }
    static func itWas(_ answer: String) -> String { "It was " + answer + "." }
    static var nextTime: String { "Next time." }
    static var lastAnswers: String { "Last answers" }
    static var markAsWritten: String { "right, as written" }
    static var markRight: String { "right" }
    static var markLate: String { "late" }
    static var markAlmost: String { "almost" }
    static var markWrong: String { "wrong" }
    static var markMissed: String { "missed" }

    /// What was heard through the microphone was not the chord.
    /// - Parameters:
    ///   - missing: the names of missing notes.
    ///   - extra: the names of notes that do not belong.
    static func notHeard(_ missing: [String], _ extra: [String]) -> String {
        if missing.count > 2 { return "Not yet: that sounds like another chord." }
        // One of several notes is missing, and any of them would do.
        if missing.isEmpty, extra.isEmpty { return "Not yet: a note is missing." }
        let lacking = missing.isEmpty ? "" : "I do not hear the " + missing.joined(separator: " or the ")
        let more = extra.first.map { (missing.isEmpty ? "I also hear " : ", but I hear ") + $0 } ?? ""
        return "Not yet: " + lacking + more + "."
    }
    static func unsure(isRepeated: Bool) -> String {
        isRepeated ? "Still not sure. Play it once more, closer or louder." : "Not sure. Play it once more."
    }
    static var both: String { "Both" }
    static var first: String { "First chord" }
    static var second: String { "Second chord" }
    static var slowly: String { "Slower, note by note" }
    static var leftHand: String { "Left hand" }
    static var rightHand: String { "Right hand" }
    static var answer: String { "Answer" }
    static var didYouKnow: String { "Did you know it?" }
    static var knewIt: String { "I knew it" }
    static var nearly: String { "Almost" }
    static var notYet: String { "Not yet" }
    static var check: String { "Check" }
    static var showAnswer: String { "Show answer" }
    static var skip: String { "Skip" }
    static var goOn: String { "Next" }

    // MARK: Progress

    static var nothingYet: String { "Nothing yet. Your answers are counted here, by chord and key." }
    /// A note about Safari follows it.
    static var staysHere: String { "Your practice log stays in this browser, unless you include it in your shelf." }
    static var export: String { "Export" }
    static var importing: String { "Import" }
    static var logFile: String { "Chord Combiner practice.json" }
    static var resultFile: String { "Chord Combiner assignment.json" }
    static var deleteQuestion: String { "Delete your whole practice log for good?" }
    static var deleteForGood: String { "Delete for good" }
    static var cancel: String { "Cancel" }
    static var delete: String { "Delete…" }
    static func notImported(_ name: String, _ problem: String) -> String {
        "“" + name + "” was not imported. " + problem
    }

    static var byChordAndKey: String { "By chord and key" }
    static var tableTitle: String { "How long your last right answers took, by chord and key" }
    static var tableNote: String {
        """
        The time is the median of your last ten right answers. Slow means that it takes clearly longer than your other \
        chords. Empty squares are new. Choose a square to practise it.
        """
    }
    /// The label of a square for screen readers: `B♭: slow, 4.2 s, due`.
    static func cell(_ key: String, _ kind: String, _ time: String?, isDue: Bool) -> String {
        key + ": " + kind + (time.map { ", " + $0 } ?? "") + (isDue ? ", " + dueNow : "")
    }
    static var dueNow: String { "due" }
    static var gotFaster: String { "Faster than a month ago" }
    static func faster(_ title: String, from before: String, to now: String) -> String {
        title + ": " + before + " before, " + now + " now"
    }
    static var coming: String { "Coming up" }
    static func due(_ count: Int, after days: Int) -> String {
        (days == 0 ? "Due now" : days == 1 ? "Tomorrow" : "In \(days) days") + ": " + cards(count)
    }
    static var fourWeeks: String { "Minutes a day in the last four weeks" }
    static var lastDays: String { "Day by day" }
    static func day(_ ago: Int, minutes: Int, count: Int, right: Int) -> String {
        (ago == 0 ? "Today" : ago == 1 ? "Yesterday" : "\(ago) days ago") + ": \(minutes) min, " + cards(count)
            + ", \(right) right on the first try"
    }
}
