"""The document about names lists all types."""

import json
import subprocess

from serving import CHORDS, ROOT



def test_all_types_of_the_jazz_vocabulary_are_listed_once():
    page = (ROOT / "docs/names.md").read_text()
    rows = page.split("| family | types |")[1].splitlines()[2:]
    listed = [name.strip() for row in rows for cell in row.split("|")[2:4] for name in cell.split("·") if name.strip()]
    answer = subprocess.run([CHORDS, "vocabulary", "--json"], capture_output=True, check=True)
    types = json.loads(answer.stdout)["types"]
    assert sorted(listed) == sorted(type["suffix"]["ma"] for type in types)
    assert f"with these {len(types)} types" in page
