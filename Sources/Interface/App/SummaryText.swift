import Harmony

/// What the screens are about, in a sentence for search engines and previews of links.
enum SummaryText {
    static var start: String {
        "See, hear and understand which big chord two small chords make: Cma7 + D = Cma13(♯11)."
    }
    static func combination(_ title: String) -> String {
        title + ": see its notes on the keyboard, hear it, and play it with two hands."
    }
    static func oneChord(_ name: String) -> String {
        name + " as one of two chords: choose the other one, and see which chord they make together."
    }
    static func choosing(_ half: Half) -> String {
        "Choose root and type of the " + (half == .lower ? "lower" : "upper")
            + " chord, and see which types match the other chord."
    }
    static func detailsOfPair(_ title: String) -> String {
        "Details of " + title + ": degrees, tension, scales, extensions and equivalent chords."
    }
    static func details(of name: String) -> String {
        "The chord " + name + ": notes, degrees, voicings, tension, scales, extensions and equivalent chords."
    }
    static func graph(of name: String) -> String {
        "The graph of " + name + ": all chords and intervals that it contains, down to single notes."
    }
    static func scale(_ name: String) -> String { "The scale " + name + ": notes, modes, and the chords that it fits." }
    static func pairs(_ title: String) -> String {
        title + ": two small chords, one for each hand, that make it together."
    }
    static func solved(_ equation: String) -> String {
        equation + ": the chords that solve this equation, the best first."
    }
    static func circle(_ key: String) -> String {
        key + " on the circle of fifths: signature, scale, chords, cadences and neighbouring keys."
    }
    static func board(_ title: String) -> String {
        title + ": which chord it makes with each type of chord on each of the twelve roots."
    }
    static func voicings(_ title: String) -> String {
        title + ": voicings for two hands, from two chords to drop 2 and rootless, on keys and staff."
    }
    static var piano: String { "Play chords on a MIDI keyboard or on the screen, and read their names." }
    static var linnStrument: String { "Play chords on the pads of a LinnStrument, and read their names." }
    static func pads(_ title: String) -> String { "The pads for " + title + " on a LinnStrument." }
    static var assignment: String {
        "Exercises that a teacher sets, with pass mark, date, and what is left to practise."
    }
    static var lights: String { "Chordsets: eight light chords, played like an instrument, alone or with a tune." }
    static func practiceSheet(_ title: String) -> String {
        "A practice sheet of the chordset " + title + ": its eight chords with keys and notes."
    }
    static func lightChord(_ number: Int, of title: String) -> String {
        "Chord \(number) of the chordset " + title + ": its colours, its moving lights and its notes."
    }
    static func stage(_ title: String) -> String {
        "The chordset " + title + " on the stage, where you play its lights."
    }
    static var linkedChordset: String { "Eight light chords in a link, to play and to save." }
    static var tunes: String { "Your tunes and examples: charts that play, in any key, with voicings for two hands." }
    static var setLists: String { "Your set lists: tunes in order, played one after another, and shared as one link." }
    static func setList(_ title: String) -> String { title + ": tunes that are played one after another." }
    static func linkedSet(_ title: String) -> String { title + ": a set list in a link, to play and to save." }
    static func inSet(_ title: String) -> String {
        title + ": a chord chart that plays, and then the next tune of the set list."
    }
    static func chart(_ title: String) -> String {
        title + ": a chord chart that plays with bass and voicings, in any key and tempo."
    }
    static func grandStaff(_ title: String) -> String { title + ": chart and voicings on a grand staff." }
    static func keyboards(_ title: String) -> String { title + ": a keyboard for each chord of the tune." }
    static func analysis(_ title: String) -> String {
        title + ": keys, cadences, and the function and scales of each chord."
    }
    static func progression(_ title: String, _ key: String) -> String {
        title + " in " + key + ", voiced for two hands, to hear, to practise and to print."
    }
    static func dictionary(_ root: String) -> String {
        "Every kind of chord on " + root + ": keys, notes, degrees and a scale."
    }
    static func linkedTune(_ title: String) -> String { title + ": a chord chart in a link, to play and to save." }
    static var missing: String { "There is no screen at this address." }
    static var practice: String {
        "Exercises and courses for chords and voicings at the piano, checked while you play."
    }
    static func exercise(_ title: String) -> String { "An exercise at the piano: " + title + "." }
    static var due: String { "The chords and voicings that are due for review today." }
    static func today(_ minutes: Int, hasInstrument: Bool) -> String {
        "A daily practice session of \(minutes) minutes " + (hasInstrument ? "at the piano" : "with flashcards")
            + ": what you know, what is due, something new, and ear training."
    }
    static var tenChords: String { "Ten random chords against the clock." }
    static var chordOfTheDay: String { "The chord of the day in ten keys against the clock, the same for everyone." }
    static func course(_ title: String) -> String {
        "The course " + title + ": lessons with voicings to play and hear."
    }
    static var progress: String { "What you have practised, chord by chord and key by key." }
    static var more: String { "More of Chord Combiner: lights, LinnStrument, shelf, settings and help." }
    static var help: String {
        "How to use Chord Combiner: chords, voicings, tunes, practice, lights and shortcuts."
    }
    static var settings: String { "Settings of Chord Combiner: chord names, hands, sound, MIDI and appearance." }
    static var shelf: String { "Your shelf: the chordsets and tunes that you have stored on this server." }
    static func onStand(_ summary: String) -> String { "On the music stand. " + summary }
}
