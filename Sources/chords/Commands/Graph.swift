import ArgumentParser
import Exchange
import Harmony
import Input
import Rendering

struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Draw a chord's graph: the four-note chords, the triads and the notes inside it.",
        discussion: """
            text is a nested list, svg a drawing, and dot is for Graphviz: \
            chords graph Cma9 --format dot | dot -Tpdf -o Cma9.pdf
            """
    )

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, dot, svg

        func write(_ graph: ChordGraph, _ notation: Notation) -> String {
            switch self {
            case .text: GraphText(graph, notation: notation).text
            case .dot: GraphDOT.text(graph, notation: notation)
            case .svg: GraphSVG.document(graph, notation: notation)
            }
        }
    }

    @Argument(help: "A chord, for instance Cma9.") var symbol: String
    @Option(help: "The format: text (default), dot or svg.") var format: Format?
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Print JSON: nodes, and edges by the numbers of their nodes.") var json = false

    func validate() throws {
        if json, format != nil { throw ValidationError("Give --format or --json, not both.") }
    }

    func run() {
        Terminal.answering { () throws(InputError) in
            let sounding = try Answers.graph(symbol, notation: notes.notation).chord.title(in: notes.notation)
            let graph = try Answers.graph(instrument.read(symbol, notes), notation: notes.notation)
            let howRead = Answers.howReadChords([symbol], notes.names)
            if json {
                return instrument.json(
                    Answers.json(graph, notation: notes.notation, howRead: howRead), sounding: sounding)
            }
            let drawn = (format ?? .text).write(graph, notes.notation)
            guard format ?? .text == .text else { return drawn }
            return TextReport.with(instrument.remarks(howRead, sounding: sounding, notes), below: drawn)
        }
    }
}
