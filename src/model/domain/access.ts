import { type Agency, type AppAccess, agenciesInOrder, operatorByEmail } from '../world/agency.ts'
import { type Publication, publicationKey } from '../world/publication.ts'
import { type App, agencyByMail, type World } from '../world/world.ts'
import { isActiveOption } from './decision-context.ts'
import type { Refusal } from './refusal.ts'
import { refusal } from './refusal.ts'
import { ValidationIssues } from './validation-issues.ts'

/** The app whose request is decided, and the world that it calls. */
interface Caller {
  readonly world: World
  readonly app: App
}

/** Returns the app's access to the agency; undefined when the agency does not exist for the app (ERR-07). */
export const accessOf = (agency: Agency, app: App): AppAccess | undefined =>
  Object.hasOwn(agency.access, app.name) ? agency.access[app.name] : undefined

/** Returns the agencies that exist for the app, in the scenario's order. */
export const visibleAgencies = ({ world, app }: Caller): Agency[] =>
  agenciesInOrder(world.agencies).filter((agency) => accessOf(agency, app))

/**
 * Finds an agency that exists for the app. `auth/forbidden-reads` decides about a hidden one for reads only.
 */
export const findAgency = (
  caller: Caller,
  adminMail: string,
  purpose: 'read' | 'write',
): Agency | Refusal => {
  const agency = agencyByMail(caller.world, adminMail)
  if (agency && accessOf(agency, caller.app)) return agency
  const detail = `No existe la agencia ${adminMail}.`
  return agency && purpose === 'read'
    ? hiddenRefusal(caller, `la agencia ${adminMail}`, detail)
    : missingRefusal(detail)
}

/** Refuses to read a record of another app (ERR-07): as missing or as forbidden (`auth/forbidden-reads`). */
export const hiddenRefusal = (caller: Pick<Caller, 'world'>, what: string, detail: string): Refusal =>
  isActiveOption(caller, 'auth/forbidden-reads', '403')
    ? refusal('forbidden', `La app no tiene acceso a ${what}.`, ['ERR-07', 'auth/forbidden-reads'])
    : missingRefusal(detail)

/**
 * Finds the agency of an operator, for paths that name no agency (INQ-08, `agencies/operator-form`,
 * `agencies/operator-in-several`).
 */
export const findAgencyOfOperator = (caller: Caller, email: string): Agency | Refusal => {
  const [found, other] = visibleAgencies(caller).filter((agency) => operatorByEmail(agency, email))
  if (other && isActiveOption(caller, 'agencies/operator-in-several', '400')) return severalAgencies(email)
  if (found) return found
  const detail = `No existe el operador ${email}.`
  const elsewhere = agenciesInOrder(caller.world.agencies).some((agency) => operatorByEmail(agency, email))
  return elsewhere
    ? hiddenRefusal(caller, `la agencia del operador ${email}`, detail)
    : missingRefusal(detail)
}

const severalAgencies = (email: string): Refusal => {
  const issues = new ValidationIssues()
  const sentence = `${email} es colaborador de más de una agencia; indique cuál en la ruta.`
  issues.add('operador', sentence, 'agencies/operator-in-several')
  return issues.toRefusal()
}

/**
 * Finds a publication that exists for the app (`publications/other-apps`). `auth/forbidden-reads` decides
 * about a hidden one for reads only.
 */
export const findPublication = (
  caller: Caller,
  agency: Agency,
  externalId: string,
  purpose: 'read' | 'write',
): Publication | Refusal => {
  const found = caller.world.publications.get(publicationKey(agency.ordinal, externalId))
  if (found && isVisibleTo(caller, found)) return found
  const detail = `No existe la publicación ${externalId} en la agencia ${agency.adminMail}.`
  return found && purpose === 'read'
    ? hiddenRefusal(caller, `la publicación ${externalId}`, detail)
    : missingRefusal(detail)
}

const isVisibleTo = (caller: Caller, publication: Publication): boolean =>
  publication.app === caller.app.name || isActiveOption(caller, 'publications/other-apps', 'shared')

/**
 * True when the caller can GET the publication, so that responses may link to it
 * (`publications/read-archived`).
 */
export const isReadable = (caller: Caller, publication: Publication): boolean =>
  isVisibleTo(caller, publication) &&
  !(publication.condition === 'archived' && isActiveOption(caller, 'publications/read-archived', '404'))

/** Refuses a write by an app with read access only (ERR-08, `auth/forbidden`). */
export const writeRefusal = (agency: Agency, app: App): Refusal | undefined =>
  accessOf(agency, app)?.write
    ? undefined
    : refusal('forbidden', `La app tiene acceso de solo lectura a la agencia ${agency.adminMail}.`, [
        'ERR-08',
        'auth/forbidden',
      ])

/** Builds the refusal of a resource that does not exist for the app (ERR-04, ERR-07). */
export const missingRefusal = (detail: string, ...because: string[]): Refusal =>
  refusal('missing', detail, because.length > 0 ? because : ['ERR-04', 'ERR-07'])
