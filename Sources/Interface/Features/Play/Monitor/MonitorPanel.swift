import Instruments
import Rendering

/// Shows incoming messages, decoded and in hexadecimal digits.
func monitorPanel(_ monitor: Monitor, _ instruments: ConnectedInstruments, to html: inout HTML) {
    html.element("h2", text: PlayText.monitor)
    html.element("div class='chips'") { chips in
        toggle(PlayText.showMessages, monitor.isOpen, monitor.isOpen ? "close" : "open", to: &chips)
        guard monitor.isOpen else { return }
        toggle(PlayText.pause, monitor.isPaused, monitor.isPaused ? "go-on" : "pause", to: &chips)
        chips.element("button type='button' data-action='play monitor clear'", text: PlayText.clear)
    }
    guard monitor.isOpen else { return }
    html.element("div class='chips' role='group' aria-label=?", PlayText.messageTypes) { chips in
        for kind in Monitor.Kind.allCases {
            toggle(kind.name, !monitor.hidden.contains(kind), kind.rawValue, to: &chips)
        }
    }
    let latest = monitor.latest
    if latest.isEmpty { return html.element("p class='caption'", text: PlayText.noMessages) }
    html.element("table class='monitor'") { table in
        table.element("thead") { head in
            head.element("tr") { row in
                for cell in [PlayText.seconds, PlayText.from, PlayText.bytes, PlayText.message] {
                    row.element("th scope='col'", text: cell)
                }
            }
        }
        table.element("tbody") { body in
            for entry in latest {
                body.element("tr") { row in
                    row.element("td", text: thousandths(entry.seconds))
                    row.element("td", text: instruments.name(ofPort: entry.port))
                    row.element("td", text: spaced(entry.hex))
                    row.element("td", text: entry.message.text)
                }
            }
        }
    }
}

private func toggle(_ title: String, _ isOn: Bool, _ action: String, to html: inout HTML) {
    html.toggle(title, "play monitor " + action, isOn: isOn)
}

/// `12.034`.
private func thousandths(_ seconds: Double) -> String {
    let whole = Int(seconds * 1000 + 0.5)
    let rest = "\(whole % 1000)"
    return "\(whole / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
}

/// Two digits for each byte, in capitals as in MIDI manuals: `90 3C 64`. A long message is cut off.
private func spaced(_ hex: String) -> String {
    var text = ""
    for (index, digit) in hex.utf8.prefix(48).enumerated() {
        if index > 0, index % 2 == 0 { text += " " }
        text.unicodeScalars.append(Unicode.Scalar(digit >= UInt8(ascii: "a") ? digit - 32 : digit))
    }
    return hex.utf8.count > 48 ? text + " …" : text
}
