import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird

/// Access control for metrics: local programs without a proxy, and clients with the token. Others get 404.
struct MetricsReaders: Sendable {
    private let token: [UInt8]?

    /// The length of a token (RFC 6750). Shorter tokens could be guessed.
    private static let lengths = 16...256
    /// The headers of local proxies, whose connections come from this machine.
    private static let forwarding: [HTTPField.Name] = [.forwarded, .xForwardedFor, .realIP, .via]

    /// - Parameter tokenFile: a file with one line, the token. It is a file because other users of the machine can read
    ///   the arguments and environment of a process.
    init(tokenFile: String?) throws(ValidationError) {
        guard let tokenFile else {
            token = nil
            return
        }
        guard let bytes = FileManager.default.contents(atPath: tokenFile) else {
            throw ValidationError("The file “\(tokenFile)” of --metrics-token-file cannot be read.")
        }
        let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
        guard Self.lengths ~= line.count, line.allSatisfy(Self.isPartOfToken) else {
            throw ValidationError(
                """
                There is no token in “\(tokenFile)”: --metrics-token-file takes a file of one line with \
                \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) letters, digits and any of -._~+/=
                """)
        }
        token = Array(line)
    }

    /// - Parameter client: the client’s address, from a trusted proxy if there is one.
    func include(_ request: Request, from client: IPAddress?) -> Bool {
        isLocal(request, client) || hasToken(request)
    }

    private func isLocal(_ request: Request, _ client: IPAddress?) -> Bool {
        guard client?.isLoopback == true, !Self.forwarding.contains(where: request.headers.contains) else {
            return false
        }
        // A proxy without these headers still forwards the `Host` header.
        guard let host = request.head.authority.flatMap({ Authority($0)?.host }) else { return false }
        return host == "localhost" || IPAddress(host)?.isLoopback == true
    }

    private func hasToken(_ request: Request) -> Bool {
        let sent = request.headers[values: .authorization]
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
