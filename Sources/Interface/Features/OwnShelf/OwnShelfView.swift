import Chordsets
import Exchange
import Rendering

/// The shelf on the server that holds all saved items: how to use it elsewhere, share it, and delete it.
/// - Parameter origin: where Done leads.
func ownShelfView(
    _ state: OwnShelfState, _ holdings: Holdings, _ presentation: Presentation, origin: Address, to html: inout HTML
) {
    aside(state.title, origin: origin, presentation, to: &html) { page in
        page.element("div class='own-shelf'") { shelf in
            if presentation.links == .inFragment { return lead(absence(), to: &shelf) }
            if let visit = state.visit {
                visitView(visit, state, holdings, to: &shelf)
                if visit.isOpen { return }
            }
            switch state.standing {
            case .asking: lead(OwnShelfText.contacting, to: &shelf)
            case .absent: lead(absence(), to: &shelf)
            case .alone:
                lead(OwnShelfText.alone, to: &shelf)
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

private func absence() -> String { OwnShelfText.noServer + " " + safariNote + " " + OwnShelfText.useLinks }

private func lead(_ text: String, to html: inout HTML) {
    html.element("p class='shelf-lead' role='status'", text: text)
}

// MARK: What one has

private func noShelf(_ state: OwnShelfState, _ holdings: Holdings, to html: inout HTML) {
    lead(
        state.isReachable
            ? OwnShelfText.nothingYet : OwnShelfText.unreachableYet,
        to: &html)
    linkEntry(OwnShelfText.haveShelf, to: &html)
    readShelves(state, to: &html)
    section(OwnShelfText.haveFile, to: &html) { section in
        section.element("p", text: OwnShelfText.addFileHere)
        section.element("div class='chips'") { fileEntry(to: &$0) }
    }
    whatIsKept(to: &html)
}

private func lostShelf(_ state: OwnShelfState, to html: inout HTML) {
    html.element("div class='panel shelf-lost' role='alert'") { panel in
        panel.element("h3", text: OwnShelfText.lost)
        panel.element("p", text: OwnShelfText.lostWhy)
    }
    linkEntry(OwnShelfText.linkReplaced, OwnShelfText.openNewLink, to: &html)
    section(OwnShelfText.shelfGone, to: &html) { section in
        section.element("p", text: OwnShelfText.startAgain)
        tasks([(.begin, OwnShelfText.startNew)], state, to: &section)
    }
    readShelves(state, to: &html)
    graveSection(OwnShelfText.deleteHere, OwnShelfText.deleteHereWhy, [(.leave, OwnShelfText.leave, OwnShelfText.leaveLost)], state, to: &html)
}

private func ownedShelf(_ state: OwnShelfState, _ holdings: Holdings, to html: inout HTML) {
    lead(holdings.counts + (holdings.keeping.map { ". " + $0.sentence } ?? "."), to: &html)
    if !state.isReachable {
        html.element("p class='caption'", text: OwnShelfText.unreachable)
    }
    section(OwnShelfText.name, to: &html) { section in
        section.element("label class='caption' for='shelf-name'", text: OwnShelfText.nameNote)
        section.void("input type='text' id='shelf-name' autocomplete='off' enterkeyhint='done' dir='auto' placeholder=? data-change='shelf rename' value=? maxlength=? readonly=?",
            OwnShelfText.noName, state.typedName ?? state.name, "\(ShelfName.longest)", state.isReachable ? nil : "")
    }
    section(OwnShelfText.otherDevices, to: &html) { section in
        section.element("p", text: OwnShelfText.otherDevicesHow)
        section.element("p class='warning'", text: OwnShelfText.keepPrivate)
        links(.copyOwn, .shareOwn, .ownCode, .ownLink, state, to: &section)
    }
    readers(state, to: &html)
    graveSection(OwnShelfText.replaceLink, OwnShelfText.replaceLinkWhy, [
        (.renew, OwnShelfText.replaceYourLink, OwnShelfText.replaceConsequence),
    ], state, to: &html)
    section(OwnShelfText.backup, to: &html) { section in
        section.element("p", text: OwnShelfText.backupHow)
        section.element("div class='chips'") { chips in
            button(.export, OwnShelfText.saveAsFile, state, to: &chips)
            fileEntry(to: &chips)
        }
    }
    readShelves(state, to: &html)
    linkEntry(OwnShelfText.anotherShelf, OwnShelfText.pasteOther, to: &html)
    let unsent = holdings.keeping?.waitingCount ?? 0
    graveSection(OwnShelfText.leaveOrDelete, OwnShelfText.leaveOrDeleteHow, [
        (.leave, OwnShelfText.leave, OwnShelfText.leaveConsequence + (unsent == 0 ? "" : OwnShelfText.alsoLost(unsent))),
        (.delete, OwnShelfText.delete, OwnShelfText.deleteConsequence),
    ], state, to: &html)
    whatIsKept(to: &html)
}

private func readers(_ state: OwnShelfState, to html: inout HTML) {
    section(OwnShelfText.letOthersRead, to: &html) { section in
        switch state.readers {
        case .none:
            section.element("p", text: OwnShelfText.readersHow)
            tasks([(.makeReader, OwnShelfText.makeReaderLink)], state, to: &section)
        case .byLink:
            section.element("p", text: OwnShelfText.readersHaveLink)
            links(.copyReader, .shareReader, .readerCode, .readerLink, state, to: &section)
            tasks([(.makeReader, OwnShelfText.asking(OwnShelfText.newReaderLink)), (.stopReader, OwnShelfText.asking(OwnShelfText.stopSharing))], state, to: &section)
        case .elsewhere:
            section.element("p", text: OwnShelfText.readersElsewhere)
            tasks([(.makeReader, OwnShelfText.asking(OwnShelfText.newReaderLink)), (.stopReader, OwnShelfText.asking(OwnShelfText.stopSharing))], state, to: &section)
        }
        consent(
            to: .makeReader, OwnShelfText.newReaderLink, state, OwnShelfText.newReaderConsequence, to: &section)
        consent(
            to: .stopReader, OwnShelfText.stopSharing, state, OwnShelfText.stopConsequence, to: &section)
    }
}

private func whatIsKept(to html: inout HTML) {
    section(OwnShelfText.stored, to: &html) { section in
        section.element("p", text: OwnShelfText.storedWhat)
        section.element("p", text: OwnShelfText.storedHowLong + " " + safariNote)
    }
}

// MARK: Another one

extension VisitedShelf {
    fileprivate var counts: String { OwnShelfText.counts(chordsets, tunes) }

    fileprivate var readersName: String { VisitedShelf.readersName(name) }

    fileprivate static func readersName(_ name: String) -> String { name.isEmpty ? OwnShelfText.readersShelf : name }
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
            tasks((isRemembered ? [(.forget, OwnShelfText.forget)] : []) + [(.dismiss, OwnShelfText.close)], state, to: &panel)
        }
    }
    switch visit.access {
    case .asking:
        lead(OwnShelfText.checkingLink, to: &html)
        tasks([(.dismiss, OwnShelfText.close)], state, to: &html)
    case .own: refusal(OwnShelfText.ownAlready, OwnShelfText.ownAlreadyWhy)
    case .unknown:
        refusal(
            state.visitIsRemembered ? OwnShelfText.noLongerShared : OwnShelfText.noShelf,
            OwnShelfText.noShelfWhy, state.visitIsRemembered)
    case .damaged: refusal(OwnShelfText.damagedLink, OwnShelfText.damagedLinkWhy)
    case .foreign: refusal(OwnShelfText.otherServer, OwnShelfText.otherServerWhy(visit.name))
    case .absent: refusal(OwnShelfText.noShelves, OwnShelfText.noShelvesWhy)
    case .unreachable:
        panel(OwnShelfText.notNow) { panel in
            panel.element("p", text: OwnShelfText.serverAway)
            tasks([(.retry, OwnShelfText.tryAgain), (.dismiss, OwnShelfText.close)], state, to: &panel)
        }
    case .owner:
        panel(OwnShelfText.useQuestion(visit.shownName)) { panel in
            let own = holdings.isEmpty ? nil : holdings.counts
            panel.element("p", text: OwnShelfText.useConsequence(visit.counts, own: own))
            if state.standing == .owner {
                panel.element("p class='warning'", text: OwnShelfText.oldShelf)
                tasks([(.copyOwn, OwnShelfText.copyItsLink)], state, to: &panel)
            }
            tasks([(.enter, OwnShelfText.useHere), (.dismiss, OwnShelfText.notYet)], state, leads: true, to: &panel)
        }
    case .reader:
        panel(visit.readersName) { panel in
            panel.element("p", text: OwnShelfText.canRead(visit.counts))
            panel.element("div class='chips'") { chips in
                if visit.titles != VisitedShelf.Titles() {
                    chips.element("button type='button' class='leading' data-action='shelf take-copies {seed}' id=? aria-disabled=?",
                        taskID(.takeCopies), state.running == nil ? nil : "true", text: OwnShelfText.copyAll)
                }
                button(.dismiss, OwnShelfText.close, state, to: &chips)
            }
            titles(visit.titles.chordsets, of: "chordsets", heading: OwnShelfText.chordsets, to: &panel)
            titles(visit.titles.tunes, of: "tunes", heading: OwnShelfText.tunes, to: &panel)
            if state.visitIsRemembered {
                panel.element("p class='caption'", text: OwnShelfText.findAgain)
                tasks([(.forget, OwnShelfText.asking(OwnShelfText.forget))], state, to: &panel)
                consent(to: .forget, OwnShelfText.forget, state, OwnShelfText.forgetConsequence, to: &panel)
            }
        }
    }
}

/// Each of them opens what is called so, as a link to it would.
private func titles(_ titles: [String], of kind: String, heading: String, to html: inout HTML) {
    if titles.isEmpty { return }
    html.element("h4", text: heading)
    openers(titles.prefix(mostTitles).map { $0.isEmpty ? OwnShelfText.untitled : $0 }, action: "read " + kind, to: &html)
    if titles.count > mostTitles {
        html.element("p class='caption'", text: OwnShelfText.andMore(titles.count - mostTitles))
    }
}

/// The maximum number of titles; the rest can be read in a copy.
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
        taskID(task), kind, "shelf do " + task.rawValue, waits ? "true" : nil, text: state.running == task ? title + "…" : title)
}

/// What is in a file that a shelf was saved in is added to what is here.
private func fileEntry(to html: inout HTML) {
    html.element("label class='file'") { label in
        label.write(OwnShelfText.addFromFile)
        label.void("input type='file' accept='.json,application/json' data-file='shelf add {seed}'")
    }
}

/// A section with tasks whose consequence is shown first.
private func graveSection(
    _ title: String, _ text: String, _ grave: [(task: ShelfTask, title: String, consequence: String)],
    _ state: OwnShelfState, to html: inout HTML
) {
    section(title, to: &html) { section in
        section.element("p", text: text)
        tasks(grave.map { ($0.task, OwnShelfText.asking($0.title)) }, state, to: &section)
        for (task, title, consequence) in grave { consent(to: task, title, state, consequence, to: &section) }
    }
}

/// The consequence of a task, with a button that does it and one that cancels; nothing unless the task was chosen.
private func consent(to task: ShelfTask, _ title: String, _ state: OwnShelfState, _ consequence: String, to html: inout HTML) {
    guard state.asked == task else { return }
    html.element("div class='consent' role='group' aria-labelledby='shelf-consequence'") { box in
        box.element("p id='shelf-consequence'", text: consequence)
        box.element("div class='chips'") { chips in
            chips.element("button type='button' class='delete' data-action=?", "shelf consent " + task.rawValue, text: title)
            chips.element("button type='button' data-action='shelf refrain' id=?", refrainID, text: OwnShelfText.cancel)
        }
    }
}

/// The ways in which a link is handed out. The host fills in the link itself, and its code: see ``ShelfTask``.
private func links(
    _ copy: ShelfTask, _ share: ShelfTask, _ code: OwnShelfState.ShownLink, _ link: OwnShelfState.ShownLink,
    _ state: OwnShelfState, to html: inout HTML
) {
    html.element("div class='chips'") { chips in
        button(copy, OwnShelfText.copyLink, state, class: "leading", to: &chips)
        button(share, OwnShelfText.share, state, class: "device", to: &chips)
        for shown in [code, link] {
            let isShown = state.shown == shown
            chips.element("button type='button' data-action=? aria-expanded=? aria-controls=?",
                "shelf show " + shown.rawValue, isShown ? "true" : "false", isShown ? shownID(shown) : nil, text: shown == code ? OwnShelfText.showCode(isShown) : OwnShelfText.showLink(isShown))
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
    section(OwnShelfText.shelvesYouRead, to: &html) { section in
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
private func linkEntry(_ title: String, _ text: String = OwnShelfText.pasteOrOpen, to html: inout HTML) {
    section(title, to: &html) { section in
        section.element("p", text: text)
        section.element("div class='link-entry' id='link-entry' data-withheld") { entry in
            entry.element("label class='spoken' for='shelf-link'", text: OwnShelfText.shelfLink)
            entry.void("input type='text' id='shelf-link' inputmode='url' autocomplete='off' autocapitalize='off' spellcheck='false' enterkeyhint='go' placeholder=?",
                OwnShelfText.linkHint)
            entry.element("button type='button'", text: OwnShelfText.openLink)
        }
    }
}
