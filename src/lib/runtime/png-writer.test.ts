import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type DrawnShape, ellipse, fill, line, rectangle } from '../../sandbox/photos/drawing.ts'
import { rasterise } from '../../sandbox/photos/raster.ts'
import { pngWriter } from './png-writer.ts'

/** The rows of a picture of one unit a pixel on black. */
function painted(widthPx: number, heightPx: number, shapes: DrawnShape[]): number[][] {
  const rows: number[][] = []
  const layer = { x: 0, y: 0, scaleX: 1, scaleY: 1, shapes }
  const view = { x: 0, y: 0, width: widthPx, height: heightPx }
  const black = fill('#000000', rectangle(view))
  const layers = [{ ...layer, shapes: [black, ...shapes] }]
  rasterise({ widthPx, heightPx, view, layers }, (row) => rows.push([...row]))
  return rows
}

const coverage = (rows: number[][]) => rows.flat().reduce((sum, pixel) => sum + (pixel & 0xff) / 255, 0)

test('rows come back from the file as they went in', () => {
  const rows = [
    [0xff0000, 0xff0000, 0x00ff00],
    [0x123456, 0x0000ff, 0xfedcba],
  ]
  const writer = pngWriter(3, 2)
  for (const [y, row] of rows.entries()) writer.row(Uint32Array.from(row), y)
  const bytes = writer.bytes()
  const samples = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)))
  const read = rows.map((_, y) => {
    const line = samples.subarray(y * 10 + 1, y * 10 + 10)
    for (let i = 3; i < 9; i++) line[i]! += line[i - 3]!
    return [0, 3, 6].map((at) => line.readUIntBE(at, 3))
  })
  expect(read).toEqual(rows)
})

test('a shape on pixel borders is sharp, half a pixel is half covered', () => {
  expect(painted(4, 1, [fill('#ffffff', 'M1 0H2.5V1H1Z')])).toEqual([[0, 0xffffff, 0x7f7f7f, 0]])
})

test.each<[string, DrawnShape, number]>([
  ['a circle', fill('#ffffff', ellipse(20, 20, 12)), Math.PI * 144],
  ['an ellipse', fill('#ffffff', ellipse(20, 20, 15, 5)), Math.PI * 75],
  ['a shallow triangle', fill('#ffffff', 'M2 10L38 13L2 14Z'), 72],
  ['a ring', fill('#ffffff', 'M5 5H35V35H5ZM15 15V25H25V15Z'), 800],
  ['a line', line('#ffffff', 3, 'M5 5L35 35'), 3 * Math.hypot(30, 30)],
  ['two crossing lines', line('#ffffff', 4, 'M20 5V35M5 20H35'), 224],
  ['a curve', fill('#ffffff', 'M0 30C10 0 30 0 40 30Z'), 40 * 30 * 0.525],
  ['a shape that leaves the picture on all sides', fill('#ffffff', 'M-50 -50H90V90H-50Z'), 1600],
])('%s covers its area', (_, shape, expected) => {
  expect(Math.abs(coverage(painted(40, 40, [shape])) - expected) / expected).toBeLessThan(0.02)
})

test('an opacity lets what is behind show', () => {
  const [[pixel]] = painted(1, 1, [fill('#ffffff', 'M0 0H1V1H0Z', 0.25)]) as [[number]]
  expect(pixel).toBe(0x3f3f3f)
})

test('a gradient runs from the top to the bottom of its shape', () => {
  const shades = [
    [0, '#000000'],
    [1, '#ffffff'],
  ] as const
  const column = painted(1, 8, [fill(shades, 'M0 2H1V6H0Z')]).map(([pixel]) => pixel! & 0xff)
  expect(column).toEqual([0, 0, 31, 95, 159, 223, 0, 0])
})

test('path data of other commands is a mistake, not a silent gap', () => {
  for (const path of ['M0 0A1 1 0 0 0 2 2', 'M0 0L5'])
    expect(() => painted(4, 4, [fill('#ffffff', path)])).toThrow('path')
})
