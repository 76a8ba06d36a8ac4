/** Whether a text is what a pattern says, in which `*` stands for any characters, none included. Takes at most length times length steps. */
export const fitsPattern = (pattern: string, text: string): boolean => {
  let p = 0
  let t = 0
  let star = -1
  let resumeAt = 0
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p
      resumeAt = t
      p += 1
    } else if (pattern[p] === text[t]) {
      p += 1
      t += 1
    } else if (star >= 0) {
      // The last star takes one character more.
      p = star + 1
      resumeAt += 1
      t = resumeAt
    } else return false
  }
  while (pattern[p] === '*') p += 1
  return p === pattern.length
}
