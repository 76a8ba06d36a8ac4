import { ControlError } from '../../api/problems/control-error.ts'
import { closestWords, suggestionSentence } from '../../lib/text/did-you-mean.ts'
import type { NotListed } from '../../model/domain/inquiries/inquiry-intake.ts'
import { type Agency, agenciesInOrder, operatorByEmail } from '../../model/world/agency.ts'
import { type Publication, publicationIndex, publicationKey } from '../../model/world/publication.ts'
import { type App, agencyByMail, type World } from '../../model/world/world.ts'

/** Returns the agency of that mail, by default the first. Throws a `ControlError` that suggests others. */
export const requireAgency = (world: World, adminMail: string | undefined): Agency => {
  const all = agenciesInOrder(world.agencies)
  const found = adminMail === undefined ? all[0] : agencyByMail(world, adminMail)
  if (found) return found
  const names = all.map((agency) => agency.adminMail)
  throw unknownRecord(
    404,
    'adminMail',
    `There is no agency ${adminMail} in this world.`,
    suggestion(adminMail ?? '', names),
  )
}

/** Maximum of publications that are compared with an unknown name. */
const MAX_COMPARED = 5_000

/** Returns the agency's publication of that `ExternalId`. Throws a `ControlError` that suggests others. */
export const requirePublication = (world: World, agency: Agency, externalid: string): Publication => {
  const found = world.publications.get(publicationKey(agency.ordinal, externalid))
  if (found) return found
  const handles = world.publications.index(publicationIndex.of(agency.ordinal, '*')).slice(0, MAX_COMPARED)
  const names = handles.map(({ key }) => world.publications.get(key)?.ExternalId ?? key)
  const sentence = `Agency ${agency.adminMail} has no publication ${externalid}.`
  throw unknownRecord(404, 'externalid', sentence, suggestion(externalid, names))
}

/** Returns the e-mail of the agency's operator, as stored. Throws a `ControlError` that suggests others. */
export const requireOperator = (agency: Agency, email: string): string => {
  const found = operatorByEmail(agency, email)
  if (found) return found.Email
  const names = agency.operators.map(({ Email }) => Email)
  const sentence = `Agency ${agency.adminMail} has no operator ${email}.`
  throw unknownRecord(400, 'operador', sentence, suggestion(email, names))
}

/** Returns the app of that name. Throws a `ControlError` that suggests others. */
export const requireApp = (world: World, name: string): App => {
  const { apps } = world.setting
  const found = apps.find((app) => app.name === name)
  if (found) return found
  const names = apps.map((app) => app.name)
  throw unknownRecord(404, 'app', `There is no app ${name} in this world.`, suggestion(name, names))
}

const MAX_LISTED = 5

/** Suggests the closest names, or lists some. */
const suggestion = (name: string, names: readonly string[]): string => {
  const near = suggestionSentence(closestWords(name, names)).trim()
  if (near) return near
  if (names.length === 0) return 'There is none yet.'
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ''
  return `There is ${names.slice(0, MAX_LISTED).join(', ')}${more}.`
}

const unknownRecord = (status: 400 | 404, member: string, sentence: string, advice: string): ControlError =>
  new ControlError(status, `${sentence} ${advice}`, { [member]: [advice] })

/** Creates the 409 for a publication that is not visible, with the deciding statements. */
export const notVisibleError = (
  { notShown, because }: NotListed,
  externalid: string,
  effect: string,
): ControlError => {
  const sentence = `Publication ${externalid} is ${notShown} and ${effect} (${because.join(', ')}).`
  const advice =
    notShown === 'suspended'
      ? 'Make it active first: PATCH it with {"Activa": true}.'
      : 'Choose one that is active.'
  return new ControlError(409, `${sentence} ${advice}`, { externalid: [sentence] })
}
