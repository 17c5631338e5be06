import Foundation

extension StringProtocol {
    /// The percent-decoded text; nil if it is not UTF-8 or contains NUL.
    var percentDecoded: String? {
        // The parser replaces invalid UTF-8 in the request line by U+FFFD.
        guard utf8.contains(UInt8(ascii: "%")) || !utf8.allSatisfy({ 1..<128 ~= $0 }) else { return String(self) }
        guard !unicodeScalars.contains("\u{fffd}"), let text = removingPercentEncoding else { return nil }
        return text.utf8.contains(0) ? nil : text
    }

    /// The text percent-encoded for a path.
    /// - Parameter others: more characters to leave as they are.
    func percentEncoded(leaving others: String = "") -> String {
        // Foundation encodes semicolons for the sake of older standards.
        let plain = CharacterSet.urlPathAllowed.union(CharacterSet(charactersIn: ";" + others))
        return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
