import Tunes

extension StoredTune {
    var shownTitle: String {
        title.isEmpty ? isSetList ? SessionText.setList : SessionText.untitledTune : title
    }
}
