import Harmony

/// What is practised: a thing, through the keys in an order, with a task, at a pace.
public struct Exercise: Sendable, Hashable {
    public var thing: Thing
    public var order: KeyOrder
    /// Where the way through the keys begins: what a row's first chord stands on, and everything else.
    public var from: NoteName
    public var task: Task
    public var pace: Pace
    public var conditions: Conditions

    /// - Parameters:
    ///   - order: fourths, if nothing else is said; a row stands where it is written.
    ///   - from: where the thing is at home, if nothing else is said.
    public init(
        _ thing: Thing, order: KeyOrder? = nil, from: NoteName? = nil, task: Task = .play, pace: Pace = .waiting,
        conditions: Conditions = Conditions()
    ) {
        self.thing = thing
        self.order = order ?? thing.usualOrder
        self.from = from ?? thing.home
        self.task = task
        self.pace = pace
        self.conditions = conditions
    }
}

extension Exercise {
    /// To play a chord, or two, from where they stand through all keys.
    public init(of subject: ChordToVoice, task: Task = .play) {
        self.init(Thing(subject), order: .fourths, from: Thing.root(of: subject), task: task)
    }
}

extension Thing {
    var usualOrder: KeyOrder {
        if case .row = self { .asWritten } else { .fourths }
    }
}
