import { expect, it } from 'vitest'
import type { Exchange } from '../../kit/target/exchange.ts'
import { ReportRedactor } from './report-redactor.ts'
import { reproductionScript, withNamedPhotos } from './reproduction.ts'

const PATH = 'http://127.0.0.1:1/v3/publicaciones/a%40agency.example'

const sent = (number: number, method: string, body: object, startedMs: number): Exchange => ({
  number,
  request: { method, url: PATH, headers: {}, body: JSON.stringify(body) },
  response: { status: 200, headers: {}, body: '' },
  json: undefined,
  startedMs,
  tookMs: 10,
})

const scriptOf = (...exchanges: readonly Exchange[]): string => {
  const last = exchanges.at(-1)
  if (!last) throw new Error('there is an exchange')
  const rules = { secrets: new Set<string>(), headers: new Set<string>(), agency: 'a@agency.example' }
  return reproductionScript({
    id: 'some/clause',
    expected: 'one',
    got: 'other',
    prefix: 'playa0a0a0a0ax',
    credentials: { credentials: 'none' },
    exchanges,
    last,
    redactor: new ReportRedactor(rules),
  })
}

it('writes that the run sent at once are sent at once', () => {
  const script = scriptOf(sent(1, 'PUT', {}, 0), sent(2, 'PUT', {}, 20), sent(3, 'PUT', {}, 25))
  expect(script.match(/^curl .*$/gm)).toHaveLength(1)
  expect(script.match(/^printf .*"\$\(curl .*\)" &$/gm)).toHaveLength(2)
  expect(script).toMatch(/&\nwait$/)
})

it('photos that the run served are asked of the reader', () => {
  const script = scriptOf(sent(1, 'POST', { Fotos: ['http://127.0.0.1:9/photo-1280x720-1.png'] }, 0))
  expect(script).toContain(`"Fotos":["'"$PHOTO"'"]`)
  expect(script).toContain('PHOTO:?set it')
  expect(scriptOf(sent(1, 'POST', { Fotos: ['https://a.example/1.jpg'] }, 0))).not.toContain('PHOTO')
  const line = `curl --data-raw '{"Fotos":["http://127.0.0.1:9/photo-1280x720-1.png"]}' 'http://x/v3'`
  expect(withNamedPhotos(line)).toBe(`curl --data-raw '{"Fotos":["'"$PHOTO"'"]}' 'http://x/v3'`)
})
