import fc from 'fast-check'

/**
 * Draws one code point, half of a surrogate pair excepted. `fc.string({ unit: 'binary' })` draws the same,
 * but first fills a table of all million of them, which takes seconds in each worker.
 */
const codePoint = fc.integer({ min: 0, max: 0x10_f7_ff }).map(
  (nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (point === undefined || String.fromCodePoint(point) !== text) throw new Error('not one code point')
    return point < 0xd800 ? point : point - 0x800
  },
)

/** Draws any text, of any characters. */
export const anyText = (bounds: Pick<fc.StringConstraints, 'minLength' | 'maxLength'> = {}) =>
  fc.string({ ...bounds, unit: codePoint })
