/// A file that the user has opened.
struct OpenedFile: Sendable, Hashable {
    let name: String
    /// Empty if the file could not be read.
    let bytes: [UInt8]

    /// The content as UTF-8, with invalid bytes repaired.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
