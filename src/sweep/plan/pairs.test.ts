import { expect, it } from 'vitest'
import { isKnownVariant } from './known-variants.ts'
import { hasNewPlaces, pairIds, placesOf, showsMore } from './pairs.ts'

const answered = (operation: string, status: number, body: object) => ({
  operation,
  answer: `${status}\ncontent-type: application/json\nvary: Accept\n\n${JSON.stringify(body)}`,
})

const list = (href: string, further: object = {}) =>
  answered('publications.list', 200, { _links: { self: { href }, ...further }, _entries: [] })

it('an option shows more if it changes a link, a state or a refusal that no undisturbed answer has', () => {
  const usual = placesOf([list('/v3'), answered('publications.read', 200, { EstadoActual: 'Activa' })])
  const next = (href: string) => list('/v3', { next: { href } })
  expect(showsMore(usual, [next('/v3?pagina=2')], [next('http://x/v3?pagina=2')])).toBe(true)
  expect(showsMore(usual, [list('/v3')], [list('http://x/v3')])).toBe(false)
  expect([[next('/v3?pagina=2')], [list('/v3?x')]].map((calls) => hasNewPlaces(usual, calls))).toEqual([
    true,
    false,
  ])
  const state = (EstadoActual: string) => answered('publications.read', 200, { EstadoActual })
  expect(showsMore(usual, [state('Suspendida')], [state('Pausada')])).toBe(true)
  expect(showsMore(usual, [state('Activa')], [state('En venta')])).toBe(false)
  const conflict = answered('publications.create', 409, { Errors: {} })
  const renamed = answered('publications.create', 409, { errors: {} })
  expect(showsMore(usual, [conflict], [renamed])).toBe(true)
})

it('a header that no client reads makes no difference', () => {
  const refusal = { operation: 'publications.edit', answer: '412\ncontent-type: application/json\n\n{}' }
  const cached = { ...refusal, answer: '412\ncontent-type: application/json\ncache-control: private\n\n{}' }
  expect(showsMore(new Set(), [refusal], [cached])).toBe(false)
})

it('the id of a pair names both parts', () => {
  const pair = 'errors/member-casing=camel+answer-lost@publications.create#1'
  expect(pairIds(pair)).toEqual(['errors/member-casing=camel', 'answer-lost@publications.create#1'])
  expect(pairIds('errors/member-casing=camel')).toBeUndefined()
  expect(isKnownVariant(pair)).toBe(true)
  expect(isKnownVariant('common/href-form=absolute+inquiries/page-size=size:2')).toBe(true)
  expect(isKnownVariant('common/href-form=absolute+answer-lost@nothing#1')).toBe(false)
})
