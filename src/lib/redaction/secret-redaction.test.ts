import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { redactBody } from './redact-body.ts'
import { redactUrls } from './redact-urls.ts'
import { isSecretName, mayHoldSecret, REDACTED } from './secret-names.ts'

const SECRET = 'zwölf-Boxkämpfer-0123'

it.each([
  ['a member', { Secret: SECRET }],
  ['a member in another case', { SECRET }],
  ['a member deep inside', { PublicacionConsultadaWebHook: { Secret: SECRET, Activo: true } }],
  ['a list', { Secret: [SECRET, [SECRET]] }],
  ['an object', { Secret: { a: SECRET } }],
  ['a number', { Secret: 1234567 }],
  ['a password', { Password: SECRET }],
  ['a key', { AppKey: SECRET }],
  ['a custom header', { HeaderCustom01: { Name: 'X-Api-Key', Value: SECRET } }],
  ['a custom header, the other way round', { HeaderCustom01: { Value: SECRET, Name: 'authorization' } }],
  ['a password in a URL', { Callback: `https://me:${SECRET}@a.example/x` }],
  ['a parameter of a URL', { Callback: `https://a.example/x?b=1&access_token=${SECRET}` }],
])('%s is removed from JSON, and other members stay', (_, members) => {
  const redacted = redactBody(JSON.stringify({ Activo: true, ...members, Description: 'x' }))
  expect(redacted).not.toContain(SECRET)
  expect(redacted).not.toContain('1234567')
  expect(redacted).toContain(REDACTED)
  expect(JSON.parse(redacted)).toMatchObject({ Activo: true, Description: 'x' })
})

it.each([
  ['broken off', `{"Activo": true, "Secret": "${SECRET}`],
  ['without a colon', `{"Secret" "${SECRET}"}`],
  ['in single quotes', `{'Secret': '${SECRET}'}`],
  ['without quotes', `{Secret: ${SECRET}}`],
  ['with escapes in the name', `{"\\u0053ecre\\u0074": "${SECRET}"`],
  ['a form', `Activo=true&Secret=${SECRET}`],
  ['a form with an escaped name', `Activo=true&%53ecret=${SECRET}`],
  ['in UTF-16', Buffer.from(`{"Secret": "${SECRET}"}`, 'utf16le').toString('latin1')],
  ['XML', `<a><Secret>${SECRET}</Secret></a>`],
  ['two of them', `{"\\u0053ecret": "${SECRET}", "Secret": "${SECRET}"`],
])('a secret is removed from a body that is not JSON: %s', (_, text) => {
  const redacted = redactBody(text)
  expect(redacted.replaceAll('\0', '')).not.toContain(SECRET.slice(0, 3))
  expect(redacted).toContain(REDACTED)
})

it('a name with escapes is recognized in JSON, and all else stays as sent', () => {
  expect(redactBody(`{"\\u0053ecret": "${SECRET}", "a": [ 1 ]}`)).toBe(
    `{"\\u0053ecret": "${REDACTED}", "a": [ 1 ]}`,
  )
})

it('of two members of one name both are removed', () => {
  expect(redactBody('{"Pin":1,"Pin":{"a":[2]},"b":3}')).toBe(
    `{"Pin":"${REDACTED}","Pin":"${REDACTED}","b":3}`,
  )
})

it('a cut body holds no secret whose name lies behind the cut', () => {
  const padding = 'x'.repeat(500)
  const body = JSON.stringify({ Header: { Value: SECRET, Filler: padding, Name: 'X-Api-Key' }, a: padding })
  expect(redactBody(body, 200)).not.toContain(SECRET)
  const text = `http://me:${SECRET}${padding}@a.example/?token=1`
  expect(redactBody(text, 60)).not.toContain(SECRET)
})

it('a parameter that holds a URL with a secret is removed', () => {
  const inner = encodeURIComponent(`http://a.example/?x=1&token=${SECRET}`)
  expect(redactUrls(`http://b.example/?b=2&next=${inner}`)).toBe(`http://b.example/?b=2&next=${REDACTED}`)
})

it('a body nested too deeply is cut at the secret', () => {
  const deep = `${'{"a":'.repeat(50_000)}{"Secret":"${SECRET}"}${'}'.repeat(50_000)}`
  expect(redactBody(deep)).not.toContain(SECRET)
})

it.each([
  '{"Secret":null}',
  '{"ExternalId":"A-1","Descripcion":"Crédito, keyless, 100% actualizado","OperadorResponsable":"raul@taller.example"}',
  '{"Fotos":["https://cdn.example/a@2x.jpg?w=640"],  "Precio":{"Importe":1e2}}',
  '{"Descripcion":"\\u00e1\\u0041"}',
  '{"broken": ',
])('a body without secrets is unchanged: %s', (text) => {
  expect(redactBody(text)).toBe(text)
})

it.each([
  ['http://a.example/v3?app_key=abc&x=1', `http://a.example/v3?app_key=${REDACTED}&x=1`],
  ['http://a.example/v3?x=1&%61pi%5Fkey=abc', `http://a.example/v3?x=1&%61pi%5Fkey=${REDACTED}`],
  ['http://a.example/v3?TOKEN=abc#token=def', `http://a.example/v3?TOKEN=${REDACTED}#token=${REDACTED}`],
  ['http://me:pw@a.example/v3', `http://${REDACTED}@a.example/v3`],
  ['http://me:p@w@a.example/v3', `http://${REDACTED}@a.example/v3`],
  [
    'http://a.example/v3/publicaciones/v@a.example?pagina=2',
    'http://a.example/v3/publicaciones/v@a.example?pagina=2',
  ],
  ['http://a.example/v3?keyword=gol&externalid=K-1', 'http://a.example/v3?keyword=gol&externalid=K-1'],
])('%s is redacted to %s', (url, redacted) => {
  expect(redactUrls(url)).toBe(redacted)
})

it.each([
  ['Authorization', true],
  ['x-acs-signature', true],
  ['X-Api-Key', true],
  ['set-cookie', true],
  ['Notification-Signature', true],
  ['Idempotency-Key', false],
  ['jwt', true],
  ['sessionId', true],
  ['pwd', true],
  ['userPin', true],
  ['pin_code', true],
  ['clave', true],
  ['contraseña', true],
  ['contrasena', true],
  ['otp', true],
  ['cvv', true],
  ['Pinos', false],
  ['Opinion', false],
  ['Digest', false],
  ['If-Match', false],
])('the value of %s is secret: %s', (name, secret) => {
  expect(isSecretName(name)).toBe(secret)
})

/** Words that make a name secret, in any case. */
const word = fc.mixedCase(
  fc.constantFrom(
    ...['authoriz', 'cookie', 'secret', 'token', 'passw', 'credential', 'signature', 'hmac', 'key'],
    ...['jwt', 'session', 'pwd', 'contrase', 'pin', 'otp', 'clave', 'cvv'],
  ),
)

it('the quick scan finds every name of a secret', () => {
  fc.assert(
    fc.property(anyText(), word, fc.string(), (before, name, after) => {
      expect(mayHoldSecret(before + name + after)).toBe(true)
    }),
  )
})

it('the value of a secret member is removed, whatever else the JSON body holds', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom('Secret', 'secret', 'apiKey', 'Token'),
      fc.jsonValue(),
      (others, name, value) => {
        const marked = { v: 'Q9-only-here', value }
        const redacted = redactBody(JSON.stringify({ others, in: [{ [name]: marked }] }))
        expect(redacted).not.toContain('Q9-only-here')
      },
    ),
  )
})
