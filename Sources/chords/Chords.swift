import ArgumentParser

/// `chords`, the command line.
@main
struct Chords: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chords",
        abstract: "Combine, explain and name chords, and store chordsets.",
        discussion: """
            Chord symbols are read as musicians type them: Cma7, C^7, F#-7b5, 'C7(b9,#11)', Bb13, D/C. \
            Quote symbols with parentheses. Two chords, 'Cma7 + D' or 'D|Cma7', stand for the chord that they make.

            Exit codes: 0 if everything was answered, 64 for wrong usage, 65 for input that cannot be read, 66 for a \
            missing file, 74 for output that cannot be written.
            """,
        subcommands: [
            Combine.self, WaysCommand.self, VoiceCommand.self, ProgressionCommand.self, BoardCommand.self,
            Info.self, Graph.self, Match.self,
            Name.self,
            ScaleCommand.self, KeyCommand.self, Circle.self, TuneCommand.self, PracticeCommand.self,
            LinnStrumentCommand.self,
            MIDICommand.self, ListenCommand.self, VocabularyCommand.self, Sets.self, PageCommand.self,
        ]
    )
}
