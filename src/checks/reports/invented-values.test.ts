import { expect, it } from 'vitest'
import { InventedValues } from './invented-values.ts'

const exchange = (body: unknown, json: unknown, url = 'http://x/v3/a') => ({
  request: { method: 'POST', url, headers: {}, body: JSON.stringify(body) },
  response: { body: JSON.stringify(json) },
  json,
})

it('a value that was sent before any response had it is the run’s own, even when it comes back', () => {
  const values = new InventedValues(undefined)
  values.note(
    exchange({ Telefono: '+54 11 4000-0009' }, { Telefono: '+54 11 4000-0009', Email: 'ana@real.example' }),
  )
  expect([...values.invented]).toEqual(['+54 11 4000-0009'])
})

it('a value that a response showed first, or the caller gave, is not the run’s own', () => {
  const values = new InventedValues({ Telefono: '+54 11 1111-2222', OperadorResponsable: 'eva@real.example' })
  values.note(exchange({}, { _entries: [{ Email: 'ana@real.example' }], Detail: 'ask leo@real.example' }))
  for (const mail of ['ana@real.example', 'leo@real.example', 'eva@real.example'])
    values.note(exchange({ OperadorResponsable: mail, Telefono: '+54 11 1111-2222' }, {}, `http://x/${mail}`))
  expect([...values.invented]).toEqual([])
})

it('an invented address is the run’s own, in a body and in a URL', () => {
  const values = new InventedValues(undefined)
  values.note(
    exchange({ OperadorResponsable: 'nadie@zzyzx.example' }, {}, 'http://x/v3/b?operador=no%40zzyzx.example'),
  )
  expect([...values.invented].sort()).toEqual(['nadie@zzyzx.example', 'no@zzyzx.example'])
})

it('addresses are found wherever they stand in a text, and at signs alone are none', () => {
  const values = new InventedValues(undefined)
  const text = `@x.example a@b@c.example ,ñandú@ejemplo.example, d@e.example@f.example g@ ${'h'.repeat(70)}@i.example`
  values.note(exchange({ Descripcion: text }, {}))
  expect([...values.invented]).toEqual([
    'b@c.example',
    'ñandú@ejemplo.example',
    'd@e.example',
    `${'h'.repeat(64)}@i.example`,
  ])
})
