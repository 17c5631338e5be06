import Harmony

/// Where answers were given: a device, or the unknown device of an old file.
///
/// It is a digest of 24 bits and stays with the answers when they are exported, imported and merged.
package struct Origin: Sendable, Hashable, Comparable {
    package let number: Int

    private static let range = 0...0xFF_FFFF
    /// The numbers of devices are below this one.
    private static let firstOldFile = 0x80_0000
    /// Marks the stored line that names the device.
    private static let mark = "origin"

    init(number: Int) { self.number = number }

    /// The origin of a device: a digest of the first answer that it has stored.
    ///
    /// The same answer has no UTC offset in lines of early versions, and therefore none in the digest.
    init(ofDeviceWith first: Attempt) {
        var attempt = first
        attempt.stamp = Timestamp(at: first.stamp.written)
        number = Origin.digest([attempt.line])
    }

    /// The origin of a file that names none: a digest of its totals.
    init(ofOldFileWith totals: [String]) {
        number = Origin.firstOldFile + Origin.digest(totals)
    }

    init?(_ word: String) {
        guard let number = Words.number(word, in: Origin.range) else { return nil }
        self.number = number
    }

    /// Reads the format of ``line``; nil for anything else.
    init?(line: String) {
        let words = Words.split(line)
        guard words.count == 2, words[0] == Origin.mark else { return nil }
        self.init(words[1])
    }

    /// The stored form, one line: `origin 1234567`.
    var line: String { Origin.mark + " \(number)" }

    var isOldFile: Bool { number >= Origin.firstOldFile }

    package static func < (one: Origin, other: Origin) -> Bool { one.number < other.number }

    /// FNV-1a with 32 bits, folded to 23.
    private static func digest(_ lines: [String]) -> Int {
        var hash: UInt32 = 2_166_136_261
        for line in lines {
            for byte in line.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
            hash = (hash ^ 10) &* 16_777_619
        }
        return Int((hash >> 23) ^ (hash & 0x7F_FFFF))
    }
}

/// The origins of the entries of a list, in order, as a file has them: `1234567 120` for 120 entries.
struct OriginRuns {
    private var runs: [(origin: Origin, count: Int)] = []
    private var index = 0

    mutating func append(_ origin: Origin, _ count: Int) { runs.append((origin, count)) }

    /// The origin of the next entry; nil if none is named.
    mutating func next() -> Origin? {
        while index < runs.count {
            if runs[index].count > 0 {
                runs[index].count -= 1
                return runs[index].origin
            }
            index += 1
        }
        return nil
    }
}
