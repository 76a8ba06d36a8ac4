import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Brandings, brandStyles } from './branding.ts'

/** Contrast by WCAG 2.2, written down apart from the code. */
const contrast = (one: string, other: string): number => {
  const [a = 0, b = 0] = [one, other].map((hex) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  })
  return Math.max(a, b) / Math.min(a, b)
}

const THEMES = {
  light: ['#f6f7f9', '#ffffff', '#eef1f4'],
  dark: ['#0f1419', '#171d24', '#1f2730'],
}

it('every colour is readable in both themes: in the header, as a link and on a button', () => {
  const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (colour) => {
      const [light = '', dark = ''] = brandStyles(colour).split('@media')
      for (const [theme, styles] of [
        ['light', light],
        ['dark', dark],
      ] as const) {
        const of = (name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(styles)?.[1] ?? ''
        expect(of('brand')).toBe(colour)
        expect(contrast(of('on-brand'), of('brand'))).toBeGreaterThanOrEqual(4.5)
        expect(contrast(of('on-action'), of('action'))).toBeGreaterThanOrEqual(4.5)
        for (const ground of THEMES[theme])
          expect(contrast(of('accent'), ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { seed: 7, numRuns: 300, examples: [['#ffff00'], ['#000000'], ['#ffffff'], ['#0000ff'], ['#777777']] },
  )
})

it('only a colour reaches the style sheet, and names have a limit', () => {
  const brandings = new Brandings()
  brandings.set('one', { name: 'x'.repeat(100), colour: 'red;} body{display:none' })
  expect(brandings.get('one')).toEqual({ name: 'x'.repeat(40), colour: undefined })
  brandings.set('one', { name: '', colour: '#AABBCC' })
  expect(brandings.get('one')).toEqual({ name: undefined, colour: '#aabbcc' })
  for (let n = 0; n < 150; n++) brandings.set(`w${n}`, { name: 'N', colour: undefined })
  expect([brandings.get('w49'), brandings.get('w50')]).toEqual([undefined, { name: 'N', colour: undefined }])
})

it('brandings are read back from their file, whatever it holds', () => {
  let text: string | undefined
  const file = { read: () => text, write: (written: string) => void (text = written) }
  new Brandings(file).set('one', { name: 'Automotores Sur', colour: '#aabbcc' })
  new Brandings(file).set('two', { name: undefined, colour: undefined })
  const kept = new Brandings(file)
  expect(kept.get('one')).toEqual({ name: 'Automotores Sur', colour: '#aabbcc' })
  expect(kept.get('two')).toEqual({ name: undefined, colour: undefined })
  for (text of ['{', 'null', '[1]', '[["one", 5, "red;}"]]'])
    expect(new Brandings(file).get('one')?.colour).toBeUndefined()
})
