import ArgumentParser
import Harmony

/// Which names a command uses.
struct VocabularyOption: ParsableArguments {
    @Option(name: .customLong("vocabulary"), help: "Names as jazz musicians say them, or those of the original table.")
    var name = Vocabulary.Name.jazz

    var vocabulary: Vocabulary { name.vocabulary }
}

extension Vocabulary.Name: ExpressibleByArgument {}
