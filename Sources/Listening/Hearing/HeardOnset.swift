/// A moment at which notes were struck, and what was heard of them.
public struct HeardOnset: Sendable {
    /// The time since the first sample, in seconds.
    public let seconds: Double
    public let evidence: KeyEvidence
}
