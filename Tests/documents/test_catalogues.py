"""The links in the DocC catalogues resolve."""

import json
import subprocess

import pytest

from serving import BUILT, ROOT

CATALOGUES = sorted(ROOT.glob("Sources/*/*.docc"))


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda catalogue: catalogue.stem)
def test_all_links_resolve(catalogue, tmp_path):
    symbols, found = tmp_path / "symbols", tmp_path / "found.json"
    symbols.mkdir()
    target = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True)
    subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", catalogue.stem, "-output-dir", symbols,
         "-target", json.loads(target.stdout)["target"]["unversionedTriple"], "-I", BUILT / "Modules"],
        check=True,
    )
    subprocess.run(
        ["docc", "convert", catalogue, "--additional-symbol-graph-dir", symbols, "--output-dir", tmp_path / "archive",
         "--fallback-bundle-identifier", catalogue.stem, "--diagnostics-file", found],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    faults = [f"{fault['source']}: {fault['summary']}" for fault in json.loads(found.read_text())["diagnostics"]]
    # Parameters with clear names need no documentation.
    assert [fault for fault in faults if "is missing documentation" not in fault] == []
