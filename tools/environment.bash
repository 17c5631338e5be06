# Shared by tools in Python that need their own packages. Source this file; do not run it.

# python_with FOLDER REQUIREMENTS: prints the path of a Python with these packages, in a virtual environment in FOLDER.
# The environment is rebuilt when the requirements change.
python_with() {
  if ! cmp -s "$1/requirements.txt" "$2"; then
    rm -rf "$1"
    python3 -m venv "$1" >&2
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$2" >&2
    cp "$2" "$1/requirements.txt"
  fi
  printf '%s\n' "$1/bin/python"
}
