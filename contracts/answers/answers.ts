import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { SkipClause, Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { nextTurn } from '../../src/lib/runtime/next-turn.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyByLink } from '../agencies/agencies.ts'
import { judgeOfRun } from '../rules/run-judge.ts'
import { dayOf, inquiriesPath } from '../support/inquiry-page.ts'
import { followLastLinks, followLinks, readListedPublication, readMissingRefs } from './linked-documents.ts'

/** Clauses that fail where the judge of the run finds that a response breaks their rules. */

/** A rule for every response of the run, whichever clause sent the request. */
interface ResponseRule {
  readonly slug: string
  readonly statements: readonly string[]
  readonly title: string
  /** Names of the rules in `contracts/rules`. */
  readonly rules: RegExp
  /** The status of the responses that are judged; default: any. */
  readonly status?: number
  /** Reads more before it judges. */
  readonly readMore?: (t: ClauseContext) => Promise<void>
}

/** Days before today at which a period ends that does not end today. */
const DAYS_BACK = 20

const RESPONSE_RULES: readonly ResponseRule[] = [
  {
    slug: 'refusals-are-problems',
    statements: ['ERR-01', 'ERR-02', 'ERR-03', 'ERR-04', 'ERR-05'],
    title: 'The body of every refusal in the run matches its status',
    rules: /^problems\/(?!one-spelling|404-is-always)/,
  },
  {
    slug: 'bodies-have-the-described-shape',
    statements: ['COM-03', 'COM-10', 'COM-14'],
    title: 'Every body in the run has the shape of its operation and form',
    rules: /^answers\/\S+-shape /,
    readMore: followLastLinks,
  },
  {
    slug: 'documented-media-types-are-served',
    statements: ['COM-10'],
    title: 'No request of the run that accepts a documented form of an operation is answered 406',
    rules: /^answers\/\S+-status$/,
    status: 406,
  },
  {
    slug: 'pages-of-inquiries-are-those-asked-for',
    statements: ['INQ-04', 'INQ-05'],
    title:
      'Every page of inquiries in the run is of the publication, the days and the number that were requested',
    rules: /^inquiries\/(?!are-as-many)/,
    readMore: async (t) => {
      const { Hasta } = membersOf((await t.get(inquiriesPath(t))).json)
      const last = /^\d{4}-\d{2}-\d{2}T/.test(String(Hasta)) ? dayOf(String(Hasta), -DAYS_BACK) : undefined
      if (last !== undefined) await t.get(inquiriesPath(t, { hasta: last }))
    },
  },
  {
    slug: 'links-are-link-objects',
    statements: ['COM-02'],
    title: 'Every link in the run is a link object, and templates are marked as such',
    rules: /^answers\/(?:link-object|link-method|template-is-marked) /,
  },
  {
    slug: 'tags-and-locations-are-there',
    statements: ['CAT-02', 'ERR-06', 'ERR-10', 'PUB-01', 'PUB-33'],
    title: 'In the run, every publication has an ETag, every create a Location, and no 304 a body',
    rules: /^answers\/(?:\S+-etag|create-location|304-\S+)$/,
  },
  {
    slug: 'collections-have-entries-and-links',
    statements: ['COM-05', 'COM-03'],
    title: 'Every collection in the run has an array of entries, and links',
    rules: /^documents\/(?:entries-are-an-array|has-links collection)$/,
    readMore: followLastLinks,
  },
  {
    slug: 'entries-have-an-address-of-their-own',
    statements: ['COM-06', 'COM-03'],
    title: 'No two versions, publications or inquiries in a list of the run have the same address',
    rules: /^documents\/an-address-is-of-one-entry$/,
    readMore: followLastLinks,
  },
  {
    slug: 'pages-of-inquiries-fit-their-total',
    statements: ['INQ-04'],
    title: 'Every page of inquiries in the run is full, or is the last one that Total allows',
    rules: /^inquiries\/are-as-many-as-a-page$/,
    readMore: async (t) => {
      await t.get(`/v3/consultas/${t.adminMail}?externalid=${t.session.newExternalId()}`)
    },
  },
  {
    slug: 'blocks-lead-to-what-they-name',
    statements: ['COM-04'],
    title: 'No link block in the run leads only to documented resources of another kind',
    rules: /^documents\/a-block-leads-to-what-it-names /,
    readMore: followLastLinks,
  },
  {
    slug: 'blocks-lead-to-what-is-theirs',
    statements: ['AGE-06', 'AGE-02', 'COM-04'],
    title: 'No link block of an agency or an operator in the run leads to what another one has',
    rules: /^documents\/a-block-leads-to-its-own /,
    readMore: async (t) => void (await agencyByLink(t)),
  },
  {
    slug: 'problems-have-one-spelling',
    statements: ['COM-01', 'ERR-02'],
    title: 'All responses of the run spell the members of problems in the same way',
    rules: /^problems\/one-spelling$/,
  },
  {
    slug: 'not-found-is-a-plain-message',
    statements: ['ERR-04'],
    title: 'If some 404 responses of the run are plain messages, none is a problem',
    rules: /^problems\/404-is-always-a-message$/,
    readMore: readMissingRefs,
  },
  {
    slug: 'links-lead-somewhere',
    statements: ['COM-12', 'COM-02'],
    title: 'No link that the run followed leads to a 404, or with its query to a 400',
    rules: /^documents\/a-link-leads-to-something /,
    readMore: followLastLinks,
  },
  {
    slug: 'media-types-show-one-record',
    statements: ['COM-10', 'CAT-06', 'EVT-02'],
    title: 'Two media types of the same record show the same values',
    rules: /^documents\/forms-show-one-record$/,
    readMore: followLastLinks,
  },
  {
    slug: 'consultas-names-its-publication',
    statements: ['PUB-38', 'INQ-05'],
    title: 'If Consultas of a publication filters by externalid, it is the id of that publication',
    rules: /^publication\/consultas-are-its-own$/,
    readMore: readListedPublication,
  },
]

/** Judges the responses of the run. Skips a statement for which another clause has already failed. */
const judgeResponses = async (t: ClauseContext, { rules, status }: ResponseRule): Promise<void> => {
  const { failedStatements, prefix } = t.session
  // Other clauses of this kind are judged at the same time.
  await nextTurn()
  const broken = (await judgeOfRun(t.session)).broken.filter(
    ({ exchange, finding }) =>
      rules.test(finding.rule) && (status === undefined || exchange.response.status === status),
  )
  const [first] = broken.filter(({ finding }) => !finding.statements.some((id) => failedStatements.has(id)))
  if (first) {
    const { exchange, finding } = first
    t.exchanges.push(...before(exchange, t.session.exchanges, prefix))
    throw new Violation(finding.expected, finding.got, exchange)
  }
  const reported = broken[0]?.finding.statements.find((id) => failedStatements.has(id))
  if (reported !== undefined)
    throw new SkipClause(`${failedStatements.get(reported)} fails for the same statement`)
}

/** Returns an exchange after those that created and changed its subject. */
const before = (exchange: Exchange, all: readonly Exchange[], prefix: string): readonly Exchange[] => {
  const id = new RegExp(`${prefix}\\w*`, 'i').exec(`${exchange.request.url} ${exchange.request.body}`)?.[0]
  const concerns = ({ request: { method, url, body = '' } }: Exchange) =>
    id !== undefined && method !== 'GET' && new RegExp(`${id}(?!\\w)`, 'i').test(`${url} ${body}`)
  return [...all.filter((other) => other.number < exchange.number && concerns(other)), exchange]
}

/** Reads something of every kind, because the run may have few other clauses. */
const readSome = (t: ClauseContext): Promise<unknown> => {
  const paths = [
    `/v3/consultas/${t.adminMail}`,
    '/v3/versiones/0',
    '/v3/marcas/bestmatch',
    '/v3/modelos/bestmatch',
    t.path(t.session.newExternalId()),
  ]
  // Its links may lead to what is read next.
  return t.get('/v3').then(() => Promise.all(paths.map((path) => t.get(path))))
}

/** Asserts that the refused creates of the run made nothing. */
const areNotMade = async (t: ClauseContext): Promise<void> => {
  const { exchanges } = t.session
  const refused = [...t.session.refusedCreates].filter((id) => !t.session.wasCreated(id))
  if (refused.length === 0) t.skip('no create was refused')
  const reads = refused.map(async (id) => ({ id, read: await t.get(t.path(id)) }))
  for (const { id, read } of await Promise.all(reads)) {
    const { ExternalId } = membersOf(read.json)
    // The clean-up does not have to read it again.
    if (read.response.status === 404) t.session.refusedCreates.delete(id)
    if (read.response.status !== 200 || !sameInAnyCase(ExternalId, id)) continue
    t.exchanges.push(...exchanges.filter(({ request }) => request.body?.includes(`"${id}"`)), read)
    throw new Violation('404, because its create was refused', '200', read)
  }
}

/** Clauses on every response of the run; they come after all others. */
export const answerClauses: readonly Clause[] = [
  ...RESPONSE_RULES.map((rule) =>
    clause({
      id: `answers/${rule.slug}`,
      statements: rule.statements,
      title: rule.title,
      leaves: 'nothing',
      needs: [],
      isLast: true,
      prepare: followLinks,
      check: async (t) => {
        await t.once(readSome)
        await rule.readMore?.(t)
        await judgeResponses(t, rule)
      },
    }),
  ),
  clause({
    id: 'answers/refused-creates-make-nothing',
    statements: ['PUB-01', 'PUB-20'],
    title: 'No publication whose create was refused can be read, whichever clause sent the create',
    leaves: 'archived',
    needs: ['write'],
    isLast: true,
    check: async (t) => {
      // The run may have few other clauses.
      await t.create({ Kilometraje: -1, Activa: false })
      await t.create({ Fotos: ['sin foto'], Activa: false })
      await areNotMade(t)
    },
  }),
]
