import Exchange
import Foundation
import Harmony
import Input
import Rendering
import Testing
#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct GraphDrawings {
    static let graphs = Vocabulary.classic.types.flatMap { type -> [ChordGraph] in
        let graph = ChordGraph(of: Chord(NoteName(fifths: -1), type))
        return [graph, graph.withoutNotes]
    }
    static let largest = ChordGraph(of: try! Chord("C°11(♭13addΔ7)"))

    private func overlap(_ one: GraphLayout.Box, _ other: GraphLayout.Box) -> Bool {
        abs(one.x - other.x) < (one.width + other.width) / 2 && abs(one.y - other.y) < (one.height + other.height) / 2
    }

    @Test func nodesDoNotOverlapOrLeaveThePicture() {
        for graph in GraphDrawings.graphs {
            let layout = GraphLayout(graph)
            let boxes = graph.nodes.indices.map { layout.box(of: $0) }
            for (place, box) in boxes.enumerated() {
                #expect(box.x - box.width / 2 >= -1 && box.x + box.width / 2 <= layout.width + 1)
                #expect(box.y - box.height / 2 >= 0 && box.y + box.height / 2 <= layout.height)
                #expect(!boxes[..<place].contains { overlap($0, box) }, "\(graph.chord)")
            }
        }
    }

    @Test func ranksAreBelowEachOther() {
        for graph in GraphDrawings.graphs {
            let layout = GraphLayout(graph)
            for (upper, lower) in zip(graph.ranks, graph.ranks.dropFirst()) {
                let bottom = upper.nodes.map { layout.box(of: $0).y + layout.box(of: $0).height / 2 }.max()!
                let top = lower.nodes.map { layout.box(of: $0).y - layout.box(of: $0).height / 2 }.min()!
                #expect(bottom < top)
            }
        }
    }

    @Test func linesConnectNodesWithoutCrossingOthers() {
        for graph in GraphDrawings.graphs {
            let layout = GraphLayout(graph)
            #expect(layout.lines.count == graph.edges.count)
            for (edge, line) in zip(graph.edges, layout.lines) {
                let (upper, lower) = (layout.box(of: edge.upper), layout.box(of: edge.lower))
                #expect(line.count % 4 == 0 && line[0] == upper.x && line[line.count - 2] == lower.x)
                #expect(line[1] >= upper.y + upper.height / 2 && line[line.count - 1] <= lower.y - lower.height / 2)
                let heights = stride(from: 1, to: line.count, by: 2).map { line[$0] }
                #expect(heights == heights.sorted())
                // The straight parts pass ranks, which have nodes.
                for start in stride(from: 0, to: line.count, by: 4) {
                    let (x, top, bottom) = (line[start], line[start + 1], line[start + 3])
                    #expect(line[start + 2] == x)
                    #expect(
                        !graph.nodes.indices.contains { node in
                            let box = layout.box(of: node)
                            return abs(box.x - x) < box.width / 2 && top < box.y + box.height / 2
                                && bottom > box.y - box.height / 2
                        }, "\(graph.chord)")
                }
            }
        }
    }

    @Test func chordsThatSoundTheSameShareAFrame() {
        for graph in GraphDrawings.graphs {
            let layout = GraphLayout(graph)
            for node in graph.nodes.indices {
                let equals = graph.equals(of: node)
                let isFirst = equals.first.map { $0 > node } ?? false
                guard let frame = layout.frame(from: node) else {
                    #expect(!isFirst)
                    continue
                }
                #expect(isFirst)
                for other in graph.nodes.indices {
                    #expect(overlap(frame, layout.box(of: other)) == (other == node || equals.contains(other)))
                }
            }
        }
    }

    @Test func largestGraphHasReadableProportions() {
        let layout = GraphLayout(GraphDrawings.largest)
        #expect(layout.width < 2 * layout.height && layout.height < 2 * layout.width)
    }

    @Test func smallGraphsHaveNoUnnecessaryCrossings() throws {
        // The two triads of Cma7 share two notes, whose lines must cross once.
        #expect(GraphLayout(ChordGraph(of: try Chord("Cma7"))).crossings == 1)
        #expect(GraphLayout(ChordGraph(of: try Chord("C"))).crossings == 0)
    }

    // MARK: Size

    /// All types of both vocabularies, with notes.
    static let everything = (Vocabulary.classic.types + Vocabulary.jazz.types).map {
        ChordGraph(of: Chord(NoteName(fifths: 6), $0))
    }

    private func boxes(_ layout: GraphLayout, _ graph: ChordGraph) -> [GraphLayout.Box] {
        graph.nodes.indices.map { layout.box(of: $0) }
    }

    @Test func narrowGraphFitsAPhone() {
        // A window of 390 px leaves 328 px for the drawing within its panel, one of 320 px 258, and margins of 8 units
        // are around it. Names are 15 units high.
        for (window, room, least) in [(390, 328, 12.0), (320, 258, 9.5)] {
            for graph in GraphDrawings.everything {
                let layout = GraphLayout(graph, .narrow)
                #expect(15 * Double(room) / Double(layout.width + 16) >= least, "\(graph.chord) at \(window)")
            }
        }
    }

    @Test func nodesOfANarrowGraphDoNotOverlap() {
        for graph in GraphDrawings.everything + GraphDrawings.graphs {
            let layout = GraphLayout(graph, .narrow)
            let boxes = boxes(layout, graph)
            for (place, box) in boxes.enumerated() {
                #expect(box.x - box.width / 2 >= -1 && box.x + box.width / 2 <= layout.width + 1, "\(graph.chord)")
                #expect(box.y - box.height / 2 >= 0 && box.y + box.height / 2 <= layout.height, "\(graph.chord)")
                #expect(!boxes[..<place].contains { overlap($0, box) }, "\(graph.chord)")
            }
        }
    }

    @Test func ranksOfANarrowGraphAreColumnsBelowTheChord() {
        for graph in GraphDrawings.everything {
            let layout = GraphLayout(graph, .narrow)
            let boxes = boxes(layout, graph)
            let bottom = boxes[0].y + boxes[0].height / 2
            #expect(boxes.dropFirst().allSatisfy { $0.y - $0.height / 2 > bottom })
            for (left, right) in zip(graph.ranks.dropFirst(), graph.ranks.dropFirst(2)) {
                let end = boxes[left.nodes].map { $0.x + $0.width / 2 }.max()!
                #expect(end < boxes[right.nodes].map { $0.x - $0.width / 2 }.min()!)
            }
        }
    }

    @Test func linesOfANarrowGraphCrossNoNode() {
        for graph in GraphDrawings.everything {
            let layout = GraphLayout(graph, .narrow)
            let boxes = boxes(layout, graph)
            for (edge, line) in zip(graph.edges, layout.lines) {
                let (upper, lower) = (boxes[edge.upper], boxes[edge.lower])
                #expect(line[line.count - 2] <= lower.x - lower.width / 2 && line[line.count - 1] >= 0)
                // Their straight parts. Curves are where no nodes are.
                var parts: [(x: ClosedRange<Int>, y: ClosedRange<Int>)] = []
                if edge.upper == 0 {
                    #expect(line.count == 6 && line[1] == upper.y + upper.height / 2 && line[0] == line[2])
                    parts = [(line[0]...line[0], line[1]...line[3]), (line[2]...line[4], line[5]...line[5])]
                } else {
                    #expect(line.count % 4 == 0 && line[0] >= upper.x + upper.width / 2)
                    for start in stride(from: 0, to: line.count, by: 4) {
                        #expect(line[start + 1] == line[start + 3] && line[start] <= line[start + 2])
                        parts.append((line[start]...line[start + 2], line[start + 1]...line[start + 1]))
                    }
                }
                for (place, box) in boxes.enumerated() where place > 0 {
                    #expect(
                        !parts.contains { part in
                            part.x.lowerBound < box.x + box.width / 2 && part.x.upperBound > box.x - box.width / 2
                                && part.y.lowerBound < box.y + box.height / 2
                                && part.y.upperBound > box.y - box.height / 2
                        }, "\(graph.chord)")
                }
            }
        }
    }

    @Test func wideGraphUsesItsWidthAndIsReadable() {
        // In a window of 1280 × 800 px, the details leave 1176 px for it. A graph that is readable at 700 px is visible
        // at once, in 85 % of the height; larger ones scroll.
        for graph in GraphDrawings.everything {
            let layout = GraphLayout(graph)
            let (width, height) = (Double(layout.width + 16), Double(layout.height + 16))
            let scale = width * 12 / 15 <= 700 ? min(1176 / width, 680 / height) : 1176 / width
            #expect(width * scale >= 0.6 * 1176, "\(graph.chord)")
            let boxes = boxes(layout, graph)
            let used = boxes.map { $0.x + $0.width / 2 }.max()! - boxes.map { $0.x - $0.width / 2 }.min()!
            #expect(Double(used) * scale >= 0.5 * 1176, "\(graph.chord)")
            // The graph with 74 names is readable with zoom or on a larger screen.
            #expect(15 * scale >= (graph.nodes.count > 60 ? 8.9 : 11.9) && 15 * scale <= 24, "\(graph.chord)")
        }
    }

    @Test func drawingIsWellFormedAndComplete() throws {
        for graph in GraphDrawings.graphs.prefix(60) + [GraphDrawings.largest] {
            let svg = GraphSVG.document(graph)
            let counter = ElementCounter()
            let parser = XMLParser(data: Data(svg.utf8))
            parser.delegate = counter
            #expect(parser.parse(), "\(graph.chord)")
            func count(_ kind: ChordGraph.Rank.Kind) -> Int { graph.ranks.first { $0.kind == kind }?.nodes.count ?? 0 }
            #expect(counter.counts["ellipse", default: 0] == count(.triad))
            #expect(counter.counts["circle", default: 0] == count(.note))
            // The chord itself is a path, and so are lines.
            #expect(counter.counts["path", default: 0] == 1 + graph.edges.count)
            // A separate document needs no style sheet or script and has no links.
            #expect(
                !svg.contains("class=") && !svg.contains("href") && !svg.contains("data-") && svg.contains("fill=\"#"))
        }
    }

    @Test func layoutIsDeterministic() {
        #expect(GraphSVG.document(GraphDrawings.largest) == GraphSVG.document(GraphDrawings.largest))
    }

    @Test func listHasEveryEdge() {
        for graph in GraphDrawings.graphs {
            let lines = GraphText(graph).text.split(separator: "\n")
            #expect(lines.first?.hasPrefix(" ") == false)
            // Each chord but the first is listed once per edge from above and per listing of the chord above.
            var times = [Int](repeating: 0, count: graph.nodes.count)
            times[0] = 1
            let notes = graph.ranks.first { $0.kind == .note }?.nodes ?? 0..<0
            for node in graph.nodes.indices {
                for edge in graph.edges where edge.upper == node { times[edge.lower] += times[node] }
            }
            let chords = graph.nodes.indices.filter { !notes.contains($0) }
            #expect(lines.count == chords.reduce(0) { $0 + times[$1] })
        }
    }

    @Test func listShowsEqualChords() throws {
        let text = GraphText(ChordGraph(of: try Chord("C6/9"))).text
        #expect(text.contains("  C6 = Ami7") && text.contains("  Ami7 = C6"))
    }

    @Test func dotHasShapesAndRanks() throws {
        let dot = GraphDOT.text(ChordGraph(of: try Chord("Cma9")))
        for shape in ["house", "box", "ellipse", "circle"] { #expect(dot.contains("shape=" + shape)) }
        #expect(dot.components(separatedBy: "rank=same").count - 1 == 4)
        #expect(dot.components(separatedBy: " -- ").count - 1 == ChordGraph(of: try Chord("Cma9")).edges.count)
    }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
    }
}
