import { expect, it } from 'vitest'
import { readablePath } from './readable-path.ts'

const shown = (path: string): string =>
  String(readablePath(path))
    .replace(/^<span[^>]*>/, '')
    .replaceAll(/<[^>]*>/g, '')

it('decodes what means itself in a path and keeps the rest as sent', () => {
  expect(shown('/v3/publicaciones/ventas%40lospinos.example')).toBe(
    '/v3/publicaciones/ventas@lospinos.example',
  )
  expect(shown('/v3/marcas?q=%C3%B1and%C3%BA')).toBe('/v3/marcas?q=ñandú')
  for (const path of ['/v3/a%2Fb', '/v3/a%20b', '/v3/%ff', '/v3/%3Cscript%3E', '/v3/%E2%80%AE'])
    expect(shown(path)).toBe(path)
})

it('holds the path as sent in its title, and may break after every segment', () => {
  const markup = String(readablePath('/v3/publicaciones/a%40b'))
  expect(markup).toContain('title="/v3/publicaciones/a%40b"')
  expect(markup).toContain('/<wbr>v3/<wbr>publicaciones/<wbr>a@<wbr>b')
})
