import { expect, it } from 'vitest'
import { KeptDocuments, type KeptLine } from './kept-documents.ts'
import { scrubber } from './scrubber.ts'

const AGENCY = 'ventas@lospinos.example'
const POOL = { firstNames: [], surnames: [], emailDomains: [], messages: [], listings: [] }
const OPERATORS = {
  _entries: [
    { Nombre: 'Rosaura', Email: 'rosaura@casa.example', Telefonos: ['+54 11 4444-1212'] },
    { Nombre: 'Ada', Email: AGENCY, Telefonos: [] },
  ],
}

const keeper = (lines: readonly KeptLine[] = []) => {
  const written: KeptLine[] = []
  const people = scrubber(POOL as never, 1, new Set([AGENCY])) // generates no person
  const kept = new KeptDocuments({ lines, agency: AGENCY, people, append: (line) => written.push(line) })
  return { kept, written }
}

const publication = (members: Readonly<Record<string, unknown>>) => ({
  ExternalId: 'A-1',
  OperadorResponsable: 'rosaura@casa.example',
  Telefono: '+54 11 4444-1212',
  Precio: { Moneda: 'ARS', Importe: 1 },
  Fotos: ['https://fotos.example/1.jpg'],
  _links: { suspender: { href: '/v3/x/rosaura%40casa.example', method: 'PATCH' } },
  ...members,
})

const page = (...entries: readonly unknown[]) => ({
  Pagina: 1,
  Total: entries.length,
  Comentario: 'no member of a page',
  _links: { next: { href: `/v3/publicaciones/${AGENCY}?pagina=2` } },
  _entries: entries,
})

/** Keeps documents in one run and finds the last one in the next, which reads the others again. */
const foundAgain = async (documents: readonly (readonly [string, Record<string, unknown>])[]) => {
  const first = keeper()
  for (const [url, document] of documents) first.kept.add(url, document)
  const second = keeper(first.written)
  const read = async (url: string) => ({ url, status: 200, json: new Map(documents).get(url) })
  const [url = ''] = documents.at(-1) ?? []
  return { text: JSON.stringify(first.written), found: (await second.kept.find(url, read))?.json }
}

it('a page of publications is kept without people, and is found with them', async () => {
  const entries = [publication({}), publication({ ExternalId: 'A-2', Telefono: null, Descripcion: 'Único' })]
  const { text, found } = await foundAgain([
    ['/operators', OPERATORS],
    ['/page', page(...entries)],
  ])
  expect(text).not.toMatch(/rosaura|4444|no member/i)
  const shown = entries.map((entry) => ({
    ...entry,
    _links: { suspender: { href: '', method: 'PATCH' } },
  }))
  const { Comentario: _, ...rest } = page(...shown)
  expect(found).toEqual(rest)
})

it('a text that names a person is not kept, and its replacement is generated', async () => {
  const { text, found } = await foundAgain([
    ['/operators', OPERATORS],
    ['/one', publication({ Descripcion: 'Preguntar por Rosaura' })],
  ])
  expect(text).not.toMatch(/rosaura/i)
  expect(found).toMatchObject({ Descripcion: 'persona@correo.example', Telefono: '+54 11 4444-1212' })
})

it('a stock reference, a colour or the URL of a photo that names a person is not kept', async () => {
  const { text, found } = await foundAgain([
    ['/operators', OPERATORS],
    [
      '/one',
      publication({
        RefStock: 'de Rosaura',
        Color: 'Gris (44441212)',
        Fotos: ['https://fotos.example/rosaura%40casa.example/1.jpg', 'https://fotos.example/2.jpg'],
      }),
    ],
  ])
  expect(text).not.toMatch(/rosaura|4444/i)
  const drawn = 'persona@correo.example'
  expect(found).toMatchObject({
    RefStock: drawn,
    Color: drawn,
    Fotos: [drawn, 'https://fotos.example/2.jpg'],
  })
})

it.each([
  ['a telephone that no other document shows', { Telefono: '+54 11 7777-0000' }],
  ['an address that no other document shows', { Locacion: { Region: 'Salta', Direccion: 'Olmos 340' } }],
  ['digits like those of a telephone in a text', { Descripcion: 'Llamar al 7777 0000 de tarde' }],
  ['an interested person', { Interesado: { Nombre: 'Eva' } }],
])('a document with %s is read again', async (_, members) => {
  const { text, found } = await foundAgain([
    ['/operators', OPERATORS],
    ['/one', publication(members)],
  ])
  expect([text.includes('"document"'), found]).toEqual([false, undefined])
})

it('a document is read again when the document that shows its people has changed', async () => {
  const first = keeper()
  first.kept.add('/operators', OPERATORS)
  first.kept.add('/one', publication({}))
  const { kept } = keeper(first.written)
  const read = async (url: string) => ({
    url,
    status: 200,
    json: { _entries: OPERATORS._entries.toReversed() },
  })
  expect(await kept.find('/one', read)).toBeUndefined()
})
