/// The value of a `Host` header: a name or IP address with an optional port.
struct Authority {
    /// In lowercase, without a trailing dot and without the brackets of an IPv6 address.
    let host: String

    /// - Returns: nil if this is neither a name nor an address.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let host: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = bytes[1..<end]
            rest = bytes[(end + 1)...]
            guard IPAddress(String(decoding: host, as: UTF8.self)) != nil else { return nil }
        } else {
            let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            host = bytes[..<end].last == UInt8(ascii: ".") ? bytes[..<(end - 1)] : bytes[..<end]
            rest = bytes[end...]
            guard host.allSatisfy(Self.isPartOfName) else { return nil }
        }
        guard !host.isEmpty, host.count <= 255, rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
        let port = rest.dropFirst()
        guard port.isEmpty || port.allSatisfy({ 48...57 ~= $0 }) && UInt16(String(decoding: port, as: UTF8.self)) != nil
        else { return nil }
        self.host = String(decoding: host, as: UTF8.self).lowercased()
    }

    /// Letters, digits, `-`, `.` and `_`, which Punycode uses too.
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }
}
