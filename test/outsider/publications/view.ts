import type { Choices } from '../choices.ts'
import type { Writing } from '../faults.ts'
import { type Answer, ok } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { extended, otherThan, withMemberFault } from '../http/document-changes.ts'
import { asking, block, by, Href, type Link, to } from '../http/href.ts'
import { publicationTag } from '../http/tags.ts'
import type { Phase, Publication } from '../world.ts'

/** Names a state in the words of this service. */
const stateWord = ({ suspendedWord, archivedWord }: Choices, phase: Phase): string =>
  ({ active: 'Activa', suspended: suspendedWord, archived: archivedWord })[phase]

/** Writes brand, model, trim and year as one title. */
export const titleOf = (choices: Choices, parts: readonly (string | number | null)[]): string => {
  const present = parts.filter((part) => part !== null && part !== '').map(String)
  if (choices.titles === 'yearFirst') return [present.at(-1), ...present.slice(0, -1)].join(' ')
  if (choices.titles === 'dashes') return present.join(' - ')
  return choices.titles === 'upper' ? present.join(' / ').toUpperCase() : present.join(' ')
}

/** Lists the segments of a listing's address. */
export const addressOf = ({ agency, members }: Publication): string[] => [
  'publicaciones',
  agency.mail,
  members.ExternalId,
]

const steps = (choices: Choices, publication: Publication): Record<string, Link> => {
  if (publication.phase === 'archived') return {}
  const path = addressOf(publication)
  const wrong = choices.linkFault === 'method'
  return {
    reemplazar: by(wrong ? 'POST' : 'PUT', ...path),
    retocar: by('PATCH', ...path),
    ...(publication.phase === 'active' ? { pausar: by(wrong ? 'POST' : 'PATCH', ...path, 'suspender') } : {}),
    retirar: by('PATCH', ...path, 'archivar'),
  }
}

/** Shows a listing in full. */
export const fullPublication = (call: Call, publication: Publication) => {
  const { choices } = call
  const { ExternalId, RefStock, Vin, ...others } = publication.members
  const { Exposicion, OperadorResponsable, ...members } = others
  const isAtRest = choices.levelAtRest === 'hidden' && publication.phase !== 'active'
  const path = addressOf(publication)
  const self = choices.linkFault === 'self' ? to('publicaciones', publication.agency.mail) : to(...path)
  const links = { self, ...steps(choices, publication) }
  const inquiries = asking({ externalid: ExternalId }, 'consultas', publication.agency.mail)
  return extended(
    call,
    withMemberFault(call, 'publicacion', {
      ExternalId,
      RefStock,
      Vin,
      EstadoActual: stateWord(choices, publication.phase),
      Exposicion: isAtRest ? null : Exposicion,
      OperadorResponsable,
      ...members,
      Consultas: block({ contactos: inquiries }),
      _links: choices.extraLinks ? { ...links, propietaria: to(...agencyPath(call, publication)) } : links,
    }),
  )
}

const agencyPath = ({ choices }: Call, { agency }: Publication): string[] =>
  choices.agencyAddress === 'mail' ? ['agencias', agency.mail] : ['agencias', 'ficha', String(agency.number)]

/** Shows a listing in short. */
export const refPublication = (call: Call, publication: Publication) => {
  const { choices, world } = call
  const { ExternalId, Marca, Modelo, Version, VersionYear } = publication.members
  const tag = publicationTag(world, publication)
  const shown = choices.refTag === 'bare' ? tag.replace(/^(W\/)?"|"$/g, '') : tag
  return withMemberFault(call, 'publicacionRef', {
    etag: choices.tagFault === 'ref' ? `${shown}0` : shown,
    ExternalId,
    EstadoActual: stateWord(choices, publication.phase),
    href: new Href(addressOf(publication)),
    title: titleOf(choices, [Marca, Modelo, Version, VersionYear]),
    ...(choices.formFault === 'refLinks' ? { _links: { self: to(...addressOf(publication)) } } : {}),
  })
}

/** Answers with a listing in the form that was asked for, with its tag. */
export const shown = (call: Call, publication: Publication, writing?: Writing): Answer => {
  const { choices, form, mediaType } = call
  const current = form === 'ref' ? refPublication(call, publication) : fullPublication(call, publication)
  const isOld = choices.formFault === 'textOld' && mediaType === 'text/json'
  const document = writing === undefined ? current : differing(call, current, writing)
  const tag = publicationTag(call.world, publication)
  const sent = choices.tagFault === 'answer' && writing !== undefined ? tag.replace(/"$/, '-n"') : tag
  const isUntagged = choices.tagFault === 'missing' && writing === 'put'
  return ok(isOld ? { ...document, Precio: null } : document, isUntagged ? {} : { ETag: sent })
}

const differing = <T extends object>(call: Call, document: T, writing: Writing): T => {
  const fault = call.choices.answerDiffers
  if (fault === null || fault.on !== writing || (fault.form ?? 'full') !== call.form) return document
  const value = (document as Record<string, unknown>)[fault.member]
  return { ...document, [fault.member]: otherThan(value) }
}
