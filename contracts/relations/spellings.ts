import { Productos } from '../../src/api/wire/response-schemas.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { whileSettingsStay } from '../support/lock.ts'
import {
  archiveAll,
  createSuspended,
  etagIn,
  fullEdit,
  type PublicationWrite,
} from '../support/publication-writes.ts'

/**
 * All spellings of an address reach the same resource: every part of an address is tried in every spelling
 * (PUB-03, COM-13, AGE-12).
 */

/** A spelling of a path segment or of a query value. */
interface Spelling {
  readonly slug: string
  readonly phrase: string
  readonly statements: readonly string[]
  /** Returns the text as written in the URL. */
  spell(text: string): string
  /**
   * The segments that it may change: an `adminmail` in another case may be unknown (`common/adminmail-case`).
   */
  readonly of: readonly Segment[]
  /** Whether a service may refuse it; if it accepts it, the plain address must reach the same. */
  readonly isOptional?: boolean
}

type Segment = 'adminmail' | 'externalid' | 'sid'

/** Encodes every third letter or digit, which needs no encoding. */
export const percentEncoded = (text: string, casing = (hex: string) => hex): string =>
  [...encodeURIComponent(text)]
    .map((sign, i, all) => {
      const isFree = /[A-Za-z0-9]/.test(sign) && all[i - 1] !== '%' && all[i - 2] !== '%'
      return isFree && i % 3 === 0 ? casing(`%${sign.charCodeAt(0).toString(16)}`) : sign
    })
    .join('')

/** Swaps the case of letters. */
export const swapCase = (text: string): string =>
  [...text].map((sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase())).join('')

const SPELLINGS: readonly Spelling[] = [
  {
    slug: 'in-another-case',
    phrase: 'an ExternalId in another case',
    statements: ['PUB-03'],
    spell: (text) => encodeURIComponent(swapCase(text)),
    of: ['externalid'],
  },
  {
    slug: 'percent-encoded',
    phrase: 'a percent-encoded segment or value',
    statements: ['COM-13'],
    spell: (text) => percentEncoded(text),
    of: ['adminmail', 'externalid', 'sid'],
  },
  {
    slug: 'with-a-literal-at-sign',
    phrase: 'an adminmail with a literal @',
    statements: ['COM-13', 'AGE-12'],
    spell: (text) => encodeURIComponent(text).replaceAll('%40', '@'),
    of: ['adminmail'],
    isOptional: true,
  },
]

/** What an address names, in plain text. */
type Names = Readonly<Partial<Record<Segment, string>>>

/** A resource that an address leads to. */
interface Place {
  readonly slug: string
  readonly statement: string
  readonly segments: readonly Segment[]
  /** The operation, with encoded segments. */
  href(segments: Readonly<Record<Segment, string>>): string
  /** The compared part of the response. Default: the whole body without links. */
  view?(exchange: Exchange): unknown
}

const withoutLinks = (exchange: Exchange): string =>
  canonicalJson(
    JSON.parse(exchange.response.body || 'null', (name, value: unknown) =>
      ['_links', 'Consultas', 'Publicaciones', 'href'].includes(name) ? null : value,
    ),
  )

const totalOf = (exchange: Exchange): string => {
  const { Total } = membersOf(exchange.json)
  return `Total ${Total}, ${entriesOf(exchange.json).length} entries`
}

/** Counts change while other clauses run, so only the names of the levels are compared. */
const levelsOf = ({ json }: Exchange): string =>
  Object.keys(membersOf(json))
    .filter((name) => name in Productos.shape)
    .sort()
    .join()

const READS: readonly Place[] = [
  {
    slug: 'publication',
    statement: 'PUB-20',
    segments: ['adminmail', 'externalid'],
    href: ({ adminmail, externalid }) => `/v3/publicaciones/${adminmail}/${externalid}`,
  },
  {
    slug: 'inquiries',
    statement: 'INQ-05',
    segments: ['adminmail', 'externalid'],
    href: ({ adminmail, externalid }) => `/v3/consultas/${adminmail}?externalid=${externalid}`,
    view: totalOf,
  },
  {
    slug: 'inquiry',
    statement: 'INQ-01',
    segments: ['adminmail', 'sid'],
    href: ({ adminmail, sid }) => `/v3/consultas/${adminmail}/${sid}`,
  },
  {
    slug: 'operators',
    statement: 'AGE-01',
    segments: ['adminmail'],
    href: ({ adminmail }) => `/v3/operadores/${adminmail}?operador=${adminmail}`,
  },
  {
    slug: 'package',
    statement: 'AGE-07',
    segments: ['adminmail'],
    href: ({ adminmail }) => `/v3/agencias/${adminmail}/productos`,
    view: levelsOf,
  },
  {
    slug: 'notifications',
    statement: 'AGE-10',
    segments: ['adminmail'],
    href: ({ adminmail }) => `/v3/notificaciones/${adminmail}`,
  },
]

const hrefOf = (place: Pick<Place, 'href'>, names: Names, spelling?: Spelling): string => {
  const spelt = (segment: Segment): string => {
    const text = names[segment] ?? ''
    return spelling?.of.includes(segment) ? spelling.spell(text) : encodeURIComponent(text)
  }
  return place.href({ adminmail: spelt('adminmail'), externalid: spelt('externalid'), sid: spelt('sid') })
}

/** Finds the names that a read needs: an inquiry with its publication, or a publication of the run. */
const namesFor = async (
  t: ClauseContext,
  { segments, slug }: Place,
): Promise<Names & { made?: CreatedPublication }> => {
  const adminmail = t.target.agency
  if (slug === 'publication') {
    const made = await createSuspended(t)
    return { adminmail, externalid: made.externalId, made }
  }
  if (segments.length === 1) return { adminmail }
  const list = await t.get(`/v3/consultas/${t.adminMail}`)
  for (const entry of entriesOf(list.json).map(membersOf)) {
    const externalid = String(membersOf(entry.Auto).ExternalId ?? '')
    const href = JSON.stringify(entry._links ?? {}).match(/\/consultas\/[^/?"]+\/([^/?{"]+)"/)?.[1]
    if (/[a-z]/i.test(externalid) && href !== undefined)
      return { adminmail, externalid, sid: decodeURIComponent(href) }
  }
  return t.skip('no inquiry shows its publication and its address')
}

const readClause = (place: Place, spelling: Spelling): Clause =>
  clause({
    id: `relations/${place.slug}-read-${spelling.slug}`,
    rule: `relations/{place}-${spelling.slug}`,
    statements: [...spelling.statements, place.statement],
    title: `The read of ${place.slug} by ${spelling.phrase} finds the same resource`,
    leaves: place.slug === 'publication' ? 'archived' : 'nothing',
    needs: place.slug === 'publication' ? ['write'] : [],
    check: async (t) => {
      const names = await namesFor(t, place)
      const { view = withoutLinks } = place
      const read = async (by?: Spelling) => t.get(hrefOf(place, names, by), { accept: t.types.json })
      const [plain, spelt] = await whileSettingsStay(
        t,
        async () => [await read(), await read(spelling)] as const,
      )
      judgeReached(t, spelling, { plain, spelt, success: 200 })
      if (view(spelt) === view(plain)) return
      // Something may have changed in between.
      const again = await t.get(hrefOf(place, names), { accept: t.types.json })
      if (place.view) {
        const isSteady = view(again) === view(plain)
        t.assert(!isSteady || view(spelt) === view(again), String(view(again)), view(spelt), spelt)
      } else judgeStableMembers(t, [plain, again], spelt)
    },
  })

/** Asserts that the other address shows the members on which two plain reads agree. */
const judgeStableMembers = (
  t: ClauseContext,
  [one, other]: readonly [Exchange, Exchange],
  spelt: Exchange,
): void => {
  const [first, second, got] = [one, other, spelt].map((read) => membersOf(JSON.parse(withoutLinks(read))))
  for (const [name, value] of Object.entries(first ?? {})) {
    const expected = canonicalJson(value)
    if (expected !== canonicalJson(second?.[name])) continue
    const shown = canonicalJson(got?.[name])
    t.assert(shown === expected, `${name} ${expected}`, `${name} ${shown}`, spelt)
  }
}

/** Asserts that both addresses succeed. Skips when both are refused. */
const judgeReached = (
  t: ClauseContext,
  { isOptional = false }: Spelling,
  { plain, spelt, success }: { plain: Exchange; spelt: Exchange; success: number },
): void => {
  const [one, other] = [plain.response.status === success, spelt.response.status === success]
  if (!one && !other) t.skip(`both addresses are answered ${plain.response.status}`)
  if (!one)
    throw new Violation(`status ${success} as by ${spelt.request.url}`, `${plain.response.status}`, plain)
  if (other) return
  if (isOptional) t.skip('the service does not accept this spelling')
  throw new Violation(`status ${success} as by ${plain.request.url}`, `${spelt.response.status}`, spelt)
}

interface SpeltWrite {
  readonly slug: string
  readonly statement: string
  readonly isOfActive?: true
  write(t: ClauseContext, made: CreatedPublication): PublicationWrite | Promise<PublicationWrite>
}

const WRITES: readonly SpeltWrite[] = [
  {
    slug: 'put',
    statement: 'PUB-21',
    write: (t, made) => fullEdit(t, made, { Descripcion: 'Por otra dirección.' }),
  },
  { slug: 'patch', statement: 'PUB-28', write: (t) => ({ body: { Precio: amountFor(t, 27_272_727) } }) },
  { slug: 'suspender', statement: 'PUB-29', isOfActive: true, write: () => ({ step: '/suspender' }) },
  { slug: 'archivar', statement: 'PUB-30', write: () => ({ step: '/archivar' }) },
]

const writeClause = ({ slug, statement, isOfActive, write }: SpeltWrite, spelling: Spelling): Clause =>
  clause({
    id: `relations/${slug}-${spelling.slug}`,
    rule: `relations/{place}-${spelling.slug}`,
    statements: [...spelling.statements, statement],
    title: `${slug.toUpperCase()} by ${spelling.phrase} reaches the same publication`,
    leaves: 'archived',
    needs: isOfActive ? ['write', 'place'] : ['write'],
    check: async (t) => {
      const made = isOfActive ? await t.publication() : await createSuspended(t)
      try {
        const before = await t.get(made.path)
        const { method = 'PATCH', step = '', body } = await write(t, made)
        const place = { href: READS[0]?.href ?? (() => made.path) }
        const names = { adminmail: t.target.agency, externalid: made.externalId }
        const etag = etagIn(before)
        const options = {
          ...(etag !== '' && { headers: { 'If-Match': etag } }),
          ...(body !== undefined && { body }),
        }
        const spelt = await t.send(method, hrefOf(place, names, spelling) + step, options)
        if (spelt.response.status === 200) {
          const after = await t.get(made.path)
          // That a tag stays although the publication changes is another clause's violation (PUB-33).
          if (after.response.status === 200 && isSameState(before, after))
            throw new Violation(`the publication changed by ${slug}`, 'the one before', spelt)
          if (!spelling.isOptional) return
          // An archived publication may be gone (`publications/read-archived`), so another one is archived.
          const twin = slug === 'archivar' ? await createSuspended(t) : made
          const again = await t.send(method, twin.path + step, {
            ...options,
            headers: { 'If-Match': etagIn(twin === made ? after : await t.get(twin.path)) },
          })
          return t.assert(again.response.status !== 404, 'no 404 as by the literal @', '404', again)
        }
        const plain = await t.send(method, made.path + step, options)
        judgeReached(t, spelling, { plain, spelt, success: 200 })
      } finally {
        await archiveAll(t, [made])
      }
    },
  })

const isSameState = (one: Exchange, other: Exchange): boolean =>
  etagIn(one) === etagIn(other) && canonicalJson(one.json) === canonicalJson(other.json)

const createClause = (spelling: Spelling): Clause =>
  clause({
    id: `relations/create-${spelling.slug}`,
    rule: `relations/{place}-${spelling.slug}`,
    statements: [...spelling.statements, 'PUB-01'],
    title: `A create by ${spelling.phrase} reaches the same agency`,
    leaves: 'archived',
    // No need `write`: it is a plain create.
    needs: [],
    check: async (t) => {
      const body = { ...(await t.session.samplePublication()), Activa: false }
      const [plainId, speltId] = [t.session.newExternalId(), t.session.newExternalId()]
      const send = (mail: string, ExternalId: string) =>
        t.send('POST', `/v3/publicaciones/${mail}`, { body: { ...body, ExternalId } })
      const asSpelt = spelling.spell(t.target.agency)
      const plain = await send(t.adminMail, plainId)
      const spelt = await send(asSpelt, speltId)
      if (plain.response.status !== spelt.response.status) {
        // Other clients may have taken the last place in between, and freed one.
        const mails = [t.adminMail, asSpelt]
        const again = []
        for (const mail of mails) again.push((await send(mail, t.session.newExternalId())).response.status)
        const isSame = again[0] === plain.response.status && again[1] === spelt.response.status
        if (!isSame) t.skip('the same create has another response a moment later')
      }
      judgeReached(t, spelling, { plain, spelt, success: 201 })
      t.status(await t.get(t.path(speltId)), 200)
    },
  })

/** Clauses on the spellings of addresses. */
export const spellingClauses: readonly Clause[] = SPELLINGS.flatMap((spelling) => [
  ...READS.filter(({ segments }) => segments.some((segment) => spelling.of.includes(segment))).map((place) =>
    readClause(place, spelling),
  ),
  ...(spelling.of.includes('adminmail') ? [createClause(spelling)] : []),
  ...WRITES.map((write) => writeClause(write, spelling)),
])
