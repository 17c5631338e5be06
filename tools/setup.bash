# Shared by ./run and ./test. Installs missing packages if apt-get works without a password, and otherwise prints the
# command that installs them. Source this file (“. tools/setup.bash”); do not run it.

# die MESSAGE: exits because something is missing on this machine (EX_UNAVAILABLE).
die() {
  printf '%s: %s\n' "$0" "$*" >&2
  exit 69
}

# The packages needed to build the programs, apart from Swift.
libraries=(libsqlite3-dev libpq-dev libqrencode-dev libssl-dev zlib1g-dev)

# has PACKAGE: whether the content of this Debian package is installed, from any source.
has() {
  case $1 in
    libsqlite3-dev) has_header sqlite3.h ;;
    zlib1g-dev) has_header zlib.h ;;
    libssl-dev) has_header openssl/sha.h ;;
    libpq-dev) has_header postgresql/libpq-fe.h ;;
    postgresql) type -P initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb' ;;
    nginx-light) type -P nginx ;;
    libqrencode-dev) if [[ $(uname) == Linux ]]; then has_header qrencode.h; else type -P qrencode; fi ;;
    binaryen) type -P wasm-opt ;;
    graphviz) type -P dot ;;
    librsvg2-bin) type -P rsvg-convert ;;
    zbar-tools) type -P zbarimg ;;
    node-typescript) type -P tsc ;;
    nodejs) type -P node ;;
    webkit2gtk-driver) type -P WebKitWebDriver ;;
    xvfb) type -P Xvfb ;;
    python3-venv) python3 -c 'import ensurepip' ;;
    *) type -P "$1" ;;
  esac > /dev/null 2>&1
}

# macOS includes SQLite and zlib.
has_header() { [[ $(uname) != Linux || -e /usr/include/$1 ]]; }

# need PACKAGE…: installs the missing ones, or exits.
need() {
  local package missing=()
  for package in "$@"; do has "$package" || missing+=("$package"); done
  ((${#missing[@]} == 0)) || apt "${missing[@]}" ||
    die "install ${missing[*]} and try again; $(by_hand "${missing[@]}")"
}

# want PACKAGE LOSS: installs a missing package, or prints the disadvantage of its absence.
want() {
  has "$1" || apt "$1" || printf 'Without %s %s; %s\n' "$1" "$2" "$(by_hand "$1")"
}

# Installs the tools that make a release of the page smaller.
want_for_release() {
  want brotli "browsers load a fifth more"
  want binaryen "the engine is larger"
  want esbuild "scripts are larger and need more requests"
}

# build_page FOLDER: builds a release of the page.
build_page() {
  tools/build -c release --product page-builder
  .build/release/page-builder "$1"
}

by_hand() {
  printf 'on Debian: %sapt-get install %s' "$( ((EUID == 0)) || printf 'sudo ')" "$*"
}

# Installs Debian packages if permitted. Never asks for a password, which would stop an unattended script.
apt() {
  local as_root=()
  type -P apt-get > /dev/null || return 1
  if ((EUID)); then
    sudo -n true 2> /dev/null || return 1
    as_root=(sudo -n)
  fi
  printf 'Installing %s …\n' "$*"
  # If the package lists cannot be fetched, the previous ones may be enough.
  "${as_root[@]}" apt-get -qq update || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y "$@" > /dev/null
}

need_swift() {
  type -P swift > /dev/null ||
    die "the command “swift” was not found. Install Swift 6.3 or later (swift.org/install) and try again."
}
