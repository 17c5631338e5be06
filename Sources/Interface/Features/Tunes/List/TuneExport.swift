import Exchange
import Rendering
import Tunes

/// Several tunes that are written to one file: a text, an iReal Pro list, or a zip archive of scores.
///
/// A few at a time, so that the page can handle events in between.
struct TuneExport: Sendable {
    let title: String
    let format: TuneListVerb.Format
    let tunes: [StoredTune]
    /// How many of them are written.
    var count = 0
    /// What is written, apart from scores, which the host has already.
    var text = ""
    /// How many scores have each name.
    var names: [String: Int] = [:]

    init(_ tunes: [StoredTune], named title: String, _ format: TuneListVerb.Format) {
        self.title = title
        self.format = format
        self.tunes = tunes
    }

    /// How many tunes are written at once. The voicings of a score take longer than all else.
    private var step: Int { format == .musicxml ? 1 : 20 }

    /// Writes the next tunes.
    /// - Returns: the scores among them: name and text of each.
    mutating func writeNext(_ session: Session) -> [String] {
        let next = tunes[count..<min(count + step, tunes.count)]
        var files: [String] = []
        if !text.isEmpty { text += format == .ireal ? IRealWriter.separator : "\n" }
        switch format {
        case .musicxml:
            for tune in next {
                let opened = OpenTune(OpenTune.Source(tune, session.settings))
                let name = fileName(tune.shownTitle)
                names[name, default: 0] += 1
                let number = names[name] ?? 1
                files += [name + (number > 1 ? " \(number)" : "") + ".musicxml", musicXML(opened)]
            }
        case .ireal: text += IRealWriter.songs(next.map { $0.tune })
        default: text += TuneText.write(next.map { $0.tune }, isTitled: tunes.count > 1)
        }
        count += next.count
        return files
    }
}

extension TunesState {
    /// Writes the next tunes, and the file when all are written.
    mutating func exportMore(_ session: inout Session) -> [Effect] {
        guard var export, !export.tunes.isEmpty else { return [] }
        let isFirst = export.count == 0
        let files = export.writeNext(session)
        let isLast = export.count == export.tunes.count
        self.export = isLast ? nil : export
        if !isFirst || !isLast {
            session.notice = isLast ? "" : TunesText.writing(export.count, of: export.tunes.count)
        }
        var effects: [Effect] = files.isEmpty ? [] : [.sharing(.addToZip(isFirst: isFirst, files))]
        let name = fileName(export.title)
        if !isLast {
            effects.append(.sharing(.exportMore))
        } else if export.format == .musicxml {
            effects.append(.sharing(.downloadZip(name: name + ".zip")))
        } else if export.format == .ireal {
            let link = IRealWriter.link(songs: export.text, count: export.count, name: export.title)
            effects.append(irealFile(link, named: export.title))
        } else {
            effects.append(.sharing(.download(name: name + ".txt", type: "text/plain", export.text)))
        }
        return effects
    }
}
