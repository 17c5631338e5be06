import Harmony

/// An exercise: material, task, order of keys, pace and conditions.
public struct Exercise: Sendable, Hashable {
    public var material: PracticeMaterial
    public var order: KeyOrder
    /// The first key: the root of the material, or of a row's first chord.
    public var from: NoteName
    public var task: Task
    public var pace: Pace
    public var conditions: Conditions

    /// - Parameters:
    ///   - order: the default is fourths, or as written for a row.
    ///   - from: the default is ``PracticeMaterial/home``.
    public init(
        _ material: PracticeMaterial, order: KeyOrder? = nil, from: NoteName? = nil, task: Task = .play,
        pace: Pace = .waiting,
        conditions: Conditions = Conditions()
    ) {
        self.material = material
        self.order = order ?? material.usualOrder
        self.from = from ?? material.home
        self.task = task
        self.pace = pace
        self.conditions = conditions
    }
}

extension Exercise {
    /// An exercise with a chord or pair through all keys, beginning with its own.
    public init(of subject: ChordToVoice, task: Task = .play) {
        self.init(PracticeMaterial(subject), order: .fourths, from: PracticeMaterial.root(of: subject), task: task)
    }
}

extension PracticeMaterial {
    var usualOrder: KeyOrder {
        if case .row = self { .asWritten } else { .fourths }
    }
}
