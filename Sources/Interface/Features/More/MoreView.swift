import Rendering

/// Links to the places that are not in the navigation, each with what it is for.
func moreView(_ session: Session, to html: inout HTML) {
    html.element("div class='page more'") { page in
        page.element("h2", text: MoreText.title)
        page.element("ul class='course-list'") { list in
            for (address, title, purpose) in [
                (Address.chordsets(.list), MoreText.lightsTitle, MoreText.lights),
                (.linnStrument(nil), MoreText.linnStrumentTitle, MoreText.linnStrument),
                (.shelf, SharedText.shelf, MoreText.shelf),
                (.settings, MoreText.settingsTitle, MoreText.settings),
                (.help, MoreText.helpTitle, MoreText.help),
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
