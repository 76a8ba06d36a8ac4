import { expect, test } from 'vitest'
import { curlOf, ReportRedactor } from './report-redactor.ts'

const discretion = { secrets: new Set(['sésame/1']), headers: new Set(['x-seal']), agency: 'ventas@lospinos.example' }
const redactor = new ReportRedactor(discretion)

test('secrets go in every spelling, other addresses of mail too, and the agency’s own stays', () => {
  expect(redactor.text(`a sésame/1 b ${encodeURIComponent('sésame/1')} c`)).toBe('a [redacted] b [redacted] c')
  expect(redactor.text('ana@x.example, b%40x.example, ventas@lospinos.example, ventas%40lospinos.example')).toBe(
    '[redacted], [redacted], ventas@lospinos.example, ventas%40lospinos.example',
  )
  expect(redactor.text('http://me:pass@api.example/v3?token=abc&q=1')).toBe(
    'http://[redacted]@api.example/v3?token=[redacted]&q=1',
  )
})

test('a person’s name goes, a car’s stays', () => {
  expect(redactor.body('{"Nombre":"Ana","Apellido":"Paz"}')).toBe('{"Nombre":"[redacted]","Apellido":"[redacted]"}')
  expect(redactor.body('{"Nombre":"Gol","Telefonos":["1",null],"Secret":null}')).toBe(
    '{"Nombre":"Gol","Telefonos":["[redacted]",null],"Secret":null}',
  )
})

test('a body that was cut off is masked as well', () => {
  expect(redactor.text('{"Telefono":"+54 351 55')).toBe('{"Telefono":"[redacted]"')
  expect(redactor.text('got {"Telefonos":["+54 351 555')).toBe('got {"Telefonos":"[redacted]"')
})

test('a long text without an end is masked in time', () => {
  expect(redactor.body('a'.repeat(1_000_000), 100)).toMatch(/^a{100}\.\.\. \(1000000 characters\)$/)
})

test('a curl line sends the same again, and takes credentials from the environment', () => {
  const request = {
    method: 'PATCH',
    url: 'http://x/v3/a',
    headers: { Accept: "it's", Authorization: 'Bearer k', 'X-Seal': 's' },
    body: '{"a":1}',
  }
  expect(curlOf(request, redactor, 'key')).toBe(
    `curl -i -X PATCH -H "Authorization: Bearer $PLAYA_KEY" -H 'Accept: it'\\''s' -H 'Content-Type:' --data-raw '{"a":1}' 'http://x/v3/a'`,
  )
  expect(curlOf({ ...request, method: 'HEAD', headers: {} }, redactor, 'basic')).toContain(
    'curl -i -I -u "$PLAYA_KEY:$PLAYA_SECRET"',
  )
  expect(curlOf({ ...request, body: 'x'.repeat(20_000) }, redactor, 'none')).toContain('--data-binary @body.json')
})
