import { expect, it } from 'vitest'
import { continueHash, HashSum, hashLanes } from './content-hash.ts'

it('sums up the lanes of texts, each after its own prefix, in any order', () => {
  const after = continueHash('Color ')
  const [gray, red] = [hashLanes('gris', after), hashLanes('rojo')]
  const sum = new HashSum(red)
  sum.addText('gris', after)
  const other = new HashSum()
  other.add(gray)
  other.add(red)
  expect({ ...sum }).toEqual({ low: (gray.low + red.low) | 0, high: (gray.high + red.high) | 0 })
  expect(other).toEqual(sum)
})
