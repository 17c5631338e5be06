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
    func following(_ verb: TunesVerb, _ session: inout Session) -> (place: ProgressionRoute, effects: [Effect])? {
        var next = self
        switch verb {
        case .progression(let text):
            do throws(InputError) {
                next = try reading(text, session.presentation)
            } catch {
                return (self, session.notify(error.message))
            }
        case .nextKey(let isBack): next = moved(to: key.moved(inFourths: isBack ? -1 : 1))
        case .chart(.hands(let style)): next.style = style.rawValue
        case .chart(.key(let tonic)):
            let sounding = session.presentation.reader.soundingNote(tonic, key.mode)
            next = moved(to: Key(sounding, key.mode).written)
        // A half step is five fourths.
        case .chart(.transpose(let semitones)): next = moved(to: key.moved(inFourths: 5 * semitones))
        default: return nil
        }
        return (next, next.key == key ? [] : [.speech(.announce(session.presentation.name(next.key)))])
    }

    /// Reads what was typed or chosen, at written pitch.
    private func reading(_ text: String, _ presentation: Presentation) throws(InputError) -> ProgressionRoute {
        let (notation, reader) = (presentation.notation, presentation.reader)
        var next = self
        if StandardProgression(rawValue: text) != nil { next.text = text }
        var typed = try TypedProgression(text, notation: notation)
        // Numerals stay in this key, in major or minor. Chords alone have a key of their own.
        if typed.hasNumerals {
            next.key = Key(key.tonic, typed.isInMinor ? .minor : .major).written
            typed = try TypedProgression(text, home: reader.reading(next.key), notation: notation)
        } else {
            next.key = reader.sounding(typed.home).written
        }
        if next.text != text { next.text = typed.text(in: next.key) }
        return next
    }

    /// The progression at written pitch, as its field shows it.
    func typed(_ presentation: Presentation) -> String {
        guard let progression = try? TypedProgression(text, home: key) else { return text }
        return progression.text(in: presentation.reader.reading(key), presentation.notation.names)
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
    /// The key of the same mode some fourths higher.
    func moved(inFourths count: Int) -> Key { CirclePlace(clockIndex: fifths - count).plainKey(mode) }
}
