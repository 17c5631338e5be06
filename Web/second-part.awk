# Prints the functions of the engine's second part: those that nothing calls but through a function that is marked in the
# source as a way into it (// second part).
#
#   awk -f Web/second-part.awk MARKS ENGINE
#
# MARKS has a line for each marked function, its module and its name; ENGINE is the text of the engine (wasm-dis). A mark
# that is on none of its functions is named, and the exit code is 1. A function whose address is taken may be called from
# anywhere, so it stays in the first part.

function name(word) { sub(/\)+$/, "", word); return substr(word, 2) }

# How Swift mangles names: each part with its length, and behind a type its kind.
function isMarked(function_name,   mark) {
  if (!(function_name in marked)) {
    marked[function_name] = 0
    for (mark in pattern) if (function_name ~ pattern[mark]) { marked[function_name] = 1; found[mark] }
  }
  return marked[function_name]
}

FILENAME == ARGV[1] {
  pattern[$0] = "^.e" length($1) $1 "([0-9]+[A-Za-z0-9]+[VOC])?" length($2) $2
  next
}

/^ \(func / { caller = name($2); order[++count] = caller; next }
/^ \(export .*\(func / { for (i = 1; i <= NF; i++) if ($i ~ /^\$/) roots[name($i)] }
/^ \(elem / { for (i = 1; i <= NF; i++) if ($i ~ /^\$/) roots[name($i)] }
/^ \([a-eg-z]/ { caller = "" }
caller != "" {
  line = $0
  while (match(line, /\(call \$[^ )]+/)) {
    callees[caller] = callees[caller] " " substr(line, RSTART + 7, RLENGTH - 7)
    line = substr(line, RSTART + RLENGTH)
  }
}

END {
  for (i = 1; i <= count; i++) isMarked(order[i])
  for (mark in pattern) if (!(mark in found)) { print "no such function in the engine: " mark > "/dev/stderr"; failed = 1 }
  if (failed) exit 1
  for (root in roots) waiting[++last] = root
  while (last > 0) {
    reached = waiting[last--]
    if (reached in first || isMarked(reached)) continue
    first[reached]
    number = split(callees[reached], called, " ")
    for (i = 1; i <= number; i++) waiting[++last] = called[i]
  }
  for (i = 1; i <= count; i++) if (!(order[i] in first)) print order[i]
}
