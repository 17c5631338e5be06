import Tunes

extension TuneGenerator {
    /// Links, texts and scores, to be damaged.
    package mutating func files() -> [[UInt8]] {
        (0..<200).map { index in
            switch index % 4 {
            case 0: Array(IRealWriter.link([tune(.iReal), tune(.iReal)], name: "List").utf8)
            // Not hidden, so that damage falls on signs.
            case 1:
                Array(
                    "irealbook://A=B=C=D-=n={*AT44C7(Gb7) W/G |N1A-7,sD*m*,lx<3x>}Y|N2n r|    |QS f<D.C. al Coda>pU Z"
                        .utf8)
            case 2: Array(TuneGenerator.score.utf8)
            default: Array(TuneText.write([tune(.all)]).utf8)
            }
        }
    }

    private static let score = """
        <score-partwise><work><work-title>A "B" [C]</work-title></work><part><measure><attributes><time><beats>3</beats>
        <beat-type>4</beat-type></time></attributes><direction><direction-type><rehearsal>[A]</rehearsal>\
        </direction-type>
        </direction><direction><direction-type><words>as "before" | \
        2x</words></direction-type></direction><harmony><root>
        <root-step>C</root-step></root><kind>major-seventh</kind></harmony></measure></part></score-partwise>
        """

    /// Some of these with bytes changed, lost, doubled and cut off.
    package mutating func damaged(_ files: [[UInt8]]) -> [UInt8] {
        let signs = Array("|[]{}<>()*%=:/,.#\"NTWQSUYZxrnpsl^-+oh7b9 \n\u{FF}1r34LbKcu7XyQ".utf8)
        var bytes = one(of: files)
        for _ in 0..<number(1...12) where !bytes.isEmpty {
            let place = number(0...bytes.count - 1)
            switch number(1...6) {
            case 1: bytes[place] = UInt8(number(0...255))
            case 2: bytes[place] = one(of: signs)
            case 3: bytes.remove(at: place)
            case 4: bytes.insert(one(of: signs), at: place)
            case 5: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
            default: if happens(oneIn: 4) { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }
}
