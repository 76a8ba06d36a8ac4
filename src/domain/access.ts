import { type Agency, type AppAccess, agenciesInOrder, operatorByEmail } from '../world/agency.ts'
import { type Publication, publicationKey } from '../world/publication.ts'
import { type App, agencyByMail, type World } from '../world/world.ts'
import { activeOption } from './decision-context.ts'
import type { Refusal } from './refusal.ts'
import { refusal } from './refusal.ts'

/** What exists for whom (ERR-07), and who may write (ERR-08, `auth/forbidden`). */

interface Caller {
  readonly world: World
  readonly app: App
}

export const accessOf = (agency: Agency, app: App): AppAccess | undefined =>
  Object.hasOwn(agency.access, app.name) ? agency.access[app.name] : undefined

/** The agencies that exist for the app, in the scenario's order. */
export const visibleAgencies = ({ world, app }: Caller): Agency[] =>
  agenciesInOrder(world.agencies).filter((agency) => accessOf(agency, app))

/** The agency, when it exists for the calling app. `reading` is false for writes, which `auth/forbidden-reads` does not govern. */
export const findAgency = (caller: Caller, adminMail: string, reading: boolean): Agency | Refusal => {
  const agency = agencyByMail(caller.world, adminMail)
  if (agency && accessOf(agency, caller.app)) return agency
  const detail = `No existe la agencia ${adminMail}.`
  return agency && reading ? hiddenRefusal(caller, `la agencia ${adminMail}`, detail) : missingRefusal(detail)
}

/** A read of what exists, though not for the calling app (ERR-07): it reads as missing, or as `auth/forbidden-reads` says. */
export const hiddenRefusal = (caller: Pick<Caller, 'world'>, what: string, detail: string): Refusal =>
  activeOption(caller, 'auth/forbidden-reads') === '403'
    ? refusal('forbidden', `La app no tiene acceso a ${what}.`, ['ERR-07', 'auth/forbidden-reads'])
    : missingRefusal(detail)

/** The agency of a collaborator, where the path names none (INQ-08, `agencies/operator-form`). */
export const findAgencyOfOperator = (caller: Caller, email: string): Agency | Refusal => {
  const found = visibleAgencies(caller).find((agency) => operatorByEmail(agency, email))
  if (found) return found
  const detail = `No existe el operador ${email}.`
  const elsewhere = agenciesInOrder(caller.world.agencies).some((agency) => operatorByEmail(agency, email))
  return elsewhere ? hiddenRefusal(caller, `la agencia del operador ${email}`, detail) : missingRefusal(detail)
}

/** The publication, when it exists for the calling app (`publications/other-apps`); `reading` as above. */
export const findPublication = (
  caller: Caller,
  agency: Agency,
  externalId: string,
  reading: boolean,
): Publication | Refusal => {
  const found = caller.world.publications.get(publicationKey(agency.ordinal, externalId))
  if (found && isVisibleTo(caller, found)) return found
  const detail = `No existe la publicación ${externalId} en la agencia ${agency.adminMail}.`
  return found && reading ? hiddenRefusal(caller, `la publicación ${externalId}`, detail) : missingRefusal(detail)
}

const isVisibleTo = (caller: Caller, publication: Publication): boolean =>
  publication.app === caller.app.name || activeOption(caller, 'publications/other-apps') === 'shared'

/** True when GET of the publication answers it to the caller, so that a link to it is kept (`publications/read-archived`). */
export const isReadable = (caller: Caller, publication: Publication): boolean =>
  isVisibleTo(caller, publication) &&
  !(publication.condition === 'archived' && activeOption(caller, 'publications/read-archived') === '404')

export const writeRefusal = (agency: Agency, app: App): Refusal | undefined =>
  accessOf(agency, app)?.write
    ? undefined
    : refusal('forbidden', `La app tiene acceso de solo lectura a la agencia ${agency.adminMail}.`, [
        'ERR-08',
        'auth/forbidden',
      ])

export const missingRefusal = (detail: string, ...because: string[]): Refusal =>
  refusal('missing', detail, because.length > 0 ? because : ['ERR-04', 'ERR-07'])
