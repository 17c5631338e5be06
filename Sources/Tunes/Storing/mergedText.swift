import JSONText

/// Merges two changes of a tune.
/// - Parameter question: `{"ask":"merge","base":…,"mine":…,"theirs":…}` with three stored records.
/// - Returns: the merged text; empty if the changes conflict, nil if this is another question.
package func mergedText(_ question: String) -> String? {
    guard question.utf8.starts(with: #"{"ask":"merge""#.utf8) else { return nil }
    guard let json = try? JSON(question) else { return "" }
    let setup = json["base"]?["setup"]?.string
    var tunes: [Tune] = []
    for side in ["base", "mine", "theirs"] {
        guard let text = json[side]?["text"]?.string, json[side]?["setup"]?.string == setup else { return "" }
        let tune = TuneText.read(text).tunes.first ?? Tune()
        // Text that cannot be parsed would be lost.
        guard TuneText.write([tune]) == text else { return "" }
        tunes.append(tune)
    }
    return Tune.merged(tunes[1], tunes[2], since: tunes[0]).map { TuneText.write([$0]) } ?? ""
}
