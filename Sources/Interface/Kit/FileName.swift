import Harmony

/// A title as a file name, without characters that are special in paths and without those that change the text
/// direction.
func fileName(_ title: String) -> String {
    var name = ""
    for scalar in title.unicodeScalars where name.utf8.count < 120 {
        switch scalar.value {
        case 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: break
        default:
            let isSpecial = scalar.isOne(of: "/\\:*?\"<>|")
            name.unicodeScalars.append(isSpecial ? "-" : scalar)
        }
    }
    return name
}
