"""The links in the DocC catalogs resolve."""

import json
import subprocess

import pytest

from serving import BUILT, ROOT

CATALOGS = sorted(ROOT.glob("Sources/*/*.docc"))


@pytest.mark.parametrize("catalog", CATALOGS, ids=lambda catalog: catalog.stem)
def test_all_links_resolve(catalog, tmp_path):
    symbols, found = tmp_path / "symbols", tmp_path / "found.json"
    symbols.mkdir()
    target = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True)
    subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", catalog.stem, "-output-dir", symbols,
         "-target", json.loads(target.stdout)["target"]["unversionedTriple"], "-I", BUILT / "Modules"],
        check=True,
    )
    subprocess.run(
        ["docc", "convert", catalog, "--additional-symbol-graph-dir", symbols, "--output-dir", tmp_path / "archive",
         "--fallback-bundle-identifier", catalog.stem, "--diagnostics-file", found],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    faults = [f"{fault['source']}: {fault['summary']}" for fault in json.loads(found.read_text())["diagnostics"]]
    # Parameters with clear names need no documentation.
    assert [fault for fault in faults if "is missing documentation" not in fault] == []
