import Answers
import Chordsets

/// The shelf on the server on which all is that somebody keeps: how to use it elsewhere, let others read it, and be rid of it.
/// - Parameter origin: where Done leads.
func ownShelfView(
    _ state: OwnShelfState, _ holdings: Holdings, _ presentation: Presentation, origin: Address, to html: inout HTML
) {
    aside(state.title, origin: origin, presentation, to: &html) { page in
        page.element("div class='own-shelf'") { shelf in
            if presentation.links == .inFragment { return lead(absence, to: &shelf) }
            if let visit = state.visit {
                visitView(visit, state, holdings, to: &shelf)
                if visit.isOpen { return }
            }
            switch state.standing {
            case .asking: lead("Asking the server …", to: &shelf)
            case .absent: lead(absence, to: &shelf)
            case .alone:
                lead("""
                    This server keeps what you keep for whoever is at this computer: there is nothing to be set up here. \
                    Started with “--host 0.0.0.0”, it is also there for phones and other computers, and each then has a shelf.
                    """, to: &shelf)
            case .none: noShelf(state, holdings, to: &shelf)
            case .lost: lostShelf(state, to: &shelf)
            case .owner: ownedShelf(state, holdings, to: &shelf)
            }
        }
    }
}

/// What the panel about another shelf begins with, which has the focus when it comes.
let visitID = "visited-shelf"
/// What leaves things as they are.
let refrainID = "shelf-refrain"
func taskID(_ task: ShelfTask) -> String { "shelf-" + task.rawValue }
func shownID(_ link: OwnShelfState.ShownLink) -> String { "shelf-" + link.rawValue }

private let absence = """
    This copy of the page has no server that keeps anything: what you keep stays in this browser. \(safariNote) Links and files \
    take it elsewhere.
    """

private func lead(_ text: String, to html: inout HTML) {
    html.element("p class='shelf-lead' role='status'", text: text)
}

// MARK: What one has

private func noShelf(_ state: OwnShelfState, _ holdings: Holdings, to html: inout HTML) {
    lead(
        state.isReachable
            ? "Nothing of yours is on the server yet. As soon as you keep a chordset or a tune, a shelf is made for it: without an account, by a secret link that stays in this browser."
            : "The server cannot be reached at the moment. What you keep is kept in this browser until it can.",
        to: &html)
    linkEntry("Have a shelf already?", to: &html)
    readShelves(state, to: &html)
    section("Have a shelf in a file?", to: &html) { section in
        section.element("p", text: "A file made with “Save as a file” can be added to what is here.")
        section.element("div class='chips'") { fileEntry(to: &$0) }
    }
    whatIsKept(to: &html)
}

private func lostShelf(_ state: OwnShelfState, to html: inout HTML) {
    html.element("div class='panel shelf-lost' role='alert'") { panel in
        panel.element("h3", text: "The server does not know this shelf any more")
        panel.element("p", text: """
            Its link was replaced on another device, or the shelf was deleted. What was on it is still in this browser and stays here; \
            it is not sent anywhere until you say how to go on.
            """)
    }
    linkEntry("The link was replaced", "Open the new link, or paste it here. What you have changed meanwhile is added.", to: &html)
    section("The shelf is gone", to: &html) { section in
        section.element("p", text: "What is in this browser can begin a new shelf, with a link of its own.")
        tasks([(.begin, "Make a new shelf of it")], state, to: &section)
    }
    readShelves(state, to: &html)
    graveSection("Delete it here, too", "What was on the shelf is deleted from this browser.", [
        (.leave, "Leave the shelf …", "Leave the shelf",
            "All chordsets and tunes are deleted from this browser, and may be nowhere else: save them as files first, under Lights and Tunes. This cannot be undone."),
    ], state, to: &html)
}

private func ownedShelf(_ state: OwnShelfState, _ holdings: Holdings, to html: inout HTML) {
    lead(holdings.counts + (holdings.keeping.map { ". " + $0.sentence } ?? "."), to: &html)
    if !state.isReachable {
        html.element("p class='caption'", text: "The server cannot be reached at the moment. Links can be copied; all else here has to wait.")
    }
    section("Name", to: &html) { section in
        section.element("label class='caption' for='shelf-name'", text: "Your other devices and readers see it.")
        section.void("input type='text' id='shelf-name' autocomplete='off' enterkeyhint='done' dir='auto' placeholder='No name yet' data-change='shelf rename' value=? maxlength=? readonly=?",
            state.typedName ?? state.name, "\(ShelfName.longest)", state.isReachable ? nil : "")
    }
    section("On your other devices", to: &html) { section in
        section.element("p", text: "Open this link there, or scan its code: all of them then have the same, also offline.")
        section.element("p class='warning'", text: "Whoever has the link can read, change and delete everything. Keep it to yourself.")
        links(.copyOwn, .shareOwn, .ownCode, .ownLink, state, to: &section)
    }
    readers(state, to: &html)
    graveSection("A new link", "For when yours has come into wrong hands.", [
        (.renew, "Replace your link …", "Replace your link",
            "No link handed out so far works any more, readers’ links included. Your other devices need the new one; what is on them stays there."),
    ], state, to: &html)
    section("All in one file", to: &html) { section in
        section.element("p", text: "Chordsets and tunes as the server has them. What is in such a file can be added again, here or to another shelf.")
        section.element("div class='chips'") { chips in
            button(.export, "Save as a file", state, to: &chips)
            fileEntry(to: &chips)
        }
    }
    readShelves(state, to: &html)
    linkEntry("Another shelf", "Paste the link of the shelf that this browser is to use, or to read.", to: &html)
    let unsent = holdings.keeping?.waitingCount ?? 0
    let loss = unsent == 0 ? "" : " \(unsent) not on the server yet " + (unsent == 1 ? "is" : "are") + " lost with that."
    graveSection("Leave or delete", "This browser can leave the shelf, which stays where else it is used. Or it is deleted everywhere.", [
        (.leave, "Leave the shelf …", "Leave the shelf",
            "This browser forgets the link and what it has of the shelf. Only the link leads back: copy it first, unless another device has it." + loss),
        (.delete, "Delete for good …", "Delete for good",
            "All chordsets and tunes of this shelf are deleted on the server and in this browser, also for readers. This cannot be undone."),
    ], state, to: &html)
    whatIsKept(to: &html)
}

private func readers(_ state: OwnShelfState, to html: inout HTML) {
    section("Let others read", to: &html) { section in
        switch state.readers {
        case .none:
            section.element("p", text: "With a second link others see what is on your shelf and can take copies. They can change nothing.")
            tasks([(.makeReader, "Make a link to read")], state, to: &section)
        case .byLink:
            section.element("p", text: "Whoever has this link can read everything and take copies, and can change nothing. A new one makes it useless.")
            links(.copyReader, .shareReader, .readerCode, .readerLink, state, to: &section)
            tasks([(.makeReader, "Make a new link …"), (.stopReader, "Stop sharing …")], state, to: &section)
        case .elsewhere:
            section.element("p", text: "Others can read. The link is known to the device where it was made; a new one makes it useless.")
            tasks([(.makeReader, "Make a new link …"), (.stopReader, "Stop sharing …")], state, to: &section)
        }
        consent(
            to: .makeReader, "Make a new link", state, "The link until now then leads nowhere, for everybody who has it.", to: &section)
        consent(
            to: .stopReader, "Stop sharing", state, "The link then leads nowhere, for everybody who has it. Copies that were taken stay.",
            to: &section)
    }
}

private func whatIsKept(to html: inout HTML) {
    section("What the server keeps", to: &html) { section in
        section.element("p", text: """
            Your chordsets and tunes with their titles, and the name of the shelf. Of its links it keeps only what it takes to know them \
            again, so nobody can open a shelf of which all links are lost. No account, no address, no cookies. Whoever runs the \
            server could read what is on it.
            """)
        section.element("p", text: "It is kept until you delete it. What you practise and how you set the page stays in this browser. " + safariNote)
    }
}

// MARK: Another one

extension VisitedShelf {
    fileprivate var counts: String { Holdings.counts(chordsets, tunes) }

    fileprivate var readersName: String { VisitedShelf.readersName(name) }

    fileprivate static func readersName(_ name: String) -> String { name.isEmpty ? "A shelf to read" : name }
}

private func visitView(_ visit: VisitedShelf, _ state: OwnShelfState, _ holdings: Holdings, to html: inout HTML) {
    @inline(never)
    func panel(_ title: String, _ content: (inout HTML) -> Void) {
        html.element("section class='panel part visit' tabindex='-1' id=? aria-label=?", visitID, title) { panel in
            panel.element("h3", text: title)
            content(&panel)
        }
    }
    func refusal(_ title: String, _ text: String, _ isRemembered: Bool = false) {
        panel(title) { panel in
            panel.element("p", text: text)
            tasks((isRemembered ? [(.forget, "Forget this shelf")] : []) + [(.dismiss, "Close")], state, to: &panel)
        }
    }
    switch visit.access {
    case .asking:
        lead("Asking the server where this link leads …", to: &html)
        tasks([(.dismiss, "Close")], state, to: &html)
    case .own: refusal("This shelf is here already", "The link leads to the shelf that this browser uses.")
    case .unknown:
        refusal(
            state.visitIsRemembered ? "This shelf cannot be read any more" : "This link leads to no shelf",
            "Its link was replaced, or the shelf was deleted. Ask for the new link, or copy it once more.", state.visitIsRemembered)
    case .damaged:
        refusal("This link is not whole", "Something of it is missing or was changed on the way. Copy all of it once more.")
    case .foreign: refusal("This link belongs to another server", "Open it by itself, in a browser: it leads to " + visit.name + ".")
    case .absent: refusal("There are no shelves here", "This server has none, so the link must be one of another server.")
    case .unreachable:
        panel("This link cannot be followed now") { panel in
            panel.element("p", text: "The server cannot be reached at the moment.")
            tasks([(.retry, "Try again"), (.dismiss, "Close")], state, to: &panel)
        }
    case .owner:
        panel("Use " + visit.shownName + " in this browser?") { panel in
            let own = holdings.isEmpty ? "From then on" : "What this browser has (" + holdings.counts + ") is added, and from then on"
            panel.element("p", text: "It has " + visit.counts + ". " + own + " both are the same: whoever has this link sees and can change what is kept here.")
            if state.standing == .owner {
                panel.element("p class='warning'", text: "The shelf that this browser has used stays on the server. Only its link leads back to it: copy that first, unless another device has it.")
                tasks([(.copyOwn, "Copy its link")], state, to: &panel)
            }
            tasks([(.enter, "Use it here"), (.dismiss, "Not now")], state, leads: true, to: &panel)
        }
    case .reader:
        panel(visit.readersName) { panel in
            panel.element("p", text: "You may read this shelf: " + visit.counts + ". Choose one to see it. Your own shelf stays as it is; what you copy to it is yours.")
            panel.element("div class='chips'") { chips in
                if visit.titles != VisitedShelf.Titles() {
                    chips.element("button type='button' class='leading' data-action='shelf take-copies {seed}' id=? aria-disabled=?",
                        taskID(.takeCopies), state.running == nil ? nil : "true", text: "Add copies to mine")
                }
                button(.dismiss, "Close", state, to: &chips)
            }
            titles(visit.titles.chordsets, of: "chordsets", heading: "Chordsets", to: &panel)
            titles(visit.titles.tunes, of: "tunes", heading: "Tunes", to: &panel)
            if state.visitIsRemembered {
                panel.element("p class='caption'", text: "You will find it again on this page, under “Shelves that you read”.")
                tasks([(.forget, "Forget this shelf …")], state, to: &panel)
                consent(to: .forget, "Forget this shelf", state, "Only the link that you were sent leads back to it.", to: &panel)
            }
        }
    }
}

/// Each of them opens what is called so, as a link to it would.
private func titles(_ titles: [String], of kind: String, heading: String, to html: inout HTML) {
    if titles.isEmpty { return }
    html.element("h4", text: heading)
    openers(titles.prefix(mostTitles).map { $0.isEmpty ? "Untitled" : $0 }, action: "read " + kind, to: &html)
    if titles.count > mostTitles {
        html.element("p class='caption'", text: "and \(titles.count - mostTitles) more, which you can open and search once you have added copies.")
    }
}

/// As many as anybody reads before there is a copy.
private let mostTitles = 200

// MARK: Parts

/// - Parameter leads: whether the first of them is what one most likely wants.
private func tasks(
    _ tasks: [(task: ShelfTask, title: String)], _ state: OwnShelfState, leads: Bool = false, to html: inout HTML
) {
    html.element("div class='chips'") { chips in
        for (place, (task, title)) in tasks.enumerated() {
            button(task, title, state, class: leads && place == 0 ? "leading" : nil, to: &chips)
        }
    }
}

private func button(_ task: ShelfTask, _ title: String, _ state: OwnShelfState, class kind: String? = nil, to html: inout HTML) {
    let waits = state.running != nil || !task.isLocal && !state.isReachable
    html.element("button type='button' id=? class=? data-action=? aria-disabled=?",
        taskID(task), kind, "shelf do " + task.rawValue, waits ? "true" : nil, text: state.running == task ? title + " …" : title)
}

/// What is in a file that a shelf was saved in is added to what is here.
private func fileEntry(to html: inout HTML) {
    html.element("label class='file'") { label in
        label.write("Add from a file")
        label.void("input type='file' accept='.json,application/json' data-file='shelf add {seed}'")
    }
}

/// A section with what is done only after its consequence was said.
private func graveSection(
    _ title: String, _ text: String, _ grave: [(task: ShelfTask, opener: String, title: String, consequence: String)],
    _ state: OwnShelfState, to html: inout HTML
) {
    section(title, to: &html) { section in
        section.element("p", text: text)
        tasks(grave.map { ($0.task, $0.opener) }, state, to: &section)
        for (task, _, title, consequence) in grave { consent(to: task, title, state, consequence, to: &section) }
    }
}

/// What follows from a task, and whether it is to be done; nothing unless that is asked.
private func consent(to task: ShelfTask, _ title: String, _ state: OwnShelfState, _ consequence: String, to html: inout HTML) {
    guard state.asked == task else { return }
    html.element("div class='consent' role='group' aria-labelledby='shelf-consequence'") { box in
        box.element("p id='shelf-consequence'", text: consequence)
        box.element("div class='chips'") { chips in
            chips.element("button type='button' class='delete' data-action=?", "shelf consent " + task.rawValue, text: title)
            chips.element("button type='button' data-action='shelf refrain' id=?", refrainID, text: "Cancel")
        }
    }
}

/// The ways in which a link is handed out. The host fills in the link itself, and its code: see ``ShelfTask``.
private func links(
    _ copy: ShelfTask, _ share: ShelfTask, _ code: OwnShelfState.ShownLink, _ link: OwnShelfState.ShownLink,
    _ state: OwnShelfState, to html: inout HTML
) {
    html.element("div class='chips'") { chips in
        button(copy, "Copy the link", state, class: "leading", to: &chips)
        button(share, "Share …", state, class: "device", to: &chips)
        for (shown, noun) in [(code, "QR code"), (link, "link")] {
            let isShown = state.shown == shown
            chips.element("button type='button' data-action=? aria-expanded=? aria-controls=?",
                "shelf show " + shown.rawValue, isShown ? "true" : "false", isShown ? shownID(shown) : nil, text: (isShown ? "Hide the " : "Show the ") + noun)
        }
    }
    let whose = link.isOfReaders ? "reader" : "own"
    if state.shown == code {
        html.element("div class='shelf-code' role='status' id=? data-withheld=?", shownID(code), "code " + whose)
    } else if state.shown == link {
        html.element("div class='shelf-text' id=? data-withheld=?", shownID(link), "link " + whose)
    }
}

/// Those of others that this browser knows by their links.
private func readShelves(_ state: OwnShelfState, to html: inout HTML) {
    if state.reading.isEmpty { return }
    section("Shelves that you read", to: &html) { section in
        openers(state.reading.map(VisitedShelf.readersName), action: "revisit", to: &section)
    }
}

/// Titles that open what they name.
/// - Parameter action: what is done about the shelf; the place of the title in the list follows it.
private func openers(_ titles: [String], action: String, to html: inout HTML) {
    html.element("ul class='shelf-titles'") { list in
        for (place, title) in titles.enumerated() {
            list.element("li") { item in
                item.element("button type='button' dir='auto' data-action=?", "shelf \(action) \(place)", text: title)
            }
        }
    }
}

/// A field for a link, which the host reads by itself, for there is a key in it.
private func linkEntry(_ title: String, _ text: String = "Paste its link here, or open the link itself.", to html: inout HTML) {
    section(title, to: &html) { section in
        section.element("p", text: text)
        section.element("div class='link-entry' id='link-entry' data-withheld") { entry in
            entry.element("label class='spoken' for='shelf-link'", text: "Link of a shelf")
            entry.void("input type='text' id='shelf-link' inputmode='url' autocomplete='off' autocapitalize='off' spellcheck='false' enterkeyhint='go' placeholder='https://…/shelf#…'")
            entry.element("button type='button'", text: "Open the link")
        }
    }
}
