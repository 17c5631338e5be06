import Exchange
import Harmony

/// An action on the list of tunes.
indirect enum TuneListVerb: Sendable {
    case add(seed: UInt64)
    /// Import tunes of a file. A pasted text is a file without a name. If several files are opened together, all but
    /// the first are `isFurther`.
    case open(ImportedTunes, from: String, seed: UInt64, isFurther: Bool)
    /// Import a text although the tune reader could not be loaded. Plain text needs no reader.
    case withoutReader(String, NoteNames, seed: UInt64)
    /// Replace existing tunes by those of the last import, keep both, or skip the imported ones.
    case repeated(RepeatedChoice)
    /// Save the tune of a link.
    case keep(seed: UInt64)
    /// Duplicate a tune.
    case double(String, seed: UInt64)
    case delete(String)
    /// Resolve a conflict. The id is that of the copy with the local version.
    case settle(String, ListPolicy.Choice)
    case search(String)
    case sort(TuneOrder)
    /// `tunes filter`: open or close the filters.
    case filters
    /// `tunes filter favorites`
    case favoritesOnly
    /// `tunes filter played`
    case playedOnly
    /// `tunes filter style`: show only tunes with the value; empty for any.
    case narrow(TuneFilter.Facet, to: String)
    /// `tunes show-all`: end search and filters.
    case showAll
    /// `tunes star blues`: make a tune a favorite, or an ordinary one again.
    case star(String)
    /// Begin or end to select several tunes.
    case select
    /// `tunes pick blues`: select a tune, or not.
    case pick(String)
    case pickAll
    /// `tunes take ireal`: save the selected tunes in one file.
    case take(Format)
    /// Continue to write the file.
    case takeMore
    case deleteSelected
    /// Show further rows.
    case more
    /// Show the rest of the first rows.
    case fill
    /// Save all tunes to one file.
    case export
    case copyLink(String)
    case save(String, Format)
    case print

    enum RepeatedChoice: String, Sendable { case replace, both, skip }
    enum Format: String, Sendable {
        case text, ireal, musicxml, midi

        /// Those of a file with several tunes.
        static let ofSeveral = [text, ireal, musicxml]

        var title: String {
            switch self {
            case .text: TunesText.saveAsText
            case .ireal: TunesText.saveForIReal
            case .musicxml: TunesText.saveAsMusicXML
            case .midi: TunesText.saveAsMIDI
            }
        }
    }

    /// The first word of each action without a file.
    private enum Word: String {
        case withoutReader = "without-reader"
        case add, repeated, keep, double, delete, settle, search, sort, more, fill, export
        case copyLink = "copy-link"
        case save, print, filter, star, select, pick, take
        case showAll = "show-all"
        case pickAll = "pick-all"
        case takeMore = "take-more"
        case deleteSelected = "delete-selected"
    }

    /// `open 4711`, or `open 4711 further`; `paste 4711 german` with the note names of the text, which are for the tune
    /// reader.
    init?(_ words: [String], _ file: OpenedFile, seed: UInt64?) {
        guard 2...3 ~= words.count, let seed else { return nil }
        let option = words.count == 3 ? words[2] : nil
        let tunes = ImportedTunes(message: file.bytes)
        switch words[0] {
        case "open" where option == nil || option == "further":
            self = .open(tunes, from: file.name, seed: seed, isFurther: option != nil)
        case "paste" where option.flatMap(NoteNames.init) != nil:
            self = .open(tunes, from: "", seed: seed, isFurther: false)
        default: return nil
        }
    }

    init?(_ words: [String], value: String?) {
        let seed = words.last.flatMap { UInt64($0) }
        switch (words.first.flatMap(Word.init), words.count) {
        case (.add, 2):
            guard let seed else { return nil }
            self = .add(seed: seed)
        case (.withoutReader, 3):
            guard let seed = UInt64(words[1]), let names = NoteNames(rawValue: words[2]) else { return nil }
            self = .withoutReader(value ?? "", names, seed: seed)
        case (.repeated, 2):
            guard let choice = RepeatedChoice(rawValue: words[1]) else { return nil }
            self = .repeated(choice)
        case (.keep, 2):
            guard let seed else { return nil }
            self = .keep(seed: seed)
        case (.double, 3):
            guard let seed else { return nil }
            self = .double(words[1], seed: seed)
        // A second word is the key that was pressed.
        case (.delete, 2), (.delete, 3): self = .delete(words[1])
        case (.settle, 3):
            guard let choice = ListPolicy.Choice(rawValue: words[2]) else { return nil }
            self = .settle(words[1], choice)
        case (.search, 1): self = .search(value ?? "")
        case (.sort, 1):
            guard let order = TuneOrder(rawValue: value ?? "") else { return nil }
            self = .sort(order)
        case (.more, 1): self = .more
        case (.fill, 1): self = .fill
        case (.export, 1): self = .export
        case (.copyLink, 2): self = .copyLink(words[1])
        case (.save, 3):
            guard let format = Format(rawValue: words[2]) else { return nil }
            self = .save(words[1], format)
        case (.print, 1): self = .print
        case (.filter, 1): self = .filters
        case (.filter, 2):
            if words[1] == "favorites" {
                self = .favoritesOnly
            } else if words[1] == "played" {
                self = .playedOnly
            } else if let facet = TuneFilter.Facet(rawValue: words[1]) {
                self = .narrow(facet, to: value ?? "")
            } else {
                return nil
            }
        case (.showAll, 1): self = .showAll
        case (.star, 2): self = .star(words[1])
        case (.select, 1): self = .select
        case (.pick, 2): self = .pick(words[1])
        case (.pickAll, 1): self = .pickAll
        case (.take, 2):
            guard let format = Format(rawValue: words[1]) else { return nil }
            self = .take(format)
        case (.takeMore, 1): self = .takeMore
        case (.deleteSelected, 1): self = .deleteSelected
        default: return nil
        }
    }
}
