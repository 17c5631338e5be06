/// Verbs that wait until the host has handed over what is kept.
///
/// Two values are compared by how many verbs wait. That is enough to see a change of state: an action appends verbs, or takes
/// all of them. So verbs need no comparison of their own, which would be large.
struct Postponed<Verb: Sendable>: Sendable, Hashable {
    private var verbs: [Verb] = []

    mutating func append(_ verb: Verb) { verbs.append(verb) }

    /// Empties the list.
    /// - Returns: what has waited, in the order in which it came.
    mutating func takeAll() -> [Verb] {
        defer { verbs = [] }
        return verbs
    }

    static func == (one: Postponed, other: Postponed) -> Bool { one.verbs.count == other.verbs.count }

    func hash(into hasher: inout Hasher) { hasher.combine(verbs.count) }
}
