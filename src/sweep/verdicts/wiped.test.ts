import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { leftOutOfBranches, wipedMembers, wipedUnseen } from './wiped.ts'

const call = (operation: string, answer: object, given: object = {}): ClientCall => ({
  method: /edit$/.test(operation) ? 'PUT' : 'GET',
  target: operation.startsWith('notifications')
    ? '/v3/notificaciones/a@b.example'
    : `/v3/publicaciones/a%40b.example${operation.endsWith('list') ? '?pagina=1' : '/A-1'}`,
  headers: [],
  body: Buffer.from(JSON.stringify(given)),
  operation,
  exchange: `${operation}#1`,
  atMs: 0,
  response: { status: 200, headers: {}, body: JSON.stringify(answer) },
})

const CAR = { ExternalId: 'A-1', EstadoActual: 'Activa', RefStock: 'U-1', Cuota: { Importe: 1 } }

it('members that a full edit wipes by omission are reported, members that it names are not', () => {
  const bare = { ...CAR, RefStock: null, Cuota: null }
  const read = call('publications.read', CAR)
  expect(wipedMembers([read, call('publications.edit', bare, { Color: 'Rojo' })])).toEqual([
    'RefStock',
    'Cuota',
  ])
  expect(wipedMembers([read, call('publications.edit', bare, { RefStock: null, Cuota: null })])).toEqual([])
  expect(wipedMembers([read, call('publications.edit', CAR, {})])).toEqual([])
  expect(wipedMembers([call('publications.edit', bare, {})])).toEqual([])
  const list = call('publications.list', { _entries: [CAR] })
  expect(wipedMembers([list, call('publications.edit', bare, { Cuota: null })])).toEqual(['RefStock'])
})

it('the certificate of a used car is written under another name', () => {
  const car = { ...CAR, CertificadoDeGarantiaUsado: { Aplica: true } }
  const after = { ...car, CertificadoDeGarantiaUsado: null }
  const read = call('publications.read', car)
  expect(wipedMembers([read, call('publications.edit', after, {})])).toEqual(['CertificadoDeGarantiaUsado'])
  const named = { AplicaCertificadoGarantiaUsado: false }
  expect(wipedMembers([read, call('publications.edit', after, named)])).toEqual([])
})

it('a branch in a list is identified by its own address', () => {
  const target = '/v3/sucursales/a@b.example'
  const branch = { Descripcion: 'Norte', Taller: true, _links: { self: { href: `http://x${target}/1` } } }
  const list = { ...call('branches.list', { _entries: [branch] }), target }
  const edit = (given: object) => ({
    ...call('branches.edit', { ...branch, Taller: false }, given),
    target: `${target}/1`,
  })
  expect(wipedMembers([list, edit({ Descripcion: 'Norte' })])).toEqual(['Taller'])
  expect(wipedMembers([list, edit({ Descripcion: 'Norte', Taller: false })])).toEqual([])
  // Even if nothing is wiped.
  const kept = { ...edit({ Descripcion: 'Norte' }), response: list.response }
  expect(wipedMembers([list, kept])).toEqual([])
  expect(leftOutOfBranches([list, kept])).toEqual(['Taller'])
  expect(leftOutOfBranches([list, edit({ Descripcion: 'Norte', Taller: true })])).toEqual([])
  expect(leftOutOfBranches([kept])).toEqual([])
})

it('a null member omitted from a full edit of a branch is reported if other null members are written', () => {
  const target = '/v3/sucursales/a@b.example/1'
  const branch = { Descripcion: 'Norte', Telefono: null, Email: null, _links: { self: { href: target } } }
  const list = call('branches.list', { _entries: [branch] })
  const left = (given: object) =>
    leftOutOfBranches([list, { ...call('branches.edit', branch, given), target }])
  expect(left({ Descripcion: 'Norte', Email: null })).toEqual(['Telefono'])
  // It omits whatever is null.
  expect(left({ Descripcion: 'Norte' })).toEqual([])
  expect(left({ Descripcion: 'Norte', Email: 'a@b.example' })).toEqual([])
})

it('wiped settings are named by channel, or by channel and member', () => {
  const settings = { Hook: { Callback: 'http://a', HeaderCustom01: { Name: 'X' } }, Mail: { Activo: true } }
  const after = { Hook: { Callback: 'http://b', HeaderCustom01: null }, Mail: { Activo: false } }
  const calls = [
    call('notifications.read', settings),
    call('notifications.edit', after, { Hook: { Callback: 'http://b' } }),
  ]
  expect(wipedMembers(calls)).toEqual(['Mail', 'Hook.HeaderCustom01'])
})

it('members wiped by a new configuration of a webhook are reported', () => {
  const target = '/v3/appnotificaciones/publicacion-consultada'
  const shown = { Callback: 'http://a', Secret: null, Description: 'CRM', HeaderCustom01: { Name: 'X' } }
  const after = { ...shown, Callback: 'http://b', Description: null, HeaderCustom01: null }
  const read = { ...call('webhooks.read', shown), target }
  const edit = (given: object) => ({ ...call('webhooks.edit', after, given), target })
  expect(wipedMembers([read, edit({ Callback: 'http://b' })])).toEqual(['Description', 'HeaderCustom01'])
  expect(wipedMembers([edit({ Callback: 'http://b' })])).toEqual([])
})

it('members that a full edit wipes unread are found by the worlds before and after', () => {
  const phases = [
    [
      {
        kind: 'publication',
        key: 'A-1',
        former: { RefStock: '"U-1"', Color: '"Rojo"', 'Cuota.Importe': '1' },
        members: { RefStock: 'null', Color: '"Azul"', Cuota: 'null' },
      },
    ],
  ] as const
  const edit = (given: object) => call('publications.edit', {}, given)
  expect(wipedUnseen(phases, [edit({ Color: 'Azul' })])).toEqual(['RefStock', 'Cuota'])
  expect(wipedUnseen(phases, [edit({ RefStock: null, Cuota: null })])).toEqual([])
  // Members that it was shown are reported as left out.
  expect(wipedUnseen(phases, [call('publications.read', CAR), edit({ Cuota: null })])).toEqual([])
  expect(wipedUnseen(phases, [call('publications.amend', {}, {})])).toEqual([])
})
