"""The folders of the house keep to their floors, and features do not know each other."""

import pytest

import graph


@pytest.mark.parametrize("module", graph.FLOORS)
def test_arrows_lead_down(module):
    assert list(graph.faults(module)) == []


# Where names read and write each other, and commands say by which type they belong to a program.
KNOWN = [
    ["Harmony/Chords", "Harmony/Pitch", "Harmony/Symbols"], ["chords", "chords/Commands"],
    ["chords-server", "chords-server/Kept"],
]


def test_no_other_folders_stand_in_a_circle():
    modules = [path.name for path in graph.SOURCES.iterdir() if list(path.rglob("*.swift"))]
    assert len(modules) >= 10
    assert sorted(circle for module in modules for circle in graph.circles(graph.arrows(module))) == KNOWN


def test_the_features_are_all_seen():
    """Else the tests above would be content with nothing."""
    found = graph.arrows("Interface")
    features = {one for one, other in found if one.startswith("Interface/Features/")}
    assert len(features) >= 8
    assert {one for one, other in found if other == "Interface/Session"} >= features
    assert found["Interface/App", "Interface/Features/Circle"] >= {"CircleState", "updateCircle", "circleView"}


def test_an_arrow_that_leads_up_is_found(tmp_path, monkeypatch):
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
    monkeypatch.setattr(graph, "SOURCES", tmp_path)
    assert list(graph.faults("Interface")) == [
        "Interface/Attic is on no floor: say on which in Tests/house/graph.py",
        "Interface/Features/Circle uses a neighbour's Interface/Features/Help: helpText",
        "Interface/Kit uses an upper floor's Interface/App: App",
    ]
