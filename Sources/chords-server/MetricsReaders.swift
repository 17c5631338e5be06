import Foundation
import NIOHTTP1

/// Who may read how the server is: programs on this machine that ask it themselves, and anyone who has the token. To all
/// others there is nothing at that path.
struct MetricsReaders: Sendable {
    /// Why a file gives no token, as a sentence.
    struct Unusable: Error {
        let reason: String
    }

    private let token: [UInt8]?

    /// As RFC 6750 writes one; shorter ones could be guessed.
    private static let lengths = 16...256
    /// Proxies of this machine come from this machine, and say with one of these that they do not ask for themselves.
    private static let forwarding = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"]

    /// - Parameter tokenFile: a file with the token in its one line; nil where there is none. What stands in the arguments or in
    ///   the environment of a process, others on the machine may read.
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
            throw Unusable(reason: """
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
        guard question.client?.isLoopback == true, !Self.forwarding.contains(where: question.headers.contains) else { return false }
        // A proxy that says nothing of that at least passes on by which name it was asked.
        guard let host = question.headers.first(name: "Host").flatMap({ Authority($0)?.host }) else { return false }
        return host == "localhost" || IPAddress(host)?.isLoopback == true
    }

    private func hasToken(_ question: Question) -> Bool {
        let sent = question.headers["Authorization"]
        guard let token, sent.count == 1 else { return false }
        let words = sent[0].split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer", words[1].utf8.count == token.count else { return false }
        // In the same time wherever the first difference is.
        return zip(words[1].utf8, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func isPartOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "-._~+/=".utf8.contains(byte)
        }
    }
}
