#!/usr/bin/env python3
"""Takes screenshots of every state of the page for people to review. Not a test.

    .venv-test/bin/python Tests/page/screenshots.py [FOLDER]

Writes to ./screenshots by default: a picture of each state, and a contact sheet of all states for each size and theme.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from serving import ROOT, SITE, Server
from screen import DESKTOP, PHONE, READY_SIGNAL, Screen, chromium

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


STATES = {
    "empty": lambda screen: None,
    "typing": lambda screen: screen.type("lower", "Cm"),
    "one-chord": lambda screen: screen.choose(lower="F♯mi7"),
    "unified": lambda screen: screen.choose("Cma7", "D"),
    "slash": lambda screen: screen.choose("C", "C+"),
    "polychord": lambda screen: screen.choose("Cma7", "E"),
    "dense": lambda screen: screen.choose("C♭°11(♭13addΔ7)", "F♯mi11(♭5♭9♭13)"),
    "graph": lambda screen: (
        screen.page.goto("/chord/Cma9"), screen.page.locator("svg.graph:visible").scroll_into_view_if_needed()),
    "graph-lit": lambda screen: (
        screen.page.goto("/chord/Cma13"), screen.page.locator("svg.graph:visible [data-node]").nth(3).hover()),
    "graph-largest": lambda screen: screen.page.goto("/chord/C°11(♭13addΔ7)"),
    "select": lambda screen: screen.page.goto("/select/upper/Cma7/D"),
    "select-nothing": lambda screen: screen.page.goto("/select/lower"),
    "details": lambda screen: screen.page.goto("/details/Cma7/D"),
    "details-polychord": lambda screen: screen.page.goto("/details/Cma7/E"),
    "ways": lambda screen: screen.page.goto("/ways/C13(♭9)"),
    "ways-none": lambda screen: screen.page.goto("/ways/C7/F♯/_"),
    "circle": lambda screen: (screen.choose("C", "Emi"), screen.page.goto("/circle/C")),
    "board": lambda screen: screen.choose("C7", "A").page.goto("/board/C7"),
    "play": lambda screen: (screen.page.goto("/play"), [screen.page.keyboard.down(key) for key in "adgk"]),
    "linnstrument": lambda screen: (
        screen.page.goto("/play/linnstrument"), [screen.page.keyboard.down(key) for key in "adgk"]),
    "circle-two-names": lambda screen: screen.page.goto("/circle/F♯"),
    "chordsets-none": lambda screen: screen.choose("Cma7", "D").page.goto("/chordsets"),
    "chordsets": lambda screen: created_with(screen, "Your current chords"),
    "beginnings": lambda screen: (with_music(screen), screen.page.get_by_role("button", name="New chordset").click()),
    "gentle": lambda screen: gentle_chordset(screen),
    "light-chord": lambda screen: (with_music(screen), edited(screen)),
    "stage": lambda screen: (with_music(screen), edited(screen), on_stage(screen)),
    "sheet": lambda screen: (
        with_music(screen), screen.page.get_by_role("link", name="Practice sheet of chordset 1").click()),
    "scale": lambda screen: screen.page.goto("/scale/C/Lydian_Dominant"),
    "help": lambda screen: screen.page.goto("/help"),
    "settings": lambda screen: screen.page.goto("/settings"),
    "shelf-none": lambda screen: screen.page.goto("/shelf"),
    "shelf": shelf_with_chordset,
    "shelf-code": lambda screen: (
        shelf_with_chordset(screen), screen.page.get_by_role("button", name="Show QR code").click()),
    "shelf-asked": deleting_shelf,
    "not-found": lambda screen: screen.page.goto("/nowhere"),
    "error": lambda screen: (screen.choose("Cma7", "D"), screen.choose(upper="Dmaj7x")),
}


SIZES = {
    "phone": PHONE, "small phone": {"width": 360, "height": 640}, "tablet": {"width": 820, "height": 1180},
    "desktop": DESKTOP}


def picture(browser, server, state, path, viewport, theme):
    with browser.new_context(viewport=viewport, color_scheme=theme, base_url=server.url) as context:
        context.add_init_script(READY_SIGNAL)
        page = context.new_page()
        page.goto("/")
        STATES[state](Screen(page))
        page.wait_for_timeout(700)
        # Contact sheets show the window before scrolling. The full page is saved too.
        page.screenshot(path=path)
        page.screenshot(path=path.with_name(path.stem + "-whole.png"), full_page=True)


def contact_sheet(browser, pictures, path, viewport):
    """Saves one picture with all windows scaled down, each with its state's name."""
    width = round(viewport["width"] / 2.5)
    figures = "".join(
        f"<figure><img src='{picture.name}' "
        f"width={width}><figcaption>{picture.stem}</figcaption></figure>" for picture in pictures
    )
    sheet = path.with_suffix(".html")
    sheet.write_text(
        "<meta charset=utf-8><style>body{display:flex;flex-wrap:wrap;gap:12px;margin:12px;background:#888;font:13px "
        "sans-serif}"
        "figure{margin:0}img{display:block}</style>" + figures
    )
    page = browser.new_page(viewport={"width": 1640, "height": 900})
    page.goto(sheet.resolve().as_uri())
    page.wait_for_load_state("networkidle")
    page.screenshot(path=path, full_page=True)
    page.close()
    sheet.unlink()


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, chromium() as browser:
        # A server with shelves: each picture comes from a user with their own data.
        server = Server(SITE, Path(temporary) / "log", "--shelves")
        for size, viewport in SIZES.items():
            for theme in ["light", "dark"]:
                pictures = []
                for state in STATES:
                    pictures.append(folder / f"{size.replace(' ', '-')}-{theme}-{state}.png")
                    picture(browser, server, state, pictures[-1], viewport, theme)
                contact_sheet(browser, pictures, folder / f"sheet-{size.replace(' ', '-')}-{theme}.png", viewport)
        server.stop()
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder}; begin with sheet-*.png.")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "screenshots")
