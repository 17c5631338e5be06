"""The texts of the page are in one file of each folder, where a translator finds them."""

import re

import texts

# Folders that may have sentences in views as long as they have no file of texts.
WITHOUT_TEXT_FILE = {"Features/Chordsets", "Features/Shelf", "Features/Play", "Features/Practice", "Features/Tunes"}


def folder(place):
    parts = place.split("/")
    return "/".join(parts[: 2 if parts[0] == "Features" else 1])


def test_views_contain_no_sentences():
    exempt = {name for name in WITHOUT_TEXT_FILE if not list((texts.INTERFACE / name).glob("*Text.swift"))}
    assert [one for one in texts.sentences(texts.INTERFACE) if folder(one[0]) not in exempt] == []


def test_drawings_contain_no_sentences():
    assert list(texts.sentences(texts.DRAWINGS)) == []


def test_help_has_short_sentences():
    text = (texts.INTERFACE / "Features/Help/HelpText.swift").read_text(encoding="utf-8")
    sentences = [
        " ".join(sentence.split())
        for _, content, _ in texts.literals(text)
        for sentence in re.split(r"(?<=[.!?:;])\s", content.replace("\\\n", " "))
    ]
    assert len(sentences) > 100
    assert [one for one in sentences if len(one.split()) > 20] == []


def test_sentence_in_a_view_is_detected(tmp_path):
    (tmp_path / "View.swift").write_text("""
        // "A comment"
        html.element("section class='panel' aria-label='Chord'") { $0.write("lower") }
        html.element("button class='chip' data-action=?", "choosing swap now", text: isOn ? "" : SharedText.undo)
        html.element("p class=?", "panel chosen", text: "\\(count) bars")
        let titles = ["Hear it", "ArrowLeft", "Cma7", "M4 20l1-4.5", "hold \\(name("of it")) down"]
        return session.tell(\"\"\"
            Nothing is there.
            \"\"\")
    """)
    (tmp_path / "ViewText.swift").write_text('static var hello: String { "Hello there" }')
    found = [content.strip() for _, _, content in texts.sentences(tmp_path)]
    assert found == ["section class='panel' aria-label='Chord'", "lower", "◦ bars", "Hear it", "hold ◦ down", "of it",
        "Nothing is there."]
