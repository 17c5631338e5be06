# What ./run and ./test share: what a machine lacks is installed where we may, and else named with the command that
# installs it. A script reads this file (“. tools/setup.bash”); it is not run by itself.

# SwiftPM writes some compiler options in the order of a set, which changes from one run to the next and with it
# whether Hummingbird is compiled anew. This makes the order stay.
export SWIFT_DETERMINISTIC_HASHING=1

# die MESSAGE: what is asked for cannot be done on this machine as it is now (EX_UNAVAILABLE).
die() {
  printf '%s: %s\n' "$0" "$*" >&2
  exit 69
}

# What the programs are built with, beside Swift.
libraries=(libsqlite3-dev libpq-dev libqrencode-dev libssl-dev zlib1g-dev)

# has PACKAGE: whether what this Debian package brings is there, wherever it came from.
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

# Apple's systems have SQLite and zlib among their own.
has_header() { [[ $(uname) != Linux || -e /usr/include/$1 ]]; }

# need PACKAGE…: installs those that are missing; without them there is no going on.
need() {
  local package missing=()
  for package in "$@"; do has "$package" || missing+=("$package"); done
  ((${#missing[@]} == 0)) || apt "${missing[@]}" || die "please install ${missing[*]} and try again; $(by_hand "${missing[@]}")"
}

# want PACKAGE LOSS: installs a package if it is missing, or prints what is lost without it.
want() {
  has "$1" || apt "$1" || printf 'Without %s %s; %s\n' "$1" "$2" "$(by_hand "$1")"
}

# Installs what makes a release of the page smaller.
want_for_release() {
  want brotli "browsers load a fifth more"
  want binaryen "the engine is larger"
  want esbuild "scripts are larger and need more requests"
}

# build_page FOLDER: builds a release of the page.
build_page() {
  swift run -c release page-builder "$1"
}

by_hand() {
  printf 'on Debian: %sapt-get install %s' "$( ((EUID == 0)) || printf 'sudo ')" "$*"
}

# Installs Debian packages where we may. Asks nobody for a password: that would stop a script that runs unattended.
apt() {
  local as_root=()
  type -P apt-get > /dev/null || return 1
  if ((EUID)); then
    sudo -n true 2> /dev/null || return 1
    as_root=(sudo -n)
  fi
  printf 'Installing %s …\n' "$*"
  # Where the lists cannot be fetched, those of last time may still do.
  "${as_root[@]}" apt-get -qq update || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y "$@" > /dev/null
}

need_swift() {
  type -P swift > /dev/null || die "there is no “swift” command here. Install Swift 6.3 or later (swift.org/install) and try again."
}
