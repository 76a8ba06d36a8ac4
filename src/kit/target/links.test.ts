import { expect, it } from 'vitest'
import { isLastPage, linkOfOwner, nextPageLink, openLinkIn } from './links.ts'

const block = (...hrefs: readonly string[]) => ({
  _links: Object.fromEntries(hrefs.map((href, at) => [`r${at}`, { href, templated: href.includes('{') }])),
})

it('a plain link is preferred to a template, which is followed without its variables', () => {
  expect(openLinkIn(block('/v3/marcas{?pagina,q}'))).toBe('/v3/marcas')
  expect(openLinkIn(block('/v3/marcas?q={q}&pagina={pagina}'))).toBe('/v3/marcas')
  expect(openLinkIn(block('/v3/modelos?marca=4{&q}'))).toBe('/v3/modelos?marca=4')
  expect(openLinkIn(block('/v3/marcas{?q}', '/v3/marcas?todas=1'))).toBe('/v3/marcas?todas=1')
  expect(openLinkIn(block('/v3/versiones/{id}'))).toBeUndefined()
})

it('a template that no longer names the owner is not followed to the data of that owner', () => {
  expect(linkOfOwner(block('/v3/modelos{?marca}'))).toBeUndefined()
  expect(linkOfOwner(block('/v3/modelos?marca=4{&q}'))).toBe('/v3/modelos?marca=4')
  expect(linkOfOwner(block('/v3/publicaciones/a%40b.example{?estado}'), 'a@b.example')).toBe(
    '/v3/publicaciones/a%40b.example',
  )
})

const page = (links: Readonly<Record<string, string>>, more: object = {}) => ({
  ...more,
  _links: Object.fromEntries(Object.entries(links).map(([relation, href]) => [relation, { href }])),
})
const LIST = 'https://api.example/sandbox/v3/lista'

it('the next page is found by its relation, else by the parameter that is one more', () => {
  const numbered = { anterior: '/v3/lista?pagina=1', sigue: '/v3/lista?operador=a%40b.example&pagina=3' }
  expect(nextPageLink(page({ ...numbered, next: '/v3/lista?desde=9' }), `${LIST}?pagina=2`)).toBe(
    '/v3/lista?desde=9',
  )
  expect(nextPageLink(page(numbered), `${LIST}?pagina=2`)).toBe(numbered.sigue)
  expect(nextPageLink(page(numbered, { Pagina: 2 }), LIST)).toBe(numbered.sigue)
  expect(nextPageLink(page(numbered), `${LIST}?pagina=3`)).toBeUndefined()
  expect(
    nextPageLink(page({ otra: '/v3/otra?pagina=3', esta: '/v3/lista?modelo=3' }), `${LIST}?pagina=2`),
  ).toBeUndefined()
})

it('the last page links to no other page of its list but earlier ones', () => {
  const last = (links: Readonly<Record<string, string>>) => isLastPage(page(links), `${LIST}?pagina=2`)
  expect(last({ self: '/v3/lista', primera: '/v3/lista?pagina=1', ficha: '/v3/fichas/7?desde=4' })).toBe(true)
  expect(last({ sigue: '/v3/lista?modelo=1&pagina=3' })).toBe(false)
  expect(last({ ultima: '/v3/lista?pagina=9' })).toBe(false)
  expect(last({ sigue: '/v3/lista?desde=1' })).toBe(false)
  expect(last({ next: '/v3/hojas/3' })).toBe(false)
})
