import { expect, it } from 'vitest'
import { linkOfOwner, openLinkIn } from './links.ts'

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
