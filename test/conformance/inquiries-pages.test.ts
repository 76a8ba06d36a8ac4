import { expect, it } from 'vitest'
import { MAIL, NOW, send } from '../support/miniature-world.ts'
import { RAUL, sidsOf, withManyInquiries, worldWithPublications } from './inquiry-worlds.ts'

const PAGE = `/v3/consultas/${MAIL}`
const stock = (profile: Readonly<Record<string, string>>, count = 144) =>
  withManyInquiries(worldWithPublications(profile), count, NOW)

it.each(['1', '99', '%2B1', '01'])('INQ-06: pagina %s is accepted', (pagina) => {
  expect(send(stock({}).world, 'GET', `${PAGE}?pagina=${pagina}`).status).toBe(200)
})

it.each(['0', '-1', '100', '2147483647', '2147483648', '1.5', 'uno', '1e1', '+1', '%201'])(
  'INQ-06, inquiries/pagina-minimum: pagina %s is 400',
  (pagina) => {
    const result = send(stock({}).world, 'GET', `${PAGE}?pagina=${pagina}`)
    expect([result.status, Object.keys(result.json.Errors)]).toEqual([400, ['pagina']])
  },
)

it.each([1, 7, 48, 100, 143, 144, 145])(
  'following next from the first page of size %i meets every inquiry once, as far as page 99',
  (size) => {
    const { world, known } = stock({ 'inquiries/page-size': `size:${size}` })
    const met: string[] = []
    let href: string | undefined = `${PAGE}?pagina=1`
    let pages = 0
    while (href) {
      const { status, json } = send(world, 'GET', href)
      expect([status, json.Pagina, json.PerPagina, json.Total]).toEqual([200, ++pages, size, 144])
      met.push(...sidsOf(json))
      href = json._links.next?.href
    }
    const newest = known.map(({ sid }) => sid).reverse()
    expect(met).toEqual(newest.slice(0, 99 * size))
    expect(pages).toBe(Math.min(99, Math.ceil(144 / size)))
  },
)

it.each([1, 7, 100, 200])(
  'every page link that is offered answers 200, whatever the page, size %i',
  (size) => {
    const { world } = stock({ 'inquiries/page-size': `size:${size}`, 'inquiries/beyond-last': '200' })
    for (const pagina of [1, 2, 3, 20, 21, 22, 98, 99]) {
      const { json } = send(world, 'GET', `${PAGE}?operador=${RAUL}&pagina=${pagina}&externalid=gol-b`)
      for (const name of ['self', 'first', 'prev', 'next', 'last', 'agencia']) {
        const link = json._links[name]
        if (link) expect([name, send(world, 'GET', link.href).status]).toEqual([name, 200])
      }
      const shown = send(world, 'GET', json._links.last.href).json
      expect(shown._entries.length).toBeGreaterThan(0)
      expect(shown._links).not.toHaveProperty('next')
      expect(shown.Total).toBe(json.Total)
    }
  },
)

it('inquiries/beyond-last: a page past the end is empty, and leads back to the last one', () => {
  const { world } = stock({})
  const { status, json } = send(world, 'GET', `${PAGE}?pagina=9`)
  expect(status).toBe(200)
  expect(json).toMatchObject({ Pagina: 9, Total: 144, _entries: [] })
  expect(json._links.prev.href).toContain('pagina=2')
  expect(json._links).not.toHaveProperty('next')
})

it('inquiries/beyond-last=404: a page past the end does not exist, the first page of nothing does, and no link leads astray', () => {
  const { world } = stock({ 'inquiries/beyond-last': '404' })
  const beyond = send(world, 'GET', `${PAGE}?pagina=3`)
  expect([beyond.status, beyond.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
  expect(send(world, 'GET', `${PAGE}?pagina=2`).status).toBe(200)
  const empty = send(world, 'GET', `${PAGE}?externalid=no-such`)
  expect(empty.status).toBe(200)
  expect(send(world, 'GET', empty.json._links.last.href).status).toBe(200)
})

it('page links keep the filters of the request and replace its page, however it was written', () => {
  const { world } = stock({ 'inquiries/page-size': 'size:10' })
  const { json } = send(
    world,
    'GET',
    `${PAGE}?pagina=2&operador=raul%40taller.example&pagina=5&externalid=Gol%2DB`,
  )
  const query = new URLSearchParams(json._links.next.href.split('?')[1])
  expect([...query.entries()].sort()).toEqual([
    ['externalid', 'Gol-B'],
    ['operador', RAUL],
    ['pagina', '3'],
  ])
  expect(send(world, 'GET', json._links.next.href).json.Total).toBe(json.Total)
})

it('page links without a segment for the agency stay without it', () => {
  const { world } = stock({ 'inquiries/page-size': 'size:10' })
  const { json } = send(world, 'GET', `/v3/consultas?operador=${RAUL}`)
  expect(json._links.next.href).toMatch(/^\/v3\/consultas\?/)
  expect(send(world, 'GET', json._links.next.href).json).toMatchObject({ Pagina: 2, Total: json.Total })
})

it('the search template names the documented parameters and expands to a page', () => {
  const { buscar } = send(stock({}).world, 'GET', PAGE).json._links
  expect(buscar).toEqual({
    href: '/v3/consultas/jefa%40taller.example{?operador,externalid,desde,hasta,pagina}',
    templated: true,
  })
})
