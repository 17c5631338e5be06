import Harmony
import JSONText

// The JSON form of a chordset for files, API, command line and the page's storage.

extension Lumi {
    public var json: JSON {
        .object(Property.allCases.map { ($0.definition.name, .thousandths(self[$0])) })
    }

    /// Missing members get their initial value.
    public init(_ json: JSON) throws(ChordsetError) {
        self.init()
        try apply(json)
    }

    /// Changes only the properties in the object.
    public mutating func apply(_ json: JSON) throws(ChordsetError) {
        for name in try json.members(of: "A lumi", among: Property.allCases.map { $0.definition.name }) {
            if let property = Property(name: name) {
                try set(property, to: try json.number(name, of: "A lumi"))
            }
        }
    }
}

extension LightChord {
    /// - Parameter position: its index in the chordset.
    public func json(position: Int) -> JSON {
        var members: [(String, JSON)] = [
            ("position", .int(position)),
            (
                "background",
                .object(LightChord.backgroundProperties.map { ($0.definition.name, .thousandths(self[$0])) })
            ),
            ("bpm", .thousandths(bpm)),
            ("lumis", .array(lumis.map { $0.json })),
        ]
        if let music { members.append(("music", music.json)) }
        return .object(members)
    }

    private static let backgroundProperties: [Property] = [.hue, .purity, .brightness]

    /// The members that ``init(_:)`` reads.
    private enum Member: String {
        case background, bpm, lumis, music
    }

    /// Missing members get their initial value. The position is ignored, because the order in the chordset counts.
    public init(_ json: JSON) throws(ChordsetError) {
        self.init()
        let subject = "A light chord"
        for name in try json.members(of: subject, among: ["position", "background", "bpm", "lumis", "music"]) {
            let value = json[name] ?? .null
            switch Member(rawValue: name) {
            case .background:
                let properties = LightChord.backgroundProperties
                for name in try value.members(of: "A background", among: properties.map { $0.definition.name }) {
                    for property in properties where property.definition.name == name {
                        try set(property, to: try value.number(name, of: "A background"))
                    }
                }
            case .bpm: try set(.bpm, to: try json.number("bpm", of: subject))
            case .lumis:
                guard let elements = value.array else { throw ChordsetError("“lumis” must be a list.") }
                var lumis: [Lumi] = []
                for element in elements { lumis.append(try Lumi(element)) }
                try setLumis(lumis)
            case .music: music = value.isNull ? nil : try Music(value)
            default: break
            }
        }
    }
}

extension Music {
    public var json: JSON {
        .object([
            ("lower", .string(lower.name)), ("upper", upper.map { .string($0.name) } ?? .null),
            ("colorsLight", .bool(colorsLight)),
        ])
    }

    public init(_ json: JSON) throws(ChordsetError) {
        let subject = "The music of a light chord"
        _ = try json.members(of: subject, among: ["lower", "upper", "colorsLight"])
        guard let lower = json["lower"]?.string else {
            throw ChordsetError(subject + " needs a “lower” chord, as a text.")
        }
        let upper = json["upper"] ?? .null
        guard upper.isNull || upper.string != nil else { throw ChordsetError("The “upper” chord must be a string.") }
        let colorsLight = json["colorsLight"] ?? .bool(false)
        guard let colors = colorsLight.bool else { throw ChordsetError("“colorsLight” must be true or false.") }
        do throws(SymbolError) {
            let above = upper.string
            self.init(lower: try Chord(lower), upper: above == nil ? nil : try Chord(above ?? ""), colorsLight: colors)
        } catch {
            throw ChordsetError(error.message)
        }
    }
}

extension Chordset {
    /// - Parameter position: its index among all chordsets.
    public func json(position: Int) -> JSON {
        .object([
            ("id", .string(id)), ("title", .string(title)), ("position", .int(position)),
            ("chords", .array(chords.enumerated().map { $0.element.json(position: $0.offset) })),
        ])
    }

    public init(_ json: JSON) throws(ChordsetError) {
        _ = try json.members(of: "A chordset", among: ["id", "title", "position", "chords"])
        let named = json["title"] ?? .string("")
        guard let title = named.string else { throw ChordsetError("“title” of a chordset must be a string.") }
        let subject = title.isEmpty ? "The untitled chordset" : "The chordset " + Chordset.described(title)
        guard let id = json["id"]?.string else { throw ChordsetError(subject + " has no “id”.") }
        guard let elements = json["chords"]?.array else { throw ChordsetError(subject + " has no list of “chords”.") }
        var chords: [LightChord] = []
        // Extra chords are only counted for the error message.
        for element in elements.prefix(Chordset.size) {
            do throws(ChordsetError) {
                chords.append(try LightChord(element))
            } catch {
                throw ChordsetError("\(subject), position \(chords.count): \(error.message)")
            }
        }
        for _ in elements.dropFirst(Chordset.size) { chords.append(LightChord()) }
        try self.init(id: id, title: title, chords: chords)
    }
}

extension JSON {
    /// The names of an object's members. Unknown names are errors, because a misspelt member would be lost.
    func members(of subject: String, among known: [String]) throws(ChordsetError) -> [String] {
        guard let names else { throw ChordsetError(subject + " must be a JSON object.") }
        for (index, name) in names.enumerated() {
            guard known.contains(name) else {
                let list = known.joined(separator: ", ")
                throw ChordsetError("\(subject) has no “\(String(name.prefix(80)))”: there is \(list).")
            }
            // The first duplicate ends the loop. The search is therefore over known names only, and stays short.
            guard !names[..<index].contains(name) else { throw ChordsetError("\(subject) has “\(name)” twice.") }
        }
        return names
    }

    fileprivate func number(_ name: String, of subject: String) throws(ChordsetError) -> Double {
        guard let number = self[name]?.number else { throw ChordsetError("\(subject)’s \(name) must be a number.") }
        return number
    }
}
