import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { SkipClause, Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { writePublication } from '../support/publication-writes.ts'
import { sharedListHref } from './publication-lists.ts'

/**
 * Values that break careless services. The description lists 400 for a wrong value, so none is answered 5xx.
 * What was accepted can be read afterwards, alone and in the list. They run last of all: a service may not
 * survive them.
 */

/** Placeholder for a member's value in JSON that `JSON.stringify` cannot write. */
const RAW = 'kit-raw-value'

/** Returns a body with a member whose value is written as it stands. */
const withRaw = (body: Readonly<Record<string, unknown>>, value: string): string =>
  JSON.stringify(body).replace(JSON.stringify(RAW), () => value)

const raw = (member: string, text: string): RawMember => ({
  members: { [member]: RAW },
  text,
})

const amount = (text: string): RawMember => ({
  members: { Precio: { Moneda: 'ARS', Importe: RAW } },
  text,
})

interface RawMember {
  readonly members: Readonly<Record<string, unknown>>
  /** The value as it is sent. */
  readonly text: string
}

/** A create with a value that breaks careless services. */
interface HostileCreate {
  readonly slug: string
  readonly what: string
  readonly statements: readonly string[]
  readonly value?: RawMember
  /** Changes the body as a text. */
  readonly rewrite?: (body: string) => string
}

const DEPTH = 200_000

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

const CREATES: readonly HostileCreate[] = [
  ...[
    ['1e400', 'a number beyond all doubles', '1e400'],
    ['minus-1e400', 'a negative number beyond all doubles', '-1e400'],
    ['1e-400', 'a number below all doubles', '1e-400'],
    ['nan', 'NaN, which is not JSON', 'NaN'],
    ['infinity', 'Infinity, which is not JSON', 'Infinity'],
    ['minus-zero', 'minus zero', '-0'],
    ['thousand-digits', 'a number of a thousand digits', '9'.repeat(1_000)],
  ].map(([slug = '', what = '', text = '']) => ({
    slug: `importe-${slug}`,
    what: `${what}, as Importe`,
    statements: ['COM-07', 'COM-14'],
    value: amount(text),
  })),
  ...(
    [
      ['Kilometraje', '1e400', 'PUB-14'],
      ['Kilometraje', 'NaN', 'PUB-14'],
      ['VersionYear', '9'.repeat(30), 'PUB-11'],
    ] as const
  ).map(([member, text, id]) => ({
    slug: `${member.toLowerCase()}-${text.length > 6 ? 'thirty-digits' : text.toLowerCase()}`,
    what: `${text.length > 6 ? 'an integer of thirty digits' : text} as ${member}`,
    statements: [id, 'COM-14'],
    value: raw(member, text),
  })),
  ...(
    [
      ['half-a-surrogate-pair', 'half a surrogate pair', '"a\\ud83d"'],
      ['nul', 'the character U+0000', '"a\\u0000b"'],
    ] as const
  ).flatMap(([slug, what, text]) =>
    ['Descripcion', 'Color', 'RefStock'].map((member) => ({
      slug: `${member.toLowerCase()}-with-${slug}`,
      what: `${what} in ${member}`,
      statements: [member === 'Color' ? 'PUB-15' : 'PUB-04', 'COM-14'],
      value: raw(member, text),
    })),
  ),
  {
    slug: 'descripcion-of-half-a-megabyte',
    what: 'a Descripcion of half a megabyte',
    statements: ['PUB-04'],
    value: raw('Descripcion', JSON.stringify('x'.repeat(512 * 1024))),
  },
  {
    slug: 'member-nested-200000-deep',
    what: 'a member nested 200,000 deep',
    statements: ['COM-14', 'ERR-03'],
    value: raw('DatosTecnicosCustom', nested(DEPTH)),
  },
  {
    slug: 'body-nested-200000-deep',
    what: 'a body nested 200,000 deep',
    statements: ['COM-01', 'ERR-03'],
    rewrite: () => nested(DEPTH),
  },
  {
    slug: 'body-null',
    what: 'a body of null',
    statements: ['COM-01', 'ERR-03'],
    rewrite: () => 'null',
  },
  {
    slug: 'duplicate-members',
    what: 'a body with a member twice',
    statements: ['COM-01', 'COM-14'],
    rewrite: (body) => body.replace('{', '{"Color":null,"Descripcion":7,'),
  },
  {
    slug: 'proto-member',
    what: 'a body with the member __proto__',
    statements: ['COM-01', 'COM-14'],
    rewrite: (body) => body.replace('{', '{"__proto__":{"Activa":7},"constructor":{"prototype":null},'),
  },
  {
    slug: 'byte-order-mark',
    what: 'a body after a byte order mark',
    statements: ['COM-01'],
    rewrite: (body) => `\ufeff${body}`,
  },
]

/** Asserts that a wrong value is not a failure of the service: the description lists 400 for it. */
const assertNoServerError = (t: ClauseContext, answer: Exchange): void => {
  const { status } = answer.response
  t.assert(status < 500, 'a success, or a refusal such as 400', `status ${status}`, answer)
}

/** Asserts that what the run made, and the list that may hold it, are JSON afterwards. */
const assertReadable = async (t: ClauseContext, path: string | undefined): Promise<void> => {
  if (path !== undefined) {
    const read = await t.get(path)
    t.status(read, 200)
    t.object(read)
  }
  const list = await sharedListHref(t).catch((error: unknown) => {
    if (error instanceof SkipClause) return undefined
    throw error
  })
  if (list === undefined) return
  const page = await t.get(list)
  t.status(page, 200)
  t.object(page)
}

const hostileClause = (
  declared: Pick<Clause, 'id' | 'statements' | 'title' | 'needs' | 'leaves' | 'rule'>,
  check: Clause['check'],
): Clause => clause({ ...declared, mayDamage: true, check })

const createClause = ({ slug, what, statements, value, rewrite }: HostileCreate): Clause =>
  hostileClause(
    {
      id: `hostile/create-${slug}`,
      rule: 'hostile/create-{value}',
      statements,
      title: `A create with ${what} is not an error of the service, and what it leaves can be read`,
      leaves: 'archived',
      needs: ['write'],
    },
    async (t) => {
      const ExternalId = t.session.newExternalId()
      const sample = { ...(await t.session.samplePublication()), ExternalId, ...value?.members }
      const body = withRaw(sample, value?.text ?? '')
      const answer = await t.send('POST', `/v3/publicaciones/${t.adminMail}`, {
        body: rewrite?.(body) ?? body,
      })
      assertNoServerError(t, answer)
      const isMade = answer.response.status < 300
      if (isMade) t.session.trackCreated(ExternalId)
      await assertReadable(t, isMade ? t.path(ExternalId) : undefined)
    },
  )

/** An edit of a publication of the run. */
interface HostileEdit {
  readonly slug: string
  readonly what: string
  readonly text: string
}

const EDITS: readonly HostileEdit[] = [
  { slug: '1e400', what: 'a number beyond all doubles', text: '{"Precio":{"Moneda":"ARS","Importe":1e400}}' },
  { slug: 'nan', what: 'NaN, which is not JSON,', text: '{"Precio":{"Moneda":"ARS","Importe":NaN}}' },
  { slug: 'nested', what: 'a member nested 200,000 deep', text: `{"Cuota":${nested(DEPTH)}}` },
  {
    slug: 'half-a-surrogate-pair',
    what: 'half a surrogate pair in Moneda',
    text: '{"Precio":{"Moneda":"AR\\ud83d","Importe":1}}',
  },
]

const editClause = ({ slug, what, text }: HostileEdit): Clause =>
  hostileClause(
    {
      id: `hostile/patch-${slug}`,
      rule: 'hostile/patch-{value}',
      statements: ['PUB-28', 'COM-07', 'COM-14'],
      title: `A partial edit with ${what} is not an error of the service, and the publication can be read`,
      leaves: 'archived',
      needs: ['write'],
    },
    async (t) => {
      const made = await t.publication({ Activa: false })
      assertNoServerError(t, await writePublication(t, made, { body: text }))
      await assertReadable(t, made.path)
    },
  )

/** A read with a value that breaks careless services. */
interface HostileRead {
  readonly slug: string
  readonly what: string
  readonly statements: readonly string[]
  path(t: ClauseContext): string
}

const DIGITS = '9'.repeat(5_000)

const READS: readonly HostileRead[] = [
  {
    slug: 'pagina-of-5000-digits',
    what: 'a pagina of 5,000 digits',
    statements: ['INQ-06'],
    path: (t) => `/v3/consultas/${t.adminMail}?pagina=${DIGITS}`,
  },
  {
    slug: 'desde-of-year-999999',
    what: 'a desde of the year 999999',
    statements: ['INQ-06', 'INQ-05'],
    path: (t) => `/v3/consultas/${t.adminMail}?desde=999999-01-01`,
  },
  {
    slug: 'desde-of-day-zero',
    what: 'a desde of the day 0',
    statements: ['INQ-05'],
    path: (t) => `/v3/consultas/${t.adminMail}?desde=0000-00-00`,
  },
  {
    slug: 'query-that-is-no-utf-8',
    what: 'a query that is not UTF-8',
    statements: ['INQ-05'],
    path: (t) => `/v3/consultas/${t.adminMail}?operador=%ff%fe&externalid=%ZZ`,
  },
  {
    slug: 'version-id-of-5000-digits',
    what: 'a version id of 5,000 digits',
    statements: ['CAT-03', 'COM-13'],
    path: () => `/v3/versiones/${DIGITS}`,
  },
  {
    slug: 'make-with-nul',
    what: 'a make with the character U+0000',
    statements: ['CAT-08'],
    path: () => '/v3/marcas/bestmatch?make=%00Fi%00at%ed%a0%80',
  },
  {
    slug: 'external-id-that-is-no-utf-8',
    what: 'an ExternalId that is not UTF-8',
    statements: ['PUB-20', 'COM-13'],
    path: (t) => `/v3/publicaciones/${t.adminMail}/%e0%a4%00`,
  },
]

const readClause = ({ slug, what, statements, path }: HostileRead): Clause =>
  hostileClause(
    {
      id: `hostile/read-${slug}`,
      rule: 'hostile/read-{value}',
      statements,
      title: `A read with ${what} is not an error of the service`,
      leaves: 'nothing',
      needs: [],
    },
    async (t) => assertNoServerError(t, await t.get(path(t))),
  )

/** Ids that a client cannot address: URLs lose such a segment (RFC 3986, 5.2.4). */
const DOT_SEGMENT = '..'

/** Clauses on values that break careless services; they come after all others. */
export const hostileClauses: readonly Clause[] = [
  ...READS.map(readClause),
  ...CREATES.map(createClause),
  ...EDITS.map(editClause),
  hostileClause(
    {
      id: 'hostile/create-external-id-of-two-dots',
      statements: ['PUB-03', 'PUB-01', 'PUB-20'],
      title: 'An ExternalId of two dots is refused, or its Location leads to the publication',
      leaves: 'any',
      needs: ['write'],
    },
    async (t) => {
      const made = await t.create({ ExternalId: DOT_SEGMENT, Activa: false })
      assertNoServerError(t, made)
      if (made.response.status >= 400) return
      const location = t.header(made, 'Location')
      const read = await t.get(location)
      const { ExternalId } = membersOf(read.json)
      if (read.response.status !== 200 || !sameInAnyCase(ExternalId, DOT_SEGMENT))
        throw new Violation(
          `a refusal, or a publication ${DOT_SEGMENT} at its Location ${location}`,
          `status ${made.response.status}, and ${read.response.status} there`,
          made,
        )
    },
  ),
]
