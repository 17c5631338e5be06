extension MIDIFile {
    /// A bar of the time signature.
    struct Bar: Sendable, Hashable {
        /// From 1.
        let number: Int
        /// The beginning and the length in ticks.
        let start: Double
        let ticks: Double
        let signature: TimeSignature
    }

    /// Converts ticks to seconds and to bars.
    struct Clock: Sendable, Hashable {
        private struct Tempo: Sendable, Hashable {
            let tick: Int
            let seconds: Double
            let secondsPerTick: Double
        }

        private struct Meter: Sendable, Hashable {
            let tick: Int
            /// The number of the bar that begins here, from 1.
            let bar: Int
            let signature: TimeSignature
        }

        private let ticksPerQuarter: Int
        private var tempi: [Tempo]
        private var meters: [Meter]

        init(ticksPerQuarter: Int, tracks: [[Event]]) {
            self.ticksPerQuarter = ticksPerQuarter
            tempi = [Tempo(tick: 0, seconds: 0, secondsPerTick: 0.5 / Double(ticksPerQuarter))]
            meters = [Meter(tick: 0, bar: 1, signature: TimeSignature(4, 4))]
            // Only these few events have to be merged in order.
            let changes = tracks.map { track in
                track.filter { event in
                    switch event.kind {
                    case .tempo, .timeSignature: true
                    default: false
                    }
                }
            }
            for change in InTimeOrder(changes) {
                let tick = change.tick
                switch change.kind {
                case .tempo(let microseconds):
                    let secondsPerTick = Double(max(microseconds, 0)) / 1e6 / Double(ticksPerQuarter)
                    tempi.append(Tempo(tick: tick, seconds: seconds(atTick: tick), secondsPerTick: secondsPerTick))
                case .timeSignature(let signature):
                    let begun = position(atTick: tick)
                    // A new time signature ends an unfinished bar.
                    let bar = begun.beat > 1 ? min(begun.bar + 1, maximumBars) : begun.bar
                    meters.append(Meter(tick: tick, bar: bar, signature: signature))
                default: break
                }
            }
        }

        func seconds(atTick tick: Int) -> Double {
            seconds(atTick: tick, in: last(of: tempi.count) { tempi[$0].tick <= tick })
        }

        /// - Parameter index: the index of the tempo at an earlier tick, from 0. It is moved on to the tempo at this
        ///   tick.
        func seconds(atTick tick: Int, from index: inout Int) -> Double {
            while index + 1 < tempi.count, tempi[index + 1].tick <= tick { index += 1 }
            return seconds(atTick: tick, in: index)
        }

        private func seconds(atTick tick: Int, in index: Int) -> Double {
            // Subtracting Double values cannot overflow.
            tempi[index].seconds + (Double(tick) - Double(tempi[index].tick)) * tempi[index].secondsPerTick
        }

        func position(atTick tick: Int) -> Position {
            let tick = min(max(tick, 0), maximumTick)
            let meter = meters[last(of: meters.count) { meters[$0].tick <= tick }]
            // In units of a tick divided by the denominator, beats are integers. A long file needs 64 bits for them.
            let parts = Int64(tick - meter.tick) * Int64(meter.signature.denominator)
            let partsPerBeat = 4 * Int64(ticksPerQuarter)
            let partsPerBar = partsPerBeat * Int64(meter.signature.numerator)
            let bar = min(Int64(meter.bar) + parts / partsPerBar, Int64(maximumBars))
            return Position(bar: Int(bar), beat: 1 + Double(parts % partsPerBar) / Double(partsPerBeat))
        }

        /// The bar that contains a tick.
        func bar(atTick tick: Int) -> Bar {
            let meter = meters[last(of: meters.count) { meters[$0].tick <= tick }]
            let signature = meter.signature
            let ticks = 4 * Double(ticksPerQuarter) * Double(signature.numerator) / Double(signature.denominator)
            let count = position(atTick: tick).bar - meter.bar
            return Bar(
                number: meter.bar + count, start: Double(meter.tick) + Double(count) * ticks, ticks: ticks,
                signature: signature)
        }

        /// Binary search: the last of `count` indices for which `holds` is true; 0 if there is none.
        private func last(of count: Int, where holds: (Int) -> Bool) -> Int {
            var low = 0
            var high = count
            while high - low > 1 {
                let middle = (low + high) / 2
                if holds(middle) { low = middle } else { high = middle }
            }
            return low
        }
    }
}
