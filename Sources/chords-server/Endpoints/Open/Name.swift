import Exchange

extension Endpoint {
    /// The names of sounding notes.
    static let name = Endpoint("/api/v1/name") {
        // `notes` are the sounding notes here, so the language of note names has another parameter.
        let notation = try $0.notation("note-names")
        // `?notes=C+E+G`, as HTML forms and people write it. All 128 MIDI notes fit into the limit.
        let context = try Answers.context(
            key: try $0.optional("key"), previous: try $0.optional("after"), next: try $0.optional("before"),
            hasBassPlayer: try $0.flag("band"), notation: notation)
        return try Answers.name(
            notes: $0["notes", atMost: 512].replacing("+", with: " "), in: try $0.vocabulary, context: context,
            notation: notation
        )
    }
}
