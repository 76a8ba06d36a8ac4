import { heapUse } from '../../lib/runtime/heap-use.ts'

/** Bytes of the heap for a character, its copies included, and for a parsed value with what judges it. */
const BYTES_PER_CHARACTER = 3
const BYTES_PER_VALUE = 80
/** Parts of the heap that may be used; small texts, as in a clean-up, may use more. */
const FULL_AT = 0.6
const FULL_FOR_SMALL_AT = 0.75
const SMALL_BYTES = 64 * 1024
/** Returns whether the heap has room for a text of JSON and its parsed values. */
export const hasRoomFor = (json: string): boolean => {
  const bytes = BYTES_PER_CHARACTER * json.length + BYTES_PER_VALUE * valuesIn(json)
  const { usedBytes, limitBytes } = heapUse()
  return usedBytes + bytes < limitBytes * (bytes > SMALL_BYTES ? FULL_AT : FULL_FOR_SMALL_AT)
}

const [COMMA, LIST, OBJECT] = [0x2c, 0x5b, 0x7b]

/** Counts what begins a value, in texts as well. */
const valuesIn = (json: string): number => {
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === COMMA || code === LIST || code === OBJECT) values++
  }
  return values
}
