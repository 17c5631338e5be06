import Rendering
import Sync

/// An action on set lists.
indirect enum TuneSetVerb: Sendable {
    /// `tunes set-add 4711`: a new set list with the selected tunes.
    case add(seed: UInt64)
    /// `tunes set-put k3v9… blues`: append a tune. Without a tune, the selected ones or the open one.
    case put(String, tune: String?)
    case rename(String, to: String)
    /// `tunes set-move k3v9… blues -1`: one place up. `tunes set-move k3v9… -1` moves the selected tunes.
    case move(String, tune: String?, by: Int)
    /// `tunes set-remove k3v9… blues`. Without a tune, the selected ones.
    case remove(String, tune: String?)
    /// `tunes set-transfer k3v9…`: move the selected tunes from the open set list to this one.
    case transfer(to: String)
    case delete(String)
    /// Play its tunes from the first.
    case play(String)
    /// `tunes set-turn 1`: the next tune of the set list that is open.
    case turn(by: Int)
    /// Find tunes to be added.
    case find(String)
    case copyLink(String)
    /// `tunes set-save k3v9… ireal`: its tunes in one file.
    case save(String, TuneListVerb.Format)

    private enum Word: String {
        case add = "set-add"
        case put = "set-put"
        case rename = "set-name"
        case move = "set-move"
        case remove = "set-remove"
        case transfer = "set-transfer"
        case delete = "set-delete"
        case play = "set-play"
        case turn = "set-turn"
        case find = "set-find"
        case link = "set-link"
        case save = "set-save"
    }

    init?(_ words: [String], value: String?) {
        guard let word = words.first.flatMap(Word.init) else { return nil }
        let id = words.count > 1 ? words[1] : value ?? ""
        switch (word, words.count) {
        case (.add, 2):
            guard let seed = UInt64(id) else { return nil }
            self = .add(seed: seed)
        case (.put, 2): self = .put(id, tune: nil)
        case (.put, 3): self = .put(id, tune: words[2])
        case (.rename, 2): self = .rename(id, to: value ?? "")
        case (.move, 3...4):
            guard let step = words.last.flatMap({ Int($0) }), [-1, 1].contains(step) else { return nil }
            self = .move(id, tune: words.count > 3 ? words[2] : nil, by: step)
        case (.remove, 2): self = .remove(id, tune: nil)
        case (.remove, 3): self = .remove(id, tune: words[2])
        case (.transfer, 2): self = .transfer(to: id)
        // A second word is the key that was pressed.
        case (.delete, 2...3): self = .delete(id)
        case (.play, 2): self = .play(id)
        case (.turn, 2):
            guard let step = Int(id), [-1, 1].contains(step) else { return nil }
            self = .turn(by: step)
        case (.find, 1): self = .find(id)
        case (.link, 2): self = .copyLink(id)
        case (.save, 3):
            guard let format = TuneListVerb.Format(rawValue: words[2]) else { return nil }
            self = .save(id, format)
        default: return nil
        }
    }
}
