import Exchange
import Harmony
import Rendering

/// What is asked for, which takes solving, and what is typed besides single chords.
extension Session {
    // MARK: Typing

    /// A term is typed where a result is asked for, or is to be. What cannot be solved changes nothing.
    /// - Parameter before: what the visit to the field has begun with.
    mutating func takeAnswer(_ choice: ChordChoice, in term: Term, from before: Equation) {
        var new = before
        if let half = term.half {
            new = before.choosing(half, choice, for: before.asked, circumstances)
        } else if let chord = choice.chord {
            _ = new.ask(for: chord, circumstances)
        } else {
            new.letResultGo()
        }
        show(new, besides: term)
    }

    /// A sum, an equation, or a text with a chord in it is typed. As long as it cannot be read, nothing changes.
    mutating func readMore(_ text: String, in term: Term, from before: Equation) {
        guard let typed = try? TypedEquation(text, in: presentation.notation.names) else { return }
        self[term].message = nil
        if let new = try? equation(typed, in: term, from: before) { show(new, besides: term) }
    }

    /// What is typed says either one term, or two of them, or all.
    private func equation(
        _ typed: TypedEquation, in term: Term, from before: Equation
    ) throws(Refusal) -> Equation {
        let vocabulary = presentation.vocabulary.vocabulary
        func choice(_ chord: Chord?) -> ChordChoice { chord.map { ChordChoice($0.spelled(in: vocabulary)) } ?? ChordChoice() }
        if let chord = typed.chord, let half = term.half {
            return before.choosing(half, choice(chord), for: before.asked, circumstances)
        }
        var new = before
        if typed.lower != nil || typed.upper != nil {
            new = Equation(halves: Halves(lower: choice(typed.lower), upper: choice(typed.upper)))
        }
        guard let result = typed.result?.spelled(in: vocabulary) else { return new }
        if try typed.combination(in: vocabulary, notation: presentation.notation) != nil {
            new.asked = result
        } else if !new.ask(for: result, circumstances) {
            // A whole equation, `= C13(♭9)`, may let go what it says nothing of.
            var free = Equation()
            guard typed.isEquation, typed.lower == nil, typed.upper == nil, free.ask(for: result, circumstances) else {
                throw Refusal(reason(against: result, in: new))
            }
            return free
        }
        return new
    }

    /// The typist is done with a field: it shows what it stands for, or why that cannot be.
    mutating func finishAsking(in term: Term, from before: Equation) {
        if SymbolField.mayBeMore(than: self[term].text, presentation.notation.names) {
            do throws(Refusal) {
                _ = try equation(
                    try .asked(self[term].text, in: presentation.notation.names), in: term, from: before)
                self[term] = SymbolField(choice(of: term), presentation)
            } catch {
                self[term].rest()
                self[term].message = error.message
                show(before, besides: term)
            }
            return
        }
        self[term].close(presentation)
        // Of what was no chord in the end, no letter on the way was meant.
        if term == .result, self[term].message != nil { return show(before, besides: term) }
        if let half = term.half {
            // A half that was emptied may have been chosen by the app since.
            if self[half].text.isEmpty { self[half] = SymbolField(choices[half], presentation) }
            if let asked = before.asked, equation.asked == nil { notice = lettingGo(asked, for: half) }
        } else if let chord = try? resultField.chord(presentation), chord != equation.asked {
            resultField.message = reason(against: chord, in: before)
        }
    }

    private func choice(of term: Term) -> ChordChoice {
        term.half.map { choices[$0] } ?? equation.asked.map { ChordChoice($0) } ?? ChordChoice()
    }

    // MARK: Choosing

    /// A half is chosen by other means while a result is asked for.
    mutating func chooseAsking(_ half: Half, _ choice: ChordChoice, for asked: Chord) {
        show(equation.choosing(half, choice, for: asked, circumstances))
        guard equation.asked == nil else { return }
        wanted = asked
        notice = lettingGo(asked, for: half)
    }

    /// Keeps one of the terms, or lets it go. A half that is let go while no one asks for a result is to be another way to
    /// make the same.
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

    /// Makes both halves those of a way to play a chord, which is asked for from now on. A half that the user chose and that
    /// stays the same stays pinned.
    mutating func take(_ way: Way) {
        var new = equation
        new.take(way, circumstances)
        show(new)
    }

    var circumstances: Equation.Circumstances {
        Equation.Circumstances(vocabulary: presentation.vocabulary, hasBand: settings.hasBand)
    }

    // MARK: Telling

    /// The three terms, which way it is that the app chose, and what that leaves out.
    func spokenEquation() -> String {
        guard let combination else { return notice }
        var spoken = (notice.isEmpty ? "" : notice + " ") + Spoken.combination(
            combination, as: equation.asked, presentation.notation.names)
        if let place = equation.place, place.number > 0 { spoken += SessionText.place(place.number, of: place.count) }
        let without = equation.missing.omitted { Spoken.degree($0) }
        return without.isEmpty ? spoken : spoken + ", " + without
    }

    /// Why nothing makes a chord with what is kept.
    private func reason(against asked: Chord, in equation: Equation) -> String {
        let kept = Half.allCases.filter { equation.kept[$0] != nil }
        guard kept.count == 1 else {
            return SessionText.noPair(presentation.shortName(asked))
        }
        return SessionText.chooseAnother(conflict(of: asked, with: kept[0], in: equation.halves), kept[0])
    }

    /// What is told when a choice lets go what was asked for.
    private func lettingGo(_ asked: Chord, for half: Half) -> String {
        SessionText.unpinned(conflict(of: asked, with: half, in: choices))
    }

    private func conflict(of asked: Chord, with half: Half, in choices: Choices) -> String {
        let name = presentation.shortName(asked)
        guard let chord = choices[half].chord else { return SessionText.needsBoth(name) }
        let foreign = chord.notes.filter { !asked.pitchClasses.contains($0.pitchClass) }
        return foreign.isEmpty ? SessionText.noChord(half, presentation.shortName(chord), name)
            : SessionText.lacks(name, foreign.map { presentation.name($0) })
    }
}
