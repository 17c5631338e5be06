import NIOCore

/// How much of the server one client may take.
struct Limits: Sendable {
    /// Connections at once, from all addresses.
    var connections = 4096
    /// Connections at once from one address that is not of this machine: a browser opens six, a classroom behind one router
    /// two hundred.
    var connectionsPerAddress = 256
    /// How long the head of a request may take, and its body beside a second for each 4 KiB of it: no one whose network works
    /// needs longer.
    var patience = TimeAmount.seconds(10)
    /// Of a body: far more than eight chords of 64 lumis need.
    var longestBody = 1 << 20

    /// How long a connection may rest between two requests. Opening another one costs a browser a few milliseconds.
    var rest: TimeAmount { patience * 6 }
    /// How long a client may leave an answer lying without taking ``leastTaken`` of it.
    var stall: TimeAmount { patience * 3 }
    static let leastTaken = 4096
    /// How long a closed connection is still listened to. Who has not said all yet would otherwise lose the answer.
    static let lingering = TimeAmount.seconds(1)
    /// Of a request’s first line and headers, which the parser does not count together.
    static let longestHead = 96 * 1024
    /// How many requests of one connection are answered before it is the others’ turn.
    static let requestsPerTurn = 16
}
