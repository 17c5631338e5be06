import Rendering

let listenButtonID = "listen"

/// The button to listen to a piano through the microphone.
func listenButton(to html: inout HTML) {
    html.element("button type='button' id=? data-action='listen ask'", listenButtonID) { button in
        button.write(SharedText.listen + " ")
        button.element("span class='beta'", text: SharedText.beta)
    }
}
