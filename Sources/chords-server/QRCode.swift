import CQREncode

/// A text as a square of dark and light modules that a camera reads: the way of a link from a screen to a phone.
struct QRCode {
    /// Of one side, without the quiet zone.
    private let modules: Int
    /// Row by row, from the top left.
    private let isDark: [Bool]

    /// Of light modules on all four sides, by which a camera knows where the code ends (ISO/IEC 18004).
    private static let quietZone = 4
    /// What says that bytes are UTF-8 (“extended channel interpretation”).
    private static let utf8: UInt32 = 26

    /// The smallest code for a text that is still read with an eighth of it spoilt (correction level M). 2,329 bytes fit
    /// into the largest.
    /// - Returns: nil for an empty text, for one that does not fit, and where there is not enough memory.
    init?(_ text: String) {
        guard let input = QRinput_new2(0, QR_ECLEVEL_M) else { return nil }
        defer { QRinput_free(input) }
        let bytes = Array(text.utf8)
        // Links are ASCII, which every reader takes for what it is. Other bytes are Latin 1 unless something is said.
        if !bytes.allSatisfy({ $0 < 128 }), QRinput_appendECIheader(input, Self.utf8) != 0 { return nil }
        guard QRinput_append(input, QR_MODE_8, Int32(bytes.count), bytes) == 0, let code = QRcode_encodeInput(input) else {
            return nil
        }
        defer { QRcode_free(code) }
        modules = Int(code.pointee.width)
        // The lowest bit is the colour; the others say what a module is for.
        isDark = UnsafeBufferPointer(start: code.pointee.data, count: modules * modules).map { $0 & 1 == 1 }
    }

    /// A drawing that needs no page around it, a unit to a module. What it says can be read from it by cameras alone: a
    /// link may be a key.
    var svg: String {
        let side = modules + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges" role="img">\
            <title>QR code</title><path fill="#ffffff" d="M0 0h\(side)v\(side)h-\(side)z"/>\
            <path fill="#000000" d="\(darkPath)"/></svg>

            """
    }

    /// A bar for each run of dark modules in a row.
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
