/// Updates the monitor when something is done with it.
func updateMonitor(_ monitor: inout Monitor, _ verb: MonitorVerb) {
    switch verb {
    case .open(let isOpen): monitor.open(isOpen)
    case .pause(let isPaused): monitor.isPaused = isPaused
    case .clear: monitor.clear()
    case .filter(let kind): monitor.toggle(kind)
    }
}
