import { PublicacionRef } from '../../src/api/wire/response-schemas.ts'
import { LinkBlock } from '../../src/api/wire/shared-schemas.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, linkOfOwner } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { showsTag } from '../support/entity-tags.ts'
import { followBlock } from '../support/link-block.ts'
import { createArchived, createSuspended } from '../support/publication-writes.ts'
import { StablePublicacion } from './create.ts'
import { statusAndBlame } from './create-attempt.ts'

const SECTION = 'publications-read'
const needsPlace = { leaves: 'archived', needs: ['write', 'place'] } as const
const needsWrite = { leaves: 'archived', needs: ['write'] } as const

/** `GET /v3/publicaciones/{adminmail}/{externalid}`: both forms and conditional requests. */
export const publicationReadClauses = [
  clause({
    id: `${SECTION}/answers-200-with-the-publication`,
    statements: ['PUB-20', 'PUB-02'],
    title: 'A read returns 200 with the publication in full, equal to the response of the create',
    ...needsWrite,
    check: async (t) => {
      const { path, body } = await createSuspended(t, { RefStock: 'Kit-7', Descripcion: 'Para leer' })
      const read = await t.get(path)
      t.status(read, 200)
      t.shape(read, StablePublicacion)
      const shown = t.object(read)
      for (const member of STEADY) {
        const [was, is] = [canonicalJson(body[member] ?? null), canonicalJson(shown[member] ?? null)]
        t.assert(was === is, `${member} ${was}`, is, read)
      }
    },
  }),
  clause({
    id: `${SECTION}/carries-an-entity-tag`,
    statements: ['PUB-20', 'PUB-33', 'ERR-10'],
    title: 'A read returns an ETag, which stays the same while the publication does',
    ...needsWrite,
    check: async (t) => {
      const { path } = await createSuspended(t)
      const [one, two] = [await t.get(path), await t.get(path)]
      t.status(one, 200)
      const etag = t.header(one, 'ETag')
      t.assert(/^(W\/)?"[^"]*"$/.test(etag), 'an entity tag in quotes', etag, one)
      if (two.response.body !== one.response.body) t.skip('the publication changes without a write')
      t.assert(t.header(two, 'ETag') === etag, `ETag ${etag}`, t.header(two, 'ETag'), two)
    },
  }),
  ...(['entry', 'ref'] as const).map((form) =>
    clause({
      id: `${SECTION}/is-not-modified-for-its-etag-in-the-${form}-form`,
      rule: 'publications-read/is-not-modified-for-its-etag',
      statements: ['PUB-20', 'ERR-06', 'ERR-10'],
      title: `If-None-Match with the ETag of the ${form} form returns 304 without a body`,
      ...needsWrite,
      check: async (t) => {
        const { path } = await createSuspended(t)
        const accept = t.types[form]
        const first = await t.get(path, { accept })
        t.status(first, 200)
        const again = await t.get(path, { accept, headers: { 'If-None-Match': t.header(first, 'ETag') } })
        await unlessItChanged(t, { path, accept, first, again })
        t.status(again, 304)
        t.assert(again.response.body === '', 'no body', again.response.body, again)
      },
    }),
  ),
  clause({
    id: `${SECTION}/is-not-modified-for-its-etag-when-archived`,
    rule: 'publications-read/is-not-modified-for-its-etag',
    statements: ['PUB-20', 'ERR-10'],
    title: 'If-None-Match with the ETag of an archived publication returns 304',
    ...needsWrite,
    check: async (t) => {
      const { made } = await createArchived(t, { Activa: false })
      const accept = t.types.json
      const first = await t.get(made.path, { accept })
      if (first.response.status !== 200) t.skip('archived publications are not shown')
      const again = await t.get(made.path, { accept, headers: { 'If-None-Match': t.header(first, 'ETag') } })
      await unlessItChanged(t, { path: made.path, accept, first, again })
      t.status(again, 304)
    },
  }),
  clause({
    id: `${SECTION}/is-shown-in-full-for-another-etag`,
    statements: ['PUB-20'],
    title: 'If-None-Match with another entity tag returns 200 with the publication',
    ...needsWrite,
    check: async (t) => {
      const { path, externalId } = await createSuspended(t)
      const read = await t.get(path, { headers: { 'If-None-Match': '"zzyzx-other"' } })
      t.status(read, 200)
      const shown = t.object(read)['ExternalId']
      t.assert(sameInAnyCase(shown, externalId), `ExternalId ${externalId}`, shown, read)
    },
  }),
  clause({
    id: `${SECTION}/a-change-makes-another-etag`,
    statements: ['PUB-33', 'PUB-20'],
    title: 'After a change the previous ETag returns 200 with the changed publication and another ETag',
    ...needsWrite,
    check: async (t) => {
      const made = await createSuspended(t)
      const read = await t.get(made.path)
      const former = t.header(read, 'ETag')
      await changed(t, made, former)
      const again = await t.get(made.path, { headers: { 'If-None-Match': former } })
      t.status(again, 200)
      const { Precio } = t.object(again)
      const { Importe } = amountFor(t, OTHER_AMOUNT)
      t.assert(amountOf(Precio) === Importe, `Precio.Importe ${Importe}`, Precio, again)
      t.assert(t.header(again, 'ETag') !== former, 'another ETag', former, again)
    },
  }),
  clause({
    id: `${SECTION}/a-change-of-state-makes-another-etag`,
    statements: ['PUB-33', 'PUB-36'],
    title: 'Suspending a publication changes its ETag and its EstadoActual',
    ...needsPlace,
    check: async (t) => {
      const { path } = await t.publication()
      const read = await t.get(path)
      const former = t.header(read, 'ETag')
      const suspended = await t.send('PATCH', `${path}/suspender`, { headers: { 'If-Match': former } })
      if (suspended.response.status !== 200) t.skip(`it cannot be suspended: ${statusAndBlame(suspended)}`)
      const again = await t.get(path, { headers: { 'If-None-Match': former } })
      t.status(again, 200)
      t.assert(t.header(again, 'ETag') !== former, 'another ETag', former, again)
      t.assert(
        t.object(again)['EstadoActual'] !== 'Activa',
        'another EstadoActual than Activa',
        'Activa',
        again,
      )
    },
  }),
  clause({
    id: `${SECTION}/the-ref-form-is-short`,
    statements: ['PUB-02', 'COM-06', 'COM-10'],
    title:
      'The ref form has etag, ExternalId, EstadoActual, href and title, of the same publication and state',
    ...needsPlace,
    check: async (t) => {
      const { path, externalId } = await t.publication()
      const read = await t.get(path, { accept: t.types.ref })
      t.status(read, 200)
      const ref = t.shape(read, PublicacionRef)
      t.assert(sameInAnyCase(ref.ExternalId, externalId), `ExternalId ${externalId}`, ref.ExternalId, read)
      t.assert(ref.EstadoActual === 'Activa', 'EstadoActual Activa', ref.EstadoActual, read)
      t.assert(ref.title.trim() !== '', 'a title', 'an empty text', read)
    },
  }),
  clause({
    id: `${SECTION}/the-ref-form-shows-its-etag`,
    statements: ['PUB-02', 'PUB-33'],
    title: 'The etag of the ref form is the entity tag of the publication, with or without its quotes',
    ...needsWrite,
    check: async (t) => {
      const { path } = await createSuspended(t)
      const full = await t.get(path)
      const ref = await t.get(path, { accept: t.types.ref })
      const { etag } = t.shape(ref, PublicacionRef)
      // The forms may have different entity tags: the member may show the one that a write needs.
      const tags = [t.header(ref, 'ETag'), t.header(full, 'ETag')]
      const isShown = showsTag(etag, tags)
      if (!isShown) {
        const next = t.header(await t.get(path), 'ETag')
        if (next !== tags[1]) t.skip('the publication changes without a write')
      }
      t.assert(isShown, `etag ${tags[0]}`, etag, ref)
      t.learn('publications/ref-etag-form', etag.includes('"') ? 'header-value' : 'opaque-part', ref)
    },
  }),
  clause({
    id: `${SECTION}/the-href-of-the-ref-form-leads-to-it`,
    statements: ['PUB-02', 'COM-06', 'PUB-20'],
    title: 'Following the href of the ref form returns 200 with the publication',
    ...needsWrite,
    check: async (t) => {
      const { path, externalId } = await createSuspended(t)
      const { href } = t.shape(await t.get(path, { accept: t.types.ref }), PublicacionRef)
      const read = await t.get(href)
      t.status(read, 200)
      const shown = t.object(read)['ExternalId']
      t.assert(sameInAnyCase(shown, externalId), `ExternalId ${externalId}`, shown, read)
    },
  }),
  clause({
    id: `${SECTION}/consultas-leads-to-its-own-inquiries`,
    statements: ['PUB-38', 'COM-04'],
    title: 'Consultas is a link block that leads only to the inquiries about that publication',
    ...needsWrite,
    check: async (t) => {
      const { body, exchange, externalId } = await createSuspended(t)
      t.shape(exchange, LinkBlock, body['Consultas'])
      const list = await followBlock(t, body['Consultas'], {}, (block) => linkOfOwner(block, externalId))
      for (const entry of entriesOf(list.json)) {
        const id = membersOf(membersOf(entry)['Auto'])['ExternalId']
        t.assert(sameInAnyCase(id, externalId), `inquiries of ${externalId} only`, id, list)
      }
    },
  }),
]

/**
 * Members that do not change between a create and a read. The service may complete others later, such as the
 * photos.
 */
const STEADY = [
  'ExternalId', 'RefStock', 'EstadoActual', 'OperadorResponsable', 'Marca', 'Modelo', 'Version', 'VersionYear', 'Kilometraje', 'Color',
  'Descripcion', 'Precio', 'Telefono',
] // biome-ignore format: a list of names

const OTHER_AMOUNT = 25_500_000

/** Changes the price. Skips when the target refuses, which other clauses judge. */
const changed = async (t: ClauseContext, { path }: CreatedPublication, etag: string): Promise<void> => {
  const body = { Precio: amountFor(t, OTHER_AMOUNT) }
  const patched = await t.send('PATCH', path, { body, headers: { 'If-Match': etag } })
  if (patched.response.status !== 200) t.skip(`it cannot be edited: ${statusAndBlame(patched)}`)
}

interface Conditional {
  readonly path: string
  readonly accept: string
  readonly first: Exchange
  readonly again: Exchange
}

/**
 * Skips when the publication has changed between two reads, because its previous entity tag is stale then.
 */
const unlessItChanged = async (
  t: ClauseContext,
  { path, accept, first, again }: Conditional,
): Promise<void> => {
  if (again.response.status !== 200) return
  const now = await t.get(path, { accept })
  if (now.response.body !== first.response.body) t.skip('the publication changes without a write')
}

const amountOf = (value: unknown): unknown => membersOf(value)['Importe']
