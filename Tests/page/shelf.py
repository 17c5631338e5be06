"""The chordsets of a server, asked over HTTP."""

import json
import urllib.request


class Shelf:
    """What the server keeps."""

    def __init__(self, url):
        self.url = url

    def ask(self, method, path="", body=None):
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + "/api/v1/chordsets" + path, content, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def clear(self):
        # The server lists so many at a time.
        while entries := self.ask("GET"):
            for entry in entries:
                self.ask("DELETE", "/" + entry["id"])

    def titles(self):
        return [entry["title"] for entry in self.ask("GET")]

    def change(self, id, title):
        self.ask("PATCH", "/" + id, {"title": title})

    def add(self, *sets):
        for entry in sets:
            self.ask("POST", "", entry)

    def sets(self):
        """Title and chords of each, in their order."""
        return [(entry["title"], entry["chords"]) for entry in self.ask("GET")]

    def chord(self, position=0, id="a"):
        return self.ask("GET", f"/{id}/chords/{position}")

    def lumis(self, position=0, id="a"):
        return self.chord(position, id)["lumis"]
