/// The texts of the shelf screen.
enum ShelfText {
    static var yourShelf: String { "Your shelf" }
    static var sharedWithYou: String { "Shared with you" }

    /// `3 chordsets and 1 tune`
    static func counts(_ chordsets: Int, _ tunes: Int) -> String {
        (chordsets == 1 ? "1 chordset" : "\(chordsets) chordsets")
            + (tunes == 1 ? " and 1 tune" : " and \(tunes) tunes")
    }

    // MARK: Without a shelf

    /// A note about Safari is between these two.
    static var noServer: String {
        "This copy of the page has no server. Your chordsets and tunes stay in this browser."
    }
    static var useLinks: String { "Use links and files to take them elsewhere." }
    static var contacting: String { "Contacting the server…" }
    static var alone: String {
        """
        This server stores everything for you on this computer. There is nothing to set up. Started with “--host \
        0.0.0.0”, it also serves phones and other computers, and each of them gets a shelf.
        """
    }
    static var nothingYet: String {
        """
        Nothing is on the server yet. A shelf is created when you save a chordset or a tune. You need no account: a \
        secret link in this browser opens it.
        """
    }
    static var unreachableYet: String {
        "The server cannot be reached. Your work is saved in this browser until it can."
    }
    static var haveShelf: String { "Already have a shelf?" }
    static var pasteOrOpen: String { "Paste its link here, or open the link itself." }
    static var haveFile: String { "Have a shelf in a file?" }
    static var addFileHere: String { "A file made with “Save as a file” can be added here." }
    static var addFromFile: String { "Add from a file" }

    // MARK: Lost shelf

    static var lost: String { "The server no longer has this shelf" }
    static var lostWhy: String {
        """
        Its link was replaced on another device, or the shelf was deleted. Your copy is still in this browser. \
        Nothing is sent until you choose how to go on.
        """
    }
    static var linkReplaced: String { "The link was replaced" }
    static var openNewLink: String { "Open the new link, or paste it here. Your changes since then are added." }
    static var shelfGone: String { "The shelf is gone" }
    static var startAgain: String { "Start a new shelf, with its own link, from what is in this browser." }
    static var startNew: String { "Start a new shelf" }
    static var deleteHere: String { "Delete it here too" }
    static var deleteHereWhy: String { "Everything from the shelf is deleted from this browser." }
    static var leaveLost: String {
        """
        All chordsets and tunes are deleted from this browser. They may exist nowhere else: first save them as \
        files, under Lights and Tunes. This cannot be undone.
        """
    }

    // MARK: The user's shelf

    static var unreachable: String {
        "The server cannot be reached. You can copy links. Everything else here has to wait."
    }
    static var name: String { "Name" }
    static var nameNote: String { "Your other devices and readers see it." }
    static var noName: String { "No name yet" }
    static var practice: String { "Practice on all your devices" }
    static var practiceHow: String {
        """
        Your practice log, your settings, and which tunes you play and like can be the same on all devices with this \
        shelf. Switch it on here and on each of them. Readers of your shelf never see it.
        """
    }
    static var keepInStep: String { "Include this device" }
    static var keepHere: String { "Leave this device out" }
    static var travels: String { deviceData + " of this device are on the shelf now." }
    static var stays: String { deviceData + " stay on this device." }
    private static var deviceData: String { "Practice log, settings, favourites and play counts" }
    static var otherDevices: String { "On your other devices" }
    static var otherDevicesHow: String {
        "Open this link there, or scan its QR code. All your devices then share one shelf, even offline."
    }
    static var keepPrivate: String { "Anyone with this link can read, change and delete everything. Keep it private." }
    static var replaceLink: String { "Replace link" }
    static var replaceLinkWhy: String { "Do this if your link has fallen into the wrong hands." }
    static var replaceYourLink: String { "Replace your link" }
    static var replaceConsequence: String {
        """
        All links handed out so far stop working, including readers’ links. Your other devices need the new link. \
        What is on them stays there.
        """
    }
    static var backup: String { "All in one file" }
    static var backupHow: String {
        "Your chordsets and tunes as the server has them. You can add the file again, here or to another shelf."
    }
    static var saveAsFile: String { "Save as a file" }
    /// The name of the file of a shelf without a name.
    static var fileName: String { "Chord Combiner" }
    static var anotherShelf: String { "Another shelf" }
    static var pasteOther: String { "Paste the link of a shelf to use or read in this browser." }
    static var leaveOrDelete: String { "Leave or delete" }
    static var leaveOrDeleteHow: String { "Leave the shelf in this browser only, or delete it everywhere." }
    static var leave: String { "Leave the shelf" }
    static var leaveConsequence: String {
        """
        This browser forgets the link and its copy of the shelf. Only the link leads back: copy it first, unless \
        another device has it.
        """
    }
    static func alsoLost(_ unsent: Int) -> String {
        " " + SessionText.itemsAre(unsent) + " not on the server yet and will be lost."
    }
    static var delete: String { "Delete for good" }
    static var deleteConsequence: String {
        """
        All chordsets and tunes of this shelf are deleted on the server and in this browser, for readers too. This \
        cannot be undone.
        """
    }

    /// A button that asks for confirmation: `Leave the shelf…`.
    static func asking(_ title: String) -> String { title + "…" }
    static var cancel: String { "Cancel" }

    // MARK: Readers

    static var letOthersRead: String { "Let others read" }
    static var readersHow: String {
        "A second link lets others view your shelf and take copies. They cannot change anything."
    }
    static var makeReaderLink: String { "Create a read-only link" }
    static var readersHaveLink: String {
        "Anyone with this link can view everything and take copies, but change nothing. A new link disables it."
    }
    static var readersElsewhere: String {
        "Others can read this shelf. Only the device that created the link knows it. A new link disables it."
    }
    static var newReaderLink: String { "Create a new link" }
    static var stopSharing: String { "Stop sharing" }
    static var newReaderConsequence: String { "The old link stops working for everyone who has it." }
    static var stopConsequence: String {
        "The link stops working for everyone who has it. Copies they have taken stay theirs."
    }
    static var shelvesYouRead: String { "Shelves you read" }

    // MARK: Links

    static var copyLink: String { "Copy link" }
    static var share: String { "Share…" }
    static func showCode(_ isShown: Bool) -> String { isShown ? "Hide QR code" : "Show QR code" }
    static func showLink(_ isShown: Bool) -> String { isShown ? "Hide link" : "Show link" }
    static var shelfLink: String { "Shelf link" }
    /// A placeholder with the format of a link.
    static var linkHint: String { "https://…/shelf#…" }
    static var openLink: String { "Open link" }

    // MARK: What the server stores

    static var stored: String { "What the server stores" }
    static var storedWhat: String {
        """
        Your chordsets and tunes with their titles, and the name of the shelf. Links are stored only as hashes: if \
        all links are lost, the shelf cannot be opened. No account, no email address, no cookies. The operator of \
        the server could read what is on the shelf.
        """
    }
    /// A note about Safari follows it.
    static var storedHowLong: String {
        "It is stored until you delete it. Practice results and settings are on it only if you include them."
    }

    // MARK: A visited shelf

    static var thisShelf: String { "this shelf" }
    static var readersShelf: String { "A shared shelf" }
    static var checkingLink: String { "Checking this link…" }
    static var close: String { "Close" }
    static var ownAlready: String { "This is already your shelf" }
    static var ownAlreadyWhy: String { "The link leads to the shelf that this browser uses." }
    static var noLongerShared: String { "This shelf is no longer shared" }
    static var noShelf: String { "No shelf found for this link" }
    static var noShelfWhy: String {
        "Its link was replaced, or the shelf was deleted. Ask for the new link, or copy the link again."
    }
    static var damagedLink: String { "This link is incomplete" }
    static var damagedLinkWhy: String { "Part of it is missing or was changed. Copy the whole link again." }
    static var otherServer: String { "This link belongs to another server" }
    static func otherServerWhy(_ host: String) -> String { "Open it directly in a browser. It leads to " + host + "." }
    static var noShelves: String { "This server has no shelves" }
    static var noShelvesWhy: String { "The link must belong to another server." }
    static var notNow: String { "This link cannot be opened right now" }
    static var serverAway: String { "The server cannot be reached." }
    static var tryAgain: String { "Try again" }

    static func useQuestion(_ name: String) -> String { "Use " + name + " in this browser?" }
    /// - Parameter own: the items in this browser; nil if there are none.
    static func useConsequence(_ counts: String, own: String?) -> String {
        "It has " + counts + ". " + (own.map { "What this browser has (" + $0 + ") is added. " } ?? "")
            + "From then on both are the same. Anyone with this link sees and can change what you save here."
    }
    static var oldShelf: String {
        """
        The shelf used so far stays on the server. Only its link leads back: copy it first, unless another device \
        has it.
        """
    }
    static var copyItsLink: String { "Copy its link" }
    static var useHere: String { "Use it here" }
    static var notYet: String { "Not now" }

    static func canRead(_ counts: String) -> String {
        "You can view this shelf: " + counts
            + ". Choose one to open it. Your own shelf stays as it is. Copies are yours."
    }
    static var copyAll: String { "Copy all to my shelf" }
    static var chordsets: String { "Chordsets" }
    static var tunes: String { "Tunes" }
    static var untitled: String { "Untitled" }
    static func andMore(_ count: Int) -> String {
        "and \(count) more. Copy all to your shelf to open and search them."
    }
    static var findAgain: String { "You can find it again on this page, under “Shelves you read”." }
    static var forget: String { "Forget this shelf" }
    static var forgetConsequence: String { "Only the link that you were sent leads back to it." }

    // MARK: Results of tasks

    static var needsServer: String { "This needs the server, which cannot be reached now. Try again later." }
    static var renamed: String { "Name changed." }
    static var ownLinkCopied: String { "Link copied. Anyone with it can read and change everything." }
    static var readerLinkCopied: String { "Link copied. Anyone with it can read everything." }
    static var readerLinkReady: String { "The read-only link is ready." }
    static var sharingStopped: String { "Sharing stopped. The link no longer works." }
    static var linkRenewed: String { "Your link has been replaced. Your other devices need the new one." }
    static var fileSaved: String { "File saved." }
    static var left: String { "This browser has left the shelf." }
    static var deleted: String { "Shelf deleted." }
    static var begun: String { "Your work is on a new shelf now." }
    static var entered: String { "This browser now uses the shelf." }

    static var undecided: String {
        "The server has not confirmed that your link was replaced. Until it answers, either link may be the valid one."
    }
    static var gone: String {
        "This shelf cannot be used: it was deleted, or its link was replaced. Your own shelf is unchanged."
    }
    static var notReset: String {
        "This device was not reset: some of your work would be lost. Save it as a file first."
    }
    static var linkNotStored: String { "This shelf cannot be used here: this browser could not store its link." }
    static var newLinkNotStored: String { "Nothing was changed: this browser could not store the new link." }
    static var cannotCopy: String {
        "Your browser does not let this page copy. Choose “Show link” and copy it by hand."
    }
    static var fileNotSaved: String { "The file was not saved: the server did not answer. Try again later." }
    static var stillAway: String { "The server still cannot be reached." }
    static var notLoaded: String { "Part of the page could not be loaded. Try again when you are online." }
    static var notLeft: String { "Not everything could be deleted from this browser. Try again." }
    static var notEntered: String { "This shelf cannot be used here: the server did not answer. Try again later." }
    static var refused: String { "The server refused. Nothing was changed. Try again in a moment." }
    static var renewUncertain: String {
        "Your link may have been replaced: the server did not answer. Come back here when it can be reached."
    }
    static var uncertain: String {
        "This may or may not have been done: the server did not answer. Check again when it can be reached."
    }
}
