import Harmony
import Practice

/// What is remembered of each tune: how often and when it was played, and whether it is a favorite.
///
/// It is no part of the tunes: playing a tune makes no new version of it. The host stores a line for each
/// (`Web/storage/tune-log.js`). Plays are counted per device, and the host passes the sums for all devices of a
/// shelf. For the rest, the latest time decides.
struct TuneLog: Sendable {
    private var uses: [TuneUse] = []
    /// The index in ``uses`` by the id of the tune.
    private var indices: [String: Int] = [:]
    /// Grows with each change.
    private(set) var version = 0

    subscript(id: String) -> TuneUse {
        get { indices[id].map { uses[$0] } ?? TuneUse() }
        set {
            version += 1
            if let index = indices[id] {
                uses[index] = newValue
            } else {
                indices[id] = uses.count
                uses.append(newValue)
            }
        }
    }

    /// Takes over lines of the host. Those that cannot be read are ignored.
    mutating func adopt(_ lines: String) {
        for line in lines.parts(at: "\n") {
            let words = line.parts(at: " ")
            guard let id = words.first, let use = TuneUse(words) else { continue }
            self[id] = use
        }
    }

    /// When the oldest of the tunes was played that were played last, in seconds since 1970; nil if fewer were played.
    /// - Parameter count: how many tunes.
    func start(ofLast count: Int) -> Int64? {
        let times = uses.compactMap { $0.last?.at }.ordered { $0 > $1 }
        return times.count > count ? times[count - 1] : nil
    }
}

/// How one tune was used.
struct TuneUse: Sendable, Hashable {
    var count = 0
    /// When it was last played; nil if never.
    var last: Timestamp?
    /// In beats per minute; nil if unknown.
    var tempo: Int?
    /// As it is typed; not a key if unknown.
    var key = ""
    var isFavorite = false

    init() {}

    /// Reads the words of a line: `blues 3 1790000000+60 132 F 1 1790000100+60` has the id, the number of plays, the
    /// last play with tempo and key, and whether it is a favorite since when. `-` stands for what is unknown.
    fileprivate init?(_ words: [String]) {
        guard words.count >= 6, let count = Int(words[1]), count >= 0 else { return nil }
        self.count = count
        last = Timestamp(words[2])
        tempo = Int(words[3])
        key = words[4]
        isFavorite = words[5] == "1"
    }
}
