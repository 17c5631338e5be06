import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird

/// Access control for metrics: local programs without a proxy, and clients with the token. Others get 404.
struct MetricsReaders: Sendable {
    private let token: [UInt8]?

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
        // A token as in RFC 6750. Shorter ones could be guessed.
        guard let line = String(decoding: bytes, as: UTF8.self).wholeMatch(of: /([A-Za-z0-9\-._~+\/=]{16,256})\n?/)
        else {
            throw ValidationError(
                """
                There is no token in “\(tokenFile)”: --metrics-token-file takes a file of one line with 16 to 256 \
                letters, digits and any of -._~+/=
                """)
        }
        token = Array(line.1.utf8)
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
        guard let token, let sent = request.headers.bearer?.utf8, sent.count == token.count else { return false }
        // Comparison in constant time.
        return zip(sent, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
