import type { Operation } from '../faults.ts'
import { notFound, refuse, refuseValues } from '../http/answers.ts'
import { isMail } from '../http/body-rules.ts'
import { type Call, isSame, segment } from '../http/call.ts'
import type { Agency, Operator, Publication } from '../world.ts'

/** Finds the agency of the path, as far as it exists for the calling app. */
export const agencyOf = (call: Call, operation: Operation, isWrite = false): Agency => {
  const mail = segment(call, 'mail', operation)
  if (call.choices.mailForm === 400 && !isMail(decoded(mail)))
    refuseValues(call, 400, { adminMail: ['No es un correo electrónico.'] })
  const found = agencyNamed(call, mail)
  if (found !== undefined) return found
  const isMissing = !isWrite || call.choices.writeToUnknown === 404
  if (!isMissing) refuseUnknown(call, 'adminMail')
  if (call.choices.notFoundFault === 'agency') refuseValues(call, 400, { adminMail: ['No existe.'] })
  return notFound(call, 'No hay una agencia con ese correo.')
}

const decoded = (text: string): string => text.replace(/%40/g, '@')

/** Finds an agency by its administrator's mail for the calling app. */
const agencyNamed = (call: Call, mail: string): Agency | undefined => {
  const found = call.world.agencies.get(mail.toLowerCase())
  if (found === undefined || (call.choices.mailCase === 'exact' && found.mail !== mail)) return undefined
  const isOpen = call.choices.leak === 'agencyRead' && call.method === 'GET'
  return isOpen || found.apps.includes(call.app) ? found : undefined
}

/** Refuses a write to something unknown with the status that this service chose. */
const refuseUnknown = (call: Call, name: string): never => {
  const status = call.choices.writeToUnknown
  if (status === 403) return refuse(call, 403, 'No tiene acceso.')
  return refuseValues(call, status, { [status === 409 ? '_' : name]: ['No existe.'] })
}

/** Refuses writes of an app that may only read. */
export const requireWriter = (call: Call): void => {
  if (call.choices.readOnly) refuse(call, 403, 'La aplicación sólo puede leer.')
}

/** Finds an operator of the agency by mail. */
export const operatorNamed = (agency: Agency, mail: string): Operator | undefined =>
  agency.operators.find((operator) => operator.mail.toLowerCase() === mail.toLowerCase())

/** Gives the administrator of the agency. */
export const administratorOf = (agency: Agency): Operator => {
  const found = agency.operators.find(({ isAdministrator }) => isAdministrator)
  if (found === undefined) throw new Error('an agency has an administrator')
  return found
}

/** Returns whether the calling app sees listings of the app that published this one. */
export const isVisible = (call: Call, publication: Publication): boolean =>
  publication.app === call.app || call.choices.otherApps === 'shared' || isLeaked(call)

const isLeaked = ({ choices, method }: Call): boolean =>
  (choices.leak === 'appRead' && method === 'GET') || (choices.leak === 'appWrite' && method !== 'GET')

/** Finds the listing of the path among those that the calling app sees. */
export const publicationNamed = (
  call: Call,
  agency: Agency,
  id: string,
  operation: Operation,
): Publication | undefined =>
  [...call.world.publications.values()]
    .filter((publication) => publication.agency === agency && isVisible(call, publication))
    .filter(({ phase }) => !call.choices.archivedGone || phase !== 'archived')
    .findLast(({ members }) => isSame(call, members.ExternalId, id, operation))

/** Finds the target of a write. */
export const targetOf = (call: Call, agency: Agency, operation: Operation): Publication => {
  const found = publicationNamed(call, agency, segment(call, 'id', operation), operation)
  if (found !== undefined) return found
  return call.choices.writeToUnknown === 404 ? notFound(call, 'No hay tal aviso.') : refuseUnknown(call, '_')
}
