/// Why a form cannot be unfolded: it would never end, or leads nowhere.
public struct FormError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// D.S. without a segno.
        case noSegno(Mark)
        /// “al Coda” without a coda.
        case noCoda(Mark)
        /// “al Fine” without a Fine.
        case noFine(Mark)
        /// “al 2nd ending” without a second ending.
        case noEnding(Mark)
        /// More bars than anybody plays.
        case tooLong
    }

    /// The number of the bar, counted from 1, in which the mark at fault stands.
    public let bar: Int
    public let reason: Reason

    package init(bar: Int, reason: Reason) {
        self.bar = bar
        self.reason = reason
    }

    /// The mark at fault; nil where it is a repeat.
    public var mark: Mark? {
        switch reason {
        case .noSegno(let mark), .noCoda(let mark), .noFine(let mark), .noEnding(let mark): mark
        case .tooLong: nil
        }
    }

    /// One sentence that names the mark at fault and what would be right.
    public var message: String {
        switch reason {
        case .noSegno(let mark): "“\(mark.words)” would never end: there is no Segno to go back to."
        case .noCoda(let mark): "“\(mark.words)” would never end: there is no Coda to go to."
        case .noFine(let mark): "“\(mark.words)” would never end: there is no Fine to stop at."
        case .noEnding(let mark): "“\(mark.words)” would never end: there is no such ending."
        case .tooLong: "Its repeats make more than \(Tune.mostPlayed) bars, which nobody plays."
        }
    }
}
