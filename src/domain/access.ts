import { type Access, type Agency, agenciesInOrder, operatorOf } from '../world/agency.ts'
import { option } from './decision-context.ts'
import { refusal } from './validation-issues.ts'
import { type Publication, publicationKey } from '../world/publication.ts'
import type { Refusal } from './refusal.ts'
import { type App, agencyOf, type World } from '../world/world.ts'

/** What exists for whom (ERR-07), and who may write (ERR-08, `auth/forbidden`). */

interface Caller {
  readonly world: World
  readonly app: App
}

export const accessOf = (agency: Agency, app: App): Access | undefined =>
  Object.hasOwn(agency.access, app.name) ? agency.access[app.name] : undefined

/** The agencies that exist for the app, in the scenario's order. */
export const agenciesFor = ({ world, app }: Caller): Agency[] =>
  agenciesInOrder(world.agencies).filter((agency) => accessOf(agency, app))

/** The agency, when it exists for the calling app. `reading` is false for writes, which `auth/forbidden-reads` does not govern. */
export const findAgency = (caller: Caller, adminMail: string, reading: boolean): Agency | Refusal => {
  const agency = agencyOf(caller.world, adminMail)
  if (agency && accessOf(agency, caller.app)) return agency
  const detail = `No existe la agencia ${adminMail}.`
  return agency && reading ? unseen(caller, `la agencia ${adminMail}`, detail) : missing(detail)
}

/** A read of what exists, though not for the calling app (ERR-07): it reads as missing, or as `auth/forbidden-reads` says. */
export const unseen = (caller: Pick<Caller, 'world'>, what: string, detail: string): Refusal =>
  option(caller, 'auth/forbidden-reads') === '403'
    ? refusal('forbidden', `La app no tiene acceso a ${what}.`, ['ERR-07', 'auth/forbidden-reads'])
    : missing(detail)

/** The agency of a collaborator, where the path names none (INQ-08, `agencies/operator-form`). */
export const findAgencyOfOperator = (caller: Caller, email: string): Agency | Refusal => {
  const found = agenciesFor(caller).find((agency) => operatorOf(agency, email))
  if (found) return found
  const detail = `No existe el operador ${email}.`
  const elsewhere = agenciesInOrder(caller.world.agencies).some((agency) => operatorOf(agency, email))
  return elsewhere ? unseen(caller, `la agencia del operador ${email}`, detail) : missing(detail)
}

/** The publication, when it exists for the calling app (`publications/other-apps`); `reading` as above. */
export const findPublication = (
  caller: Caller,
  agency: Agency,
  externalId: string,
  reading: boolean,
): Publication | Refusal => {
  const found = caller.world.publications.get(publicationKey(agency.ordinal, externalId))
  if (found && isShownTo(caller, found)) return found
  const detail = `No existe la publicación ${externalId} en la agencia ${agency.adminMail}.`
  return found && reading ? unseen(caller, `la publicación ${externalId}`, detail) : missing(detail)
}

const isShownTo = (caller: Caller, publication: Publication): boolean =>
  publication.app === caller.app.name || option(caller, 'publications/other-apps') === 'shared'

/** True when GET of the publication answers it to the caller, so that a link to it is kept (`publications/read-archived`). */
export const isReadable = (caller: Caller, publication: Publication): boolean =>
  isShownTo(caller, publication) &&
  !(publication.condition === 'archived' && option(caller, 'publications/read-archived') === '404')

export const needsWrite = (agency: Agency, app: App): Refusal | undefined =>
  accessOf(agency, app)?.write
    ? undefined
    : refusal('forbidden', `La app tiene acceso de solo lectura a la agencia ${agency.adminMail}.`, [
        'ERR-08',
        'auth/forbidden',
      ])

export const missing = (detail: string, ...because: string[]): Refusal =>
  refusal('missing', detail, because.length > 0 ? because : ['ERR-04', 'ERR-07'])
