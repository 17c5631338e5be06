import NIOCore

/// Limits of connections and requests.
struct Limits: Sendable {
    /// The maximum number of connections.
    var connections = 4096
    /// The maximum number of connections from one remote address. A browser opens six, a classroom behind one router
    /// two hundred.
    var connectionsPerAddress = 256
    /// The time limit for a request head, and for a body, plus one second per 4 KiB.
    var patience = TimeAmount.seconds(10)

    /// The idle timeout between requests. A browser needs only milliseconds to open another connection.
    var idleTimeout: TimeAmount { patience * 6 }
    /// The time within which a client must read ``minimumProgress`` bytes of a response.
    var stallTimeout: TimeAmount { patience * 3 }
    static let minimumProgress = 4096
    /// The time between shutting down the output and closing. A client that is still sending would otherwise lose the
    /// response.
    static let lingerTime = TimeAmount.seconds(1)
    /// The maximum size of request line and headers together. The parser limits them only separately.
    static let maximumHead = 96 * 1024
    /// The maximum length of a request target in bytes, more than any screen or endpoint needs.
    static let maximumTarget = 8192
    /// The maximum size of a body, far above eight chords with 64 lumis each.
    static let maximumBody = 1 << 20
}
