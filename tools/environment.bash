# What tools in Python share that want packages of their own: a script reads this file; it is not run by itself.

# python_with FOLDER REQUIREMENTS: prints a Python that has these packages, in an environment of its own in FOLDER, which
# is made anew when they change.
python_with() {
  if ! cmp -s "$1/requirements.txt" "$2"; then
    rm -rf "$1"
    python3 -m venv "$1" >&2
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$2" >&2
    cp "$2" "$1/requirements.txt"
  fi
  printf '%s\n' "$1/bin/python"
}
