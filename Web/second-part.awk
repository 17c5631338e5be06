# Finds the engine's second part: the functions that nothing comes to but through a function that is marked in the source as
# a way into it (// second part), and the constants that only such functions speak of.
#
#   od -An -v -tu1 WHOLE | awk -v functions=FILE -v constants=FILE -f Web/second-part.awk MARKS ENGINE -
#
# MARKS has a line for each marked function, its module and its name; WHOLE is the engine, linked with --emit-relocs, and
# ENGINE its text (wasm-dis). Writes the names of the functions, a line each, and in rising order the stretches of memory
# that hold the constants, the address of each and its length in bytes. A mark that is on none of the engine's functions is
# named, and the exit code is 1.
#
# The binary lists each place in functions and in data where a function is called or an address stands, and whose it is. So
# nothing is concluded from numbers that look like an address, and a function whose address is taken goes with whoever can
# come to know it: what frees the memory of a type, for example, is told by the data about that type, which only those
# functions speak of that make something of it.
#
# What can be written to (.data, .bss) stays in the first part whoever speaks of it: a second part that has to be fetched
# twice would set it back.
#
# The format: https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md

function die(why) { print "Web/second-part.awk: " why > "/dev/stderr"; failed = 1; exit 1 }

# The number that stands at `at`, which moves on behind it (LEB128). The sign is not minded: of what may have one, only the
# length is wanted.
function number(   byte, factor, sum) {
  for (factor = 1; (byte = bytes[at++]) >= 128; factor *= 128) sum += (byte - 128) * factor
  return sum + byte * factor
}

# The text that stands at `at`, which moves on behind it.
function text(   end, said) {
  for (end = number() + at; at < end; at++) said = said sprintf("%c", bytes[at])
  return said
}

function plain(word) { sub(/\)+$/, "", word); return substr(word, 2) }

function reach(node) { if (!(node in first)) { first[node]; waiting[++last] = node } }

# How Swift mangles names: each part with its length, and behind a type its kind.
FILENAME == ARGV[1] {
  pattern[$0] = "^.e" length($1) $1 "([0-9]+[A-Za-z0-9]+[VOC])?" length($2) $2
  next
}
# Functions in the order of the binary; that nothing is imported before them is seen to below.
FILENAME == ARGV[2] {
  if (/^ \(func /) {
    functionName[count] = plain($2)
    functionAt[functionName[count]] = count
    for (mark in pattern) if (functionName[count] ~ pattern[mark]) { isMarked[count]; found[mark] }
    count++
  }
  if (/^ \(export .*\(func /) for (i = 1; i <= NF; i++) if ($i ~ /^\$/) exported[plain($i)]
  next
}
{ for (i = 1; i <= NF; i++) bytes[size++] = $i }

END {
  if (failed) exit 1
  for (mark in pattern) if (!(mark in found)) { print "no such function in the engine: " mark > "/dev/stderr"; failed = 1 }
  if (failed) exit 1

  # Where the sections are.
  for (at = 8; at < size; at = end) {
    id = bytes[at++]
    end = number() + at
    if (id == 2) die("the engine imports something, so its functions cannot be counted")
    if (id == 0) { name = text(); begin[name] = at; stop[name] = end }
    if (id == 10) code = at
    if (id == 11) data = at
  }
  if (!("linking" in begin)) die("the engine was not linked with --emit-relocs")

  # Where each function ends, counted from the beginning of their section, as places in it are.
  at = code
  if (number() != count) die("the text of the engine has other functions than its binary")
  for (i = 0; i < count; i++) { at += number(); functionEnd[i] = at - code }

  # Where each stretch of data lies: in the section, and in memory.
  at = data
  segments = number()
  for (i = 0; i < segments; i++) {
    if (number() != 0) die("data of a kind that is unknown here")
    at++ # i32.const
    segmentAddress[i] = number()
    at++ # end
    length_ = number()
    segmentPlace[i] = at - data
    at += length_
    segmentEnd[i] = at - data
  }

  # What the linker says of segments and symbols.
  at = begin["linking"]
  number() # version
  while (at < stop["linking"]) {
    id = bytes[at++]
    end = number() + at
    if (id == 5) {
      number()
      for (i = 0; at < end; i++) { isConstant[i] = text() ~ /^\.rodata/; number(); number() }
    } else if (id == 8) {
      symbols = number()
      for (i = 0; i < symbols; i++) {
        kind = bytes[at++]
        flags = number()
        isUndefined = int(flags / 16) % 2
        if (kind == 1) {
          at = number() + at
          if (isUndefined) continue
          segment = number()
          offset = number()
          length_ = number()
          # Those that only name a number are in no segment (0x200); what begins as nothing but zeros is in none of the file.
          if (int(flags / 512) % 2 || !(segment in segmentAddress)) continue
          if (length_ == 0 && isConstant[segment]) die("a constant without a length")
          address = segmentAddress[segment] + offset
          from[i] = address
          if (!(address in to) || to[address] < address + length_) to[address] = address + length_
        } else {
          value = number()
          if (kind == 0) node[i] = "function " value
          # Of a function and the like the name stands here if it is its own (0x40).
          if (kind != 3 && (!isUndefined || int(flags / 64) % 2)) at = number() + at
        }
      }
    }
    at = end
  }

  # Things in memory: what several names overlap in is one.
  for (i = 0; i < segments; i++) {
    thingEnd = 0
    for (address = segmentAddress[i]; address < segmentAddress[i] + segmentEnd[i] - segmentPlace[i]; address++) {
      if (address in to) {
        if (address >= thingEnd) things++
        if (to[address] > thingEnd) thingEnd = to[address]
      }
      if (address < thingEnd) thing[address] = things
    }
  }
  for (symbol in from) if (from[symbol] in thing) node[symbol] = "data " thing[from[symbol]]

  # Each place where something is called or an address stands. Kinds 0, 1, 2 and 12 are functions, 3 to 5, 11 and 23
  # addresses in data with 32 bits, 7 and 13 the same held in a global; 8, 9 and all those in data but globals are followed
  # by what is added to them.
  for (isData = 0; isData <= 1; isData++) {
    name = isData ? "reloc.DATA" : "reloc.CODE"
    if (!(name in begin)) continue
    at = begin[name]
    number() # its section
    places = number()
    place = 0
    for (i = 0; i < places; i++) {
      kind = bytes[at++]
      offset = number()
      symbol = number()
      if (kind ~ /^(3|4|5|8|9|11|23)$/) number()
      else if (kind !~ /^(0|1|2|6|7|10|12|13|20|26)$/) die("an address of a kind that is unknown here: " kind)
      if (kind == 6 || !(symbol in node)) continue
      if (!isData) {
        while (offset >= functionEnd[place]) place++
        holder = "function " place
      } else {
        while (offset >= segmentEnd[place]) place++
        address = segmentAddress[place] + offset - segmentPlace[place]
        if (!(address in thing)) { reach(node[symbol]); continue }
        holder = "data " thing[address]
      }
      speaks[holder] = speaks[holder] ";" node[symbol]
    }
  }

  # All that can be come to from outside without going a marked way.
  for (name in exported) if (name in functionAt) reach("function " functionAt[name])
  while (last > 0) {
    reached = waiting[last--]
    if (reached ~ /^function/ && substr(reached, 10) in isMarked) continue
    number_ = split(speaks[reached], of, ";")
    for (i = 2; i <= number_; i++) reach(of[i])
  }
  for (i = 0; i < count; i++) {
    if (i in isMarked || !(("function " i) in first)) print functionName[i] > functions
  }

  # A stretch goes on over what nothing has a name for, which fills up to an even address, and ends where something stays.
  # One of less than eight bytes is not worth the two numbers that it takes.
  for (i = 0; i < segments; i++) if (isConstant[i]) {
    start = latest = 0
    end = segmentAddress[i] + segmentEnd[i] - segmentPlace[i]
    for (address = segmentAddress[i]; address <= end; address++) {
      if (address == end || address in thing && ("data " thing[address]) in first) {
        if (start && latest - start >= 7) print start, latest - start + 1 > constants
        start = 0
      } else if (address in thing) {
        if (!start) start = address
        latest = address
      }
    }
  }
}
