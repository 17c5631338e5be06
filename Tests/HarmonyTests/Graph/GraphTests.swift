import Harmony
import Testing

@Suite struct Graphs {
    /// Every type on a natural, a flat and a sharp root, some over a bass of their own or a foreign one, and chords
    /// that the vocabulary does not name.
    static let graphs: [ChordGraph] = {
        let roots = [0, -3, 6, 11].map { NoteName(fifths: $0) }
        let named = roots.flatMap { root in Vocabulary.classic.types.map { Chord(root, $0) } }
        let others = ["D/C", "Cma7/E", "C5", "C7b13", "F#m7b5/E", "C6/9", "Csus24"].map { try! Chord($0) }
        return (named + others).map { ChordGraph(of: $0) }
    }()

    private func places(_ kind: ChordGraph.Rank.Kind, in graph: ChordGraph) -> Range<Int> {
        graph.ranks.first { $0.kind == kind }?.nodes ?? 0..<0
    }

    private func names(_ graph: ChordGraph, _ kind: ChordGraph.Rank.Kind) -> [String] {
        places(kind, in: graph).map { name(graph.nodes[$0]) }
    }

    private func name(_ node: ChordGraph.Node) -> String {
        switch node {
        case .chord(let chord): chord.name
        case .note(let tone): tone.name.text
        }
    }

    @Test func aMajorSeventhChordIsTwoTriads() throws {
        let graph = ChordGraph(of: try Chord("Cma7"))
        #expect(graph.ranks.map { $0.kind } == [.whole, .triad, .note])
        #expect(names(graph, .triad) == ["Cma", "Emi"] && names(graph, .note) == ["C", "E", "G", "B"])
        let edges = graph.edges.map { name(graph.nodes[$0.upper]) + "–" + name(graph.nodes[$0.lower]) }
        #expect(
            Set(edges) == [
                "Cma7–Cma", "Cma7–Emi", "Cma–C", "Cma–E", "Cma–G", "Emi–E", "Emi–G", "Emi–B",
            ])
        #expect(edges.count == 8)
    }

    @Test func theLargestGraph() throws {
        let graph = ChordGraph(of: try Chord("C°11(♭13addΔ7)"))
        #expect(places(.fourNoteChord, in: graph).count == 40 && places(.triad, in: graph).count == 16)
        let sizes = Graphs.graphs.map { $0.nodes.count }
        #expect(sizes.max() == graph.nodes.count)
    }

    @Test func ranksHoldEveryNodeOnceAndNoneIsEmpty() {
        for graph in Graphs.graphs {
            #expect(graph.ranks.flatMap { Array($0.nodes) } == Array(graph.nodes.indices))
            #expect(graph.ranks.allSatisfy { !$0.nodes.isEmpty })
            #expect(
                graph.ranks.first?.kind == .whole && graph.ranks.first?.nodes == 0..<1
                    && graph.ranks.last?.kind == .note)
            let details = ChordDetails(of: graph.chord)
            #expect(names(graph, .fourNoteChord) == details.fourNoteChords.map { $0.name })
            #expect(names(graph, .triad) == details.triads.map { $0.name })
            #expect(names(graph, .note).sorted() == graph.chord.notes.map { $0.text }.sorted())
        }
    }

    /// Section 7 of the theory, said with sets.
    @Test func linesAreWhatTheTheorySays() {
        for graph in Graphs.graphs {
            let (fours, triads, notes) =
                (places(.fourNoteChord, in: graph), places(.triad, in: graph), places(.note, in: graph))
            func holds(_ upper: Int, _ lower: Int) -> Bool {
                Set(Array(graph.nodes[lower].pitchClasses)).isSubset(of: Set(Array(graph.nodes[upper].pitchClasses)))
            }
            var expected: Set<[Int]> = []
            for four in fours {
                expected.insert([0, four])
                let inside = triads.filter { holds(four, $0) }
                for triad in inside { expected.insert([four, triad]) }
                if inside.isEmpty { for note in notes where holds(four, note) { expected.insert([four, note]) } }
            }
            for triad in triads {
                // Without four-note chords the triads are the next rank; and what no four-note chord contains hangs on
                // the chord, like such a note.
                if !fours.contains(where: { holds($0, triad) }) { expected.insert([0, triad]) }
                for note in notes where holds(triad, note) { expected.insert([triad, note]) }
            }
            for note in notes where !expected.contains(where: { $0[1] == note }) { expected.insert([0, note]) }
            let edges = graph.edges.map { [$0.upper, $0.lower] }
            #expect(Set(edges) == expected && edges.count == expected.count, "\(graph.chord)")
        }
    }

    @Test func everythingHangsTogether() {
        for graph in Graphs.graphs {
            var reached: Set<Int> = [0]
            // Every line leads to a later node, so one walk in their order finds all.
            for node in graph.nodes.indices where reached.contains(node) {
                for edge in graph.edges where edge.upper == node { reached.insert(edge.lower) }
            }
            #expect(reached.count == graph.nodes.count, "\(graph.chord)")
            #expect(graph.edges.allSatisfy { $0.upper < $0.lower })
        }
    }

    @Test func onlyOneTriadOfTheVocabularyLiesInNoFourNoteChord() {
        var hanging: Set<String> = []
        for type in Vocabulary.classic.types {
            let graph = ChordGraph(of: Chord(NoteName(fifths: 0), type))
            let triads = places(.triad, in: graph)
            guard !places(.fourNoteChord, in: graph).isEmpty else { continue }
            for edge in graph.edges where edge.upper == 0 && triads.contains(edge.lower) {
                hanging.insert(graph.chord.name + " " + name(graph.nodes[edge.lower]))
            }
        }
        #expect(hanging == ["C°ma9 Bmi"])
    }

    @Test func equalChordsAreThoseThatSoundAlike() throws {
        for graph in Graphs.graphs {
            for place in graph.nodes.indices {
                for other in graph.equals(of: place) {
                    #expect(other != place && graph.equals(of: other).contains(place))
                    #expect(graph.nodes[other].pitchClasses == graph.nodes[place].pitchClasses)
                    let neighbors = [place, other].map { node in
                        Set(graph.edges.filter { $0.upper == node }.map { $0.lower })
                    }
                    #expect(neighbors[0] == neighbors[1])
                }
            }
        }
        let graph = ChordGraph(of: try Chord("C6/9"))
        let six = try #require(graph.nodes.firstIndex { name($0) == "C6" })
        #expect(graph.equals(of: six).map { name(graph.nodes[$0]) } == ["Ami7"])
    }

    @Test func notesCanBeLeftOut() {
        for graph in Graphs.graphs {
            let bare = graph.withoutNotes
            let count = graph.nodes.count - graph.ranks.last!.nodes.count
            #expect(bare.nodes.count == count && !bare.ranks.contains { $0.kind == .note })
            #expect(bare.edges.count == graph.edges.filter { $0.lower < count }.count)
        }
    }
}
