# Moves constants from the engine's first part into its second, which writes them where they were when it arrives.
#
#   awk -f Web/move-data.awk RANGES FIRST SECOND
#
# RANGES has a line for each stretch that goes, its address and its length (Web/second-data.awk); FIRST and SECOND are the
# texts of both parts (wasm-split, wasm-dis). Writes FIRST.new and SECOND.new. The exit code is 1, and why is said, unless
# each byte that there was is afterwards in one of the two, and in one only.

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
