import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { duplicateMail, emptySegment, missingValueSent, oddAmount, zeroWritten } from './sent-values.ts'

const amend = (target: string, body = '{}'): ClientCall => ({
  method: 'PATCH',
  target,
  headers: [],
  body: Buffer.from(body),
  operation: 'publications.amend',
  exchange: 'publications.amend#1',
  atMs: 0,
  response: { status: 200, headers: {}, body: '' },
})

it('an amount with too many decimals is reported', () => {
  const sent = (Importe: string) => oddAmount([amend('/A-1', `{"Precio":{"Importe":${Importe}}}`)])
  expect(sent('22260000.000000004')).toBe('22260000.000000004')
  expect(['21000000', '21000000.5', '21000000.25', '21000000.000'].map(sent)).toEqual(
    Array(4).fill(undefined),
  )
})

it('the text of a missing value is reported', () => {
  const sent = (target: string, body = '{}') => missingValueSent([amend(target, body)], [])
  expect(sent('/v3/publicaciones/a@b.example/undefined')).toBe('undefined')
  expect(sent('/v3/consultas/a@b.example?desde=NaN-NaN-NaN')).toBe('NaN-NaN-NaN')
  expect(sent('/A-1', '{"Descripcion": "de undefined"}')).toBe('de undefined')
  expect(sent('/A-1', '{"Color": "None"}')).toBe('None')
  expect(sent('/A-1', '{"Color": null, "Descripcion": "sin null pointer"}')).toBeUndefined()
  const usualCall = amend('/null')
  expect(missingValueSent([usualCall], [usualCall])).toBeUndefined()
})

it('a duplicate address is found in other letter case and after a space', () => {
  const sent = (mails: string) => duplicateMail([amend('/n', `{"EmailsCCO": "${mails}", "Activo": true}`)])
  expect(sent('a@b.example,c@B.Example, c@b.example')).toBe('c@b.example')
  expect(sent('a@b.example,c@b.example,,')).toBeUndefined()
  expect(duplicateMail([amend('/n')])).toBeUndefined()
})

it('the amount 0 is reported for a publication without a price', () => {
  const zero = amend('/A-1', '{"Precio": {"Moneda": "ARS", "Importe": 0}}')
  expect(zeroWritten([zero], [])).toBe('/A-1')
  expect(zeroWritten([zero], [zero])).toBeUndefined()
  expect(zeroWritten([amend('/A-1', '{"Precio": {"Importe": 0.5}}'), amend('/A-1')], [])).toBeUndefined()
})

it('a path with an empty segment is reported, unless the client also sends one undisturbed', () => {
  const sent = (target: string) => emptySegment([amend(target)], [])
  expect(sent('/v3/publicaciones/a@b.example/')).toBe('PATCH /v3/publicaciones/a@b.example/')
  expect(sent('/w/default/v3/publicaciones//A-1')).toBe('PATCH /w/default/v3/publicaciones//A-1')
  expect(sent('/v3/publicaciones/a@b.example/A-1?q=a//b/')).toBeUndefined()
  expect(sent('/_playa/worlds/')).toBeUndefined()
  const usual = amend('/v3/publicaciones/')
  expect(emptySegment([usual], [usual])).toBeUndefined()
})
