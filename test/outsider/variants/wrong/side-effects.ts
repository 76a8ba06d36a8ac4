import type { Agency, Hook, Publication } from '../../world.ts'
import { bodyIn } from '../document-edits.ts'
import { changeStored, type Interceptor, publicationIn } from '../interceptors.ts'
import { ADMINISTRATOR, CONFIGURE, CREATE, PATCH, PUT, RENAME, SUSPEND } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/** Takes a place of the package, or gives one back, although the state of the listing stayed. */
const drifting = (
  at: RegExp,
  by: 1 | -1,
  isWrong: (found: Publication, body: Readonly<Record<string, unknown>>, status: number) => boolean,
): Interceptor => ({
  at,
  before: (call) => publicationIn(call)?.phase,
  response: (answer, call, before) => {
    const found = publicationIn(call)
    const { Exposicion: level } = found?.members ?? {}
    if (found && level && found.phase === before && isWrong(found, bodyIn(call), answer.status))
      found.agency.drift[level] += by
    return answer
  },
})

/** Changes something else than a request names, once it has succeeded. */
const alsoChanging = (at: RegExp, change: (agency: Agency) => void): Interceptor => ({
  at,
  response: (answer, { world, params }) => {
    const agency = [...world.agencies.values()].find(
      ({ mail }) => params['mail'] === undefined || mail === params['mail'],
    )
    if (answer.status < 300 && agency) change(agency)
    return answer
  },
})

/** Returns the other listings of the agency that have the same value of a member. */
const twins = (found: Publication, all: ReadonlyMap<number, Publication>, name: 'Vin' | 'RefStock') =>
  [...all.values()].filter(
    (one) =>
      one !== found &&
      one.agency === found.agency &&
      one.members[name] !== null &&
      one.members[name] === found.members[name],
  )

/** Writes with side effects on counts, other listings, the agency or its channels. */
export const WRONG_SIDE_EFFECTS: readonly WrongVariant[] = [
  wrong('a full edit of an active one takes another place', 'AGE-08', 'Activas follows every transition.', {
    mistake: drifting(PUT, 1, ({ phase }, _body, status) => phase === 'active' && status === 200),
  }),
  wrong('a price of a suspended one takes a place', 'AGE-08', 'Activas follows every transition.', {
    mistake: drifting(
      PATCH,
      1,
      ({ phase }, body, status) => phase === 'suspended' && 'Precio' in body && status === 200,
    ),
  }),
  wrong('Activa true for an active one takes another place', 'AGE-08', 'Activas follows every transition.', {
    mistake: drifting(
      PATCH,
      1,
      ({ phase }, body, status) => phase === 'active' && body['Activa'] === true && status === 200,
    ),
  }),
  wrong('a second suspension gives a place back', 'AGE-08', 'Activas follows every transition.', {
    mistake: drifting(SUSPEND, -1, ({ phase }) => phase === 'suspended'),
  }),
  wrong('an edit of the administrator renames the agency', 'AGE-03', 'It edits the administrator.', {
    mistake: alsoChanging(ADMINISTRATOR, (agency) => {
      const found = agency.operators.find(({ isAdministrator }) => isAdministrator)
      agency.name = `Agencia de ${found?.name}`
    }),
  }),
  wrong('a renaming edits the surname of the administrator', 'AGE-05', 'It edits NombreComercial.', {
    mistake: alsoChanging(RENAME, (agency) => {
      const found = agency.operators.find(({ isAdministrator }) => isAdministrator)
      if (found) found.surname = agency.name.slice(0, 50)
    }),
  }),
  wrong('a create suspends a channel of the agency', 'AGE-10 PUB-01', 'It makes a listing.', {
    mistake: alsoChanging(CREATE, ({ settings }) => {
      settings['PublicacionConsultadaHtmlMail'] = {
        ...settings['PublicacionConsultadaHtmlMail'],
        Activo: false,
      }
    }),
  }),
  wrong('a configuration changes the hook of the agency', 'EVT-03 AGE-10', 'It is the webhook of the app.', {
    mistake: {
      at: CONFIGURE,
      response: (answer, call) => {
        const { Callback } = bodyIn(call)
        for (const agency of answer.status < 300 ? call.world.agencies.values() : [])
          agency.settings['PublicacionConsultadaWebHook'] = {
            ...agency.settings['PublicacionConsultadaWebHook'],
            Callback,
          }
        return answer
      },
    },
  }),
  wrong('a stock reference leaves the listing that had it', 'PUB-01 PUB-33', 'A create makes one listing.', {
    mistake: changeStored(CREATE, (found, { world }) => {
      for (const other of twins(found, world.publications, 'RefStock')) {
        other.members = { ...other.members, RefStock: null }
        other.revision += 1
      }
    }),
  }),
  wrong('a price is that of every listing of the vehicle', 'PUB-28 PUB-35', 'An id names one listing.', {
    mistake: changeStored(PATCH, (found, { world }) => {
      for (const other of twins(found, world.publications, 'Vin')) {
        other.members = { ...other.members, Precio: found.members.Precio }
        other.revision += 1
      }
    }),
  }),
  wrong('a configuration resumes the other topics', 'EVT-03', 'It configures one topic.', {
    mistake: {
      at: CONFIGURE,
      response: (answer, call) => {
        const resume = (hook: Hook) => {
          hook.values = { ...hook.values, Activo: true }
        }
        for (const hook of answer.status < 300 ? call.world.hooks.values() : [])
          if (hook.topic !== call.params['topic'] && hook.app === call.app) resume(hook)
        return answer
      },
    },
  }),
]
