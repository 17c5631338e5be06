import Exchange

extension Endpoint {
    /// The pads of a note on a LinnStrument.
    static let linnStrument = Endpoint("/api/v1/linnstrument/{note}", pool: nil) { arguments in
        let settings = try ["model", "offset", "octave", "transpose", "lights", "left-handed"].compactMap { name in
            try arguments.number(name).map { (name: name, value: $0) }
        }
        return Answers.json(
            try Answers.linnStrument(settings), padsOf: try Answers.midiNote(try arguments.number("note") ?? "")
        )
    }
}
