import Exchange
import Foundation
import Harmony
import Input
import JSONText
import Testing

func object(_ json: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
}

@Suite struct JSONText {
    @Test func writtenJSONIsReadByFoundation() throws {
        let texts = ["", "\"\\/", "♯♭𝄪°Δ", "\u{0}\u{1F}\n\t\r\u{2028}", "é\u{301}🎹", "</script>"]
        let json = JSON.object([
            ("texts", .array(texts.map { .string($0) })), ("none", .null), ("int", .int(-7)),
            ("decimal", .decimal("21.35")), ("empty", .object([])),
        ])
        let read = try object(json.text)
        #expect(read["texts"] as? [String] == texts)
        #expect(read["none"] is NSNull && read["int"] as? Int == -7)
        #expect(read["decimal"] as? Double == 21.35)
    }
}

@Suite struct JSONAnswers {
    @Test func combine() throws {
        let answer = try object(Answers.combine(lower: "Cma7", upper: "D").text)
        #expect(answer["lower"] as? String == "Cma7" && answer["upper"] as? String == "Dma")
        #expect(answer["kind"] as? String == "unified" && answer["title"] as? String == "Cma13(♯11)")
        #expect(answer["pitches"] as? [Int] == [60, 64, 67, 71, 74, 78, 81])
        #expect(answer["degrees"] as? [String] == ["1", "3", "5", "7", "9", "♯11", "13"])
        #expect(
            answer["parts"] as? [String] == Array(repeating: "lower", count: 4) + Array(repeating: "upper", count: 3))
        let readings = try #require(answer["readings"] as? [[String: Any]])
        #expect(readings.first?["precise"] as? String == "Cma13(♯11)" && readings.first?["omits"] as? [String] == [])
        let costs = readings.filter { $0["rootless"] as? Bool == false }.compactMap { $0["cost"] as? Int }
        #expect(costs == costs.sorted())
        // The result, and the equivalents of Cma13(♯11) over C that theory.md lists.
        let classic = try object(Answers.combine(lower: "Cma7", upper: "D", in: .classic).text)
        let names = ["Cma13(♯11)", "Emi11(♭13)/C", "Bmi11(♭9♭13)/C", "F♯mi11(♭5♭9♭13)/C", "Ami13/C"]
        #expect((classic["readings"] as? [[String: Any]])?.compactMap { $0["precise"] as? String } == names)
    }

    @Test func classicNameIsAmongTheReadings() throws {
        let answer = try object(Answers.combine(lower: "C7", upper: "A").text)
        let readings = try #require(answer["readings"] as? [[String: Any]])
        #expect(readings.first?["title"] as? String == "C13(♭9)")
        #expect(readings.filter { $0["classic"] as? Bool == true }.map { $0["title"] as? String } == ["E°11(♭13)/C"])
        #expect(readings.allSatisfy { !($0["why"] as? String ?? "").isEmpty })
    }

    @Test func polychordHasNoRootOrDegrees() throws {
        let answer = try object(Answers.combine(lower: "Cma7", upper: "E").text)
        #expect(answer["root"] is NSNull && answer["precise"] is NSNull && answer["bass"] as? String == "C")
        #expect(answer["degrees"] as? [String] == [])
        #expect((answer["notes"] as? [String])?.count == (answer["parts"] as? [String])?.count)
    }

    @Test func matchHasTheSpecifiedShape() throws {
        let answer = try object(Answers.match(lower: "Cma7", upper: "D", edit: "lower").text)
        #expect(Set(answer.keys) == ["letters", "accidentals", "types"])
        #expect(answer["letters"] as? [String] == ["C", "D", "G", "A"] && answer["accidentals"] as? [String] == ["♮"])
        #expect(throws: InputError.self) { try Answers.match(lower: "C", upper: "D", edit: "both") }
    }

    @Test func nameAcceptsNamesAndNumbers() throws {
        #expect(try object(Answers.name(notes: "60 64 67 71 74").text)["precise"] as? String == "Cma9")
        #expect(try object(Answers.name(notes: "C, E,G").text)["title"] as? String == "C")
        let unnamed = try object(Answers.name(notes: "C Db D", in: .classic).text)
        #expect(unnamed["title"] is NSNull && unnamed["intervals"] as? [String] == ["1", "♭2", "2"])
        for bad in ["", "  ", "128", "60 C", "C 60", "-1", "H", "60 99999999999999999999"] {
            #expect(throws: InputError.self, "\(bad)") { try Answers.name(notes: bad) }
        }
    }
}

@Suite struct BatchLines {
    @Test func combineAnswersEveryRowOfThePairsTable() throws {
        for row in try rows("pairs-lower-C") {
            let line = BatchLine.combine(row[0] + "\t" + row[1], in: .classic)
            let columns = line.text.components(separatedBy: "\t")
            #expect(columns.count == 8 && !line.isError)
            #expect(Array(columns[0...4]) == Array(row[0...4]) && columns[7] == row[5])
            let noteCount = columns[5].components(separatedBy: ", ").count
            #expect(noteCount == columns[7].split(separator: " ").filter { $0 != "|" }.count)
            #expect(
                columns[2] == "polychord"
                    ? columns[6].isEmpty : columns[6].components(separatedBy: ", ").count == noteCount)
        }
    }

    @Test func detailsAnswerEveryRowOfTheDetailsTable() throws {
        for row in try rows("chord-details-C") {
            #expect(BatchLine.info(row[0], in: .classic).text == row.joined(separator: "\t"))
        }
    }

    @Test func unreadableLinesKeepTheirInput() {
        let combine = BatchLine.combine("foo\tD").text.components(separatedBy: "\t")
        #expect(combine.count == 4 && combine[0...2] == ["foo", "D", "error"] && combine[3].contains("foo"))
        #expect(BatchLine.combine("C").text.components(separatedBy: "\t")[2] == "error")
        #expect(BatchLine.combine("").isError && BatchLine.combine("a\tb\tc").isError)
        let info = BatchLine.info("H").text.components(separatedBy: "\t")
        #expect(info.count == 3 && info[0...1] == ["H", "error"])
        #expect(BatchLine.info("C7b13").text.hasPrefix("C7(♭13)\tC, E, G, B♭, A♭\t1, 3, 5, ♭7, ♭13\t60 64 67 70 80\t"))
        let named = "C E G B D\tCma9\tCma9\tC, E, G, B, D\t1, 3, 5, 7, 2\t"
        #expect(BatchLine.name("C E G B D", in: .classic).text == named + "Emi7(♭13)/C")
        #expect(BatchLine.name("C E G B D").text.hasPrefix(named + "Emi7/C, "))
        // Key, chord before and chord after: with a band, E G B D after G7 in C major is a rootless Cma9.
        let band = NamingContext(hasBassPlayer: true)
        #expect(BatchLine.name("E G B D\tC major\tG7", context: band).text.contains("\tCma9\t"))
        #expect(BatchLine.name("E G B D\tH major").isError && BatchLine.name("C\t\t\t\tC").isError)
        #expect(BatchLine.name("X").isError)
    }

    /// Reads a table from the fixtures of HarmonyTests.
    private func rows(_ name: String) throws -> [[String]] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let url = tests.appending(path: "HarmonyTests/Fixtures/\(name).tsv")
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { $0.components(separatedBy: "\t") }
    }
}

@Suite struct Reports {
    @Test func textKeyboardShowsEveryNoteOnce() throws {
        let report = TextReport(colored: false).combination(try Answers.combination(lower: "C", upper: "C+"))
        // A♭ma7(♯5)/C: C and E are common, G is below, A♭ above.
        #expect(report.hasPrefix("C + C+ = A♭ma7(♯5)/C\n"))
        let keys = report.components(separatedBy: "\n")[2...5].joined()
        #expect(keys.filter { $0 == "█" }.count == 2)
        #expect(keys.filter { $0 == "▄" }.count == 1 && keys.filter { $0 == "▀" }.count == 1)
        #expect(!report.contains("\u{1B}"))
        #expect(
            TextReport(colored: true).combination(try Answers.combination(lower: "C", upper: "C+")).contains(
                "\u{1B}[94m"))
    }

    @Test func reportOfEveryChordFitsTheLineWidth() throws {
        for type in Vocabulary.classic.types {
            let report = TextReport(colored: false).details(try Answers.details(Chord(NoteName(fifths: -7), type).name))
            #expect(report.split(separator: "\n").allSatisfy { $0.count <= 96 })
        }
    }
}
