import Instruments
import JSONText
import Rendering

/// Where a screen stands in the document, which has the focus after going to another one.
let screenID = "screen"

/// What the page asks of its host: the only way out of the pure functions.
indirect enum Effect: Sendable {
    /// A new address, with a step in the browser's history.
    case push(Address)
    /// A new address in the place of the present one.
    case replace(Address)
    /// The title of the document.
    case title(String)
    /// For screen readers, when they have finished what they are saying.
    case announce(String)
    /// Keep what is chosen until the next visit.
    case remember([String])
    /// The same with the key on the circle of fifths.
    case rememberKey([String])
    /// Show things so from now on, and keep that until the next visit.
    case settings([String])
    /// Hand a text out as a file; a drawing as `image/png` is to be painted first, and `audio/midi` is in hexadecimal
    /// digits.
    case download(name: String, type: String, String)
    /// Put the keyboard's focus on the element with this id.
    case focus(String)
    /// The same with a field where the user has a keyboard at hand; elsewhere one would come up over what is to be
    /// seen.
    case focusToType(String)
    /// Show the new screen from its top, and keep the scroll position for going back.
    case top
    /// Scroll the element with this id into view.
    case reveal(String)
    /// Offer the address of this screen, under a title, to the device's other programs.
    case share(title: String, Address)
    /// Put the address into the clipboard; `app copied` or `app uncopied` is sent when it is done.
    case copyLink(Address)
    /// The same with a text.
    case copy(String)

    /// Ask for the instruments at hand; `play access` is sent when that is decided, and whenever one comes or goes.
    case enableMIDI
    /// Send `play look` after some milliseconds.
    case later(Int)
    /// Send `play unanswered` when a question to an instrument, the one after so many, has waited long enough.
    case awaitAnswer(question: Int)
    /// Mark the keys that are played on an instrument: MIDI numbers for the lower and the upper keyboard.
    case played(Hands)
    /// Send messages to an instrument, by the number of the output.
    case sendMIDI(port: Int, [MIDIMessage])
    /// Send `play picture` when the next picture is due.
    case nextPicture
    /// Send `play read-on` when whatever else has come meanwhile is done.
    case readOn
    /// A file strikes these keys, and no others than these are held from now on.
    case sounding([Strike], [Int])

    /// Ask for what is kept of a kind; `chordsets adopt`, or `tunes adopt`, is sent then, and whenever some of it is
    /// changed elsewhere. Alone: where there is no server to keep it, too.
    case openKept(StoredItem.Kind, isAlone: Bool)
    /// Keep one, as JSON; a new one behind the others.
    case keep(StoredItem.Kind, String)
    /// Keep them in this order: their identities.
    case orderKept(StoredItem.Kind, [String])
    /// By its identity.
    case removeKept(StoredItem.Kind, String)
    /// How a tune sounds, as JSON: what the clock plays when it is started, or goes on with; see ``OpenTune/plan``.
    case rehearse(String)
    /// Get ready what plays tunes, and send `tunes lay` when nothing else is to be done.
    case prepareTune
    /// How its chords lie, as JSON: what is shown while each of them sounds; see ``OpenTune/looks``.
    case showHands(String)
    /// Play it from a bar, counted as they are played; `tunes ended` is sent at the end.
    case startTune(turn: Int)
    case stopTune
    /// Send `stage bar` with this number after some milliseconds.
    case nextBar(Int, milliseconds: Int)
    /// The same as ``copyLink(_:)``, with an address that works on any copy of the page.
    case copyWholeLink(Address)
    case print
    /// Let the page take the whole screen, or give it back.
    case fillScreen
    /// Give it back.
    case leaveFullScreen

    /// Hand over what came of practising, and keep what comes: the host answers with `practise adopt`.
    case openPractice
    /// Keep these lines of it.
    case keepPractice(String)
    /// Keep these lines in the place of all that were handed over.
    case foldPractice(String)
    /// Delete all of it for good.
    case forgetPractice
    /// Remember where one is in an exercise, until the next visit.
    case rememberSitting(String)
    /// Send `practise look` when so many milliseconds have passed.
    case lookAtPractice(milliseconds: Int)
    /// Listen to instruments if no one has to be asked for that.
    case findMIDI
    /// Do something about the shelf as a whole; `shelf done`, or `shelf failed`, is sent with its name when that has
    /// ended.
    case shelf(ShelfTask, String)
    /// Say this aloud; nothing ends what is being said.
    case speak(String)

    /// Let these notes sound.
    case play(Playing)
    /// Let these notes sound, though no one has asked for them: where browsers let them.
    case playUnasked(Playing)
    /// Let these notes sound until they are asked for once more, or others are. A single key sounds as ever.
    case hold(Playing)
    /// Let whatever sounds end.
    case stopSound
    /// Play this loud from now on, in percent.
    case volume(Int)
    /// What is read lies so many semitones above what sounds.
    case transposition(Int)
    /// Sound like this from now on; `settings unfetched` is sent where that cannot be had.
    case timbre(Settings.Timbre)

    /// A list of strings: the name by which the host knows it, then its arguments.
    var json: JSON { .strings([name] + arguments) }

    private var name: String {
        switch self {
        case .push: "push"
        case .replace: "replace"
        case .title: "title"
        case .announce: "announce"
        case .remember: "remember"
        case .rememberKey: "rememberKey"
        case .settings: "settings"
        case .download: "download"
        case .focus: "focus"
        case .focusToType: "focusToType"
        case .top: "top"
        case .reveal: "reveal"
        case .share: "share"
        case .copyLink: "copyLink"
        case .copy: "copy"
        case .enableMIDI: "enableMIDI"
        case .later: "later"
        case .awaitAnswer: "awaitAnswer"
        case .played: "played"
        case .sendMIDI: "sendMIDI"
        case .nextPicture: "nextPicture"
        case .readOn: "readOn"
        case .sounding: "sounding"
        case .openKept(let kind, _): kind == .tunes ? "openTunes" : "openChordsets"
        case .keep(let kind, _): kind == .tunes ? "keepTune" : "keepChordset"
        case .orderKept(let kind, _): kind == .tunes ? "orderTunes" : "orderChordsets"
        case .removeKept(let kind, _): kind == .tunes ? "removeTune" : "removeChordset"
        case .rehearse: "rehearse"
        case .prepareTune: "prepareTune"
        case .showHands: "showHands"
        case .startTune: "startTune"
        case .stopTune: "stopTune"
        case .nextBar: "nextBar"
        case .copyWholeLink: "copyWholeLink"
        case .print: "print"
        case .fillScreen: "fillScreen"
        case .leaveFullScreen: "leaveFullScreen"
        case .openPractice: "openPractice"
        case .keepPractice: "keepPractice"
        case .foldPractice: "foldPractice"
        case .forgetPractice: "forgetPractice"
        case .rememberSitting: "rememberSitting"
        case .lookAtPractice: "lookAtPractice"
        case .findMIDI: "findMIDI"
        case .shelf: "shelf"
        case .speak: "speak"
        case .play: "play"
        case .playUnasked: "playUnasked"
        case .hold: "hold"
        case .stopSound: "silence"
        case .volume: "volume"
        case .transposition: "transposition"
        case .timbre: "timbre"
        }
    }

    private var arguments: [String] {
        switch self {
        case .top, .enableMIDI, .nextPicture, .readOn, .prepareTune, .stopTune, .print, .fillScreen, .leaveFullScreen,
            .openPractice, .forgetPractice, .findMIDI, .stopSound:
            []
        case .push(let address), .replace(let address), .copyLink(let address), .copyWholeLink(let address):
            [address.path]
        case .title(let text), .announce(let text), .focus(let text), .focusToType(let text), .reveal(let text),
            .copy(let text),
            .keep(_, let text), .removeKept(_, let text), .rehearse(let text), .showHands(let text),
            .keepPractice(let text),
            .foldPractice(let text), .rememberSitting(let text), .speak(let text):
            [text]
        case .remember(let texts), .rememberKey(let texts), .settings(let texts), .orderKept(_, let texts): texts
        case .later(let number), .startTune(let number), .lookAtPractice(let number), .volume(let number),
            .transposition(let number):
            ["\(number)"]
        case .play(let playing), .playUnasked(let playing), .hold(let playing):
            [playing.manner.rawValue] + playing.words
        case .download(let name, let type, let text): [name, type, text]
        case .share(let title, let address): [title, address.path]
        case .awaitAnswer(let question): ["\(Int(SettingsQuery.patience * 1000))", "\(question)"]
        case .played(let hands): [hands.lower.listed, hands.upper.listed]
        case .sendMIDI(let port, let messages): ["\(port)", messages.flatMap { $0.bytes }.hex]
        case .sounding(let strikes, let held):
            [strikes.map { "\($0.note) \($0.velocity)" }.joined(separator: ","), held.listed]
        case .openKept(_, let isAlone): [isAlone ? "alone" : "server"]
        case .nextBar(let number, let milliseconds): ["\(number)", "\(milliseconds)"]
        case .shelf(let task, let word): [task.rawValue, word]
        case .timbre(let timbre): [timbre.rawValue]
        }
    }
}

/// A key that is put down, by a file or by a chord of light.
struct Strike: Sendable, Hashable {
    /// Its MIDI number.
    let note: Int
    let velocity: Int
}
