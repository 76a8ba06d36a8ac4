import { type JsonBody, without } from '../support/body-changes.ts'
import {
  altersRequestBody,
  altersResponseBody,
  altersStatus,
  omitsEtag,
  PUBLICATION,
  performsInstead,
  pretendsSuccess,
} from '../support/operation-mistakes.ts'
import type { WrongServer } from '../support/wrong-server.ts'

const PATCH = { method: 'PATCH', at: PUBLICATION }
const PUT = { method: 'PUT', at: PUBLICATION }
const GET = { method: 'GET', at: PUBLICATION }
const SUSPENDER = { method: 'PATCH', at: /\/suspender$/ }
const ARCHIVAR = { method: 'PATCH', at: /\/archivar$/ }
const CREATE = { method: 'POST', at: /\/publicaciones\// }

const suspendedAs = (body: JsonBody): JsonBody => ({
  ...body,
  ...(body.Activa === undefined && { Activa: false }),
})

export const statesMutants: readonly WrongServer[] = [
  {
    clause: 'states/have-distinct-names',
    name: 'archived is called active',
    serve: altersResponseBody(ARCHIVAR, (body) => ({ ...body, EstadoActual: 'Activa' })),
  },
  {
    clause: 'states/have-distinct-names',
    name: 'a create ignores Activa false',
    serve: altersRequestBody(CREATE, (body) => ({ ...body, Activa: true })),
  },
  {
    clause: 'states/have-distinct-names',
    name: 'a create with Exposicion ignores Activa false',
    serve: altersRequestBody(CREATE, (body) => (body.Exposicion ? { ...body, Activa: true } : body)),
  },
  {
    clause: 'states/suspender-suspends',
    name: 'answers 200 without doing it',
    serve: pretendsSuccess(SUSPENDER),
  },
  {
    clause: 'states/suspender-suspends',
    name: 'it is archived instead',
    serve: performsInstead(SUSPENDER, { step: '/archivar' }),
  },
  { clause: 'states/suspender-suspends', name: 'answers 500', serve: altersStatus(SUSPENDER, 500) },
  { clause: 'states/suspender-suspends', name: 'no ETag', serve: omitsEtag(SUSPENDER) },
  {
    clause: 'states/patch-with-activa-false-suspends',
    name: 'Activa is ignored',
    serve: altersRequestBody(PATCH, without('Activa')),
  },
  {
    clause: 'states/put-with-activa-false-suspends',
    name: 'Activa is ignored',
    serve: altersRequestBody(PUT, without('Activa')),
  },
  {
    clause: 'states/patch-with-activa-true-reactivates',
    name: 'Activa is ignored',
    serve: altersRequestBody(PATCH, without('Activa')),
  },
  {
    clause: 'states/patch-with-activa-true-reactivates',
    name: 'answers 409',
    serve: altersStatus(PATCH, 409),
  },
  {
    clause: 'states/put-with-activa-true-reactivates',
    name: 'answers 200 without doing it',
    serve: pretendsSuccess(PUT),
  },
  {
    clause: 'states/put-without-activa-keeps-it-active',
    name: 'absent counts as false',
    serve: altersRequestBody(PUT, suspendedAs),
  },
  {
    clause: 'states/put-without-activa-reactivates',
    name: 'Activa is true by default only with Precio',
    serve: altersRequestBody(PUT, (body) => ('Precio' in body ? body : suspendedAs(body))),
  },
  {
    clause: 'states/put-without-activa-reactivates',
    name: 'absent counts as false',
    serve: altersRequestBody(PUT, suspendedAs),
  },
  {
    clause: 'states/patch-with-activa-null-keeps-it-active',
    name: 'null counts as false',
    serve: altersRequestBody(PATCH, (body) => ({ ...body, Activa: body.Activa ?? false })),
  },
  {
    clause: 'states/patch-with-activa-null-keeps-it-suspended',
    name: 'null counts as true',
    serve: altersRequestBody(PATCH, (body) => ({ ...body, Activa: body.Activa ?? true })),
  },
  {
    clause: 'states/archivar-archives-an-active-one',
    name: 'it is suspended instead',
    serve: performsInstead(ARCHIVAR, { step: '/suspender' }),
  },
  {
    clause: 'states/archivar-archives-an-active-one',
    name: 'answers 204',
    serve: altersStatus(ARCHIVAR, 204),
  },
  {
    clause: 'states/archivar-archives-a-suspended-one',
    name: 'answers 200 without doing it',
    serve: pretendsSuccess(ARCHIVAR),
  },
  {
    clause: 'states/suspended-stays-when-suspended-again',
    name: 'it becomes active',
    serve: performsInstead(SUSPENDER, { body: { Activa: true } }),
  },
  {
    clause: 'states/archived-refuses-a-partial-edit',
    name: 'answers 200 without doing it',
    serve: pretendsSuccess(PATCH),
  },
  {
    clause: 'states/archived-refuses-a-full-edit',
    name: 'answers 200 without doing it',
    serve: pretendsSuccess(PUT),
  },
  { clause: 'states/archived-refuses-a-full-edit', name: 'answers 500', serve: altersStatus(PUT, 500, 409) },
  {
    clause: 'states/archived-refuses-edits-under-another-case-of-its-id',
    name: 'answers 200 under an id in capitals',
    serve: pretendsSuccess({ method: 'PATCH', at: /\/KIT-[^/]*$/ }),
  },
  {
    clause: 'states/archived-refuses-reactivation',
    name: 'archived is only suspended',
    serve: performsInstead(ARCHIVAR, { step: '/suspender' }),
  },
  {
    clause: 'states/archived-refuses-suspension',
    name: 'answers 200 without doing it',
    serve: pretendsSuccess(SUSPENDER),
  },
  {
    clause: 'states/archived-refuses-suspension',
    name: 'refused, but reads show another state',
    serve: (() => {
      let refused = false
      return async (request, next) => {
        const response = await next(request)
        if (SUSPENDER.at.test(request.url) && response.status === 409) refused = true
        return refused
          ? altersResponseBody(GET, (body) => ({ ...body, EstadoActual: 'Suspendida' }))(
              request,
              async () => response,
            )
          : response
      }
    })(),
  },
  {
    clause: 'states/archived-stays-when-archived-again',
    name: 'answers 500',
    serve: altersStatus(ARCHIVAR, 500, 409),
  },
  {
    clause: 'states/archived-stays-when-nothing-is-asked',
    name: 'answers 500',
    serve: altersStatus(PATCH, 500, 409),
  },
  {
    clause: 'states/archived-stays-when-nothing-is-asked',
    name: 'answers 404',
    serve: altersStatus(PATCH, 404, 409),
  },
]
