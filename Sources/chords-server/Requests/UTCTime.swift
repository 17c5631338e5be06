import Foundation

/// The current time in UTC.
enum UTCTime {
    /// - Parameter format: as for `strftime`.
    static func text(_ format: String) -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
