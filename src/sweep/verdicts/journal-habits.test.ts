import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { journalHabits } from './journal-habits.ts'

const call = (operation: string | undefined, further: Partial<ClientCall> = {}): ClientCall => ({
  method: 'PATCH',
  target: '/v3',
  headers: [],
  body: new Uint8Array(),
  operation,
  exchange: undefined,
  atMs: 0,
  response: { status: 200, headers: {}, body: '{"Marca":"Fiat","Modelo":"Cronos"}' },
  ...further,
})

const reported = (habit: string, ...calls: ClientCall[]) =>
  journalHabits[habit]?.(calls, 'printed: a-printed-secret') !== undefined

it('a write under any tag is reported', () => {
  expect(reported('any-tag', call('publications.amend', { headers: [['if-match', '*']] }))).toBe(true)
  expect(reported('any-tag', call('publications.amend', { headers: [['If-Match', '"abc"']] }))).toBe(false)
  // A test may prepare its data in any way.
  expect(reported('any-tag', call(undefined, { headers: [['if-match', '*']] }))).toBe(false)
})

it('a secret in the output is reported', () => {
  const hook = (Secret: string) =>
    reported('secret-printed', call('webhooks.edit', { body: Buffer.from(JSON.stringify({ Secret })) }))
  expect(hook('a-printed-secret')).toBe(true)
  expect(hook('another-secret')).toBe(false)
  const header = (Name: string) =>
    reported(
      'secret-printed',
      call('webhooks.edit', {
        body: Buffer.from(JSON.stringify({ HeaderCustom01: { Name, Value: 'a-printed-secret' } })),
      }),
    )
  expect(header('X-Api-Key')).toBe(true)
  expect(header('X-Origen')).toBe(false)
  const token = (value: string) =>
    reported('secret-printed', call('publications.read', { headers: [['Authorization', value]] }))
  expect(token('Bearer a-printed-secret')).toBe(true)
  expect(token('Bearer another-secret')).toBe(false)
})

it('a client that repeats a read without a pause is reported', () => {
  const reads = (pauseMs: number, further: Partial<ClientCall> = {}) =>
    Array.from({ length: 12 }, (_, at) =>
      call('inquiries.list', { method: 'GET', atMs: at * pauseMs, ...further }),
    )
  expect(reported('busy-polling', ...reads(5))).toBe(true)
  expect(reported('busy-polling', ...reads(100))).toBe(false)
  expect(reported('busy-polling', ...reads(5).slice(0, 6), ...reads(100))).toBe(false)
  expect(
    reported('busy-polling', ...reads(5).map((one, at) => ({ ...one, target: `/v3?pagina=${at}` }))),
  ).toBe(false)
  // A test may poll in any way.
  expect(reported('busy-polling', ...reads(5, { operation: undefined }))).toBe(false)
})

it('a webhook without a secret is reported', () => {
  const hook = (operation: string, body: object, status = 200) =>
    reported(
      'unsigned-webhooks',
      call(operation, {
        body: Buffer.from(JSON.stringify(body)),
        response: { status, headers: {}, body: '' },
      }),
    )
  const open = { Callback: 'http://127.0.0.1/', Activo: true }
  expect(hook('webhooks.edit', open)).toBe(true)
  expect(hook('webhooks.edit', { ...open, Secret: 'a-secret-of-16-letters' })).toBe(false)
  expect(hook('webhooks.edit', { ...open, Activo: false })).toBe(false)
  expect(hook('webhooks.edit', open, 400)).toBe(false)
  expect(hook('notifications.edit', { PublicacionConsultadaWebHook: open })).toBe(true)
  expect(hook('notifications.edit', { PublicacionConsultadaAdfHook: open })).toBe(false)
})

it('a publication that is archived before its replacement is created is reported', () => {
  const create = call('publications.create', { method: 'POST' })
  const archive = call('publications.archive')
  const read = call('publications.read', { method: 'GET' })
  expect(reported('archived-first', archive, read, create)).toBe(true)
  expect(reported('archived-first', create, archive)).toBe(false)
  // Another test, and another car.
  expect(reported('archived-first', archive, call(undefined), create)).toBe(false)
  const other = { status: 201, headers: {}, body: '{"Marca":"Fiat","Modelo":"Uno"}' }
  expect(reported('archived-first', archive, { ...create, response: other })).toBe(false)
  const stock = (Modelo: string, RefStock: string | null) => ({
    response: { status: 200, headers: {}, body: JSON.stringify({ Marca: 'Fiat', Modelo, RefStock }) },
  })
  // A wrong model, which cannot be edited.
  const replaced = (RefStock: string | null) =>
    reported(
      'archived-first',
      { ...archive, ...stock('Uno', 'R-1') },
      { ...create, ...stock('Argo', RefStock) },
    )
  expect(replaced('R-1')).toBe(true)
  expect(replaced('R-2')).toBe(false)
  expect(replaced(null)).toBe(false)
  // Two cars of one model.
  const another = { ...create, ...stock('Uno', 'R-2') }
  expect(reported('archived-first', { ...archive, ...stock('Uno', 'R-1') }, another)).toBe(false)
})

it('an edit of an administrator that omits members is reported', () => {
  const all = ['Nombre', 'Apellido', 'TelefonoLaboral', 'WhatsApp', 'Region', 'Ciudad', 'Direccion']
  const editOf = (names: readonly string[], status = 200) =>
    reported(
      'operator-members',
      call('operators.edit', {
        body: Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'])))),
        response: { status, headers: {}, body: '' },
      }),
    )
  expect(editOf(['Nombre'])).toBe(true)
  expect(editOf(all)).toBe(false)
  expect(editOf(['Nombre'], 400)).toBe(false)
})

it('a refused write that is repeated unchanged is reported', () => {
  const sends = (status: number, further: Partial<ClientCall> = {}, pauseMs = 20) =>
    Array.from({ length: 3 }, (_, at) =>
      call('publications.create', {
        method: 'POST',
        atMs: at * pauseMs,
        response: { status, headers: {}, body: '' },
        ...further,
      }),
    )
  expect(reported('refused-again', ...sends(400))).toBe(true)
  expect(reported('refused-again', ...sends(503))).toBe(false)
  expect(reported('refused-again', ...sends(400).slice(1))).toBe(false)
  expect(reported('refused-again', ...sends(400, {}, 5_000))).toBe(false)
  // A client that waits for something may read it repeatedly.
  expect(reported('refused-again', ...sends(404, { method: 'GET' }))).toBe(false)
  expect(reported('refused-again', ...sends(400, { operation: undefined }))).toBe(false)
})

it('photos that a full edit does not change because there are as many are reported', () => {
  const shown = (operation: string, photos: readonly string[], sent: readonly string[] = []) =>
    call(operation, {
      body: Buffer.from(JSON.stringify({ Fotos: sent })),
      response: { status: 200, headers: {}, body: JSON.stringify({ ExternalId: 'A-1', Fotos: photos }) },
    })
  const read = shown('publications.read', ['1', '2'])
  const edit = (sent: readonly string[], photos: readonly string[]) =>
    reported('photos-ignored', read, shown('publications.edit', photos, sent))
  expect(edit(['3', '4'], ['1', '2'])).toBe(true)
  expect(edit(['1', '2'], ['1', '2'])).toBe(false)
  expect(edit(['3'], ['3'])).toBe(false)
  // A service may show copies.
  expect(edit(['3'], ['copy-of-3'])).toBe(false)
})

it('an edit of a webhook without the secret that the client has set is reported', () => {
  const hook = (Secret: string | null, Activo: boolean) =>
    call('webhooks.edit', {
      body: Buffer.from(JSON.stringify({ Callback: 'https://a.example', Secret, Activo })),
    })
  const found = (...calls: ClientCall[]) => journalHabits['unsigned-webhooks']?.(calls, '')
  expect(found(hook('0123456789abcdef', true), hook(null, false))).toContain('Secret that it has set')
  expect(found(hook(null, true))).toContain('without a Secret')
  expect(found(hook(null, false), hook('0123456789abcdef', true))).toBeUndefined()
})
