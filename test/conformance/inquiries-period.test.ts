import { expect, it } from 'vitest'
import { MAIL, miniatureWorld, NOW, send } from '../support/miniature-world.ts'
import { HOUR_MS, inquiryOn, sidsOf, withInquiries, worldWithPublications } from './inquiry-worlds.ts'

/** The time is noon of 2026-03-01 in -03:00; the first legal day is 2025-12-01. */

const PAGE = `/v3/consultas/${MAIL}`
const get = (query: string, profile: Readonly<Record<string, string>> = {}) =>
  send(miniatureWorld(profile), 'GET', `${PAGE}?${query}`)
const period = (query: string, profile: Readonly<Record<string, string>> = {}) => {
  const { json } = get(query, profile)
  return [json.Desde, json.Hasta]
}

it.each([
  ['', '2026-01-30', '2026-03-01'],
  ['desde=2025-12-01', '2025-12-01', '2026-03-01'],
  ['desde=2026-03-01', '2026-03-01', '2026-03-01'],
  ['hasta=2026-02-01', '2026-01-02', '2026-02-01'],
  ['hasta=2025-12-15', '2025-12-01', '2025-12-15'],
  ['hasta=2025-12-01', '2025-12-01', '2025-12-01'],
  ['desde=2026-02-28&hasta=2026-02-28', '2026-02-28', '2026-02-28'],
  ['desde=&hasta=', '2026-01-30', '2026-03-01'],
  ['hasta=2026-12-31', '2026-12-01', '2026-12-31'],
  ['desde=2026-03-02&hasta=2028-02-29', '2026-03-02', '2028-02-29'],
  ['hasta=9999-12-31', '9999-12-01', '9999-12-31'],
])('INQ-05, inquiries/period: ?%s is the period from %s to %s, whole days', (query, desde, hasta) => {
  expect(period(query)).toEqual([`${desde}T00:00:00-03:00`, `${hasta}T23:59:59-03:00`])
})

it('inquiries/period=90-days starts at the first day allowed', () => {
  const profile = { 'inquiries/period': '90-days' }
  expect(period('', profile)[0]).toBe('2025-12-01T00:00:00-03:00')
  expect(period('hasta=2026-01-01', profile)).toEqual([
    '2025-12-01T00:00:00-03:00',
    '2026-01-01T23:59:59-03:00',
  ])
})

it.each([
  ['desde=2025-11-30', ['desde']],
  ['desde=0001-01-01', ['desde']],
  ['desde=2026-03-02', ['desde']],
  ['desde=2026-02-10&hasta=2026-02-09', ['hasta']],
  ['hasta=2025-11-30', ['hasta']],
  ['hasta=2020-02-29', ['hasta']],
  ['desde=2025-11-30&hasta=2025-11-01', ['desde']],
  ['desde=ayer', ['desde']],
  ['hasta=2026-02-29', ['hasta']],
  ['desde=2026-02-30&hasta=2026-13-01', ['desde', 'hasta']],
  ['desde=2026-02-01T00:00:00', ['desde']],
  ['desde=2025-01-01&pagina=0', ['desde', 'pagina']],
  ['desde=2025-01-01&pagina=100&operador=x', ['desde', 'operador', 'pagina']],
  ['hasta=2020-01-01&pagina=x', ['hasta', 'pagina']],
])('INQ-06: ?%s is 400 on all of %s at once', (query, keys) => {
  const result = get(query)
  expect(result.status).toBe(400)
  expect(Object.keys(result.json.Errors).sort()).toEqual(keys)
})

it('the first of several days counts', () => {
  expect(period('desde=2026-02-01&desde=1999-01-01')[0]).toBe('2026-02-01T00:00:00-03:00')
})

const AT = (text: string) => Date.parse(text)
const around = (profile: Readonly<Record<string, string>>, zoneMinutes = -180) => {
  const world = worldWithPublications(profile, { zoneMinutes })
  const moments = [
    '2026-02-09T23:59:59.999-03:00',
    '2026-02-10T00:00:00-03:00',
    '2026-02-10T20:59:59-03:00',
    '2026-02-10T21:00:00-03:00',
    '2026-02-10T23:59:59-03:00',
    '2026-02-10T23:59:59.999-03:00',
    '2026-02-11T00:00:00-03:00',
  ]
  return withInquiries(
    world,
    moments.map((moment, i) => inquiryOn(world, i + 1, 'Gol-A', AT(moment))),
  )
}
const onThe10th = (world: ReturnType<typeof around>) =>
  sidsOf(send(world, 'GET', `${PAGE}?desde=2026-02-10&hasta=2026-02-10`).json).reverse()

it('common/time-zone: a day goes from 00:00:00 to the last millisecond before midnight in the zone of the agency', () => {
  expect(onThe10th(around({}))).toEqual(['1000002', '1000003', '1000004', '1000005', '1000006'])
})

it('common/time-zone=utc: a day is a day of UTC', () => {
  const world = around({ 'common/time-zone': 'utc' })
  expect(onThe10th(world)).toEqual(['1000001', '1000002', '1000003'])
  expect(send(world, 'GET', PAGE).json).toMatchObject({
    Desde: '2026-01-30T00:00:00+00:00',
    Hasta: '2026-03-01T23:59:59+00:00',
  })
  expect(send(world, 'GET', `${PAGE}/1000004`).json.Momento).toBe('2026-02-11T00:00:00+00:00')
})

it('common/time-zone: another agency has other days and offsets', () => {
  const west = around({}, -360)
  expect(onThe10th(west)).toEqual(['1000003', '1000004', '1000005', '1000006', '1000007'])
  expect(send(west, 'GET', `${PAGE}/1000007`).json.Momento).toBe('2026-02-10T21:00:00-06:00')
  const east = around({}, 345)
  expect(send(east, 'GET', `${PAGE}/1000002`).json.Momento).toBe('2026-02-10T08:45:00+05:45')
  expect(send(east, 'GET', PAGE).json.Hasta).toBe('2026-03-01T23:59:59+05:45')
})

it('today follows the clock of the world and the zone of the agency', () => {
  const late = {
    ...miniatureWorld(),
    clock: { running: false, atMs: AT('2026-03-01T23:59:59-03:00'), wallMs: NOW, speed: 1 },
  }
  expect(send(late, 'GET', `${PAGE}?desde=2025-12-01`).status).toBe(200)
  const next = { ...late, clock: { ...late.clock, atMs: AT('2026-03-02T00:00:00-03:00') } }
  expect(send(next, 'GET', `${PAGE}?desde=2025-12-01`).status).toBe(400)
  expect(send(next, 'GET', `${PAGE}?desde=2025-12-02`).status).toBe(200)
  expect(send(next, 'GET', PAGE).json.Hasta).toBe('2026-03-02T23:59:59-03:00')
})

it('a leap day is a day like any other in its year', () => {
  const leap = {
    ...miniatureWorld(),
    clock: { running: false, atMs: AT('2028-03-01T12:00:00-03:00'), wallMs: NOW, speed: 1 },
  }
  expect(send(leap, 'GET', `${PAGE}?desde=2028-02-29&hasta=2028-02-29`).json).toMatchObject({
    Desde: '2028-02-29T00:00:00-03:00',
    Hasta: '2028-02-29T23:59:59-03:00',
  })
  expect(send(leap, 'GET', `${PAGE}?desde=2027-12-02`).status).toBe(200)
  expect(send(leap, 'GET', `${PAGE}?desde=2027-12-01`).status).toBe(400)
  expect(send(leap, 'GET', `${PAGE}?desde=2027-02-29`).status).toBe(400)
})

it('a lead of a minute ago is on the page, one of tomorrow only when tomorrow is asked for', () => {
  const world = worldWithPublications()
  const two = withInquiries(world, [
    inquiryOn(world, 1, 'Gol-A', NOW - 60_000),
    inquiryOn(world, 2, 'Gol-A', NOW + 24 * HOUR_MS),
  ])
  expect(sidsOf(send(two, 'GET', PAGE).json)).toEqual(['1000001'])
  expect(sidsOf(send(two, 'GET', `${PAGE}?hasta=2026-03-02`).json)).toEqual(['1000002', '1000001'])
})
