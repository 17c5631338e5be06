import Answers
import Harmony

/// What is asked for, which takes solving.
extension Session {
    /// The equation in which a result is asked for, as it was before anything was typed; with nil, nothing is asked for. One
    /// that cannot be solved for changes nothing, and the field says why.
    @inline(never)  // second part
    mutating func asking(for chord: Chord?, in before: Equation) -> Equation {
        var new = before
        guard let chord else {
            new.letResultGo()
            return new
        }
        if !new.ask(for: chord, circumstances) { resultField.message = reason(against: chord, in: before) }
        return new
    }

    /// Why nothing makes a chord with what is kept.
    private func reason(against asked: Chord, in before: Equation) -> String {
        guard let half = Half.allCases.first(where: { before.kept[$0] != nil }), before.kept[half.other] == nil else {
            return "No two chords make \(presentation.shortName(asked)). Ask for one of more notes."
        }
        return conflict(of: asked, with: half, in: before.halves)
            + ". Choose another \(half.rawValue) chord, or ask for another result."
    }

    /// What is told when a choice lets go what was asked for.
    @inline(never)  // second part
    func lettingGo(_ asked: Chord, for half: Half) -> String {
        conflict(of: asked, with: half, in: choices) + ": so the result follows the two chords again."
    }

    private func conflict(of asked: Chord, with half: Half, in choices: Choices) -> String {
        let name = presentation.shortName(asked)
        guard let chord = choices[half].chord else { return name + " was asked for" }
        let foreign = chord.notes.filter { !asked.pitchClasses.contains($0.pitchClass) }
        let place = half == .lower ? "above" : "below"
        return foreign.isEmpty ? "No chord \(place) \(presentation.shortName(chord)) makes " + name
            : name + " has no " + presentation.names(foreign)
    }

    /// Keeps one of the terms, or lets it go. A half that is let go while nobody asks for a result is another way to make
    /// the same.
    mutating func turnPin(of term: Term) {
        var new = equation
        if term == .result, new.asked != nil {
            new.letResultGo()
        } else {
            guard let asked = new.asked ?? combination?.result else { return }
            new.asked = asked
            if let half = term.half { new.turnPin(of: half, circumstances) }
        }
        show(new)
    }

    /// Goes on to the next way.
    mutating func takeNextWay() {
        var new = equation
        new.takeNext(circumstances)
        show(new)
    }

    /// Makes both halves those of a way to play a chord, which is asked for from now on. A half that somebody chose and that
    /// stays what it was stays kept.
    mutating func take(_ way: Way) {
        var new = equation
        new.take(way, circumstances)
        show(new)
    }
}
