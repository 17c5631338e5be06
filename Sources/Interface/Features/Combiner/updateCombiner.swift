import Exchange

/// What follows when a result is asked for, or a term is kept or let go.
func updateCombiner(_ session: inout Session, _ verb: CombinerVerb) -> [Effect] {
    switch verb {
    case .type(let text):
        session.type(text, in: .result)
        return []
    case .take(let index):
        return session.take(index, in: .result)
    case .key(let key):
        return session.press(key, in: .result)
    case .leave:
        return session.leave(.result)
    case .pin(let term):
        session.turnPin(of: term)
        return session.announcement()
    case .another:
        session.takeNextWay()
        return session.announcement()
    }
}
