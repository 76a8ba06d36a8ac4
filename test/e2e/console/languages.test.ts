import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AssumptionOption } from '../../../src/api/assumptions/assumption.ts'
import { assumptions } from '../../../src/api/assumptions/profile.ts'
import { statements } from '../../../src/api/statements/statements.ts'
import { createSandbox } from '../../../src/cli/entries/index.ts'
import { packageRoot } from '../../../src/lib/runtime/package-root.ts'
import { serverSpanish } from '../../../src/pages/ui/spanish/server.ts'
import { spanishTexts } from '../../../src/pages/ui/spanish/spanish.ts'
import { readRules } from '../../../src/sandbox/client-lint/read-rules.ts'
import { retryRules } from '../../../src/sandbox/client-lint/retry-rules.ts'
import { writeRules } from '../../../src/sandbox/client-lint/write-rules.ts'
import { CONSOLE, openFormBrowser, WORLD } from './form-browser.ts'

const {
  texts: SPANISH,
  hints: SPANISH_HINTS,
  assumptions: SPANISH_ASSUMPTIONS,
  statements: SPANISH_STATEMENTS,
} = spanishTexts()

const IN_SPANISH = { headers: { 'accept-language': 'es-AR,es;q=0.9,en;q=0.8' } }

/** What a label has besides words: braces, code, and whether it has a singular and a plural. */
const formOf = (label: string) => ({
  braces: (label.match(/\{\w+\}/g) ?? []).toSorted(),
  code: (label.match(/`[^`]*`/g) ?? []).toSorted(),
  forms: label.split('|').length,
})

it('every text has its Spanish, with the same values, code and forms of a noun', () => {
  for (const [english, spanish] of Object.entries(SPANISH)) {
    expect(spanish.trim(), english).not.toBe('')
    expect(formOf(spanish), english).toEqual(formOf(english))
  }
})

it('no text of the table is left over', () => {
  const folders = ['src/pages/console', 'src/pages/ui'].map((path) => join(packageRoot(), path))
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('spanish'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  const all = sources.join('\n')
  // Words of the control API reach their labels as values.
  const ofTheApi = /^(?:pending|delivered|failed|cancelled|copied|passed|decided|not reached|visits)$/
  const left = Object.keys(SPANISH).filter(
    (label) => !ofTheApi.test(label) && !all.includes(`'${label}'`) && !all.includes(`"${label}"`),
  )
  expect(left).toEqual([])
})

const PAGES = [
  '',
  '/exchanges',
  '/exchanges/1',
  '/hints',
  '/publications',
  '/package',
  '/inquiries',
  '/deliveries',
  '/outbox',
  '/clock',
  '/faults',
  '/profile',
  '/story',
  '/demo',
  '/snapshots',
  '/reset',
  '/exchanges/clear',
  '/faults/clear',
]

/**
 * Returns the texts of a page that are in its own language: no code, no choices, nothing that is marked as
 * English.
 */
const ownTexts = (page: string): string[] => {
  const body = page
    .slice(page.indexOf('<body'))
    .replaceAll(/<(code|pre|svg|script|option)\b[\s\S]*?<\/\1>/g, '')
    // What the value of an option may be is said by the API.
    .replaceAll(/<input class="value"[^>]*>/g, '')
    .replaceAll(/<(\w+)[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, '')
  const attributes = body.matchAll(/ (?:aria-label|placeholder|title|alt)="([^"]*)"/g)
  return [
    ...body.replaceAll(/<[^>]*>/g, '\n').split('\n'),
    ...Array.from(attributes, ([, text = '']) => text),
  ]
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(text))
}

const ENGLISH =
  /(?<!\p{L})(?:the|of|and|with|this|that|is|are|was|were|from|for|by|not|yet|its|each|open)(?!\p{L})/iu

it('pages in Spanish say so, and have no English of their own', async () => {
  const browser = await openFormBrowser({ scenario: 'busy-saturday' })
  await browser.open('/v3/monedas')
  const found: string[] = []
  for (const path of [
    '/',
    CONSOLE,
    `${CONSOLE}/demo`,
    ...PAGES.map((page) => WORLD + page),
    `${CONSOLE}/nowhere`,
  ]) {
    const { text, headers } = await browser.request(path, IN_SPANISH)
    expect(text, path).toContain('<html lang="es">')
    expect(headers.get('content-security-policy'), path).not.toContain('unsafe')
    found.push(...ownTexts(text).flatMap((one) => (ENGLISH.test(one) ? [`${path}: ${one}`] : [])))
  }
  expect(found).toEqual([])
})

it("the server's texts on shipped scenarios, their stories and its decisions have Spanish twins", async () => {
  const sandbox = await createSandbox({ scenario: 'busy-saturday' })
  await sandbox.clock.advance('P1D')
  await sandbox.fetch('/v3')
  const read = async (path: string) => Object(await (await sandbox.fetch(`/_playa${path}`)).json())
  const scenarios: { name: string; story: string }[] = await read('/scenarios')
  const { events }: { events: { what: string; note: string | null; outcome: string }[] } =
    await read('/worlds/default/story')
  const { way }: { way: { question: string; asks: string }[] } = await read('/worlds/default/journal/1')
  const said: [english: string, name?: string][] = [
    ...scenarios.map(({ story, name }): [string, string] => [story, name]),
    ...events.flatMap(({ what, note, outcome }): [string][] => [[what], [note ?? what], [outcome]]),
    ...way.map(({ asks, question }): [string, string] => [asks, question]),
    ['Is a fault injected?', 'fault'],
  ]
  expect(said.length).toBeGreaterThan(140)
  expect(said.filter(([english, name]) => serverSpanish(english, name) === undefined)).toEqual([])
  // What an event says of a refusal is the service's own sentence, in English.
  const left = said
    .map(([english, name]) => serverSpanish(english, name) ?? '')
    .filter((text) => !/: /.test(text) && ENGLISH.test(text))
  expect(left).toEqual([])
})

it('events, deliveries and faults are said in Spanish, and sentences of the API are marked on English pages', async () => {
  const browser = await openFormBrowser({ scenario: 'demo' })
  const car = '/v3/publicaciones/ventas@lospinos.example/PIN-0001'
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  const send = (path: string, method: string, body?: object) =>
    browser.request(path, { method, headers: json, body: body ? JSON.stringify(body) : null })
  const callback = { Callback: 'http://127.0.0.1:9/', Secret: '0123456789abcdef', Activo: true }
  await send('/v3/appnotificaciones/publicacion-estado', 'PUT', callback)
  await send(`${car}/suspender`, 'PATCH')
  await send(car, 'PATCH', { Activa: true })
  await send(car, 'PATCH', { Color: 'Rojo' })
  await send('/_playa/worlds/default/inquiries', 'POST', { externalid: 'PIN-0002' })
  await send('/_playa/worlds/default/faults', 'POST', { act: { status: 503, slow: 9000 } })
  await send(car, 'PATCH', { Color: 'Azul' })
  const pages = [
    '',
    '/exchanges',
    '/exchanges/2',
    '/exchanges/3',
    '/exchanges/5',
    '/deliveries',
    '/deliveries/d1',
  ]
  const found: string[] = []
  for (const page of pages) {
    const { status, text } = await browser.request(WORLD + page, IN_SPANISH)
    expect([page, status]).toEqual([page, 200])
    expect(text).not.toMatch(/lang="en">(?:PIN|an inquiry|delivered|\d+ instead)/)
    found.push(...ownTexts(text).flatMap((one) => (ENGLISH_EVENT.test(one) ? [`${page}: ${one}`] : [])))
  }
  expect(found).toEqual([])
  expect((await browser.request(`${WORLD}/exchanges`, IN_SPANISH)).text).toContain(
    'PIN-0001 quedó suspendida',
  )
  const english = (await browser.open(`${WORLD}/exchanges`)).text
  expect(english).toContain('PIN-0001 became suspended')
  expect(english).toContain('<span lang="es">El servicio no está disponible')
})

const ENGLISH_EVENT = /\b(?:became|changed|inquiry|delivered|answered|instead|slowed|suspended)\b/

it('each hint has its Spanish, and the page says it', async () => {
  expect(Object.keys(SPANISH_HINTS).sort()).toEqual(
    ['unsigned-webhook-accepted', ...[...readRules, ...retryRules, ...writeRules].map(({ id }) => id)].sort(),
  )
  const texts = Object.values(SPANISH_HINTS).flat()
  expect(texts.filter((text) => ENGLISH.test(text.replace(/`[^`]*`/g, '')))).toEqual([])
  const browser = await openFormBrowser({ scenario: 'demo' })
  await browser.request('/v3/Marcas', {})
  const { text } = await browser.request(`${WORLD}/hints`, IN_SPANISH)
  expect(text).toContain('Una ruta difiere de un recurso')
  expect((await browser.request(WORLD, IN_SPANISH)).text).toContain('Una ruta difiere de un recurso')
  expect(text).not.toContain('en inglés')
})

it('each assumption has its Spanish with the same words of the API, and the page says it', async () => {
  const code = (text: string) => text.match(/`[^`]+`/g)?.sort()
  const texts = assumptions.flatMap(({ id, question, why, options }) => {
    const [spanish = '', meanings = {}, reason = ''] = SPANISH_ASSUMPTIONS[id] ?? []
    expect(Object.keys(meanings).sort(), id).toEqual(Object.keys(options).sort())
    const means = Object.entries<AssumptionOption>(options).map(([word, option]) => [
      option.means,
      meanings[word],
    ])
    return [[question, spanish], [why, reason], ...means]
  })
  expect(Object.keys(SPANISH_ASSUMPTIONS)).toHaveLength(assumptions.length)
  for (const [english = '', spanish = ''] of texts) {
    expect(code(spanish), english).toEqual(code(english))
    expect(spanish.replace(/`[^`]*`/g, '')).not.toMatch(ENGLISH)
  }
  const browser = await openFormBrowser({ scenario: 'demo' })
  const { text } = await browser.request(`${WORLD}/profile?q=${encodeURIComponent('qué forma')}`, IN_SPANISH)
  expect(text).toContain('¿Qué forma tiene un <code>href</code>?')
  expect(text).toContain('es una URL con esquema y host.')
  expect(text).toContain('Un camino desde la raíz sobrevive a un proxy')
})

it('each statement has its Spanish with the same names and numbers, and the decision trace says it', async () => {
  const wireWords = (text: string) =>
    text.match(/\b[A-Z][a-z]+[A-Z]\w*|\b[A-Z]{3,}\b|\d{2,}|\/v3\S*/g)?.sort()
  expect(Object.keys(SPANISH_STATEMENTS)).toEqual(statements.map(({ id }) => id))
  for (const { id, sentence } of statements) {
    const spanish = SPANISH_STATEMENTS[id] ?? ''
    expect(wireWords(spanish), id).toEqual(wireWords(sentence))
    expect(spanish).not.toMatch(ENGLISH)
  }
  const browser = await openFormBrowser({ scenario: 'demo' })
  await browser.request('/v3/productos/nadie%40playa.invalid', {})
  expect((await browser.request(`${WORLD}/exchanges/1`, IN_SPANISH)).text).toContain(
    'Un 404 es un mensaje simple.',
  )
})

it('the language is that of the cookie, else of the browser, else English', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const languageFor = async (headers: Record<string, string>) =>
    /<html lang="([^"]*)">/.exec((await browser.another().request(CONSOLE, { headers })).text)?.[1]
  expect(await languageFor({})).toBe('en')
  expect(await languageFor({ 'accept-language': 'de, en;q=0.5, es;q=0.1' })).toBe('en')
  expect(await languageFor({ 'accept-language': 'pt-BR, es-419;q=0.5' })).toBe('es')
  expect(await languageFor({ 'accept-language': 'es', cookie: 'playa_language=en' })).toBe('en')
  // Nothing that a browser sends.
  expect(await languageFor({ 'accept-language': 'es,'.repeat(1_000) })).toBe('en')
  expect(await languageFor({ cookie: 'playa_language=es' })).toBe('es')
  expect(await languageFor({ cookie: 'playa_language=xx' })).toBe('en')
  expect((await browser.open(`${WORLD}/vidriera`)).text).toContain('<html lang="es-AR">')
  expect((await browser.request('/docs', IN_SPANISH)).text).toContain('<html lang="es">')
})

it('a link in the header changes the language of all pages and leads back to this one', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const path = `${WORLD}/exchanges?status=4xx`
  const { text } = await browser.open(path)
  const link = /href="([^"]*\/language\?[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const chosen = await browser.open(link)
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, path])
  expect((await browser.open(path)).text).toContain('Ningún intercambio coincide')
  // Notices of forms are in the language as well, and numbers in its format.
  const cleared = await browser.submit(`${WORLD}/exchanges/clear`, `${WORLD}/exchanges/clear`)
  expect(cleared.text).toContain('Registro vaciado.')
  for (const next of ['https://other.example/', '//other.example', '/\\other.example']) {
    const answer = await browser.open(`${CONSOLE}/language?to=en&next=${encodeURIComponent(next)}`)
    expect(answer.headers.get('location'), next).toMatch(/^\/(?!\/)[^:]*$/)
    expect(answer.headers.get('location'), next).not.toContain('other')
  }
})

it('without Spanish nothing is added to a page', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  expect((await browser.open(CONSOLE)).text).not.toContain('data-texts')
  const { text } = await browser.request(CONSOLE, IN_SPANISH)
  expect(text).toContain('&quot;Copied&quot;:&quot;Copiado&quot;')
})

it('titles of scenarios and common refusals follow the language', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const { text } = await browser.request(CONSOLE, IN_SPANISH)
  expect(text).toContain('demo: Dos agencias con datos de todos los días')
  expect((await browser.request(`${CONSOLE}/w/nowhere/exchanges`, IN_SPANISH)).text).toContain(
    'No hay ningún mundo que se llame nowhere.',
  )
})
