import type { JsonBody } from '../support/body-changes.ts'
import { altersResponseBody, pretendsSuccess } from '../support/operation-mistakes.ts'
import type { WrongServer } from '../support/wrong-server.ts'

const PRODUCTOS = { method: 'GET', at: /\/productos$/ }
const PATCH = { method: 'PATCH', at: /\/publicaciones\/[^/]+\/[^/]+$/ }

const level =
  (change: (alta: JsonBody) => JsonBody) =>
  (body: JsonBody): JsonBody => ({ ...body, Alta: change(body.Alta as JsonBody) }) // as AGE-07 has it
const frozen = altersResponseBody(PRODUCTOS, (body) => {
  for (const name of ['Alta', 'Media', 'Baja']) body[name] = { Pack: 100, Activas: 10, Disponibles: 90 }
  return body
})

export const packageMutants: readonly WrongServer[] = [
  {
    clause: 'package/has-three-levels',
    name: 'no Media',
    serve: altersResponseBody(PRODUCTOS, ({ Media: _, ...rest }) => rest),
  },
  {
    clause: 'package/has-three-levels',
    name: 'counts as texts',
    serve: altersResponseBody(
      PRODUCTOS,
      level((alta) => ({ ...alta, Activas: String(alta.Activas) })),
    ),
  },
  {
    clause: 'package/has-three-levels',
    name: 'a negative number of contracted places',
    serve: altersResponseBody(
      PRODUCTOS,
      level(() => ({ Pack: -1, Activas: 0, Disponibles: -1 })),
    ),
  },
  {
    clause: 'package/adds-up',
    name: 'Disponibles is the Pack',
    serve: altersResponseBody(
      PRODUCTOS,
      level((alta) => ({ ...alta, Disponibles: alta.Pack })),
    ),
  },
  {
    clause: 'package/is-never-exceeded',
    name: 'more in use than contracted',
    serve: altersResponseBody(
      PRODUCTOS,
      level((alta) => ({ ...alta, Pack: Number(alta.Activas) - 1, Disponibles: -1 })),
    ),
  },
  { clause: 'package/archiving-gives-the-place-back', name: 'counts never move', serve: frozen },
  {
    clause: 'package/suspending-gives-the-place-back-or-keeps-it',
    name: 'every write takes a place',
    serve: (() => {
      let writes = 0
      const { at } = PATCH
      return (request, next) => {
        if (request.method === 'PATCH' && at.test(request.url)) writes += 1
        return altersResponseBody(
          PRODUCTOS,
          level((alta) => ({ ...alta, Activas: 10 + writes })),
        )(request, next)
      }
    })(),
  },
  {
    clause: 'package/suspending-gives-the-place-back-or-keeps-it',
    name: 'a suspension gives two places back',
    serve: (() => {
      let more = 0
      return async (request, next) => {
        if (request.method === 'PATCH') more = (await request.clone().text()).includes('false') ? 1 : 0
        const less = level((alta) => ({ ...alta, Activas: Number(alta.Activas) - more }))
        return altersResponseBody(PRODUCTOS, less)(request, next)
      }
    })(),
  },
  { clause: 'package/an-active-create-takes-a-place', name: 'counts never move', serve: frozen },
  {
    clause: 'package/archiving-gives-the-place-back',
    name: 'answers 200 without doing it',
    serve: pretendsSuccess({ method: 'PATCH', at: /archivar$/ }),
  },
]
