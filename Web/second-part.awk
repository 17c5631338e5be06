# Reads the text of the engine (wasm-dis) and prints the functions of its second part: those that nothing calls but
# through one of the gates.
#
#   awk -v gates='REGEXP' -f Web/second-part.awk
#
# A function whose address is taken may be called from anywhere, so it stays in the first part.

function name(word) { sub(/\)+$/, "", word); return substr(word, 2) }

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
  for (root in roots) waiting[++last] = root
  while (last > 0) {
    reached = waiting[last--]
    if (reached in first || reached ~ gates) continue
    first[reached]
    number = split(callees[reached], called, " ")
    for (i = 1; i <= number; i++) waiting[++last] = called[i]
  }
  for (i = 1; i <= count; i++) if (!(order[i] in first)) print order[i]
}
