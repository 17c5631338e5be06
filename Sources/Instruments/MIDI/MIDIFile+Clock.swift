extension MIDIFile {
    /// What ticks mean, in seconds and in bars.
    struct Clock: Sendable, Hashable {
        private struct Tempo: Sendable, Hashable {
            let tick: Int
            let seconds: Double
            let secondsPerTick: Double
        }

        private struct Meter: Sendable, Hashable {
            let tick: Int
            /// The bar that begins here, from 1.
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
            // Few of many, and only they need to be put in order.
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
                    // A bar in which something has sounded is over; one that begins here is begun anew.
                    let bar = begun.beat > 1 ? min(begun.bar + 1, mostBars) : begun.bar
                    meters.append(Meter(tick: tick, bar: bar, signature: signature))
                default: break
                }
            }
        }

        func seconds(atTick tick: Int) -> Double {
            seconds(atTick: tick, in: last(of: tempi.count) { tempi[$0].tick <= tick })
        }

        /// - Parameter place: the tempo in force at an earlier tick, from 0; becomes that of this one.
        func seconds(atTick tick: Int, onFrom place: inout Int) -> Double {
            while place + 1 < tempi.count, tempi[place + 1].tick <= tick { place += 1 }
            return seconds(atTick: tick, in: place)
        }

        private func seconds(atTick tick: Int, in place: Int) -> Double {
            // As numbers with a fraction, which have room for the distance of any two ticks.
            tempi[place].seconds + (Double(tick) - Double(tempi[place].tick)) * tempi[place].secondsPerTick
        }

        func position(atTick tick: Int) -> Position {
            let tick = min(max(tick, 0), longestTick)
            let meter = meters[last(of: meters.count) { meters[$0].tick <= tick }]
            // Counted in ticks divided by the denominator, which are whole numbers whatever a beat is. In 64 bits, for
            // 32 do not hold a long file of short beats.
            let parts = Int64(tick - meter.tick) * Int64(meter.signature.denominator)
            let partsPerBeat = 4 * Int64(ticksPerQuarter)
            let partsPerBar = partsPerBeat * Int64(meter.signature.numerator)
            let bar = min(Int64(meter.bar) + parts / partsPerBar, Int64(mostBars))
            return Position(bar: Int(bar), beat: 1 + Double(parts % partsPerBar) / Double(partsPerBeat))
        }

        /// The last of `count` places at which something holds that holds at the first ones only; 0 if nowhere.
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
