import { agencyOf, isVisible, publicationNamed } from '../agencies/access.ts'
import { type Answer, notFound, ok } from '../http/answers.ts'
import { type Call, isSame, segment } from '../http/call.ts'
import { to } from '../http/href.ts'
import { paged } from '../http/pages.ts'
import { names, publicationTag } from '../http/tags.ts'
import { fullPublication, refPublication, shown } from './view.ts'

/** Shows one listing: GET /v3/publicaciones/{adminmail}/{externalid}. */
export const readPublication = (call: Call): Answer => {
  const { choices, world } = call
  const agency = agencyOf(call, 'get')
  const found = publicationNamed(call, agency, segment(call, 'id', 'get'), 'get')
  const isGone = found?.phase === 'archived' && choices.archivedRead === 404
  const isHidden = found?.phase === 'suspended' && choices.suspendedFault === 'hidden'
  if (found === undefined || isGone || isHidden) return notFound(call, 'No hay tal aviso.')
  if (choices.tagFault === 'reads') found.revision += 1
  const known = call.headers['if-none-match']
  const fault = choices.notModifiedFault
  const isKnown = known !== undefined && (names(known, publicationTag(world, found)) || fault === 'always')
  const answer = shown(call, found)
  if (!isKnown || fault === 'never') return answer
  // Without a document: 304 has no body.
  return { status: 304, headers: answer.headers ?? {} }
}

/** Shows one listing by its number: GET /v3/aviso/{serial}, an address of this service's own. */
export const readBySerial = (call: Call): Answer => {
  const found = call.world.publications.get(Number(call.params['serial']))
  if (found === undefined) return notFound(call, 'No hay tal aviso.')
  const params = { mail: found.agency.mail, id: found.members.ExternalId }
  return readPublication({ ...call, params, rawParams: params })
}

/** Lists an agency's listings at an address of this service's own. */
export const listPublications = (call: Call): Answer => {
  const { world, query } = call
  const agency = agencyOf(call, 'list')
  const colleague = query.get('colaborador')
  const rows = [...world.publications.values()]
    .filter((publication) => publication.agency === agency && isVisible(call, publication))
    .filter(({ phase }) => phase === 'active' || isListedToo(call, phase))
    .filter(({ members }) => !colleague || isSame(call, members.OperadorResponsable, colleague, 'list'))
  const { page, members } = paged(call, rows, { pageName: 'hoja', path: ['vidriera', agency.mail] })
  const show = call.form === 'ref' ? refPublication : fullPublication
  const entries = page.map((publication) => show(call, publication))
  return ok({
    ...members,
    _links: { ...members._links, agencia: to('agencias', 'ficha', agency.number) },
    _entries: entries,
  })
}

const isListedToo = ({ choices }: Call, phase: string): boolean =>
  phase === 'suspended' && (choices.listStates === 'unarchived' || choices.suspendedFault === 'listed')
