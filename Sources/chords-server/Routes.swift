import Hummingbird
import Logging

/// All routes with their middleware.
struct Routes {
    let site: Site
    let shelves: ShelfAuthorizer
    let metrics: HTTPMetrics
    let exporter: PrometheusExporter
    let metricsReaders: MetricsReaders
    let hosts: AllowedHosts
    let proxies: TrustedProxies
    let rateLimiter: RateLimiter?
    let logger: Logger

    /// The endpoints without state.
    private static let endpoints: [Endpoint] = [
        .combine, .ways, .voicings, .leading, .progression, .board, .graphDOT, .graphSVG, .chord, .scale, .circle, .key,
        .linnStrument, .match, .name, .vocabulary, .exercise, .courses, .course, .description, .health,
    ]

    func responder() -> RouterResponder<ServerRequestContext> {
        let (work, cache, news) = (Work(exporter), DocumentCache(), News(of: shelves.shelves))
        let resources =
            Endpoint.resources(Self.endpoints, cache: cache, work: work)
            + [PracticeEndpoint(work: work).resource, QRCodeEndpoint(work: work).resource]
            + ChordsetEndpoints(items: StoredItems(shelves: shelves, news: news, work: work)).resources
            + TuneEndpoints(items: StoredItems(shelves: shelves, news: news, work: work)).resources
            + ShelfEndpoints(authorizer: shelves, work: work).resources
            + DeviceEndpoints(authorizer: shelves, work: work).resources + [ReadinessEndpoint(shelves).resource]
        let metricsEndpoint = MetricsEndpoint(exporter, readers: metricsReaders, shelves: shelves.shelves)
        let router = Router(context: ServerRequestContext.self)
        router.add(middleware: RequestMetrics(metrics: metrics, logger: logger))
        router.add(middleware: ResponseHeaders())
        router.add(middleware: ErrorResponses(logger: logger))
        router.add(middleware: hosts)
        router.add(middleware: proxies)
        router.add(middleware: RequestTarget())
        if let rateLimiter { router.add(middleware: RateLimit(limiter: rateLimiter)) }
        router.add(middleware: OtherSites())
        router.add(middleware: RequestBodies())
        router.add(
            middleware: Screens(
                template: site.template, cache: cache, work: work, paths: resources.flatMap(\.paths),
                chordsets: shelves.requiresKey ? nil : FirstChordsets(of: shelves.shelves.keyless)))
        router.add(middleware: SiteFiles(site))
        for resource in resources { resource.add(to: router) }
        Resource(Route.metrics, [.get: metricsEndpoint.response]).add(to: router)
        return router.buildResponder()
    }
}
