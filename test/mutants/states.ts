import { type Body, mishears, mislabels, misshows, mistakes, PUBLICATION, pretends, untags } from './operation-mistakes.ts'
import type { Mutant } from './wrong-server.ts'

const PATCH = { method: 'PATCH', at: PUBLICATION }
const PUT = { method: 'PUT', at: PUBLICATION }
const GET = { method: 'GET', at: PUBLICATION }
const SUSPENDER = { method: 'PATCH', at: /\/suspender$/ }
const ARCHIVAR = { method: 'PATCH', at: /\/archivar$/ }
const CREATE = { method: 'POST', at: /\/publicaciones\// }

const without =
  (name: string) =>
  ({ [name]: _, ...rest }: Body): Body =>
    rest
const suspendedAs = (body: Body): Body => ({ ...body, ...(body.Activa === undefined && { Activa: false }) })

export const statesMutants: readonly Mutant[] = [
  {
    clause: 'states/have-three-words',
    name: 'archived is called suspended',
    serve: misshows(ARCHIVAR, (body) => ({ ...body, EstadoActual: 'Suspendida' })),
  },
  {
    clause: 'states/have-three-words',
    name: 'Activa false is not heard in a create',
    serve: mishears(CREATE, (body) => ({ ...body, Activa: true })),
  },
  { clause: 'states/suspender-suspends', name: 'it stays active', serve: pretends(SUSPENDER) },
  {
    clause: 'states/suspender-suspends',
    name: 'it is archived instead',
    serve: mistakes(SUSPENDER, { step: '/archivar' }),
  },
  { clause: 'states/suspender-suspends', name: 'a body is demanded', serve: mislabels(SUSPENDER, 400) },
  { clause: 'states/suspender-suspends', name: 'no ETag', serve: untags(SUSPENDER) },
  {
    clause: 'states/patch-with-activa-false-suspends',
    name: 'Activa is not heard',
    serve: mishears(PATCH, without('Activa')),
  },
  {
    clause: 'states/put-with-activa-false-suspends',
    name: 'Activa is not heard',
    serve: mishears(PUT, without('Activa')),
  },
  {
    clause: 'states/patch-with-activa-true-reactivates',
    name: 'Activa is not heard',
    serve: mishears(PATCH, without('Activa')),
  },
  {
    clause: 'states/patch-with-activa-true-reactivates',
    name: 'refused, although there is place',
    serve: mislabels(PATCH, 409),
  },
  { clause: 'states/put-with-activa-true-reactivates', name: 'it stays suspended', serve: pretends(PUT) },
  { clause: 'states/put-without-activa-keeps-it-active', name: 'absent is false', serve: mishears(PUT, suspendedAs) },
  { clause: 'states/put-without-activa-reactivates', name: 'absent is false', serve: mishears(PUT, suspendedAs) },
  {
    clause: 'states/patch-with-activa-null-keeps-it-active',
    name: 'null is false',
    serve: mishears(PATCH, (body) => ({ ...body, Activa: body.Activa ?? false })),
  },
  {
    clause: 'states/patch-with-activa-null-keeps-it-suspended',
    name: 'null is true',
    serve: mishears(PATCH, (body) => ({ ...body, Activa: body.Activa ?? true })),
  },
  {
    clause: 'states/archivar-archives-an-active-one',
    name: 'it is suspended instead',
    serve: mistakes(ARCHIVAR, { step: '/suspender' }),
  },
  { clause: 'states/archivar-archives-an-active-one', name: 'answered 204', serve: mislabels(ARCHIVAR, 204) },
  { clause: 'states/archivar-archives-a-suspended-one', name: 'only active ones', serve: pretends(ARCHIVAR) },
  {
    clause: 'states/suspended-stays-when-suspended-again',
    name: 'it becomes active',
    serve: mistakes(SUSPENDER, { body: { Activa: true } }),
  },
  { clause: 'states/archived-refuses-a-partial-edit', name: 'answered as if done', serve: pretends(PATCH) },
  { clause: 'states/archived-refuses-a-full-edit', name: 'answered as if done', serve: pretends(PUT) },
  { clause: 'states/archived-refuses-a-full-edit', name: 'refused as a wrong body', serve: mislabels(PUT, 400, 409) },
  {
    clause: 'states/archived-refuses-reactivation',
    name: 'archived is only suspended',
    serve: mistakes(ARCHIVAR, { step: '/suspender' }),
  },
  { clause: 'states/archived-refuses-suspension', name: 'answered as if done', serve: pretends(SUSPENDER) },
  {
    clause: 'states/archived-refuses-suspension',
    name: 'refused, and forgotten by reads',
    serve: (() => {
      let refused = false
      return async (request, next) => {
        const response = await next(request)
        if (SUSPENDER.at.test(request.url) && response.status === 409) refused = true
        return refused
          ? misshows(GET, (body) => ({ ...body, EstadoActual: 'Suspendida' }))(request, async () => response)
          : response
      }
    })(),
  },
  {
    clause: 'states/archived-stays-when-archived-again',
    name: 'the second time breaks',
    serve: mislabels(ARCHIVAR, 500, 409),
  },
  { clause: 'states/archived-stays-when-nothing-is-asked', name: 'breaks', serve: mislabels(PATCH, 500, 409) },
  {
    clause: 'states/archived-stays-when-nothing-is-asked',
    name: 'it is gone',
    serve: mislabels(PATCH, 404, 409),
  },
]
