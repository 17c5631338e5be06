import Foundation
import NIOConcurrencyHelpers

/// The `Date` header, formatted once per second.
final class HTTPDate: Sendable {
    private let last = NIOLockedValueBox<(second: time_t, text: String)>((0, ""))

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    var text: String {
        last.withLockedValue { last in
            var now = time(nil)
            if now != last.second {
                var parts = tm()
                gmtime_r(&now, &parts)
                func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
                last = (
                    now,
                    """
                    \(Self.days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(Self.months[Int(parts.tm_mon)]) \
                    \(1900 + parts.tm_year) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT
                    """
                )
            }
            return last.text
        }
    }
}
