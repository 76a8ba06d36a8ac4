import { expect, it } from 'vitest'
import { nextHref } from './links.ts'

const document = (links: Readonly<Record<string, string>>, more: object = {}) => ({
  ...more,
  _links: Object.fromEntries(Object.entries(links).map(([relation, href]) => [relation, { href }])),
})

it('the next page is found by its relation, or by its number, even if the document does not show its own', () => {
  const numbered = { anterior: '/lista?pagina=1', sigue: '/lista?operador=a%40b.example&pagina=3' }
  expect(nextHref(document({ ...numbered, next: '/lista?desde=9' }), 2)).toBe('/lista?desde=9')
  expect(nextHref(document(numbered, { Pagina: 2 }), 1)).toBe(numbered.sigue)
  expect(nextHref(document(numbered), 2)).toBe(numbered.sigue)
  expect(nextHref(document(numbered), 3)).toBeUndefined()
})
