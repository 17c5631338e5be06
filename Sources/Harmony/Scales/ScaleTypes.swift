extension ScaleType {
    /// All scale types, by parent and mode: the 34 of theory, section 6, then those that only section 16 names.
    public static let all: [ScaleType] = table.parts(at: "\n").map { ScaleType(row: $0) }

    /// Name, other names, degrees, parent, mode and Roman numeral. One string, because a list of
    /// initializers compiled to the largest function of the browser engine.
    private static let table = """
        Major | Ionian | 1 2 3 4 5 6 7 | Major | 1 | I
        Dorian |  | 1 2 ♭3 4 5 6 ♭7 | Major | 2 | ii
        Phrygian |  | 1 ♭2 ♭3 4 5 ♭6 ♭7 | Major | 3 | iii
        Lydian |  | 1 2 3 ♯4 5 6 7 | Major | 4 | IV
        Mixolydian |  | 1 2 3 4 5 6 ♭7 | Major | 5 | V
        Minor | Natural minor; Aeolian | 1 2 ♭3 4 5 ♭6 ♭7 | Major | 6 | vi
        Locrian |  | 1 ♭2 ♭3 4 ♭5 ♭6 ♭7 | Major | 7 | vii
        Melodic minor |  | 1 2 ♭3 4 5 6 7 | Melodic minor | 1 | i
        Dorian ♭2 | Phrygian ♮6 | 1 ♭2 ♭3 4 5 6 ♭7 | Melodic minor | 2 | ii
        Lydian Augmented | Lydian ♯5 | 1 2 3 ♯4 ♯5 6 7 | Melodic minor | 3 | III
        Lydian Dominant | Mixolydian ♯4 | 1 2 3 ♯4 5 6 ♭7 | Melodic minor | 4 | IV
        Mixolydian ♭6 | Aeolian ♮3 | 1 2 3 4 5 ♭6 ♭7 | Melodic minor | 5 | V
        Locrian ♮2 | Aeolian ♭5 | 1 2 ♭3 4 ♭5 ♭6 ♭7 | Melodic minor | 6 | vi
        Super Locrian | Altered; Diminished whole-tone | 1 ♭2 ♯2 3 ♭5 ♯5 ♭7 | Melodic minor | 7 | VII
        Harmonic minor |  | 1 2 ♭3 4 5 ♭6 7 | Harmonic minor | 1 | i
        Locrian ♮6 |  | 1 ♭2 ♭3 4 ♭5 6 ♭7 | Harmonic minor | 2 | ii
        Ionian ♯5 |  | 1 2 3 4 ♯5 6 7 | Harmonic minor | 3 | III
        Dorian ♯4 |  | 1 2 ♭3 ♯4 5 6 ♭7 | Harmonic minor | 4 | iv
        Phrygian dominant | Phrygian ♮3 | 1 ♭2 3 4 5 ♭6 ♭7 | Harmonic minor | 5 | V
        Lydian ♯2 | Aeolian Harmonic | 1 ♯2 3 ♯4 5 6 7 | Harmonic minor | 6 | VI
        Ultralocrian | Super Locrian diminished; Super Locrian ˚7; Altered diminished | 1 ♭2 ♭3 ♭4 ♭5 ♭6 °7 | Harmonic \
        minor | 7 | vii
        Harmonic Major | Ionian ♭6 | 1 2 3 4 5 ♭6 7 | Harmonic Major | 1 | I
        Dorian ♭5 |  | 1 2 ♭3 4 ♭5 6 ♭7 | Harmonic Major | 2 | ii
        Phrygian ♭4 |  | 1 ♭2 ♭3 ♭4 5 ♭6 ♭7 | Harmonic Major | 3 | iii
        Lydian ♭3 | Lydian diminished | 1 2 ♭3 ♯4 5 6 7 | Harmonic Major | 4 | iv
        Mixolydian ♭2 | Mixolydian ♭9; Dominant ♭2; Harmonic Minor Inverse | 1 ♭2 3 4 5 6 ♭7 | Harmonic Major | 5 | V
        Aeolian ♭1 | Lydian Augmented ♯2 | 1 ♯2 3 ♯4 ♯5 6 7 | Harmonic Major | 6 | VI
        Locrian °7 | Diminished Blues b9 | 1 ♭2 ♭3 4 ♭5 ♭6 °7 | Harmonic Major | 7 | vii
        Blues | Minor Blues | 1 ♭3 4 ♭5 5 ♭7 | Blues | 1 | i
        Major blues |  | 1 2 ♭3 3 5 6 | Blues | 2 | ii
        Major pentatonic |  | 1 2 3 5 6 | Major pentatonic | 1 | I
        Minor pentatonic |  | 1 ♭3 4 5 ♭7 | Major pentatonic | 5 | v
        Diminished | Whole-Half diminished | 1 2 ♭3 4 ♭5 ♭6 °7 7 | Diminished | 1 | i
        Half-Whole diminished | Dominant diminished | 1 ♭2 ♯2 3 ♭5 5 6 ♭7 | Diminished | 2 | ii
        Whole tone |  | 1 2 3 ♯4 ♯5 ♭7 | Whole tone | 1 | I
        Bebop dominant | Bebop Mixolydian | 1 2 3 4 5 6 ♭7 7 | Bebop dominant | 1 | I
        Bebop Dorian |  | 1 2 ♭3 3 4 5 6 ♭7 | Bebop dominant | 5 | v
        Bebop major |  | 1 2 3 4 5 ♯5 6 7 | Bebop major | 1 | I
        Bebop melodic minor |  | 1 2 ♭3 4 5 ♯5 6 7 | Bebop melodic minor | 1 | i
        """

    private init(row: String) {
        let columns = row.parts(at: "|", keepsEmpty: true).map { ScaleType.trimmed($0) }
        let others = columns[1].parts(at: ";").map { ScaleType.trimmed($0) }
        self.init(columns[0], others, columns[2], Parent(rawValue: columns[3])!, mode: Int(columns[4])!, columns[5])
    }

    private static func trimmed(_ column: String) -> String {
        var column = column.scalars[...]
        while column.first == " " { column.removeFirst() }
        while column.last == " " { column.removeLast() }
        return String(scalars: column)
    }
}
