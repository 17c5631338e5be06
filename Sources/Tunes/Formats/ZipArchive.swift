/// The directory of a zip file. Decompression is left to the caller, which has a library for it.
public struct ZipArchive: Sendable {
    public struct Entry: Sendable, Hashable {
        public let name: String
        /// The range of its compressed bytes in the file.
        public let bytes: Range<Int>
        public let isDeflated: Bool
        /// The uncompressed size in bytes.
        public let size: Int
    }

    public private(set) var entries: [Entry] = []

    /// Whether a file has the signature of a zip file.
    public static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// - Returns: nil if the directory cannot be read.
    public init?(_ bytes: [UInt8]) {
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= bytes.count else { return nil }
            // With 32-bit integers, values beyond any file size are negative.
            let value = (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
            return value >= 0 ? value : nil
        }
        // The end record is at the end, before a comment of up to 65,535 bytes.
        let last = bytes.count - 22
        guard last >= 0 else { return nil }
        guard let end = (max(0, last - 0xFFFF)...last).reversed().first(where: { number($0, 4) == 0x0605_4B50 }),
            let count = number(end + 10, 2), var place = number(end + 16, 4)
        else { return nil }
        for _ in 0..<count {
            guard number(place, 4) == 0x0201_4B50, let manner = number(place + 10, 2),
                let packed = number(place + 20, 4),
                let size = number(place + 24, 4), let nameLength = number(place + 28, 2),
                let extra = number(place + 30, 2),
                let comment = number(place + 32, 2), let header = number(place + 42, 4),
                place + 46 + nameLength <= bytes.count,
                let ownName = number(header + 26, 2), let ownExtra = number(header + 28, 2)
            else { return nil }
            let name = String(decoding: bytes[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self)
            let start = header + 30 + ownName + ownExtra
            guard packed <= bytes.count - start else { return nil }
            if manner == 0 || manner == 8 {
                entries.append(Entry(name: name, bytes: start..<start + packed, isDeflated: manner == 8, size: size))
            }
            place += 46 + nameLength + extra + comment
        }
    }

    /// The score in a compressed MusicXML file, or all scores of an archive.
    /// - Parameter container: the content of `META-INF/container.xml`, which names the score; nil if it is missing.
    public func scores(namedBy container: [UInt8]?) -> [Entry] {
        let named = container.flatMap { MusicXML.rootFile(of: $0) }
        if let entry = entries.first(where: { $0.name == named }) { return [entry] }
        return entries.filter { entry in
            let name = entry.name.utf8
            // macOS adds files with the same endings.
            return !name.starts(with: "META-INF/".utf8) && !name.starts(with: "__MACOSX/".utf8)
                && name.suffix(3).elementsEqual("xml".utf8)
        }
    }

    public static let containerName = "META-INF/container.xml"
}
