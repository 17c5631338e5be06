"""Folders use only lower layers, and features do not use each other."""

import pytest

import layers


@pytest.mark.parametrize("module", layers.LAYERS)
def test_folders_use_only_lower_layers(module):
    assert list(layers.violations(module)) == []


@pytest.mark.parametrize("module", layers.LAYERS)
def test_layers_are_folders(module):
    folders = [name.removesuffix("/*") for names in layers.LAYERS[module] for name in names]
    assert [name for name in folders if not (layers.SOURCES / module / name).is_dir()] == []


# Names and symbols parse and print each other, and commands refer to their program.
KNOWN = [["Harmony/Chords", "Harmony/Pitch", "Harmony/Symbols"], ["chords", "chords/Commands"]]


def test_there_are_no_unknown_cycles():
    modules = [path.name for path in layers.SOURCES.iterdir() if list(path.rglob("*.swift"))]
    assert len(modules) >= 10
    assert sorted(cycle for module in modules for cycle in layers.cycles(layers.dependencies(module))) == KNOWN


def test_all_features_are_found():
    """Without them the tests above would check nothing."""
    found = layers.dependencies("Interface")
    features = {one for one, other in found if one.startswith("Interface/Features/")}
    assert len(features) >= 8
    assert {one for one, other in found if other == "Interface/Session"} >= features
    assert found["Interface/App", "Interface/Features/Circle"] >= {"CircleState", "updateCircle", "circleView"}


def test_upward_dependency_is_detected(tmp_path, monkeypatch):
    for name, text in {
        "App/App.swift": "struct App { var circle = CircleState() }",
        "Features/Circle/CircleState.swift": "struct CircleState { let other = helpText }\nprivate let quiet = 1",
        "Features/Help/Help.swift": 'let helpText = "CircleState"\nlet quiet = 2 // App',
        "Kit/Kit.swift": 'func draw() { print("\\(App.self)") }',
        "Attic/Attic.swift": "struct Attic {}",
    }.items():
        path = tmp_path / "Interface" / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    monkeypatch.setattr(layers, "SOURCES", tmp_path)
    assert list(layers.violations("Interface")) == [
        "Interface/Attic has no layer: add it to LAYERS in Tests/structure/layers.py",
        "Interface/Features/Circle uses its neighbour Interface/Features/Help: helpText",
        "Interface/Kit uses the upper layer Interface/App: App",
    ]
