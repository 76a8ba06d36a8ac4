import { expect, it } from 'vitest'
import { outputRedactor } from './redact-output.ts'
import { REDACTED } from './secret-names.ts'

const KNOWN = 'zwölf-Boxkämpfer-0123'
const OTHER = 'hunter2-hunter2'
const redact = outputRedactor([KNOWN])

it.each([
  ['known, in a sentence', `expected ${KNOWN} to be another`],
  ['known, in base64', `Basic ${Buffer.from(KNOWN).toString('base64')}`],
  ['known, in a URL', `GET /x?y=${encodeURIComponent(KNOWN)}`],
  ['JSON', `{"Activo": true, "Secret": "${OTHER}", "Description": "x"}`],
  ['escaped JSON', `"{\\"Activo\\":true,\\"Secret\\":\\"${OTHER}\\",\\"a\\":1}"`],
  ['JSON that breaks off', `{"Secret": "${OTHER}`],
  ['a dict of Python', `{'Activo': True, 'Secret': '${OTHER}'}`],
  ['an object of Node', `{ Activo: true, Secret: '${OTHER}' }`],
  ['a difference of Node', `{\n+   Secret: '${OTHER}'\n-   Secret: '${OTHER}x'\n}`],
  ['a header', `> Authorization: Bearer ${OTHER}\n> Accept: */*`],
  ['a header in a log', `12:00 DEBUG header: Authorization: Bearer ${OTHER}`],
  ['a header in the bytes of Python', `send: b'GET / HTTP/1.1\\r\\nX-Api-Key: ${OTHER}\\r\\n'`],
  ['a header in quotes', `curl -H 'X-Api-Key: ${OTHER}' http://a.example`],
  ['a cookie', `Cookie: a=b; c=${OTHER}`],
  ['an environment variable', `export API_TOKEN=${OTHER}`],
  ['one in quotes', `started with API_TOKEN="${OTHER}"`],
  ['a form', `Activo=true&secret=${OTHER}&x=1`],
  ['a URL', `http://me:${OTHER}@a.example/x?access_token=${OTHER}`],
  [
    'a private key',
    `-----BEGIN RSA PRIVATE KEY-----\n${OTHER.replaceAll('-', '')}\n-----END RSA PRIVATE KEY-----`,
  ],
  ['a number', '{"pin": 123456789}'],
])('a secret is removed from the output of a program: %s', (_, text) => {
  const redacted = redact(text)
  expect(redacted).toContain(REDACTED)
  for (const secret of [KNOWN, OTHER, OTHER.replaceAll('-', ''), '123456789'])
    expect(redacted).not.toContain(secret)
})

it.each([
  "KeyError: 'configurar'",
  "TypeError: Pub.__init__() got an unexpected keyword argument 'X'",
  '3 with a wrong signature',
  'AssertionError: wrong signature: expected 3, got 0',
  'If this is a long-running test, pass a timeout value as the last argument',
  'Unexpected token < in JSON at position 0',
  'Unrecognized key: "NuevoCampo"',
  '"code": "unrecognized_keys", "keys": [ "NuevoCampo" ]',
  "const secret = await read(key)\nif (key === 'x') return",
  'the key of the session is missing; authentication failed',
])('words of a sentence stay: %s', (text) => {
  expect(redact(text)).toBe(text)
})

it('what follows an entry stays', () => {
  expect(redact(`{"Secret": "${OTHER}", "Activo": false}\nKeyError: 'x'`)).toBe(
    `{"Secret": ${REDACTED}, "Activo": false}\nKeyError: 'x'`,
  )
})
