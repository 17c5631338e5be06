#!/usr/bin/env python3
"""Takes screenshots of every screen at eight sizes in both themes, for people to review. Not a test.

    .venv-test/bin/python Tests/page/screenshots.py [FOLDER [NAME …]]

Writes to ./screenshots by default: a contact sheet of each screen, and a folder with its pictures. With names, only
these screens. Needs Debian's fonts-roboto.
"""

import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from serving import ROOT, SITE, Server
from fonts import roboto
from screen import READY_SIGNAL, Screen, chromium
from screens import screens

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (820, 1180), (1180, 820), (1440, 900), (1920, 1080)]
THEMES = ["light", "dark"]
# The scale of a window on a contact sheet.
SCALE = .4

def with_music(screen):
    """Opens the chordsets with one whose first chord has notes."""
    screen.wait_until_ready().choose("Cma7", "D")
    screen.page.get_by_text("Share or copy").click()
    screen.page.get_by_role("button", name="Add to chordset").click()
    screen.page.get_by_role("link", name="More", exact=True).click()
    screen.page.get_by_role("link", name="Lights").click()


def edited(screen):
    screen.page.get_by_role("link", name="Edit chordset 1").click()
    screen.page.locator("details.more > summary").click()
    screen.page.get_by_label("Seed").fill("12")
    screen.page.get_by_label("Seed").press("Enter")


def created_with(screen, kind):
    """Creates a chordset of this kind while two current chords exist."""
    with_music(screen)
    screen.page.get_by_role("button", name="New chordset").click()
    screen.page.locator("#beginnings button").filter(has_text=kind).click()


def gentle_chordset(screen):
    created_with(screen, "Gentle")
    screen.page.get_by_role("link", name="Play chordset").last.click()
    screen.page.wait_for_timeout(1000)


def on_stage(screen):
    screen.page.get_by_role("link", name="Play this chordset").click()
    screen.page.wait_for_timeout(1000)


def shelf_with_chordset(screen):
    """Opens the shelf of a user with one chordset."""
    with_music(screen)
    screen.page.locator("#shelf-state").get_by_text("Saved on the server").wait_for()
    screen.page.get_by_role("link", name="Your shelf").click()
    screen.page.get_by_role("button", name="Replace your link…").wait_for()


def deleting_shelf(screen):
    shelf_with_chordset(screen)
    screen.page.get_by_role("button", name="Delete for good…").click()


# What has no address, or depends on what was done before.
STATES = {
    "typing": lambda screen: screen.type("lower", "Cm"),
    "slash": lambda screen: screen.choose("C", "C+"),
    "polychord": lambda screen: screen.choose("Cma7", "E"),
    "dense": lambda screen: screen.choose("C♭°11(♭13addΔ7)", "F♯mi11(♭5♭9♭13)"),
    "graph": lambda screen: (
        screen.page.goto("/chord/Cma9"), screen.page.locator("svg.graph:visible").scroll_into_view_if_needed()),
    "graph-lit": lambda screen: (
        screen.page.goto("/chord/Cma13"), screen.page.locator("svg.graph:visible [data-node]").nth(3).hover()),
    "circle": lambda screen: (screen.choose("C", "Emi"), screen.page.goto("/circle/C")),
    "board": lambda screen: screen.choose("C7", "A").page.goto("/board/C7"),
    "play": lambda screen: (screen.page.goto("/play"), [screen.page.keyboard.down(key) for key in "adgk"]),
    "linnstrument": lambda screen: (
        screen.page.goto("/play/linnstrument"), [screen.page.keyboard.down(key) for key in "adgk"]),
    "chordsets-none": lambda screen: screen.choose("Cma7", "D").page.goto("/chordsets"),
    "chordsets": lambda screen: created_with(screen, "Your current chords"),
    "beginnings": lambda screen: (with_music(screen), screen.page.get_by_role("button", name="New chordset").click()),
    "gentle": lambda screen: gentle_chordset(screen),
    "light-chord": lambda screen: (with_music(screen), edited(screen)),
    "stage": lambda screen: (with_music(screen), edited(screen), on_stage(screen)),
    "sheet": lambda screen: (
        with_music(screen), screen.page.get_by_role("link", name="Practice sheet of chordset 1").click()),
    "shelf": shelf_with_chordset,
    "shelf-code": lambda screen: (
        shelf_with_chordset(screen), screen.page.get_by_role("button", name="Show QR code").click()),
    "shelf-asked": deleting_shelf,
    "error": lambda screen: (screen.choose("Cma7", "D"), screen.choose(upper="Dmaj7x")),
}


def folder_name(name):
    return re.sub(r"\W+", "-", name)


def visits():
    """How to reach every screen and state, by name. Screens of a stored chordset are among the states."""
    addresses = {
        folder_name(example["name"]): lambda screen, path=example["path"]: screen.page.goto(path)
        for example in screens() if "{id}" not in example["path"]}
    return addresses | STATES


def pictures(browser, server, visit, folder):
    """One picture of the window for each theme and size. The screen is opened once."""
    folder.mkdir(parents=True, exist_ok=True)
    with browser.new_context(base_url=server.url) as context:
        context.add_init_script(READY_SIGNAL)
        page = context.new_page()
        page.goto("/")
        visit(Screen(page).wait_until_ready())
        page.wait_for_timeout(700)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
                page.screenshot(path=folder / f"{theme}-{width}x{height}.png")


def contact_sheet(browser, folder):
    """Saves one picture with all windows scaled down, a row for each theme."""
    rows = "".join(
        "<p>" + "".join(
            f"<img src='{folder.name}/{theme}-{width}x{height}.png' width={round(width * SCALE)}>"
            for width, height in SIZES) for theme in THEMES)
    sheet = folder.with_suffix(".html")
    sheet.write_text(
        "<meta charset=utf-8><style>body{width:max-content;margin:12px;background:#888}"
        "p{display:flex;align-items:start;gap:12px;margin:0 0 12px}</style>" + rows)
    page = browser.new_page(viewport={"width": 3250, "height": 900})
    page.goto(sheet.resolve().as_uri())
    page.screenshot(path=folder.with_suffix(".png"), full_page=True)
    page.close()
    sheet.unlink()


def main(folder, names):
    with tempfile.TemporaryDirectory() as temporary, roboto(), chromium() as browser:
        # A server with shelves: each screen comes from a user with their own data.
        server = Server(SITE, Path(temporary) / "log", "--shelves")
        for name, visit in visits().items():
            if names and name not in names:
                continue
            pictures(browser, server, visit, folder / name)
            contact_sheet(browser, folder / name)
            print(folder / f"{name}.png", flush=True)
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "screenshots", sys.argv[2:])
