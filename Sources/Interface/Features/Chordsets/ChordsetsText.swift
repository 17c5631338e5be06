/// The texts of the chordset screens.
enum ChordsetsText {
    static var play: String { "Play" }
    static var edit: String { "Edit" }
    static var stage: String { "Stage" }
    static var practiceSheet: String { "Practice sheet" }
    static var delete: String { "Delete" }
    static var undo: String { "Undo" }
    static var close: String { "Close" }
    static var loading: String { "Loading the chordset…" }
    static var absent: String { "This chordset was not found. It may have been deleted." }

    /// `3 chordsets, 24 chords`
    static func counts(_ chordsets: Int, chords: Int) -> String {
        (chordsets == 1 ? "1 chordset" : "\(chordsets) chordsets") + ", \(chords) chords"
    }
    static func undone(_ counts: String) -> String { "Undone. " + counts }
    static func redone(_ counts: String) -> String { "Redone. " + counts }
    static func deleted(_ counts: String) -> String { "Deleted. " + counts }
    static func position(_ place: Int, of count: Int) -> String { "Position \(place) of \(count)" }

    // MARK: The list

    static var newChordset: String { "New chordset" }
    static var startWith: String { "Start with" }
    static var whatItIs: String {
        "A chordset is eight light chords that you play like an instrument. Start with one of these:"
    }
    static var plain: String { "Plain colours" }
    static var plainNote: String { "Eight backgrounds to put lumis on." }
    static var gentle: String { "Gentle" }
    static var gentleNote: String { "Soft, matching lights that drift slowly." }
    static var currentChords: String { "Your current chords" }
    static var noCurrentChords: String {
        "Choose a chord in the combiner, or play some, to start a chordset with them."
    }
    static func first(_ count: Int, of total: Int) -> String { "Showing the first \(count) of \(total)." }
    static func chordset(_ number: Int) -> String { "chordset \(number)" }
    static func move(_ chordset: String) -> String { "Move " + chordset + ": drag it, or press the arrow keys" }
    static func title(of chordset: String) -> String { "Title of " + chordset }
    static func play(_ name: String) -> String { "Play " + name }
    static func edit(_ chordset: String) -> String { "Edit " + chordset }
    static func practiceSheet(of chordset: String) -> String { "Practice sheet of " + chordset }
    static func delete(_ chordset: String) -> String { "Delete " + chordset }
    static func chords(of chordset: String) -> String { "Chords of " + chordset }
    static func showChord(_ number: Int, _ name: String?) -> String {
        "Show chord \(number)" + (name.map { ", " + $0 } ?? "")
    }
    static var importFile: String { "Import a file" }
    static var saveAll: String { "Save all as a file" }
    /// Names of files.
    static var chordsetFile: String { "Chordset" }
    static var chordsetsFile: String { "Chordsets" }
    static func imported(_ name: String, _ counts: String) -> String { "Imported “" + name + "”. " + counts + "." }
    static func notImported(_ name: String, _ problem: String) -> String {
        "“" + name + "” was not imported. " + problem
    }
    static var otherFile: String {
        "It is not a chordsets file. MIDI files open on Play, charts and tunes on Tunes."
    }
    static var anUntitledChordset: String { "an untitled chordset" }
    static func added(_ chord: String, as number: Int, of title: String) -> String {
        chord + " is now chord \(number) of " + title + "."
    }

    // MARK: The editor

    static func chordTitle(_ number: Int) -> String { "Chord \(number)" }
    static func chordInTitle(_ number: Int) -> String { ", chord \(number)" }
    static var chords: String { "Chords" }
    static func editChord(_ number: Int) -> String { "Edit chord \(number)" }
    static func picture(_ lumis: Int) -> String { lumis == 1 ? "Picture with 1 lumi" : "Picture with \(lumis) lumis" }
    static func selected(_ lumi: Int) -> String { ", lumi \(lumi) selected: arrow keys move it" }
    static var motion: String { "Motion" }
    static var beat: String { "Beat" }
    static var playChordset: String { "Play this chordset" }
    static var light: String { "Light" }
    static var lumis: String { "Lumis" }
    static var selectLumi: String { "Select a lumi" }
    static var addLumi: String { "Add a lumi" }
    static var noLumi: String { "None yet." }
    static var selectOne: String { "Select one, or press it in the picture." }
    static func lumi(_ number: Int) -> String { "Lumi \(number)" }
    static var background: String { "Background" }
    static var randomize: String { "Randomise" }
    static func randomized(_ number: Int) -> String { "Chord \(number) was randomised. " + undoRestores }
    static var randomized: String { "Randomised. " + undoRestores }
    static var undoRestores: String { "Undo restores what was there." }
    static var more: String { "More" }
    static var duplicate: String { "Duplicate" }
    static var forward: String { "Bring forward" }
    static var back: String { "Send back" }
    static var remove: String { "Remove" }
    static var removed: String { "Removed" }
    static var color: String { "Colour" }
    static var shape: String { "Shape" }
    static var tempo: String { "Tempo" }
    static var tapTempo: String { "Tap tempo" }
    static var seed: String { "Seed" }
    static var anyNumber: String { "any number" }
    static func noSeed(_ text: String) -> String { "“" + text + "” is not a seed. Type a whole number, 0 or higher." }
    /// The title of a slider, by the name of its value in files.
    static func slider(_ name: String) -> String {
        switch name {
        case "hue": "Hue"
        case "purity": "Saturation"
        case "brightness": "Brightness"
        case "opacity": "Opacity"
        case "size": "Size"
        case "sides": "Sides"
        case "thickness": "Thickness"
        case "x": "Horizontal"
        case "y": "Vertical"
        case "heading": "Direction"
        case "speed": "Speed"
        case "spin": "Spin"
        case "phase": "Phase"
        case "bpm": "Tempo"
        default: name
        }
    }
    static var chord: String { "Chord" }
    static var noChord: String { "No chord attached." }
    static var colorFollows: String { "Colour follows the chord" }
    static var removeChord: String { "Remove chord" }
    static var chooseChords: String { "Choose chords in the combiner to attach them here." }
    static func attach(_ chord: String) -> String { "Attach " + chord + " from the combiner" }
    static var copy: String { "Copy" }
    static var copyTo: String { "Copy this chord to" }
    static func copyTo(_ number: Int) -> String { "Copy to chord \(number)" }
    static func copied(to number: Int) -> String { "Copied to chord \(number)." }

    // MARK: Playing

    static var playInTime: String { "Play in time" }
    static var fullScreen: String { "Full screen" }
    static var enableMIDI: String { "Enable MIDI" }
    static func lights(_ title: String) -> String { "Lights: " + title }
    static var litChords: String { "Picture of the lit chords" }
    static var chordsAndKeys: String { "Chords, keys 1 to 8" }
    static func chord(_ number: Int, _ name: String?) -> String { "Chord \(number)" + (name.map { ", " + $0 } ?? "") }

    // MARK: The practice sheet

    static func written(for instrument: String) -> String { "Written for " + instrument }
    static var nothingToPractice: String {
        "Nothing to practise yet. Attach chords in the editor, or choose “Add to chordset” in the combiner."
    }
    static var print: String { "Print" }
    static var copyLink: String { "Copy link" }
    static var saveAsMIDI: String { "Save as MIDI" }
    static var saveAsMusicXML: String { "Save as MusicXML" }
    static var saveAsFile: String { "Save as a file" }
    static var fromLink: String { "Chordset from a link" }
    static var notSaved: String { "Not saved yet." }
    static var save: String { "Save to Lights" }
}
