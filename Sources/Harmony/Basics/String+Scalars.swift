// Texts as arrays. The compiler makes a copy of each algorithm for each kind of collection. Those for
// the views of a text are long, and those for arrays are needed anyway.

extension String {
    /// The Unicode scalars.
    @inline(never)
    package var scalars: [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(utf8.count)
        for scalar in unicodeScalars { scalars.append(scalar) }
        return scalars
    }

    /// The text as UTF-8.
    @inline(never)
    package var bytes: [UInt8] { Array(utf8) }

    /// The text of some Unicode scalars.
    @inline(never)
    package init(scalars: ArraySlice<Unicode.Scalar>) {
        self = ""
        for scalar in scalars { unicodeScalars.append(scalar) }
    }
}

extension String {
    /// Whether the bytes are equal, too. `==` takes é as one character or as two for the same text.
    @inline(never)
    package func isIdentical(to other: String) -> Bool {
        utf8.count == other.utf8.count && bytes == other.bytes
    }
}

extension Unicode.Scalar {
    /// Whether this is one of some signs.
    @inline(never)
    package func isOne(of signs: String) -> Bool {
        for sign in signs.unicodeScalars where sign == self { return true }
        return false
    }
}

extension String {
    /// The parts between ASCII separators, as `split` returns them.
    @inline(never)
    package func parts(at separator: Unicode.Scalar, maximumSplits: Int = .max, keepsEmpty: Bool = false) -> [String] {
        bytes.split(
            separator: UInt8(ascii: separator), maxSplits: maximumSplits, omittingEmptySubsequences: !keepsEmpty
        ).map { String(decoding: $0, as: UTF8.self) }
    }
}
