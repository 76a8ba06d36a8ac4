import { expect, it } from 'vitest'
import { defaultProfile, withOptions } from '../../api/assumptions/profile.ts'
import { isJsonType, readBody } from './body.ts'
import { parseObject } from './json-body.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string))) // both kinds of part are what Buffer.from takes

const BOM = [0xef, 0xbb, 0xbf]

const errorsOf = (read: ReturnType<typeof readBody>) =>
  read.issues.hasIssues ? read.issues.toRefusal().errors : {}

it('errors/malformed-json: an object is read, with or without a BOM and surrounding white space', () => {
  expect(parseObject(bytes('{"a":1}'))).toEqual({ a: 1 })
  expect(parseObject(bytes(BOM, '{"a":1}'))).toEqual({ a: 1 })
  expect(parseObject(bytes(' \r\n\t{"a":"ñ"}\n'))).toEqual({ a: 'ñ' })
})

it.each([
  ['nothing', bytes('')],
  ['white space', bytes('  ')],
  ['a BOM alone', bytes(BOM)],
  ['two BOMs', bytes(BOM, BOM, '{}')],
  ['an array', bytes('[]')],
  ['an array of objects', bytes('[{}]')],
  ['null', bytes('null')],
  ['a number', bytes('12')],
  ['a text', bytes('"x"')],
  ['true', bytes('true')],
  ['a cut object', bytes('{"a":1')],
  ['two objects', bytes('{}{}')],
  ['single quotes', bytes("{'a':1}")],
  ['a trailing comma', bytes('{"a":1,}')],
  ['NaN', bytes('{"a":NaN}')],
  ['a comment', bytes('{"a":1} // one')],
  ['a raw line feed in a text', bytes('{"a":"\n"}')],
  ['Latin-1 instead of UTF-8', bytes('{"a":"', [0xf1], '"}')],
  ['an overlong encoding', bytes('{"a":"', [0xc0, 0xaf], '"}')],
  ['a surrogate in UTF-8', bytes('{"a":"', [0xed, 0xa0, 0x80], '"}')],
  ['UTF-16', Buffer.from('{}', 'utf16le')],
])('errors/malformed-json: %s is not an object, and a sentence says so', (_, sent) => {
  expect(parseObject(sent)).toBeTypeOf('string')
})

it('a body of valid members alone is returned itself, and a nested object in the order of its type', () => {
  const read = (sent: Readonly<Record<string, unknown>>) =>
    readBody(sent, { name: 'AppWebhookUpsert' }, defaultProfile).body
  const inOrder = {
    Description: 'd',
    HeaderCustom01: { Name: 'X', Value: 'v' },
    Callback: 'https://a.example',
  }
  expect(read(inOrder)).toBe(inOrder)
  const swapped = read({ HeaderCustom01: { Value: 'v', Name: 'X' } })
  expect(JSON.stringify(swapped)).toBe('{"HeaderCustom01":{"Name":"X","Value":"v"}}')
  expect(read({ ...inOrder, Other: 1 })).toEqual(inOrder)
  expect(read(JSON.parse('{"Description":"d","__proto__":{"Callback":"x"}}'))).toEqual({ Description: 'd' })
})

it('every invalid member is reported, and valid ones are kept', () => {
  const sent = {
    Callback: 1,
    Secret: 'short',
    Description: 'd',
    Activo: 'yes',
    HeaderCustom01: { Name: 'X' },
  }
  const read = readBody(sent, { name: 'AppWebhookUpsert' }, defaultProfile)
  expect(Object.keys(errorsOf(read)).sort()).toEqual(['Activo', 'Callback', 'HeaderCustom01.Value', 'Secret'])
  expect(read.body).toEqual({ Description: 'd', HeaderCustom01: { Name: 'X' } })
})

it('of a nested member that is wrong the well-formed parts are kept, of a list undefined for wrong items', () => {
  const sent = {
    Precio: { Moneda: 'zz', Importe: '1' },
    Fotos: [5, 'x'],
    Locacion: { Region: {}, Ciudad: 'c' },
  }
  const read = readBody(sent, { name: 'PublicacionEdit' }, defaultProfile)
  expect(read.body).toEqual({
    Precio: { Moneda: 'zz' },
    Fotos: [undefined, 'x'],
    Locacion: { Ciudad: 'c' },
  })
})

it.each([
  ['VersionYear', '2018', 'Se espera un número entero.'],
  ['VersionYear', 20.5, 'Se espera un número entero.'],
  ['Kilometraje', true, 'Se espera un número entero.'],
  ['Precio', { Moneda: 'ARS', Importe: '1' }, 'Se espera un número.'],
])('the sentence on %s %j says which number is expected', (name, value, sentence) => {
  const read = readBody({ [name]: value }, { name: 'PublicacionEdit' }, defaultProfile)
  expect(Object.values(errorsOf(read))).toEqual([[sentence]])
})

it('COM-01: member names are case-sensitive', () => {
  const read = readBody({ nombrecomercial: 'Otra' }, { name: 'AgenciaEdit' }, defaultProfile)
  expect(read.body).toEqual({})
  expect(read.issues.hasIssues).toBe(false)
})

it('common/unknown-members=400 reports every unknown member, __proto__ and constructor included', () => {
  const profile = withOptions(defaultProfile, { 'common/unknown-members': '400' }, 'given')
  const sent = parseObject(
    bytes('{"__proto__":1,"constructor":2,"nombreComercial":"x","NombreComercial":"Bien"}'),
  )
  if (typeof sent === 'string') throw new Error(sent)
  const read = readBody(sent, { name: 'AgenciaEdit' }, profile)
  expect(Object.keys(errorsOf(read)).sort()).toEqual(['__proto__', 'constructor', 'nombreComercial'])
  expect(read.body).toEqual({ NombreComercial: 'Bien' })
})

it('common/unknown-members=400 looks at no further member once 1,000 are reported', () => {
  const profile = withOptions(defaultProfile, { 'common/unknown-members': '400' }, 'given')
  let looked = 0
  const member = { enumerable: true, get: () => ++looked }
  const sent = Object.defineProperties(
    {},
    Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`Other${i}`, member])),
  )
  const read = readBody(sent, { name: 'PublicacionCreate' }, profile)
  expect([Object.keys(errorsOf(read)).length, looked]).toEqual([1_000, 1_000])
})

it('common/unknown-members: by default __proto__ in a body changes nothing', () => {
  const sent = parseObject(bytes('{"__proto__":{"NombreComercial":"Colada"}}'))
  if (typeof sent === 'string') throw new Error(sent)
  expect(readBody(sent, { name: 'AgenciaEdit' }, defaultProfile).body).toEqual({})
})

it('common/null-members: null counts as absent where the description does not mention it, and is kept where it does', () => {
  const sent = { NombreComercial: null }
  expect(readBody(sent, { name: 'AgenciaEdit' }, defaultProfile).body).toEqual({})
  const hook = readBody({ HeaderCustom01: null, Activo: null }, { name: 'AppWebhookUpsert' }, defaultProfile)
  expect(hook.body).toEqual({ HeaderCustom01: null })
})

it('common/null-members=400 refuses null where the description does not mention it', () => {
  const profile = withOptions(defaultProfile, { 'common/null-members': '400' }, 'given')
  const read = readBody({ HeaderCustom01: null, Activo: null }, { name: 'AppWebhookUpsert' }, profile)
  expect(Object.keys(errorsOf(read))).toEqual(['Activo'])
  const sent = { Vin: null, RefStock: null, Telefono: null, Locacion: null, Precio: null }
  const edit = readBody(sent, { name: 'PublicacionEdit' }, profile)
  expect(Object.keys(errorsOf(edit)).sort()).toEqual(['RefStock', 'Vin'])
  const hook = readBody({ Description: null, Secret: null }, { name: 'AppWebhookUpsert' }, profile)
  expect(Object.keys(errorsOf(hook))).toEqual(['Description'])
})

it('common/types: another JSON type is an issue by default, and converted when the option says so', () => {
  const sent = {
    VersionYear: '2020',
    Activa: 'true',
    RefStock: 12,
    Fotos: [1],
    Precio: { Moneda: 'ARS', Importe: '10.5' },
  }
  const shape = { name: 'PublicacionEdit' } as const
  const refused = errorsOf(readBody(sent, shape, defaultProfile))
  expect(Object.keys(refused).sort()).toEqual([
    'Activa',
    'Fotos[0]',
    'Precio.Importe',
    'RefStock',
    'VersionYear',
  ])
  const converted = readBody(
    sent,
    shape,
    withOptions(defaultProfile, { 'common/types': 'converted' }, 'given'),
  )
  expect(errorsOf(converted)).toEqual({})
  expect(converted.body).toEqual({
    VersionYear: 2020,
    Activa: true,
    RefStock: '12',
    Fotos: ['1'],
    Precio: { Moneda: 'ARS', Importe: 10.5 },
  })
})

it('common/types=converted refuses what cannot be converted', () => {
  const profile = withOptions(defaultProfile, { 'common/types': 'converted' }, 'given')
  const sent = { VersionYear: '20x', Activa: 'sí', Kilometraje: '1.5', Precio: 'mucho' }
  const read = readBody(sent, { name: 'PublicacionEdit' }, profile)
  expect(Object.keys(errorsOf(read)).sort()).toEqual(['Activa', 'Kilometraje', 'Precio', 'VersionYear'])
})

it('PUB-15: a colour is never too long, whatever bounds other texts (`limits/texts`)', () => {
  const sent = { Color: 'x'.repeat(20_000), Telefono: 'x'.repeat(20_000) }
  const read = readBody(sent, { name: 'PublicacionEdit' }, defaultProfile)
  expect(Object.keys(errorsOf(read))).toEqual(['Telefono'])
  expect(read.body).toEqual({ Color: sent.Color })
})

it.each([
  null,
  '',
  ' ',
  'application/json',
  'Application/JSON',
  'text/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset=utf8',
  'application/json; profile=x',
  'application/json; profile="a;charset=latin1"',
  'application/json; profile="a\\";charset=latin1"',
  'application/vnd.service.entry+json',
  'application/problem+json',
])('common/request-media-types: %s is JSON', (header) => {
  expect(isJsonType(header, defaultProfile)).toBe(true)
})

it.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json-patch',
  'text/vnd.x+json',
  'application/+json',
  'application/*+json',
  'application/*',
  'json',
  '*/*',
  'application/json, text/plain',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16',
])('common/request-media-types: %s is not JSON', (header) => {
  expect(isJsonType(header, defaultProfile)).toBe(false)
})
