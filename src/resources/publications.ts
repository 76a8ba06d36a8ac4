import { findAgency, findPublication, isReadable, missing, needsWrite } from '../domain/access.ts'
import type { Agency } from '../world/agency.ts'
import { createPublication } from '../domain/publications/create-publication.ts'
import type { Deciding, NeedsPhotos } from '../domain/decision-context.ts'
import { amendPublication, editPublication, revised } from '../domain/publications/edit-publication.ts'
import { archive, suspend } from '../domain/publications/lifecycle.ts'
import type { Publication } from '../world/publication.ts'
import { publicationPage } from '../domain/publications/publication-query.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { conditionOf, literalsOf } from '../domain/state-literal.ts'
import type { World } from '../world/world.ts'
import { type Call, type Operation, type Outcome, operation, type Said } from '../http/operation.ts'
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
} from '../wire/bodies.ts'
import { type Listing, publication } from './publication-view.ts'

const deciding = (call: Call, agency: Agency): Deciding => ({
  world: call.world,
  agency,
  app: call.app,
  nowMs: call.nowMs,
  photos: call.photos,
})

const find = (call: Call, reading: boolean): Listing | Refusal => {
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
  shows: publication,
  as: 'entry',
  refusals: [400, 403, 409],
  find: (call) => findAgency(call, String(call.path['adminmail']), false),
  permit: (agency, call) => needsWrite(agency, call.app),
  decide: (agency, call, said) => {
    // The well-formed members of that schema.
    const made = createPublication(deciding(call, agency), said.body as PublicacionCreate, said.faults)
    if (isRefusal(made) || 'needsPhotos' in made) return made
    const next = { ...call.world.next, publication: call.world.next.publication + 1 }
    return {
      shown: { record: { agency, publication: made } },
      created: paths.publication(agency.adminMail, made.ExternalId),
      world: { ...call.world, next, publications: call.world.publications.put(made) },
      facts: [{ kind: 'publication-written', before: undefined, after: made }],
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
  shows: publication,
  as: 'page',
  refusals: [400, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), true),
  decide: (agency, call, { faults }) => {
    const { estado, operador: email, q: sought, pagina: number } = call.query
    const condition = estado === undefined ? undefined : conditionOf(call.view.profile, String(estado))
    if (estado !== undefined && condition === undefined) {
      faults.add('estado', `Se espera ${literalsOf(call.view.profile).join(', ')}.`, 'publications/list')
      return faults.refusal()
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
      buscar: template(call.view, paths.publications(agency.adminMail), ['operador', 'estado', 'q', 'pagina']),
      agencia: link(call.view, paths.agency(agency.adminMail)),
      ...(!needsWrite(agency, call.app) && { crear: link(call.view, paths.publications(agency.adminMail), 'POST') }),
    }
    const records = publications.map((entry) => ({ agency, publication: entry }))
    return beyondLast(call, page) ?? { shown: { head: pageHead(page), records, links } }
  },
})

const read = operation<Listing>({
  id: 'publications.read',
  method: 'GET',
  path: '/v3/publicaciones/{adminmail}/{externalid}',
  summary: 'Read a publication',
  statements: ['PUB-20', 'PUB-02', 'PUB-33'],
  parameters: [adminMail, externalId],
  shows: publication,
  as: 'entry',
  refusals: [304, 400, 404],
  find: (call) => {
    const found = find(call, true)
    if (isRefusal(found) || isReadable(call, found.publication)) return found
    return missing('La publicación está archivada y ya no se puede leer.', 'PUB-31', 'publications/read-archived')
  },
  decide: (record) => ({ shown: { record } }),
})

/** A write to one publication: found, permitted and guarded by its entity tag in the same way, whatever it decides. */
const write = (
  declared: Pick<Operation, 'id' | 'method' | 'path' | 'summary' | 'statements' | 'body'>,
  decide: (deciding: Deciding, before: Publication, said: Said) => Publication | Refusal | NeedsPhotos,
): Operation =>
  operation<Listing>({
    ...declared,
    parameters: [adminMail, externalId],
    shows: publication,
    as: 'entry',
    refusals: [400, 403, 409, 412],
    find: (call) => find(call, false),
    permit: ({ agency }, call) => needsWrite(agency, call.app),
    guarded: true,
    decide: ({ agency, publication: before }, call, said) => {
      const context = deciding(call, agency)
      const after = decide(context, before, said)
      return isRefusal(after) || 'needsPhotos' in after
        ? after
        : written(call.world, agency, before, revised(context, before, after))
    },
  })

const written = (world: World, agency: Agency, before: Publication, after: Publication): Outcome => {
  const shown = { record: { agency, publication: after } }
  if (after === before) return { shown, because: ['publications/etag-unchanged-write'] }
  const facts = [{ kind: 'publication-written', before, after }] as const
  return { shown, world: { ...world, publications: world.publications.put(after) }, facts }
}

const one = '/v3/publicaciones/{adminmail}/{externalid}'

const edit = write(
  {
    id: 'publications.edit',
    method: 'PUT',
    path: one,
    summary: 'Full edit of a publication',
    statements: ['PUB-21', 'PUB-33'],
    body: { name: 'PublicacionEdit', schema: PublicacionEdit, uneditable: UNEDITABLE },
  },
  // The well-formed members of that schema.
  (context, before, said) => editPublication(context, before, said.body as PublicacionEdit, said.faults),
)

const amend = write(
  {
    id: 'publications.amend',
    method: 'PATCH',
    path: one,
    summary: 'Partial edit of a publication',
    statements: ['PUB-28', 'PUB-33'],
    body: { name: 'PublicacionPartialEdit', schema: PublicacionPartialEdit, uneditable: UNEDITABLE_IN_PART },
  },
  // As above.
  (context, before, said) => amendPublication(context, before, said.body as PublicacionPartialEdit, said.faults),
)

const suspendOne = write(
  {
    id: 'publications.suspend',
    method: 'PATCH',
    path: `${one}/suspender`,
    summary: 'Suspend a publication',
    statements: ['PUB-29', 'PUB-33'],
  },
  (context, before) => suspend(context, before),
)

const archiveOne = write(
  {
    id: 'publications.archive',
    method: 'PATCH',
    path: `${one}/archivar`,
    summary: 'Archive a publication',
    statements: ['PUB-30', 'PUB-33'],
  },
  (context, before) => archive(context, before),
)

export const publicationOperations = [create, list, read, edit, amend, suspendOne, archiveOne]
