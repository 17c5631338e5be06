import Harmony

extension TextReader {
    mutating func readMelody(_ body: ArraySlice<Unicode.Scalar>) {
        // Lengths carry over within a line only.
        var length = Melody.ticksPerQuarter
        for words in MelodyText.bars(in: body) {
            guard row.indices.contains(sungCount) else {
                report(
                    row.isEmpty
                        ? "A melody line must follow the bars it belongs to."
                        : "The melody has more bars than the line above.", at: row.last?.number)
                return
            }
            let place = row[sungCount]
            sungCount += 1
            let melody = melody(words, &length, at: place.number)
            let fitting = melody.fitting(place.ticks)
            if fitting.notes != melody.notes {
                report("The melody is longer than its bar. The rest was left out.", at: place.number)
            }
            tune.sections[place.section].bars[place.bar].melody = fitting
        }
    }

    /// The melody of a bar, from its words.
    mutating func melody(_ words: [String], _ length: inout Int, at bar: Int) -> Melody {
        var melody = Melody()
        var now = 0
        for word in words where word != "." {
            guard let entry = MelodyText.Entry(word, in: names) else {
                report(
                    "“\(word)” is not a melody note: expected one such as Bb4:8, from C0 to G9, or r:4 for a rest.",
                    at: bar, text: word)
                continue
            }
            length = entry.length ?? length
            // Stops counting far beyond the end of the bar.
            guard now <= Meter.maximumBeats * Melody.whole else { break }
            if let tone = entry.tone, !melody.add(tone, at: now, for: length, isTied: entry.isTied) {
                report("This bar has too many notes. The others were left out.", at: bar)
                break
            }
            now += length
        }
        return melody
    }
}
