import { expect, it } from 'vitest'
import { operations } from '../model/resources/index.ts'

it('a path matches the same operations however often it is asked for', () => {
  const paths = [
    '/v3',
    '/v3/marcas/bestmatch',
    '/v3/publicaciones/ventas%40lospinos.example/A%20B',
    '/v3/publicaciones/ventas%zz/A',
    '/v3/publicaciones//A',
    '/v3/nada',
  ]
  const found = () =>
    paths.map((path) => {
      const matched = operations.match(path)
      return [matched?.template.path, matched?.rawParameters]
    })
  const first = found()
  expect(first).toEqual([
    ['/v3', {}],
    ['/v3/marcas/bestmatch', {}],
    [
      '/v3/publicaciones/{adminmail}/{externalid}',
      { adminmail: 'ventas@lospinos.example', externalid: 'A B' },
    ],
    ['/v3/publicaciones/{adminmail}/{externalid}', { adminmail: '\ufffd', externalid: 'A' }],
    [undefined, undefined],
    [undefined, undefined],
  ])
  expect(found()).toEqual(first)
})

it('more paths than are remembered match as well', () => {
  for (const round of [1, 2])
    for (let i = 0; i < 5_000; i++)
      expect(
        operations.match(`/v3/publicaciones/ventas@lospinos.example/R${round}-${i}`)?.rawParameters,
      ).toEqual({
        adminmail: 'ventas@lospinos.example',
        externalid: `R${round}-${i}`,
      })
})
