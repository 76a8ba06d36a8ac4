import { expect, it, test } from 'vitest'
import { defaultProfile, withOptions } from '../api/assumptions/profile.ts'
import { Agencia, AgenciaRef, Consulta, Publicacion, PublicacionRef } from '../api/wire/response-schemas.ts'
import { Ref } from '../api/wire/shared-schemas.ts'
import { agencyBody, appBody } from './sample-entities.ts'

const full = withOptions(defaultProfile, { 'events/body': 'full', 'events/agency-body': 'ref' }, 'given')
const atMs = Date.parse('2026-03-01T15:00:00Z')

test.each([
  ['agencia-invitacion-aceptada', AgenciaRef, Agencia],
  ['publicacion-consultada', Ref, Consulta],
  ['publicacion-estado', PublicacionRef, Publicacion],
  ['of-another-list', PublicacionRef, Publicacion],
])('a delivery of %s carries the ref, or the entity in full, as the wire has it', (topic, asRef, asFull) => {
  const byRef = appBody({ topic, atMs, profile: defaultProfile })
  expect(byRef).toMatchObject({ Topic: topic, Momento: '2026-03-01T12:00:00-03:00' })
  expect(asRef.parse(byRef['Entidad'])).toEqual(byRef['Entidad'])
  const inFull = appBody({ topic, atMs, profile: full })['Entidad']
  expect(asFull.parse(inFull)).toEqual(inFull)
})

it("an agency's webhook carries the inquiry in full, or its ref", () => {
  const sample = { topic: '', atMs, profile: defaultProfile }
  expect(Consulta.safeParse(agencyBody(sample)).success).toBe(true)
  expect(Object.keys(agencyBody({ ...sample, profile: full }))).toEqual(['href', 'title'])
})
