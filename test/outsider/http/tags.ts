import { createHash } from 'node:crypto'
import type { Choices } from '../choices.ts'
import type { Writing } from '../faults.ts'
import type { Publication, World } from '../world.ts'
import { refuse } from './answers.ts'
import type { Call } from './call.ts'

/** Writes the opaque part of a tag in the chosen form. */
const tagOf = ({ weakTags, longTags, tagSigns }: Choices, opaque: string): string => {
  const core = longTags ? `${opaque};${createHash('sha256').update(opaque).digest('base64')}` : opaque
  return `${weakTags ? 'W/' : ''}"${tagSigns === 'commas' ? `a,b, ${core}` : core}"`.replace(', ', ',')
}

/** Gives the entity tag of a listing. */
export const publicationTag = (world: World, publication: Publication): string => {
  const { serial, revision, phase } = publication
  if (world.choices.tagFault === 'stale') return tagOf(world.choices, `${serial}`)
  if (world.choices.tagFault === 'stateOnly') return tagOf(world.choices, `${serial}-${phase}`)
  return tagOf(world.choices, world.choices.tagNames === 'revision' ? `${revision}` : `${serial}-${revision}`)
}

/** Derives the tag of any other document from its content. */
export const documentTag = (choices: Choices, text: string): string =>
  tagOf(choices, createHash('sha1').update(text).digest('hex').slice(0, 12))

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Splits at the commas between tags, not at those inside of them. */
const listed = (header: string): string[] => (header.match(/(?:W\/)?"[^"]*"|[^,\s]+/g) ?? []).map(opaque)

/** Returns whether `header` names `tag`, or everything. */
export const names = (header: string, tag: string): boolean =>
  header.trim() === '*' || listed(header).includes(opaque(tag))

/** Refuses a conditional write whose tag is not the listing's; returns whether a fault lets it through. */
export const checkTag = (call: Call, publication: Publication, writing: Writing): 'met' | 'late' => {
  const { preconditionFault: fault, preconditionRequired } = call.choices
  const header = call.headers['if-match']
  if (header === undefined) {
    if (preconditionRequired) refuse(call, 428, 'Envíe If-Match con la versión que conoce.')
    return 'met'
  }
  if (fault === 'ignored' || (fault === 'suspender' && writing === 'suspender')) return 'met'
  if (names(header, publicationTag(call.world, publication))) return 'met'
  return fault === 'writes'
    ? 'late'
    : refuse(call, fault === 'status' ? 409 : 412, 'El aviso cambió desde entonces.')
}
