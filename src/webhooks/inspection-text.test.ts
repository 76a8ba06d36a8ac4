import { expect, it, test } from 'vitest'
import { defaultProfile } from '../api/assumptions/profile.ts'
import { summarize } from './body-summary.ts'
import { DeliveryInspector, type IncomingDelivery } from './delivery-inspector.ts'
import { addToTally, emptyTally, inspectionJson, inspectionText, tallyText } from './inspection-text.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const ESCAPE = String.fromCharCode(27)

const received = (change: Partial<IncomingDelivery> = {}) =>
  new DeliveryInspector({
    secret: undefined,
    profile: defaultProfile,
    toleranceMs: 300_000,
    fail: 0,
  }).inspect(
    {
      method: 'POST',
      path: '/',
      headers: { 'notification-hook-id': 'h' },
      body: '{}',
      content: new Uint8Array(),
      bytes: 2,
      tooLarge: false,
      ...change,
    },
    NOW,
  )

it('what a sender writes steers no terminal, with and without colours', () => {
  const evil = `${ESCAPE}[31mred${ESCAPE}]0;title\u0007\u009b2J`
  const one = received({
    path: `/${evil}`,
    headers: { 'notification-topic': evil, 'notification-hook-id': evil, 'x-a': evil },
    body: `{"Topic": "t", "Entidad": {"title": ${JSON.stringify(evil)}}}${evil}`,
  })
  expect(inspectionText(one, { colour: false, bodies: true })).not.toMatch(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/,
  )
  const coloured = inspectionText(one, { colour: true, bodies: true })
  expect(
    coloured
      .split(ESCAPE)
      .slice(1)
      .every((part) => /^\[(0|1|31|32|33)m/.test(part)),
  ).toBe(true)
  expect(coloured).not.toContain(`${ESCAPE}[31mred`)
})

it('bodies are printed as they came when asked for', () => {
  const one = received({ body: '<adf>\n  <prospect/>\n</adf>' })
  expect(inspectionText(one, { colour: false, bodies: true })).toContain(
    '     <adf>\n       <prospect/>\n     </adf>',
  )
  expect(inspectionText(one, { colour: false, bodies: false })).not.toContain('<prospect/>\n')
})

it('a line of JSON holds the body as JSON where it is, and as text where it is not', () => {
  expect(JSON.parse(inspectionJson(received({ body: '{"a": [1]}' })))).toMatchObject({
    event: 'delivery',
    number: 1,
    at: '2026-03-01T12:00:00.000Z',
    hookId: 'h',
    topic: null,
    verified: false,
    signature: 'unchecked',
    duplicate: false,
    duplicateOf: null,
    body: { a: [1] },
    answered: 204,
  })
  expect(JSON.parse(inspectionJson(received({ body: '<adf/>' }))).body).toBe('<adf/>')
})

it('deliveries are counted by what became of them', () => {
  const tally = [received(), received()].reduce(addToTally, emptyTally)
  expect(tallyText(tally)).toBe('2 deliveries: 0 verified, 2 not, 2 stale, 0 duplicates; 2 answered 2xx.')
})

const ADF = `<?xml version="1.0"?><?adf version="1.0"?><adf><prospect><vehicle interest="buy" status="used"><year>2018</year><make>Citro&#39;n</make>
<model>C3 &amp; C4</model></vehicle><customer><contact><name part="first">Ana</name><name part="last">P&lt;z</name><email>ana@x.example</email>
</contact></customer><vendor><vendorname>Los Pinos</vendorname></vendor></prospect></adf>`

test.each([
  [
    'application/xml',
    ADF,
    "ADF: lead of Ana P<z <ana@x.example> about used Citro'n C3 & C4 2018 for Los Pinos",
  ],
  ['application/xml', '<note>hi</note>', 'XML, not ADF: <note>hi</note>'],
  ['application/json', '', 'empty'],
  ['application/json', '{', 'neither JSON nor XML: {'],
  ['application/json', '[1, 2]', '[1,2]'],
  ['application/json', 'null', 'null'],
  ['application/json', '{"b": 1, "a": 2}', 'members b, a'],
  [
    'application/json',
    '{"Topic": "t", "Momento": "m", "Entidad": {"ExternalId": "A-1", "EstadoActual": "Activa", "title": "Gol"}}',
    't A-1 Activa Gol of m',
  ],
  [
    'application/json',
    '{"Momento": "m", "Auto": {"ExternalId": "A-1", "Marca": "VW", "Modelo": "Gol"}, "Interesado": {"Nombre": "Ana", "Apellido": null}}',
    'inquiry of Ana about VW Gol (A-1) of m',
  ],
  ['application/json', '{"Topic": "t", "Entidad": 7}', 't'],
])('a body of %s is shown in one line', (type, body, text) => {
  expect(summarize(type, body).text).toBe(text)
})
