import Harmony
import Input
import Rendering

/// Requested results, which have to be solved for, and typed equations.
extension Session {
    // MARK: Typing

    /// Sets a term that is typed while a result is requested, or the result itself. Without a solution nothing changes.
    /// - Parameter before: the equation when the field received focus.
    mutating func setTerm(_ choice: ChordChoice, in term: Term, from before: Equation) {
        var new = before
        if let half = term.half {
            new = before.choosing(half, choice, for: before.requested, solvingContext)
        } else if let chord = choice.chord {
            _ = new.ask(for: chord, solvingContext)
        } else {
            new.unpinResult()
        }
        show(new, except: term)
    }

    /// Reads a typed sum, equation, or text with a chord in it. Nothing changes if it cannot be read.
    mutating func readEquation(_ text: String, in term: Term, from before: Equation) {
        guard let typed = try? TypedEquation(text, in: presentation.notation.names) else { return }
        self[term].message = nil
        if let new = try? equation(typed, in: term, from: before) { show(new, except: term) }
    }

    /// The equation that results from a typed text, which may name one, two or three terms.
    private func equation(
        _ typed: TypedEquation, in term: Term, from before: Equation
    ) throws(InputError) -> Equation {
        let vocabulary = presentation.vocabulary.vocabulary
        func choice(_ chord: Chord?) -> ChordChoice {
            chord.map { ChordChoice($0.spelled(in: vocabulary)) } ?? ChordChoice()
        }
        if let chord = typed.chord, let half = term.half {
            return before.choosing(half, choice(chord), for: before.requested, solvingContext)
        }
        var new = before
        if typed.lower != nil || typed.upper != nil {
            new = Equation(halves: Halves(lower: choice(typed.lower), upper: choice(typed.upper)))
        }
        guard let result = typed.result?.spelled(in: vocabulary) else { return new }
        if try typed.combination(in: vocabulary, notation: presentation.notation) != nil {
            new.requested = result
        } else if !new.ask(for: result, solvingContext) {
            // A whole equation, `= C13(♭9)`, may replace the terms that it leaves out.
            var free = Equation()
            guard typed.isEquation, typed.lower == nil, typed.upper == nil, free.ask(for: result, solvingContext) else {
                throw InputError(reason(against: result, in: new))
            }
            return free
        }
        return new
    }

    /// Ends the editing of a field, which then shows its chord or an error.
    mutating func finishEquation(in term: Term, from before: Equation) {
        if SymbolField.mayBeEquation(self[term].text, presentation.notation.names) {
            do throws(InputError) {
                _ = try equation(
                    try .parse(self[term].text, in: presentation.notation.names), in: term, from: before)
                self[term] = SymbolField(choice(of: term), presentation)
            } catch {
                self[term].endEditing()
                self[term].message = error.message
                show(before, except: term)
            }
            return
        }
        self[term].finish(presentation)
        // If the text is not a chord in the end, the chords on the way are discarded.
        if term == .result, self[term].message != nil { return show(before, except: term) }
        if let half = term.half {
            // The app may have chosen a half that was cleared.
            if self[half].text.isEmpty { self[half] = SymbolField(choices[half], presentation) }
            if let asked = before.requested, equation.requested == nil { notice = unpinNotice(asked, for: half) }
        } else if let chord = try? resultField.chord(presentation), chord != equation.requested {
            resultField.message = reason(against: chord, in: before)
        }
    }

    private func choice(of term: Term) -> ChordChoice {
        term.half.map { choices[$0] } ?? equation.requested.map { ChordChoice($0) } ?? ChordChoice()
    }

    // MARK: Choosing

    /// Sets a half that is chosen by other means than typing, while a result is requested.
    mutating func chooseForRequest(_ half: Half, _ choice: ChordChoice, for asked: Chord) {
        show(equation.choosing(half, choice, for: asked, solvingContext))
        guard equation.requested == nil else { return }
        droppedRequest = asked
        notice = unpinNotice(asked, for: half)
    }

    /// Pins or unpins a term. Unpinning a half without a requested result pins the present result.
    mutating func togglePin(of term: Term) {
        var new = equation
        if term == .result, new.requested != nil {
            new.unpinResult()
        } else {
            guard let asked = new.requested ?? combination?.result else { return }
            new.requested = asked
            if let half = term.half { new.togglePin(of: half, solvingContext) }
        }
        show(new)
    }

    /// Selects the next chord pair for the requested result.
    mutating func selectNextWay() {
        var new = equation
        new.selectNext(solvingContext)
        show(new)
    }

    /// Sets both halves to a pair and requests its result. A half that the user chose stays pinned if it stays the
    /// same.
    mutating func take(_ way: Way) {
        var new = equation
        new.take(way, solvingContext)
        show(new)
    }

    var solvingContext: Equation.SolvingContext {
        Equation.SolvingContext(vocabulary: presentation.vocabulary, hasBassPlayer: settings.hasBassPlayer)
    }

    // MARK: Messages

    /// The three terms, the position among the solutions, and the missing notes.
    func spokenEquation() -> String {
        guard let combination else { return notice }
        var spoken =
            (notice.isEmpty ? "" : notice + " ")
            + Spoken.combination(
                combination, as: equation.requested, presentation.notation.names)
        if let position = equation.position, position.number > 0 {
            spoken += SessionText.place(position.number, of: position.count)
        }
        let without = equation.missing.omitted { Spoken.degree($0) }
        return without.isEmpty ? spoken : spoken + ", " + without
    }

    /// Why there is no solution.
    private func reason(against asked: Chord, in equation: Equation) -> String {
        let pinned = Half.allCases.filter { equation.pinned[$0] != nil }
        guard pinned.count == 1 else {
            return SessionText.noPair(presentation.inSentences.shortName(asked))
        }
        return SessionText.chooseAnother(conflict(of: asked, with: pinned[0], in: equation.halves), pinned[0])
    }

    /// The message when a choice unpins the requested result.
    private func unpinNotice(_ asked: Chord, for half: Half) -> String {
        SessionText.unpinned(conflict(of: asked, with: half, in: choices))
    }

    private func conflict(of asked: Chord, with half: Half, in choices: Choices) -> String {
        let presentation = presentation.inSentences
        let name = presentation.shortName(asked)
        guard let chord = choices[half].chord else { return SessionText.needsBoth(name) }
        let foreign = chord.notes.filter { !asked.pitchClasses.contains($0.pitchClass) }
        return foreign.isEmpty
            ? SessionText.noChord(half, presentation.shortName(chord), name)
            : SessionText.lacks(name, foreign.map { presentation.name($0) })
    }
}
