import CQREncode

/// A QR code, for moving a link from a screen to a phone.
struct QRCode {
    /// Modules per side, without the quiet zone.
    private let modules: Int
    /// Row by row from the top left.
    private let isDark: [Bool]

    /// The width of the light border in modules (ISO/IEC 18004).
    private static let quietZone = 4
    /// The extended channel interpretation of UTF-8.
    private static let utf8: UInt32 = 26

    /// Makes the smallest code for a text with error correction level M (about 15%). The maximum is 2,329 bytes.
    /// - Returns: nil if the text is empty or too long, or if there is not enough memory.
    init?(_ text: String) {
        guard let input = QRinput_new2(0, QR_ECLEVEL_M) else { return nil }
        defer { QRinput_free(input) }
        let bytes = Array(text.utf8)
        // ASCII needs no declaration. Without one, other bytes are Latin-1.
        if !bytes.allSatisfy({ $0 < 128 }), QRinput_appendECIheader(input, Self.utf8) != 0 { return nil }
        guard QRinput_append(input, QR_MODE_8, Int32(bytes.count), bytes) == 0, let code = QRcode_encodeInput(input)
        else {
            return nil
        }
        defer { QRcode_free(code) }
        modules = Int(code.pointee.width)
        // The lowest bit is the color; the others are the function of the module.
        isDark = UnsafeBufferPointer(start: code.pointee.data, count: modules * modules).map { $0 & 1 == 1 }
    }

    /// A standalone drawing with one unit per module. It does not contain the text, because a link may be a key.
    var svg: String {
        let side = modules + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges" \
            role="img">\
            <title>QR code</title><path fill="#ffffff" d="M0 0h\(side)v\(side)h-\(side)z"/>\
            <path fill="#000000" d="\(darkPath)"/></svg>

            """
    }

    /// A path with one bar for each horizontal run of dark modules.
    private var darkPath: String {
        var path = ""
        for row in 0..<modules {
            var column = 0
            while column < modules {
                let run = isDark[(row * modules + column)..<((row + 1) * modules)].prefix { $0 }.count
                if run > 0 { path += "M\(column + Self.quietZone) \(row + Self.quietZone)h\(run)v1h-\(run)z" }
                column += max(1, run)
            }
        }
        return path
    }
}
