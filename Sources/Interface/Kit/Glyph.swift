import Exchange
import Harmony
import Rendering

/// The sign of a lower, an upper or a common note by itself, for a legend.
func glyph(_ part: Part, to html: inout HTML) {
    html.element("svg class='sign-only' viewBox='-7 -7 14 14' aria-hidden='true'") {
        KeyboardPicture.writeGlyph(part, x: 0, y: 0, to: &$0)
    }
}
