import Foundation
import NIOHTTP1

/// Access control for metrics: local programs without a proxy, and clients with the token. Others get 404.
struct MetricsReaders: Sendable {
    /// The reason why a token file is invalid.
    struct Unusable: Error {
        let reason: String
    }

    private let token: [UInt8]?

    /// The length of a token (RFC 6750). Shorter tokens could be guessed.
    private static let lengths = 16...256
    /// The headers of local proxies, whose connections come from this machine.
    private static let forwarding = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"]

    /// - Parameter tokenFile: a file with one line, the token. It is a file because other users of the machine can read
    ///   the arguments and environment of a process.
    init(tokenFile: String?) throws(Unusable) {
        guard let tokenFile else {
            token = nil
            return
        }
        guard let bytes = FileManager.default.contents(atPath: tokenFile) else {
            throw Unusable(reason: "The file “\(tokenFile)” of --metrics-token-file cannot be read.")
        }
        let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
        guard Self.lengths ~= line.count, line.allSatisfy(Self.isPartOfToken) else {
            throw Unusable(
                reason: """
                    There is no token in “\(tokenFile)”: --metrics-token-file takes a file of one line with \
                    \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) letters, digits and any of -._~+/=
                    """)
        }
        token = Array(line)
    }

    func include(_ question: Question) -> Bool {
        isLocal(question) || hasToken(question)
    }

    private func isLocal(_ question: Question) -> Bool {
        guard question.client?.isLoopback == true, !Self.forwarding.contains(where: question.headers.contains) else {
            return false
        }
        // A proxy without these headers still forwards the `Host` header.
        guard let host = question.headers.first(name: "Host").flatMap({ Authority($0)?.host }) else { return false }
        return host == "localhost" || IPAddress(host)?.isLoopback == true
    }

    private func hasToken(_ question: Question) -> Bool {
        let sent = question.headers["Authorization"]
        guard let token, sent.count == 1 else { return false }
        let words = sent[0].split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer", words[1].utf8.count == token.count else {
            return false
        }
        // Comparison in constant time.
        return zip(words[1].utf8, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func isPartOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "-._~+/=".utf8.contains(byte)
        }
    }
}
