extension PrometheusExporter.Family {
    /// All metrics of the server, in the order of `/metrics`.
    static let all = [
        Self(.gauge, "chords_build_info", "The API version and the page’s build as labels; always 1."),
        Self(.counter, "chords_http_requests_total", "Responses, with event streams when they begin."),
        Self(
            .histogram, "chords_http_request_duration_seconds",
            "Time from the head of a request to its response, without event streams."),
        Self(
            .counter, "chords_http_refused_total",
            "Requests refused because of the rate limit, a wrong host, slowness or length."),
        Self(.counter, "chords_http_received_bytes_total", "Bytes of requests."),
        Self(.counter, "chords_http_sent_bytes_total", "Bytes of responses."),
        Self(.gauge, "chords_event_listeners", "Open event streams."),
        Self(.gauge, "chords_connections", "Open connections."),
        Self(.gauge, "chords_connections_limit", "Maximum number of open connections."),
        Self(.counter, "chords_connections_total", "Connections opened."),
        Self(
            .counter, "chords_connections_refused_total",
            "Connections rejected because of the total limit or the limit per address."),
        Self(.gauge, "chords_renderer_waiting", "Screens and details being rendered or waiting for a thread."),
        Self(.counter, "chords_renderer_refused_total", "Requests refused because too many screens were waiting."),
        Self(.gauge, "chords_work_waiting", "Requests whose work is running or waiting for a thread."),
        Self(.counter, "chords_work_refused_total", "Requests refused because too much work was waiting."),
        Self(.gauge, "chords_storing_waiting", "Requests to store whose work is running or waiting for a thread."),
        Self(.counter, "chords_storing_refused_total", "Requests to store refused because too many were waiting."),
        Self(.gauge, "process_start_time_seconds", "The start time of the server in seconds since 1970."),
        Self(.counter, "process_cpu_seconds_total", "CPU time in seconds."),
        Self(.gauge, "process_resident_memory_bytes", "Resident memory in bytes."),
        Self(.gauge, "process_open_fds", "Open files, including connections."),
        Self(.gauge, "process_max_fds", "Maximum number of open files."),
        Self(.gauge, "chords_database_up", "1 if the database answers, otherwise 0."),
        Self(.gauge, "chords_kept", "The number of stored items."),
        Self(.gauge, "chords_kept_bytes", "The size of all stored items as JSON in bytes."),
    ]
}
