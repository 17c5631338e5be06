import Harmony
import JSONText

/// A file of chordsets.
public struct ChordsetDocument: Sendable, Hashable {
    /// The format version that is written, and the latest that can be read.
    public static let version = 1
    private static let format = "chord-combiner/chordsets"

    public var chordsets: [Chordset]

    public init(_ chordsets: [Chordset]) { self.chordsets = chordsets }

    public var text: String { json.text }

    public var json: JSON {
        .object([
            ("format", .string(ChordsetDocument.format)), ("version", .int(ChordsetDocument.version)),
            ("chordsets", .array(chordsets.enumerated().map { $0.element.json(position: $0.offset) })),
        ])
    }

    /// - Throws: if the document is invalid, with the position and reason.
    public init(_ bytes: [UInt8]) throws(ChordsetError) {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(bytes)
        } catch {
            throw ChordsetError(error.message)
        }
        guard json["format"]?.string == ChordsetDocument.format, let version = json["version"]?.int else {
            throw ChordsetError("This is not a chordsets file: expected “format”: “\(ChordsetDocument.format)”.")
        }
        guard 1...ChordsetDocument.version ~= version else {
            throw ChordsetError(
                "This file has version \(version). This program reads up to version \(ChordsetDocument.version).")
        }
        _ = try json.members(of: "This file", among: ["format", "version", "chordsets"])
        guard let elements = json["chordsets"]?.array else {
            throw ChordsetError("This file has no list of “chordsets”.")
        }
        chordsets = []
        for element in elements { chordsets.append(try Chordset(element)) }
        // Sorted, so that duplicates are adjacent.
        let ids = chordsets.map { $0.id }.ordered { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        for (id, next) in zip(ids, ids.dropFirst()) where id.isIdentical(to: next) {
            throw ChordsetError("Two chordsets in this file have the id “\(id)”.")
        }
    }
}
