import { limits } from '../../src/api/wire/limits.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { resolvedAgainst } from '../../src/kit/target/document-hrefs.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, openLinkIn } from '../../src/kit/target/links.ts'
import { problemMembers } from '../../src/kit/target/problem.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { followBlock } from '../support/link-block.ts'
import { createSuspended } from '../support/publication-writes.ts'
import {
  acceptedClause,
  mustBeAccepted,
  mustBeRefused,
  refusedClause,
  statusAndBlame,
} from './create-attempt.ts'

const needsWrite = { leaves: 'archived', needs: ['write'] } as const

/** Returns an id with the run's prefix, padded to a length. */
const idOf = (t: ClauseContext, length: number): string => t.session.newExternalId().padEnd(length, '0')

/** Characters that end a path segment or may not occur in one (RFC 3986, section 3.3). */
const FOREIGN = ['/', '?', '#', ' ']

/** Ids of publications: which ones a client may assign, and where they are unique (PUB-03, PUB-35). */
export const publicationIdClauses = [
  clause({
    id: 'publications-create/external-id-of-1-character-is-refused',
    statements: ['PUB-03'],
    title: 'An ExternalId of one character is refused with 400',
    // The id is too short for the run's prefix, so the run cannot archive what a wrong service creates.
    leaves: 'any',
    needs: ['write'],
    check: async (t) => {
      const made = await t.create({ ExternalId: 'k', Activa: false })
      if (made.response.status !== 201 && made.response.status !== 400) await mustBeAccepted(t, { more: {} })
      t.status(made, 400)
    },
  }),
  acceptedClause(
    {
      id: 'publications-create/external-id-of-255-characters-is-accepted',
      statements: ['PUB-03', 'PUB-20'],
      title: 'An ExternalId of 255 characters is accepted, and the publication can be read by it',
      attempt: (t) => ({ more: { ExternalId: idOf(t, limits.externalId.max) } }),
    },
    async (t, made) => t.status(await t.get(t.path(sentId(made))), 200),
  ),
  refusedClause({
    id: 'publications-create/external-id-of-256-characters-is-refused',
    statements: ['PUB-03'],
    title: 'An ExternalId of 256 characters is refused with 400',
    attempt: (t) => ({ more: { ExternalId: idOf(t, limits.externalId.max + 1) } }),
  }),
  clause({
    id: 'publications-create/external-id-with-foreign-characters-is-refused',
    statements: ['PUB-03'],
    title: 'An ExternalId with a character that a URL path segment cannot contain is refused with 400',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      for (const sign of FOREIGN)
        await mustBeRefused(t, { more: { ExternalId: `${t.session.newExternalId()}${sign}x` } })
    },
  }),
  clause({
    id: 'publications-create/external-id-is-read-as-it-was-assigned',
    statements: ['PUB-03', 'PUB-20', 'PUB-01'],
    title:
      'An ExternalId with other characters of a path segment is refused, or read by it and at its Location',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      // A link with such an id in its query has to encode it.
      const ExternalId = `${t.session.newExternalId()}&a=b;c`
      const ampersand = await t.create({ ExternalId, Activa: false })
      if (ampersand.response.status === 201) t.status(await t.get(t.path(ExternalId)), 200)
      const wide = await t.create({
        ExternalId: `${t.session.newExternalId()}-._~!$'()*,=:@+`,
        Activa: false,
      })
      if (wide.response.status !== 201) {
        const narrow = await t.create({ ExternalId: `${t.session.newExternalId()}-._~z`, Activa: false })
        if (narrow.response.status !== 201) t.skip(`both are answered ${narrow.response.status}`)
        await readsBack(t, narrow)
        return t.learn('publications/external-id-characters', 'unreserved', wide)
      }
      await readsBack(t, wide)
      return t.learn('publications/external-id-characters', 'path-segment', wide)
    },
  }),
  clause({
    id: 'publications-create/external-id-is-case-insensitive',
    statements: ['PUB-03', 'PUB-20'],
    title: 'An ExternalId in another case finds the same publication',
    ...needsWrite,
    check: async (t) => {
      const { externalId } = await createSuspended(t, { ExternalId: `${t.session.newExternalId()}-aBc` })
      for (const other of [externalId.toUpperCase(), externalId.toLowerCase()]) {
        const read = await t.get(t.path(other))
        t.status(read, 200)
        t.assert(
          sameInAnyCase(t.object(read)['ExternalId'], externalId),
          `ExternalId ${externalId}`,
          t.object(read)['ExternalId'],
          read,
        )
      }
    },
  }),
  ...[
    { slug: 'the-same', phrase: 'that is in use', other: (id: string) => id },
    {
      slug: 'another-case',
      phrase: 'that is in use in another case',
      other: (id: string) => id.toUpperCase(),
    },
  ].map(({ slug, phrase, other }) =>
    clause({
      id: `publications-create/external-id-in-use-is-refused-in-${slug}`,
      rule: 'publications-create/external-id-in-use-is-refused',
      statements: ['PUB-01', 'PUB-03', 'PUB-35', 'ERR-03'],
      title: `A create with an ExternalId ${phrase} is refused, and the first publication stays as it was`,
      ...needsWrite,
      check: async (t) => {
        const { externalId, path } = await createSuspended(t, {
          ExternalId: `${t.session.newExternalId()}-dup`,
          Color: 'Blanco',
        })
        const again = await t.create({ ExternalId: other(externalId), Color: 'Rojo' })
        // The description does not show the causes of a 409, so any documented refusal is legal
        // (`publications/conflict-status-member`).
        t.status(again, 409, 400, 403)
        const read = await t.get(path)
        t.status(read, 200)
        t.assert(t.object(read)['Color'] === 'Blanco', 'Color Blanco', t.object(read)['Color'], read)
        t.learn('publications/duplicate', `${again.response.status}`, again)
        if (again.response.status !== 409) return
        const inside = problemMembers(again.json)['Status']
        if (inside === 409 || inside === 400)
          t.learn('publications/conflict-status-member', `${inside}`, again)
      },
    }),
  ),
  clause({
    id: 'publications-create/external-id-of-an-archived-one-is-refused-or-free',
    statements: ['PUB-01', 'PUB-35', 'PUB-31'],
    title: 'A create with the ExternalId of an archived publication is refused, or makes a new active one',
    ...needsWrite,
    check: async (t) => {
      const { externalId, path, exchange } = await createSuspended(t, { Color: 'Blanco' })
      await archive(t, path, exchange)
      const again = await t.create({ ExternalId: externalId, Color: 'Rojo' })
      t.status(again, 409, 400, 403, 201)
      if (again.response.status === 201) {
        const { EstadoActual, Color } = t.object(again)
        t.assert(
          EstadoActual === 'Activa' && Color === 'Rojo',
          'the new publication, active',
          { EstadoActual, Color },
          again,
        )
      }
      const { status } = again.response
      t.learn('publications/external-id-reuse', `${status}`, again)
    },
  }),
  clause({
    id: 'publications-create/external-id-belongs-to-its-agency',
    statements: ['PUB-35', 'PUB-20'],
    title: 'A publication is not found under another agency',
    ...needsWrite,
    check: async (t) => {
      const { externalId } = await createSuspended(t)
      const other = await otherAgency(t)
      const read = await t.get(
        `/v3/publicaciones/${encodeURIComponent(other)}/${encodeURIComponent(externalId)}`,
      )
      // An agency that the app may see but not use may answer 403 (`auth/forbidden-reads`).
      t.status(read, 404, 403)
    },
  }),
]

const sentId = ({ request }: Exchange): string => {
  const { ExternalId } = JSON.parse(request.body ?? '{}')
  return String(ExternalId)
}

/** Asserts that the response shows the id that was sent, and that a read by it finds the publication. */
const readsBack = async (t: ClauseContext, made: Exchange): Promise<void> => {
  const id = sentId(made)
  t.assert(
    sameInAnyCase(t.object(made)['ExternalId'], id),
    `ExternalId ${id}`,
    t.object(made)['ExternalId'],
    made,
  )
  const location = resolvedAgainst(t.header(made, 'Location'), made.request.url)
  for (const address of [t.path(id), location]) {
    const read = await t.get(address)
    t.status(read, 200)
    const shown = t.object(read)['ExternalId']
    t.assert(sameInAnyCase(shown, id), `ExternalId ${id}`, shown, read)
  }
}

const archive = async (t: ClauseContext, path: string, made: Exchange): Promise<void> => {
  const etag = made.response.headers['etag']
  const headers = etag === undefined ? {} : { 'If-Match': etag }
  const archived = await t.send('PATCH', `${path}/archivar`, { headers })
  if (archived.response.status !== 200) t.skip(`it cannot be archived: ${statusAndBlame(archived)}`)
}

/** Returns the e-mail of another agency from the list behind the entry point. */
const otherAgency = async (t: ClauseContext): Promise<string> => {
  const list = await followBlock(t, t.object(await t.get('/v3'))['Agencias'], {}, openLinkIn)
  for (const entry of entriesOf(list.json)) {
    const mail = membersOf(entry)['AdminMail']
    if (typeof mail === 'string' && !sameInAnyCase(mail, t.target.agency)) return mail
  }
  return t.skip('no second agency is listed')
}
