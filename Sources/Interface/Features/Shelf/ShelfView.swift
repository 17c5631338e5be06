import Chordsets
import Rendering

/// The screen of the shelf: use it on other devices, share it, and delete it.
func shelfView(_ state: ShelfState, _ localItems: LocalItems, _ presentation: Presentation, to html: inout HTML) {
    aside(state.title, to: &html) { page in
        page.element("div class='own-shelf'") { shelf in
            if presentation.links == .inFragment { return lead(absence(), to: &shelf) }
            if let visit = state.visit {
                visitView(visit, state, localItems, to: &shelf)
                if visit.isOpen { return }
            }
            switch state.status {
            case .connecting: lead(ShelfText.contacting, to: &shelf)
            case .unavailable: lead(absence(), to: &shelf)
            case .singleUser:
                lead(ShelfText.alone, to: &shelf)
            case .none: noShelf(state, localItems, to: &shelf)
            case .lost: lostShelf(state, to: &shelf)
            case .owner: ownedShelf(state, localItems, to: &shelf)
            }
        }
    }
}

/// The panel of a visited shelf, which receives focus when it appears.
let visitID = "visited-shelf"
/// The button that cancels a confirmation.
let cancelID = "shelf-refrain"
func taskID(_ task: ShelfTask) -> String { "shelf-" + task.rawValue }
func shownID(_ link: ShelfState.ShownLink) -> String { "shelf-" + link.rawValue }

private func absence() -> String { ShelfText.noServer + " " + SharedText.safari + " " + ShelfText.useLinks }

private func lead(_ text: String, to html: inout HTML) {
    html.element("p class='shelf-lead' role='status'", text: text)
}

// MARK: The user's shelf

private func noShelf(_ state: ShelfState, _ localItems: LocalItems, to html: inout HTML) {
    lead(
        state.isReachable
            ? ShelfText.nothingYet : ShelfText.unreachableYet,
        to: &html)
    linkEntry(ShelfText.haveShelf, to: &html)
    rememberedShelves(state, to: &html)
    // Copies are added to both lists, so these must be loaded.
    if localItems.storage != nil {
        section(ShelfText.haveFile, to: &html) { section in
            section.element("p", text: ShelfText.addFileHere)
            section.element("div class='chips'") { fileEntry(to: &$0) }
        }
    }
    storageSection(to: &html)
}

private func lostShelf(_ state: ShelfState, to html: inout HTML) {
    html.element("div class='panel shelf-lost' role='alert'") { panel in
        panel.element("h3", text: ShelfText.lost)
        panel.element("p", text: ShelfText.lostWhy)
    }
    linkEntry(ShelfText.linkReplaced, ShelfText.openNewLink, to: &html)
    section(ShelfText.shelfGone, to: &html) { section in
        section.element("p", text: ShelfText.startAgain)
        tasks([(.begin, ShelfText.startNew)], state, to: &section)
    }
    rememberedShelves(state, to: &html)
    confirmedSection(
        ShelfText.deleteHere, ShelfText.deleteHereWhy, [(.leave, ShelfText.leave, ShelfText.leaveLost)], state,
        to: &html)
}

private func ownedShelf(_ state: ShelfState, _ localItems: LocalItems, to html: inout HTML) {
    lead(localItems.counts + (localItems.storage.map { ". " + $0.sentence } ?? "."), to: &html)
    if !state.isReachable {
        html.element("p class='caption'", text: ShelfText.unreachable)
    }
    section(ShelfText.name, to: &html) { section in
        section.element("label class='caption' for='shelf-name'", text: ShelfText.nameNote)
        section.void(
            """
                input type='text' id='shelf-name' autocomplete='off' enterkeyhint='done' dir='auto' placeholder=? \
                data-change='shelf rename' value=? maxlength=? readonly=?
                """,
            ShelfText.noName, state.typedName ?? state.name, "\(ShelfName.maximumLength)", state.isReachable ? nil : "")
    }
    section(ShelfText.otherDevices, to: &html) { section in
        section.element("p", text: ShelfText.otherDevicesHow)
        section.element("p class='warning'", text: ShelfText.keepPrivate)
        links(.copyOwn, .shareOwn, .ownCode, .ownLink, state, to: &section)
    }
    section(ShelfText.practice, to: &html) { section in
        section.element("p", text: ShelfText.practiceHow)
        tasks(
            [state.isTravelling ? (.stay, ShelfText.keepHere) : (.travel, ShelfText.keepInStep)], state, to: &section)
    }
    readers(state, to: &html)
    confirmedSection(
        ShelfText.replaceLink, ShelfText.replaceLinkWhy,
        [
            (.renew, ShelfText.replaceYourLink, ShelfText.replaceConsequence)
        ], state, to: &html)
    section(ShelfText.backup, to: &html) { section in
        section.element("p", text: ShelfText.backupHow)
        section.element("div class='chips'") { chips in
            button(.export, ShelfText.saveAsFile, state, to: &chips)
            fileEntry(to: &chips)
        }
    }
    rememberedShelves(state, to: &html)
    linkEntry(ShelfText.anotherShelf, ShelfText.pasteOther, to: &html)
    let unsent = localItems.storage?.unsyncedCount ?? 0
    confirmedSection(
        ShelfText.leaveOrDelete, ShelfText.leaveOrDeleteHow,
        [
            (.leave, ShelfText.leave, ShelfText.leaveConsequence + (unsent == 0 ? "" : ShelfText.alsoLost(unsent))),
            (.delete, ShelfText.delete, ShelfText.deleteConsequence),
        ], state, to: &html)
    storageSection(to: &html)
}

private func readers(_ state: ShelfState, to html: inout HTML) {
    section(ShelfText.letOthersRead, to: &html) { section in
        switch state.readers {
        case .none:
            section.element("p", text: ShelfText.readersHow)
            tasks([(.makeReader, ShelfText.makeReaderLink)], state, to: &section)
        case .byLink:
            section.element("p", text: ShelfText.readersHaveLink)
            links(.copyReader, .shareReader, .readerCode, .readerLink, state, to: &section)
            tasks(
                [
                    (.makeReader, ShelfText.asking(ShelfText.newReaderLink)),
                    (.stopReader, ShelfText.asking(ShelfText.stopSharing)),
                ], state, to: &section)
        case .elsewhere:
            section.element("p", text: ShelfText.readersElsewhere)
            tasks(
                [
                    (.makeReader, ShelfText.asking(ShelfText.newReaderLink)),
                    (.stopReader, ShelfText.asking(ShelfText.stopSharing)),
                ], state, to: &section)
        }
        confirmation(
            of: .makeReader, ShelfText.newReaderLink, state, ShelfText.newReaderConsequence, to: &section)
        confirmation(
            of: .stopReader, ShelfText.stopSharing, state, ShelfText.stopConsequence, to: &section)
    }
}

private func storageSection(to html: inout HTML) {
    section(ShelfText.stored, to: &html) { section in
        section.element("p", text: ShelfText.storedWhat)
        section.element("p", text: ShelfText.storedHowLong + " " + SharedText.safari)
    }
}

// MARK: A visited shelf

extension VisitedShelf {
    fileprivate var counts: String { ShelfText.counts(chordsets, tunes) }

    fileprivate var readersName: String { VisitedShelf.readersName(name) }

    fileprivate static func readersName(_ name: String) -> String { name.isEmpty ? ShelfText.readersShelf : name }
}

private func visitView(_ visit: VisitedShelf, _ state: ShelfState, _ localItems: LocalItems, to html: inout HTML) {
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
            tasks(
                (isRemembered ? [(.forget, ShelfText.forget)] : []) + [(.dismiss, ShelfText.close)], state, to: &panel)
        }
    }
    switch visit.access {
    case .asking:
        lead(ShelfText.checkingLink, to: &html)
        tasks([(.dismiss, ShelfText.close)], state, to: &html)
    case .own: refusal(ShelfText.ownAlready, ShelfText.ownAlreadyWhy)
    case .unknown:
        refusal(
            state.isVisitRemembered ? ShelfText.noLongerShared : ShelfText.noShelf,
            ShelfText.noShelfWhy, state.isVisitRemembered)
    case .damaged: refusal(ShelfText.damagedLink, ShelfText.damagedLinkWhy)
    case .foreign: refusal(ShelfText.otherServer, ShelfText.otherServerWhy(visit.name))
    case .absent: refusal(ShelfText.noShelves, ShelfText.noShelvesWhy)
    case .unreachable:
        panel(ShelfText.notNow) { panel in
            panel.element("p", text: ShelfText.serverAway)
            tasks([(.retry, ShelfText.tryAgain), (.dismiss, ShelfText.close)], state, to: &panel)
        }
    case .owner:
        panel(ShelfText.useQuestion(visit.shownName)) { panel in
            let own = localItems.isEmpty ? nil : localItems.counts
            panel.element("p", text: ShelfText.useConsequence(visit.counts, own: own))
            if state.status == .owner {
                panel.element("p class='warning'", text: ShelfText.oldShelf)
                tasks([(.copyOwn, ShelfText.copyItsLink)], state, to: &panel)
            }
            tasks([(.enter, ShelfText.useHere), (.dismiss, ShelfText.notYet)], state, leads: true, to: &panel)
        }
    case .reader:
        panel(visit.readersName) { panel in
            panel.element("p", text: ShelfText.canRead(visit.counts))
            panel.element("div class='chips'") { chips in
                if visit.titles != VisitedShelf.Titles() {
                    chips.element(
                        """
                            button type='button' class='main-action' data-action='shelf take-copies {seed}' id=? \
                            aria-disabled=?
                            """,
                        taskID(.takeCopies), state.running == nil ? nil : "true", text: ShelfText.copyAll)
                }
                button(.dismiss, ShelfText.close, state, to: &chips)
            }
            titles(visit.titles.chordsets, of: "chordsets", heading: ShelfText.chordsets, to: &panel)
            titles(visit.titles.tunes, of: "tunes", heading: ShelfText.tunes, to: &panel)
            if state.isVisitRemembered {
                panel.element("p class='caption'", text: ShelfText.findAgain)
                tasks([(.forget, ShelfText.asking(ShelfText.forget))], state, to: &panel)
                confirmation(of: .forget, ShelfText.forget, state, ShelfText.forgetConsequence, to: &panel)
            }
        }
    }
}

/// A list of titles that open the items, as links to them would.
private func titles(_ titles: [String], of kind: String, heading: String, to html: inout HTML) {
    if titles.isEmpty { return }
    html.element("h4", text: heading)
    openers(
        titles.prefix(maximumTitles).map { $0.isEmpty ? ShelfText.untitled : $0 }, action: "read " + kind, to: &html)
    if titles.count > maximumTitles {
        html.element("p class='caption'", text: ShelfText.andMore(titles.count - maximumTitles))
    }
}

/// The maximum number of titles. Copying the shelf gives access to the others.
private let maximumTitles = 200

// MARK: Parts

/// - Parameter leads: whether the first task is emphasized.
private func tasks(
    _ tasks: [(task: ShelfTask, title: String)], _ state: ShelfState, leads: Bool = false, to html: inout HTML
) {
    html.element("div class='chips'") { chips in
        for (place, (task, title)) in tasks.enumerated() {
            button(task, title, state, class: leads && place == 0 ? "leading" : nil, to: &chips)
        }
    }
}

private func button(
    _ task: ShelfTask, _ title: String, _ state: ShelfState, class kind: String? = nil, to html: inout HTML
) {
    let waits = state.running != nil || !task.isLocal && !state.isReachable
    html.element(
        "button type='button' id=? class=? data-action=? aria-disabled=?",
        taskID(task), kind, "shelf do " + task.rawValue, waits ? "true" : nil,
        text: state.running == task ? title + "…" : title)
}

/// Imports the file of a saved shelf.
private func fileEntry(to html: inout HTML) {
    html.element("label class='file'") { label in
        label.write(ShelfText.addFromFile)
        label.void("input type='file' accept='.json,application/json' data-file='shelf add {seed}'")
    }
}

/// A section with tasks that need confirmation.
private func confirmedSection(
    _ title: String, _ text: String, _ confirmed: [(task: ShelfTask, title: String, consequence: String)],
    _ state: ShelfState, to html: inout HTML
) {
    section(title, to: &html) { section in
        section.element("p", text: text)
        tasks(confirmed.map { ($0.task, ShelfText.asking($0.title)) }, state, to: &section)
        for (task, title, consequence) in confirmed { confirmation(of: task, title, state, consequence, to: &section) }
    }
}

/// Asks to confirm a task after it was chosen.
private func confirmation(
    of task: ShelfTask, _ title: String, _ state: ShelfState, _ consequence: String, to html: inout HTML
) {
    guard state.pending == task else { return }
    html.element("div class='consent' role='group' aria-labelledby='shelf-consequence'") { box in
        box.element("p id='shelf-consequence'", text: consequence)
        box.element("div class='chips'") { chips in
            chips.element(
                "button type='button' class='delete' data-action=?", "shelf consent " + task.rawValue, text: title)
            chips.element("button type='button' data-action='shelf refrain' id=?", cancelID, text: ShelfText.cancel)
        }
    }
}

/// Buttons that copy, share and show a link. The host fills in the link and its QR code: see ``ShelfTask``.
private func links(
    _ copy: ShelfTask, _ share: ShelfTask, _ code: ShelfState.ShownLink, _ link: ShelfState.ShownLink,
    _ state: ShelfState, to html: inout HTML
) {
    html.element("div class='chips'") { chips in
        button(copy, ShelfText.copyLink, state, class: "leading", to: &chips)
        button(share, ShelfText.share, state, class: "device", to: &chips)
        for shown in [code, link] {
            let isShown = state.shown == shown
            chips.element(
                "button type='button' data-action=? aria-expanded=? aria-controls=?",
                "shelf show " + shown.rawValue, isShown ? "true" : "false", isShown ? shownID(shown) : nil,
                text: shown == code ? ShelfText.showCode(isShown) : ShelfText.showLink(isShown))
        }
    }
    let whose = link.isReadOnly ? "reader" : "own"
    if state.shown == code {
        html.element("div class='shelf-code' role='status' id=? data-withheld=?", shownID(code), "code " + whose)
    } else if state.shown == link {
        html.element("div class='shelf-text' id=? data-withheld=?", shownID(link), "link " + whose)
    }
}

/// The shelves of others whose links this browser remembers.
private func rememberedShelves(_ state: ShelfState, to html: inout HTML) {
    if state.rememberedShelves.isEmpty { return }
    section(ShelfText.shelvesYouRead, to: &html) { section in
        openers(state.rememberedShelves.map(VisitedShelf.readersName), action: "revisit", to: &section)
    }
}

/// A list of titles as buttons.
/// - Parameter action: the action of a title, without its index.
private func openers(_ titles: [String], action: String, to html: inout HTML) {
    html.element("ul class='shelf-titles'") { list in
        for (place, title) in titles.enumerated() {
            list.element("li") { item in
                item.element("button type='button' dir='auto' data-action=?", "shelf \(action) \(place)", text: title)
            }
        }
    }
}

/// A field for a link. Only the host reads it, because it contains a key.
private func linkEntry(_ title: String, _ text: String = ShelfText.pasteOrOpen, to html: inout HTML) {
    section(title, to: &html) { section in
        section.element("p", text: text)
        section.element("div class='link-entry' id='link-entry' data-withheld") { entry in
            entry.element("label class='spoken' for='shelf-link'", text: ShelfText.shelfLink)
            entry.void(
                """
                    input type='text' id='shelf-link' inputmode='url' autocomplete='off' autocapitalize='off' \
                    spellcheck='false' enterkeyhint='go' placeholder=?
                    """,
                ShelfText.linkHint)
            entry.element("button type='button'", text: ShelfText.openLink)
        }
    }
}
