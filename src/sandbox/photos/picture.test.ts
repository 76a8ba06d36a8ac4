import { inflateSync } from 'node:zlib'
import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { type PhotoRequest, parsePhotoPath } from '../../model/domain/publications/photo-url.ts'
import { renderPhoto } from './picture.ts'
import { BODY_STYLES } from './silhouettes.ts'

const request = (path: string): PhotoRequest => parsePhotoPath(path)!
const text = (path: string) => new TextDecoder().decode(renderPhoto(request(path)))
const sizes = ['640x360', '1x1', '4000x1', '1x400', '317x200', '90x160']

test.each(sizes)('a PNG of %s says so in its header and holds that many pixels', (size) => {
  const bytes = renderPhoto(request(`${size}/suv/rojo/2.png`))
  const { width, height, type } = imageSize(bytes)
  expect([type, `${width}x${height}`]).toEqual(['png', size])
  const buffer = Buffer.from(bytes)
  const data = buffer.subarray(41, 41 + buffer.readUInt32BE(33))
  expect(inflateSync(data)).toHaveLength((1 + width * 3) * height)
})

test.each(sizes)('an SVG of %s is well formed, has its size and keeps proportions', (size) => {
  const svg = text(`${size}/suv/rojo/2.svg`)
  const [, width, height, box] = /^<svg [^>]*width="(\d+)" height="(\d+)" viewBox="([^"]*)">/.exec(svg)!
  expect(`${width}x${height}`).toBe(size)
  const [, , boxWidth, boxHeight] = box!.split(' ').map(Number)
  expect(boxWidth! / boxHeight! / (Number(width) / Number(height))).toBeCloseTo(1, 1)
  expect(unclosed(svg)).toEqual([])
})

test('every SVG of a usual shape stays under 6 KB and refers to nothing outside', () => {
  for (const style of BODY_STYLES) {
    for (let n = 1; n <= 42; n++) {
      const svg = text(`1280x720/${style}/verde/${n}.svg`)
      expect(svg.length).toBeLessThan(6 * 1024)
      expect(svg).not.toMatch(/NaN|undefined|Infinity|href|<script/)
      const used = [...svg.matchAll(/url\(#(\w+)\)/g)].map(([, id]) => id)
      for (const id of used) expect(svg).toContain(`id="${id}"`)
    }
  }
})

test.each(['svg', 'png'])('the same request gives the same %s bytes', (format) => {
  const path = `320x180/pick-up/azul/4.${format}`
  expect(renderPhoto(request(path))).toEqual(renderPhoto(request(path)))
})

test('body style, colour and n each change the picture, in both formats', () => {
  for (const format of ['svg', 'png']) {
    const pictures = [
      ...BODY_STYLES.map((style) => `160x90/${style}/gris/1.${format}`),
      ...['rojo', 'azul', 'blanco', 'negro', 'plata'].map((colour) => `160x90/sedan/${colour}/1.${format}`),
      ...Array.from({ length: 41 }, (_, i) => `160x90/sedan/gris/${i + 2}.${format}`),
    ]
    const distinct = new Set(
      pictures.map((path) => Buffer.from(renderPhoto(request(path))).toString('latin1')),
    )
    expect(distinct.size).toBe(pictures.length)
  }
})

test.each([
  ['spaceship/rojo', 'sedan/rojo'],
  ['suv/ultraviolet', 'suv/gris'],
  ['station-wagon/red', 'familiar/rojo'],
  ['van/silver', 'furgon/gris-plata'],
  ['suv/rojo-fuego', 'suv/rojo'],
])('%s is drawn as %s', (asked, drawn) => {
  expect(text(`640x360/${asked}/1.svg`)).toBe(text(`640x360/${drawn}/1.svg`))
})

/** Names of elements opened and never closed, or closed out of turn. */
function unclosed(svg: string): string[] {
  const open: string[] = []
  const rest = svg.replace(
    /<(\/?)(\w+)((?: [\w-]+="[^"<>&]*")*)(\/?)>/g,
    (_, slash, name, _attributes, empty) => {
      if (slash !== '' && open.pop() !== name) open.push(`/${name}`)
      if (slash === '' && empty === '') open.push(name)
      return ''
    },
  )
  return rest.trim() === '' ? open : [...open, rest]
}
