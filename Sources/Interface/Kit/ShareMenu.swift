import Exchange
import Harmony
import Rendering

/// What can be handed on of a screen besides its address.
struct Shareable: Sendable, Hashable {
    /// The precise symbol, which can be typed in again.
    let symbol: String
    /// As they are played, lowest first.
    let notes: String

    init(_ combination: Combination, _ presentation: Presentation) {
        symbol = combination.result.map { presentation.listName($0) } ?? presentation.title(combination)
        notes = presentation.names(combination.notes.map { $0.tone.name })
    }

    init(_ chord: Chord, _ presentation: Presentation) {
        symbol = presentation.listName(chord)
        notes = presentation.names(chord.voicing.map { $0.name })
    }

    init(_ scale: Scale, _ presentation: Presentation) {
        symbol = presentation.name(scale)
        notes = presentation.names(scale.notes)
    }

    init(_ key: Key, _ presentation: Presentation) {
        symbol = presentation.name(key)
        notes = presentation.names(key.notes)
    }

    /// What is chosen, if anything is.
    init?(_ choices: Choices, _ presentation: Presentation) {
        if let combination = choices.combination(presentation) {
            self.init(combination, presentation)
        } else if let chord = choices.first {
            self.init(chord, presentation)
        } else {
            return nil
        }
    }
}

/// Buttons for the clipboard, each showing what it copies, and for the device's own way of sharing where it has one.
/// - Parameter isMusic: whether it is what is chosen in the combiner, which a chordset can take.
func shareMenu(_ shareable: Shareable, isMusic: Bool = false, to html: inout HTML) {
    html.element("details id='share' class='share'") { menu in
        menu.element("summary", text: SharedText.shareOrCopy)
        menu.element("div class='chips'") { chips in
            button("app share", SharedText.shareLink, class: "device", to: &chips)
            button("app copy-link", SharedText.copyLink, to: &chips)
            if isMusic { button("chordsets add-music {seed}", SharedText.addToChordset, to: &chips) }
            let ascii = ASCIISymbol.text(of: shareable.symbol)
            copyButton(shareable.symbol, to: &chips)
            if ascii != shareable.symbol { copyButton(ascii, to: &chips) }
            copyButton(shareable.notes, to: &chips)
        }
    }
}

private func button(_ action: String, _ title: String, class kind: String? = nil, to html: inout HTML) {
    html.element("button type='button' class=? data-action=?", kind, action, text: title)
}

private func copyButton(_ name: String, to html: inout HTML) {
    html.element("button type='button' data-action=?", "app copy " + name) { button in
        button.element("span") { words in
            words.write(SharedText.copyBefore)
            words.element("span translate='no'") { $0.write(symbol: name) }
        }
    }
}
