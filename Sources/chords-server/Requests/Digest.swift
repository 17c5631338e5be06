import CCrypto

/// SHA-256 hashes.
enum Digest {
    static func bytes(of content: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(content, content.count, &digest)
        return digest
    }
}
