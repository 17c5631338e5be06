import Rendering

/// Links to the places that are not in the navigation, each with what it is for.
func moreView(_ presentation: Presentation, to html: inout HTML) {
    html.element("div class='page more'") { page in
        page.element("h2", text: AppText.more)
        page.element("ul class='course-list'") { list in
            for (address, title, purpose) in [
                (Address.chordsets(.list), AppText.lights, MoreText.lights),
                (.linnStrument(nil), AppText.linnStrument, MoreText.linnStrument),
                (.shelf, SharedText.shelf, MoreText.shelf),
                (.settings, AppText.settings, MoreText.settings),
                (.help, AppText.help, MoreText.help),
            ] {
                list.element("li") { item in
                    item.link(to: address, presentation, class: "course") { link in
                        link.element("b", text: title)
                        link.element("span class='caption'", text: purpose)
                    }
                }
            }
        }
    }
}
