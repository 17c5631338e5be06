import Harmony
import Input
import Rendering
import Tunes

extension ProgressionRoute {
    /// The bars in the key; nil if the text is no progression.
    var tune: Tune? { (try? TypedProgression(text, home: key))?.tune(in: key) }

    var voicingStyle: TuneVoicingStyle { TuneVoicingStyle(rawValue: style) ?? .any }

    var styleTitle: String { voicingStyle.title }

    /// The progression after an action that changes what its address says, with the effects; nil for other actions.
    func following(
        _ verb: TunesVerb, _ state: inout TunesState, _ session: inout Session
    ) -> (place: ProgressionRoute, effects: [Effect])? {
        var next = self
        switch verb {
        case .progression(let text):
            do throws(InputError) {
                let typed = try TypedProgression(text, home: nil, notation: session.presentation.notation)
                next.text = text
                // Chords have a key of their own. Numerals stay in this one, in major or minor.
                let isInMinor = typed.isInMinor
                next.key = typed.hasNumerals ? Key(key.tonic, isInMinor ? .minor : .major).written : typed.home
            } catch {
                return (self, session.notify(error.message))
            }
        case .nextKey(let isBack): next.key = key.moved(inFourths: isBack ? -1 : 1)
        case .chart(.hands(let style)): next.style = style.rawValue
        case .chart(.key(let tonic)):
            next.key = Key(session.presentation.reader.soundingNote(tonic, key.mode), key.mode).written
        // A half step is five fourths.
        case .chart(.transpose(let semitones)): next.key = key.moved(inFourths: 5 * semitones)
        default: return nil
        }
        // Locked voicings and loops belong to the chords before.
        var setup = TuneSetup(state.exampleSetups[TunesRoute.progression(self).id ?? ""] ?? "")
        setup.pins = SortedDictionary()
        setup.loop = nil
        state.exampleSetups[TunesRoute.progression(self).id ?? ""] = setup.text
        return (next, next.key == key ? [] : [.speech(.announce(session.presentation.name(next.key)))])
    }
}

extension TunesRoute {
    /// The setup with the style that the address says.
    func setup(_ text: String) -> String {
        guard case .progression(let place) = self else { return text }
        var setup = TuneSetup(text)
        setup.voicingStyle = place.voicingStyle
        return setup.text
    }
}

extension Address {
    /// ii–V–I in a key, for links from elsewhere.
    static func progressions(in key: Key) -> Address { .tunes(.progression(ProgressionRoute(in: key))) }
}

extension Key {
    /// The key of the same mode some fourths higher, with fewer accidentals of two enharmonic ones.
    func moved(inFourths count: Int) -> Key {
        CirclePlace(clockIndex: fifths - count).keys(mode)[0]
    }
}
