"""Browser tabs that tests use one after another.

A new browser context costs more than a screen in it: a process, an empty cache, and the engine compiled again. So a tab
is cleaned after a test and given to the next one, unless the test has changed what cannot be taken back.
"""

import time

# What stays in a context or page, or is easily forgotten there. A tab whose test has called one of these is closed.
LASTING = {
    "context": ["add_init_script", "expose_binding", "new_cdp_session", "on", "route", "set_offline"],
    "page": ["add_init_script", "close", "expose_function", "on", "once", "route", "set_default_timeout"],
}
BLANK = "about:blank"
STORAGE = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage"
# Emulated media of a new page.
MEDIA = {name: "null" for name in ["media", "color_scheme", "reduced_motion", "forced_colors", "contrast"]}


class Tab:
    """A page in a browser context of its own, for one test at a time."""

    def __init__(self, context, errors):
        self.context, self.errors = context, errors
        self.page = context.new_page()
        self.viewport = self.page.viewport_size
        self.session = context.new_cdp_session(self.page)
        self.is_lasting = False
        # Requests that change something on the server and have no answer yet.
        self.unanswered = set()
        context.on("request", lambda request: request.method == "GET" or self.unanswered.add(request))
        for event in ["requestfinished", "requestfailed"]:
            context.on(event, lambda request: self.unanswered.discard(request))
        for owner, names in [(context, LASTING["context"]), (self.page, LASTING["page"])]:
            for name in names:
                setattr(owner, name, self.watched(getattr(owner, name)))

    def watched(self, method):
        def call(*arguments, **options):
            self.is_lasting = True
            return method(*arguments, **options)
        return call

    def clean(self):
        """Makes the tab as good as new. False if that is impossible."""
        if self.is_lasting or self.page.is_closed():
            return False
        # The server would carry them out after the test has deleted everything there.
        deadline = time.monotonic() + 2
        while self.unanswered and time.monotonic() < deadline:
            self.page.wait_for_timeout(10)
        for page in self.context.pages:
            if page != self.page:
                page.close()
        if self.page.url != BLANK:
            origin = self.page.evaluate("location.origin")
            self.page.evaluate("sessionStorage.clear()")
            # Nothing may be stored after the origin is cleared.
            self.page.goto(BLANK)
            self.session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORAGE})
        self.session.send("Page.resetNavigationHistory")
        self.context.clear_permissions()
        self.page.emulate_media(**MEDIA)
        self.page.set_viewport_size(self.viewport)
        # The pointer must not touch anything of the next screen.
        self.page.mouse.move(-1, -1)
        return True
