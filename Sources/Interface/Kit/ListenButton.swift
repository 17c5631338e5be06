import Rendering

/// The button to listen to a piano through the microphone.
func listenButton(to html: inout HTML) {
    html.element("button type='button' data-action='listen ask'") { button in
        button.write(SharedText.listen + " ")
        button.element("span class='beta'", text: SharedText.beta)
    }
}
