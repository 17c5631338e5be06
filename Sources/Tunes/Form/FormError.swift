/// Why a form cannot be unfolded: it does not end, or a jump has no target.
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
        /// More bars than the maximum.
        case tooLong
    }

    /// The number of the bar with the invalid mark, from 1.
    public let bar: Int
    public let reason: Reason

    package init(bar: Int, reason: Reason) {
        self.bar = bar
        self.reason = reason
    }

    /// The invalid mark; nil for a repeat.
    public var mark: Mark? {
        switch reason {
        case .noSegno(let mark), .noCoda(let mark), .noFine(let mark), .noEnding(let mark): mark
        case .tooLong: nil
        }
    }

    /// One sentence that names the invalid mark and what is required.
    public var message: String {
        switch reason {
        case .noSegno(let mark): "“\(mark.words)” has no Segno to go back to. Add one."
        case .noCoda(let mark): "“\(mark.words)” has no Coda to go to. Add one."
        case .noFine(let mark): "“\(mark.words)” has no Fine to stop at. Add one."
        case .noEnding(let mark): "“\(mark.words)” has no such ending. Add it, or choose another sign."
        case .tooLong: "The repeats make more than \(Tune.maximumPlayed) bars. Shorten them."
        }
    }
}
