import { expect, it } from 'vitest'
import { ReportRedactor, redactedCurl } from './report-redactor.ts'

const rules = {
  secrets: new Set(['sésame/1']),
  headers: new Set(['x-seal']),
  agency: 'ventas@lospinos.example',
}
const redactor = new ReportRedactor(rules)

it('secrets in every spelling and e-mail addresses are redacted, the agency’s own address is not', () => {
  expect(redactor.text(`a sésame/1 b ${encodeURIComponent('sésame/1')} c`)).toBe(
    'a [redacted] b [redacted] c',
  )
  expect(
    redactor.text('ana@x.example, b%40x.example, ventas@lospinos.example, ventas%40lospinos.example'),
  ).toBe('[redacted], [redacted], ventas@lospinos.example, ventas%40lospinos.example')
  expect(redactor.text('http://me:pass@api.example/v3?token=abc&q=1')).toBe(
    'http://[redacted]@api.example/v3?token=[redacted]&q=1',
  )
})

it('the name of a person is redacted, the name of a car is not', () => {
  expect(redactor.body('{"Nombre":"Ana","Apellido":"Paz"}')).toBe(
    '{"Nombre":"[redacted]","Apellido":"[redacted]"}',
  )
  expect(redactor.body('{"Nombre":"Gol","Telefonos":["1",null],"Secret":null}')).toBe(
    '{"Nombre":"Gol","Telefonos":["[redacted]",null],"Secret":null}',
  )
})

it('a truncated body is redacted too', () => {
  expect(redactor.text('{"Telefono":"+54 351 55')).toBe('{"Telefono":"[redacted]"')
  expect(redactor.text('got {"Telefonos":["+54 351 555')).toBe('got {"Telefonos":"[redacted]"')
  expect(redactor.text('{"De":{"Apellido":"Paz"},"A":[{"Apellido":"Sosa')).toBe(
    '{"De":{"Apellido":"[redacted]"},"A":[{"Apellido":"[redacted]"',
  )
})

it('a list of hidden values stays JSON', () => {
  const pair = redactor.distinct({
    expected: '{"Telefonos":["+54 11 5555-0100","a]b"],"Email":"ana@x.example"}',
    got: '{"Telefonos":["+54 11 5555-0101"],"Email":"eva@x.example"}',
  })
  for (const text of [pair.expected, pair.got]) expect(() => JSON.parse(text)).not.toThrow()
})

it('people of a test service are shown, its secrets are not', () => {
  const shown = new ReportRedactor({ ...rules, showsPeople: true })
  const text = '{"Apellido":"Paz","Email":"ana@x.example","Secret":"abc"}'
  expect(shown.body(text)).toBe('{"Apellido":"Paz","Email":"ana@x.example","Secret":"[redacted]"}')
  expect(shown.text(text)).toBe('{"Apellido":"Paz","Email":"ana@x.example","Secret":"[redacted]"}')
})

it('a long text is redacted in linear time', () => {
  expect(redactor.body('a'.repeat(1_000_000), 100)).toMatch(/^a{100}\.\.\. \(1000000 characters\)$/)
})

it('the curl command repeats the request and takes credentials from the environment', () => {
  const request = {
    method: 'PATCH',
    url: 'http://x/v3/a',
    headers: { Accept: "it's", Authorization: 'Bearer k', 'X-Seal': 's' },
    body: '{"a":1}',
  }
  expect(redactedCurl({ request }, redactor, { credentials: 'key' })).toBe(
    `curl -i -X PATCH -H "Authorization: Bearer $PLAYA_KEY" -H "X-Seal: $X_SEAL" -H 'Accept: it'\\''s' -H 'Content-Type:' --data-raw '{"a":1}' 'http://x/v3/a'`,
  )
  expect(
    redactedCurl({ request: { ...request, method: 'HEAD', headers: {} } }, redactor, {
      credentials: 'basic',
    }),
  ).toContain('curl -i -I -u "$PLAYA_KEY:$PLAYA_SECRET"')
  // Signatures of `auth/hmac` hold for one moment.
  const signed = { ...request, headers: { 'X-ACS-Date': 'd', Authorization: 'a' } }
  expect(redactedCurl({ request: signed }, redactor, { credentials: 'none' })).toContain(
    '-H "Authorization: $AUTHORIZATION" -H',
  )
  expect(redactedCurl({ request: signed }, redactor, { credentials: 'none' })).not.toContain('ACS')
  expect(
    redactedCurl({ request: { ...request, body: 'x'.repeat(20_000) } }, redactor, { credentials: 'none' }),
  ).toContain('--data-binary @body.json')
})
