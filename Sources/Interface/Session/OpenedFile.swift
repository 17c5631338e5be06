/// A file that the user has opened. The host passes its name, a line break, and its bytes in hexadecimal digits.
struct OpenedFile: Sendable, Hashable {
    let name: String
    /// Empty if the file could not be read.
    let bytes: [UInt8]

    init(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(lines[0])
        bytes = lines.count > 1 ? [UInt8](hex: lines[1]) ?? [] : []
    }
}
