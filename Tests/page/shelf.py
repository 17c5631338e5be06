"""Client for the items of one kind that a server stores, over the HTTP API."""

import json
import urllib.request

# A chordset with notes and lights, as sent to the API, for screens that need one.
CHORDSET = {
    "title": "Dusk",
    "chords": [
        {
            "position": position,
            "background": {"hue": 45 * position, "purity": 0.8, "brightness": 0.7},
            "lumis": [{"sides": sides, "hue": 120} for sides in (1, 3)],
            "music": {"lower": lower, "upper": upper, "colorsLight": False} if lower else None,
        }
        for position,
        (lower, upper) in enumerate([("Cma7", "D"), ("Ami7", None), ("C♯mi7(♭5)", "F♯ma7(♯11)"), *[(None, None)] * 5])
    ],
}


class Chordsets:
    """How to build chordsets, for tests that cover several kinds of items."""

    name = "chordsets"
    database = "chord-combiner"
    # Fields that must be equal in the browser and on the server.
    content = ("title", "chords")

    @staticmethod
    def api_item(id, title, bpm=60):
        """A chordset as sent to the API. The server rejects it if the tempo is below 0."""
        background = {"hue": 0, "purity": 0, "brightness": 0}
        chords = [{"position": n, "background": background, "bpm": bpm, "lumis": []} for n in range(8)]
        return {"id": id, "title": title, "chords": chords}

    @classmethod
    def stored_item(cls, id, title, bpm=60):
        """The same chordset as the browser stores it."""
        return cls.api_item(id, title, bpm)


class Tunes:
    """How to build tunes."""

    name = "tunes"
    database = "chord-combiner-tunes"
    content = ("title", "composer", "key", "style", "text", "setup")

    @staticmethod
    def api_item(id, title, bpm=60):
        text = f"Title: {title}\nComposer: Nobody\nStyle: Ballad\nKey: Bbm\nTempo: {bpm}\n\n| Dmi7 | G7 |\n"
        return {"id": id, "text": text, "setup": f"hands=shell tempo={bpm}"}

    @classmethod
    def stored_item(cls, id, title, bpm=60):
        return {**cls.api_item(id, title, bpm), "title": title, "composer": "Nobody", "key": "Bbm", "style": "Ballad"}


class Shelf:
    """The items of one kind on a server."""

    def __init__(self, url, kind=Chordsets):
        self.url, self.kind = url, kind

    def request(self, method, path="", body=None):
        content = None if body is None else json.dumps(body).encode()
        http_request = urllib.request.Request(
            f"{self.url}/api/v1/{self.kind.name}{path}", content, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(http_request) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def clear(self):
        # A response has a maximum number of items.
        while entries := self.request("GET"):
            for entry in entries:
                self.request("DELETE", "/" + entry["id"])

    def titles(self):
        return [entry["title"] for entry in self.request("GET")]

    def put(self, id, title, bpm=60):
        self.request("PUT", "/" + id, self.kind.api_item(id, title, bpm))

    def add(self, *sets):
        for entry in sets:
            self.request("POST", "", entry)

    def contents(self):
        """Title and chords of each item, in order."""
        return [(entry["title"], entry["chords"]) for entry in self.request("GET")]

    def chord(self, position=0, id="a"):
        return self.request("GET", f"/{id}/chords/{position}")

    def lumis(self, position=0, id="a"):
        return self.chord(position, id)["lumis"]
