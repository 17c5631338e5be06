# Moves constants from the engine's first part into its second, which writes them where they were when it arrives; and leaves
# the second part's places in the table of functions empty until then. (wasm-split imports something into each of them, and a
# thousand of those weigh 5 kB.)
#
#   awk -f Web/move-data.awk CONSTANTS FIRST SECOND
#
# CONSTANTS has a line for each stretch that goes, its address and its length (Web/second-part.awk); FIRST and SECOND are the
# texts of both parts (wasm-split, wasm-dis, with the placeholder namespace “more”). Writes FIRST.new and SECOND.new. The exit
# code is 1, and why is said, unless each byte that there was is afterwards in one of the two, and in one only, and nothing
# but the table speaks of what was imported.

function die(why) { print "Web/move-data.awk: " why > "/dev/stderr"; failed = 1; exit 1 }

function segment(address, content) { return " (data (i32.const " address ") \"" content "\")" }

FILENAME == ARGV[1] {
  if ($1 < end) die("the stretch at " $1 " begins in the one before it")
  end = $1 + $2
  for (address = $1 + 0; address < end; address++) goes[address]
  wanted += $2
  next
}

FILENAME == ARGV[2] && /^ \(data / {
  if (!match($0, /\(i32\.const [0-9]+\) "/)) die("data without an address: " substr($0, 1, 60))
  address = substr($0, RSTART + 11) + 0
  content = substr($0, RSTART + RLENGTH)
  if (sub(/"\)\)*$/, "", content) != 1) die("data that does not end in its line: " substr($0, 1, 60))
  run = ""
  isGoing = 0
  length_ = length(content)
  for (place = 1; place <= length_; address++) {
    if (address in written) die("two stretches of data at " address)
    written[address]
    width = substr(content, place, 1) != "\\" ? 1 : substr(content, place + 1, 2) ~ /^[0-9a-f][0-9a-f]$/ ? 3 : 2
    if (run != "" && isGoing != (address in goes)) { put(); run = "" }
    if (run == "") { isGoing = address in goes; start = address }
    run = run substr(content, place, width)
    place += width
    moved += isGoing
  }
  if (run != "") put()
  next
}

FILENAME == ARGV[2] && /^ \(import "more" / {
  if (!match($0, /\(func \$[^ )]+/)) die("a placeholder without a name: " substr($0, 1, 60))
  isPlaceholder[substr($0, RSTART + 6, RLENGTH - 6)]
  next
}

# Functions stand in the table one behind the other, so each gap begins a new stretch.
FILENAME == ARGV[2] && /^ \(elem / {
  if ($2 != "(i32.const") die("functions in a place of the table that is not known: " substr($0, 1, 60))
  sub(/\)+$/, "")
  place = $3 + 0
  run = ""
  for (i = 4; i <= NF + 1; i++) {
    if (i <= NF && !($i in isPlaceholder)) { run = run " " $i; continue }
    if (run != "") print " (elem (i32.const " (place + i - 4 - split(run, names)) ")" run ")" > (ARGV[2] ".new")
    run = ""
  }
  next
}

FILENAME == ARGV[2] && match($0, /\((call|ref\.func) \$fimport[^ )]*/) { die("a placeholder is spoken of: " $0) }

function put() {
  if (isGoing) taken = taken segment(start, run) "\n"
  else print segment(start, run) > (ARGV[2] ".new")
}

FILENAME == ARGV[2] { print > (ARGV[2] ".new"); next }

/^ \(data / { die("the second part has data of its own") }
/^ \(import .*\(memory / { hasMemory = 1 }
/^\)/ { printf "%s", taken > (ARGV[3] ".new") }
{ print > (ARGV[3] ".new") }

END {
  if (!failed && moved != wanted) die(wanted " bytes were to be moved, and " moved " of them are there")
  if (!failed && !hasMemory) die("the second part does not share the memory of the first")
  exit failed
}
