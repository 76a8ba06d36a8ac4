import { findAgency, findPublication, isReadable, missingRefusal, writeRefusal } from '../domain/access.ts'
import type { Agency } from '../world/agency.ts'
import { createPublication } from '../domain/publications/publication-creation.ts'
import type { DecisionContext, MissingPhotoSizes } from '../domain/decision-context.ts'
import { amendPublication, editPublication, withNextRevision } from '../domain/publications/publication-edit.ts'
import { archive, suspend } from '../domain/publications/lifecycle.ts'
import type { Publication } from '../world/publication.ts'
import { publicationPage } from '../domain/publications/publication-query.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { conditionFromLiteral, literalsOf } from '../domain/publications/state-literal.ts'
import type { World } from '../world/world.ts'
import { type RequestContext, type Operation, type Outcome, operation, type ParsedBody } from '../http/operation.ts'
import { beyondLast, pageHead, pageLinks } from '../http/page-links.ts'
import { adminMail, externalId, operador, pagina, q, text } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { link, template } from '../http/view.ts'
import {
  PublicacionCreate,
  PublicacionEdit,
  PublicacionPartialEdit,
  UNEDITABLE,
  UNEDITABLE_IN_PART,
} from '../wire/request-schemas.ts'
import { type PublicationTarget, publicationRepresentation } from './publication-representation.ts'

const decisionContext = (call: RequestContext, agency: Agency): DecisionContext => ({
  world: call.world,
  agency,
  app: call.app,
  nowMs: call.nowMs,
  photos: call.photos,
})

const findTarget = (call: RequestContext, reading: boolean): PublicationTarget | Refusal => {
  const agency = findAgency(call, String(call.path['adminmail']), reading)
  if (isRefusal(agency)) return agency
  const found = findPublication(call, agency, String(call.path['externalid']), reading)
  return isRefusal(found) ? found : { agency, publication: found }
}

const create = operation<Agency>({
  id: 'publications.create',
  method: 'POST',
  path: '/v3/publicaciones/{adminmail}',
  summary: 'Create a publication',
  statements: ['PUB-01', 'PUB-33'],
  parameters: [adminMail],
  body: { name: 'PublicacionCreate', schema: PublicacionCreate },
  representation: publicationRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400, 403, 409],
  find: (call) => findAgency(call, String(call.path['adminmail']), false),
  authorize: (agency, call) => writeRefusal(agency, call.app),
  decide: (agency, call, said) => {
    // The well-formed members of that schema.
    const made = createPublication(decisionContext(call, agency), said.body as PublicacionCreate, said.issues)
    if (isRefusal(made) || 'needsPhotos' in made) return made
    const next = { ...call.world.next, publication: call.world.next.publication + 1 }
    return {
      result: { record: { agency, publication: made } },
      createdPath: paths.publication(agency.adminMail, made.ExternalId),
      world: { ...call.world, next, publications: call.world.publications.put(made) },
      events: [{ kind: 'publication-written', before: undefined, after: made }],
    }
  },
})

const list = operation<Agency>({
  id: 'publications.list',
  method: 'GET',
  path: '/v3/publicaciones/{adminmail}',
  summary: 'Publications of an agency',
  statements: ['PUB-32', 'CAT-11'],
  assumption: 'publications/list',
  parameters: [adminMail, operador, text('estado', false, 'A literal of EstadoActual, in any case'), q, pagina],
  representation: publicationRepresentation,
  resultKind: 'page',
  refusalStatuses: [400, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), true),
  decide: (agency, call, { issues: faults }) => {
    const { estado, operador: email, q: sought, pagina: number } = call.query
    const condition = estado === undefined ? undefined : conditionFromLiteral(call.render.profile, String(estado))
    if (estado !== undefined && condition === undefined) {
      faults.add('estado', `Se espera ${literalsOf(call.render.profile).join(', ')}.`, 'publications/list')
      return faults.toRefusal()
    }
    const { page, publications } = publicationPage(call.world, {
      agency,
      app: call.app,
      condition,
      operador: email as string | undefined, // both parameters are texts
      q: sought as string | undefined,
      pagina: Number(number ?? 1),
    })
    const links = {
      ...pageLinks(call, page),
      buscar: template(call.render, paths.publications(agency.adminMail), ['operador', 'estado', 'q', 'pagina']),
      agencia: link(call.render, paths.agency(agency.adminMail)),
      ...(!writeRefusal(agency, call.app) && { crear: link(call.render, paths.publications(agency.adminMail), 'POST') }),
    }
    const records = publications.map((entry) => ({ agency, publication: entry }))
    return beyondLast(call, page) ?? { result: { head: pageHead(page), records, links } }
  },
})

const read = operation<PublicationTarget>({
  id: 'publications.read',
  method: 'GET',
  path: '/v3/publicaciones/{adminmail}/{externalid}',
  summary: 'Read a publication',
  statements: ['PUB-20', 'PUB-02', 'PUB-33'],
  parameters: [adminMail, externalId],
  representation: publicationRepresentation,
  resultKind: 'entry',
  refusalStatuses: [304, 400, 404],
  find: (call) => {
    const found = findTarget(call, true)
    if (isRefusal(found) || isReadable(call, found.publication)) return found
    return missingRefusal('La publicación está archivada y ya no se puede leer.', 'PUB-31', 'publications/read-archived')
  },
  decide: (record) => ({ result: { record } }),
})

/** A write to one publication: found, permitted and guarded by its entity tag in the same way, whatever it decides. */
const writeOperation = (
  declared: Pick<Operation, 'id' | 'method' | 'path' | 'summary' | 'statements' | 'body'>,
  decide: (deciding: DecisionContext, before: Publication, said: ParsedBody) => Publication | Refusal | MissingPhotoSizes,
): Operation =>
  operation<PublicationTarget>({
    ...declared,
    parameters: [adminMail, externalId],
    representation: publicationRepresentation,
    resultKind: 'entry',
    refusalStatuses: [400, 403, 409, 412],
    find: (call) => findTarget(call, false),
    authorize: ({ agency }, call) => writeRefusal(agency, call.app),
    tagGuarded: true,
    decide: ({ agency, publication: before }, call, said) => {
      const context = decisionContext(call, agency)
      const after = decide(context, before, said)
      return isRefusal(after) || 'needsPhotos' in after
        ? after
        : writeOutcome(call.world, agency, before, withNextRevision(context, before, after))
    },
  })

const writeOutcome = (world: World, agency: Agency, before: Publication, after: Publication): Outcome => {
  const shown = { record: { agency, publication: after } }
  if (after === before) return { result: shown, because: ['publications/etag-unchanged-write'] }
  const facts = [{ kind: 'publication-written', before, after }] as const
  return { result: shown, world: { ...world, publications: world.publications.put(after) }, events: facts }
}

const PUBLICATION_PATH = '/v3/publicaciones/{adminmail}/{externalid}'

const edit = writeOperation(
  {
    id: 'publications.edit',
    method: 'PUT',
    path: PUBLICATION_PATH,
    summary: 'Full edit of a publication',
    statements: ['PUB-21', 'PUB-33'],
    body: { name: 'PublicacionEdit', schema: PublicacionEdit, uneditable: UNEDITABLE },
  },
  // The well-formed members of that schema.
  (context, before, said) => editPublication(context, before, said.body as PublicacionEdit, said.issues),
)

const amend = writeOperation(
  {
    id: 'publications.amend',
    method: 'PATCH',
    path: PUBLICATION_PATH,
    summary: 'Partial edit of a publication',
    statements: ['PUB-28', 'PUB-33'],
    body: { name: 'PublicacionPartialEdit', schema: PublicacionPartialEdit, uneditable: UNEDITABLE_IN_PART },
  },
  // As above.
  (context, before, said) => amendPublication(context, before, said.body as PublicacionPartialEdit, said.issues),
)

const suspendOne = writeOperation(
  {
    id: 'publications.suspend',
    method: 'PATCH',
    path: `${PUBLICATION_PATH}/suspender`,
    summary: 'Suspend a publication',
    statements: ['PUB-29', 'PUB-33'],
  },
  (context, before) => suspend(context, before),
)

const archiveOne = writeOperation(
  {
    id: 'publications.archive',
    method: 'PATCH',
    path: `${PUBLICATION_PATH}/archivar`,
    summary: 'Archive a publication',
    statements: ['PUB-30', 'PUB-33'],
  },
  (context, before) => archive(context, before),
)

export const publicationOperations = [create, list, read, edit, amend, suspendOne, archiveOne]
