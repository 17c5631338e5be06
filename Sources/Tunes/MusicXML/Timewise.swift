/// Sorts a timewise score, whose measures contain parts, by parts.
enum Timewise {
    /// - Returns: the head of the score and its parts, as they would be in a partwise score.
    static func turned(_ bytes: [UInt8]) -> [UInt8] {
        var scanner = XMLScanner(bytes)
        var head: ArraySlice<UInt8>?
        var parts: [[UInt8]] = []
        var numbers: [String: Int] = [:]
        var measure = ""
        var part: (number: Int, start: Int)?
        var before = 0
        while let event = scanner.next() {
            switch event {
            case .start("measure", let attributes, _):
                head = head ?? bytes[..<before]
                measure = "<measure"
                for (name, value) in attributes
                where (name, value) == ("implicit", "yes") || (name, value) == ("number", "0") {
                    measure += " " + name + "='" + value + "'"
                }
                measure += ">"
            case .start("part", let attributes, let isEmpty):
                guard !isEmpty, part == nil else { break }
                let id = attributes.first { $0.name == "id" }?.value ?? ""
                let number = numbers[id] ?? parts.count
                if number == parts.count { parts.append(Array("<part>".utf8)) }
                numbers[id] = number
                part = (number, scanner.place)
            case .end("part"):
                guard let (number, start) = part, start <= before else { break }
                parts[number] += measure.utf8
                parts[number] += bytes[start..<before]
                parts[number] += "</measure>".utf8
                part = nil
            default: break
            }
            before = scanner.place
        }
        return Array(head ?? []) + parts.flatMap { $0 + Array("</part>".utf8) }
    }
}
