import ArgumentParser
import Harmony

/// The option `--vocabulary`.
struct VocabularyOption: ParsableArguments {
    @Option(
        name: .customLong("vocabulary"),
        help: "jazz: chord names as jazz musicians use them. classic: the reference table.")
    var name = Vocabulary.Name.jazz

    var vocabulary: Vocabulary { name.vocabulary }
}

extension Vocabulary.Name: ExpressibleByArgument {}
