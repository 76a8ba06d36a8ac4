import type {
  PublicacionCreate,
  PublicacionEdit,
  PublicacionPartialEdit,
} from '../../api/wire/request-bodies.ts'
import { conditionFromLiteral, stateLiterals } from '../../api/wire/state-literal.ts'
import { findPublication, isReadable, missingRefusal, writeRefusal } from '../domain/access.ts'
import type { DecisionContext, MissingPhotoSizes } from '../domain/decision-context.ts'
import { archive, suspend } from '../domain/publications/lifecycle.ts'
import { admitsCreate } from '../domain/publications/package.ts'
import { createPublication } from '../domain/publications/publication-creation.ts'
import {
  amendPublication,
  editPublication,
  withNextRevision,
} from '../domain/publications/publication-edit.ts'
import { publicationPage } from '../domain/publications/publication-query.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import {
  type Handlers,
  handlers,
  type Outcome,
  type ParsedBody,
  type RequestContext,
} from '../http/operation.ts'
import { beyondLast, pageHead, pageLinks } from '../http/page-links.ts'
import { agencyOfPath } from '../http/path-agency.ts'
import { paths } from '../http/paths.ts'
import { link, template } from '../http/render-context.ts'
import type { Agency } from '../world/agency.ts'
import type { Publication } from '../world/publication.ts'
import type { World } from '../world/world.ts'
import { type PublicationTarget, publicationRepresentation } from './publication-representation.ts'

const decisionContext = (context: RequestContext, agency: Agency): DecisionContext => ({
  world: context.world,
  agency,
  app: context.app,
  nowMs: context.nowMs,
  photos: context.photos,
})

const findTarget = (context: RequestContext, purpose: 'read' | 'write'): PublicationTarget | Refusal => {
  const agency = agencyOfPath(context, purpose)
  if (isRefusal(agency)) return agency
  const found = findPublication(context, agency, String(context.path['externalid']), purpose)
  return isRefusal(found) ? found : { agency, publication: found }
}

const create = handlers<Agency>({
  representation: publicationRepresentation,
  find: (context) => agencyOfPath(context, 'write'),
  authorize: (agency, context) => writeRefusal(agency, context.app),
  decide: (agency, context, parsed) => {
    // `body` holds the well-formed members of that schema.
    const body = parsed.body as PublicacionCreate
    const made = createPublication(parsed.issues, decisionContext(context, agency), body)
    if (isRefusal(made) || 'needsPhotos' in made) return made
    const next = { ...context.world.next, publication: context.world.next.publication + 1 }
    return {
      result: { record: { agency, publication: made } },
      createdPath: paths.publication(agency.adminMail, made.ExternalId),
      world: { ...context.world, next, publications: context.world.publications.put(made) },
      events: [{ kind: 'publication-written', before: undefined, after: made }],
    }
  },
})

const list = handlers<Agency>({
  representation: publicationRepresentation,
  find: (context) => agencyOfPath(context, 'read'),
  decide: (agency, context, { issues }) => {
    const { estado, operador, q, pagina } = context.query
    const condition =
      estado === undefined ? undefined : conditionFromLiteral(context.render.profile, String(estado))
    if (estado !== undefined && condition === undefined) {
      issues.add(
        'estado',
        `Se espera ${stateLiterals(context.render.profile).join(', ')}.`,
        'publications/list',
      )
    }
    if (issues.hasIssues) return issues.toRefusal()
    const query = {
      agency,
      app: context.app,
      condition,
      operador: operador as string | undefined, // both parameters are texts
      q: q as string | undefined,
      pagina: Number(pagina ?? 1),
    }
    const listed = publicationPage(context.world, query, context.found)
    if ('search' in listed) return listed
    const { page, publications } = listed
    const links = {
      ...pageLinks(context, page),
      buscar: template(context.render, paths.publications(agency.adminMail), [
        'operador',
        'estado',
        'q',
        'pagina',
      ]),
      agencia: link(context.render, paths.agency(agency.adminMail)),
      ...(!writeRefusal(agency, context.app) &&
        admitsCreate({ world: context.world, agency }) && {
          crear: link(context.render, paths.publications(agency.adminMail), 'POST'),
        }),
    }
    const records = publications.map((entry) => ({ agency, publication: entry }))
    return beyondLast(context, page) ?? { result: { head: pageHead(page), records, links } }
  },
})

const read = handlers<PublicationTarget>({
  representation: publicationRepresentation,
  find: (context) => {
    const found = findTarget(context, 'read')
    if (isRefusal(found) || isReadable(context, found.publication)) return found
    return missingRefusal(
      'La publicación está archivada y ya no se puede leer.',
      'PUB-31',
      'publications/read-archived',
    )
  },
  decide: (record) => ({ result: { record } }),
})

/**
 * Declares a write to one publication. All of them share target, authorization and entity tag guard (PUB-34).
 */
const write = (
  decide: (
    deciding: DecisionContext,
    before: Publication,
    parsed: ParsedBody,
  ) => Publication | Refusal | MissingPhotoSizes,
): Handlers =>
  handlers<PublicationTarget>({
    representation: publicationRepresentation,
    find: (context) => findTarget(context, 'write'),
    authorize: ({ agency }, context) => writeRefusal(agency, context.app),
    decide: ({ agency, publication: before }, context, parsed) => {
      const decision = decisionContext(context, agency)
      const after = decide(decision, before, parsed)
      return isRefusal(after) || 'needsPhotos' in after
        ? after
        : writeOutcome(context.world, agency, before, withNextRevision(decision, before, after))
    },
  })

const writeOutcome = (world: World, agency: Agency, before: Publication, after: Publication): Outcome => {
  const result = { record: { agency, publication: after } }
  if (after === before) return { result, because: ['publications/etag-unchanged-write'] }
  const events = [{ kind: 'publication-written', before, after }] as const
  return { result, world: { ...world, publications: world.publications.put(after) }, events }
}

/** Operations on publications. */
export const publicationOperations = {
  'publications.create': create,
  'publications.list': list,
  'publications.read': read,
  'publications.edit': write((decision, before, { body, issues }) =>
    // `body` holds the well-formed members of that schema, here and below.
    editPublication(issues, decision, before, body as PublicacionEdit),
  ),
  'publications.amend': write((decision, before, { body, issues }) =>
    // As above.
    amendPublication(issues, decision, before, body as PublicacionPartialEdit),
  ),
  'publications.suspend': write(suspend),
  'publications.archive': write(archive),
}
