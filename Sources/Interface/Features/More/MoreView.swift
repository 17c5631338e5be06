import Rendering

/// Links to the places that are not in the navigation, each with what it is for.
func moreView(_ session: Session, to html: inout HTML) {
    html.element("div class='more'") { page in
        page.element("h2", text: SharedText.more)
        page.element("ul class='course-list'") { list in
            for (address, title, purpose) in [
                (Address.progressions(in: session.key), SharedText.progressions, MoreText.progressions),
                (.dictionary(nil), SharedText.dictionary, MoreText.dictionary),
                (.chordsets(.list), SharedText.lights, MoreText.lights),
                (.linnStrument(nil), SharedText.linnStrument, MoreText.linnStrument),
                (.shelf, SharedText.shelf, MoreText.shelf),
                (.settings, SharedText.settings, MoreText.settings),
                (.help, SharedText.help, MoreText.help),
            ] {
                list.element("li") { item in
                    item.link(to: address, session.presentation, class: "course") { link in
                        link.element("b", text: title)
                        link.element("span class='caption'", text: purpose)
                    }
                }
            }
        }
    }
}
