# Prints the constants that only the engine's second part speaks of, in rising order: the address of each stretch of them,
# and its length in bytes.
#
#   od -An -v -tu1 WHOLE | awk -f Web/second-data.awk SECOND_PART ENGINE -
#
# SECOND_PART has the names of the second part's functions (Web/second-part.awk), ENGINE is the text of the engine
# (wasm-dis), and WHOLE its binary, linked with --emit-relocs: so it lists all places in functions and in data where an
# address stands, and whose address that is. Nothing is concluded from numbers that look like one.
#
# What a function of the first part speaks of stays, and so does what that speaks of in its turn. What can be written to
# (.data, .bss) stays always, with all that it speaks of: a second part that has to be fetched twice would set it back.
#
# The format: https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md

function die(why) { print "Web/second-data.awk: " why > "/dev/stderr"; failed = 1; exit 1 }

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

# What a symbol names stays in the first part.
function stay(symbol,   address) {
  for (address = from[symbol]; address < to[symbol]; address++) stays[address]
}

FILENAME == ARGV[1] { isSecond[$0]; next }
FILENAME == ARGV[2] {
  # In the order of the binary; that nothing is imported before them is seen to below.
  if (/^ \(func /) { sub(/\)+$/, "", $2); isLater[functions++] = substr($2, 2) in isSecond }
  next
}
{ for (i = 1; i <= NF; i++) bytes[size++] = $i }

END {
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
  if (number() != functions) die("the text of the engine has other functions than its binary")
  for (i = 0; i < functions; i++) { at += number(); functionEnd[i] = at - code }

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
      count = number()
      for (i = 0; i < count; i++) {
        kind = bytes[at++]
        flags = number()
        isUndefined = int(flags / 16) % 2
        if (kind == 1) {
          at = number() + at
          if (isUndefined) continue
          segment = number()
          offset = number()
          length_ = number()
          # Those that only name a number are in no segment (0x200).
          if (int(flags / 512) % 2) continue
          segmentOf[i] = segment
          from[i] = segmentAddress[segment] + offset
          to[i] = from[i] + length_
        } else {
          number()
          # Of a function and the like the name stands here if it is its own (0x40).
          if (kind != 3 && (!isUndefined || int(flags / 64) % 2)) at = number() + at
        }
      }
    }
    at = end
  }
  for (symbol in segmentOf) {
    if (!isConstant[segmentOf[symbol]]) delete from[symbol]
    else if (from[symbol] == to[symbol]) die("a constant without a length")
    else for (address = from[symbol]; address < to[symbol]; address++) isNamed[address]
  }

  # Each place where an address stands. Kinds 3 to 5, 11 and 23 are addresses in data with 32 bits, 7 and 13 the same held
  # in a global; 8, 9 and all these but globals are followed by what is added to it.
  for (isData = 0; isData <= 1; isData++) {
    name = isData ? "reloc.DATA" : "reloc.CODE"
    if (!(name in begin)) continue
    at = begin[name]
    number() # its section
    count = number()
    place = 0
    for (i = 0; i < count; i++) {
      kind = bytes[at++]
      offset = number()
      symbol = number()
      if (kind ~ /^(3|4|5|8|9|11|23)$/) number()
      else if (kind !~ /^(0|1|2|6|7|10|12|13|20|26)$/) die("an address of a kind that is unknown here: " kind)
      if (kind == 6 || !(symbol in from)) continue
      if (!isData) {
        while (offset >= functionEnd[place]) place++
        if (!isLater[place]) stay(symbol)
      } else {
        while (offset >= segmentEnd[place]) place++
        if (!isConstant[place]) stay(symbol)
        else { holder[++held] = segmentAddress[place] + offset - segmentPlace[place]; said[held] = symbol }
      }
    }
  }
  do {
    goesOn = 0
    for (i = 1; i <= held; i++) if (i in said && holder[i] in stays) { stay(said[i]); delete said[i]; goesOn = 1 }
  } while (goesOn)

  # What is left. A stretch goes on over what nothing has a name for, which fills up to an even address, and ends where
  # something stays. One of less than eight bytes is not worth the two numbers that it takes.
  for (i = 0; i < segments; i++) if (isConstant[i]) {
    first = last = 0
    end = segmentAddress[i] + segmentEnd[i] - segmentPlace[i]
    for (address = segmentAddress[i]; address <= end; address++) {
      if (address == end || address in stays) {
        if (first && last - first >= 7) print first, last - first + 1
        first = 0
      } else if (address in isNamed) {
        if (!first) first = address
        last = address
      }
    }
  }
}
