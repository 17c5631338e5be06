/// The signs of a chart as paths, each around its middle and about twenty high, to be begun with a move to there.
enum ChartShapes {
    /// 𝄋: an S, a stroke through it, and a dot on both sides.
    static let segno = """
        m6-4c0-4-7-5-8-1c-1 4 9 4 8 9c-1 4-9 3-8-1m-5 8l14-22
        """
    /// 𝄌: an oval and a cross.
    static let coda = "m-6 0a6 7.5 0 1 1 12 0a6 7.5 0 1 1-12 0zm-4 0h20m-10-11v22"
    /// 𝄐: an arc.
    static let fermata = "m-10 4a10 10 0 0 1 20 0"
}
