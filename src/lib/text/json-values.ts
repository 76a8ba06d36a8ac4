/**
 * One for each byte that begins a value: a table, since a set of numbers takes twenty times as long to ask.
 */
const STARTS_VALUE = new Uint8Array(256)
for (const mark of ',[{') STARTS_VALUE[mark.charCodeAt(0)] = 1

/**
 * Returns whether JSON has more than `most` values: `[{},{},...` takes thirty times its length when it is
 * parsed. Marks in texts count too, which only matters for texts of nothing else.
 */
export const hasMoreValues = (json: Uint8Array, most: number): boolean => {
  if (json.length <= most) return false
  let left = most
  for (let at = 0; at < json.length; at++) {
    left -= STARTS_VALUE[json[at] ?? 0] ?? 0
    if (left < 0) return true
  }
  return false
}

const CODES = { quote: 0x22, backslash: 0x5c, colon: 0x3a }

/** Returns whether objects of the JSON have more than `most` members together. */
export const hasMoreMembers = (json: Uint8Array, most: number): boolean => {
  // `"":0` is the shortest member.
  if (json.length <= 4 * most) return false
  let left = most
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const code = json[at]
    if (isInText) {
      if (code === CODES.backslash) at++
      else if (code === CODES.quote) isInText = false
    } else if (code === CODES.quote) isInText = true
    else if (code === CODES.colon && --left < 0) return true
  }
  return false
}
