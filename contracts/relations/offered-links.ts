import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import {
  entriesOf,
  isPlainGet,
  isTemplate,
  type LinkObjectShape,
  linkObjectsIn,
  ownLinksIn,
} from '../../src/kit/target/links.ts'
import { resolveHref } from '../../src/kit/target/target.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { leadsSomewhere } from '../common/hypermedia.ts'
import { describedRequest } from '../rules/described-request.ts'
import { archiveAll, UNKNOWN_TAG } from '../support/publication-writes.ts'

/** Following a link is not refused for its address or its method (COM-02, COM-12). */

/** Maximum number of links of one document that are followed. */
const MAX_FOLLOWED = 15
/** Entries whose links are followed. */
const MAX_ENTRIES = 3

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Statuses for a wrong address or method of a link. */
const UNUSABLE = [404, 405, 410, 501]

/** Documents whose links are followed, by the name in clause ids. */
const DOCUMENTS: Readonly<Record<string, { statement: string; read(t: ClauseContext): Promise<Exchange> }>> =
  {
    operators: { statement: 'AGE-02', read: (t) => t.get(`/v3/operadores/${t.adminMail}`) },
    inquiries: { statement: 'INQ-04', read: (t) => t.get(`/v3/consultas/${t.adminMail}`) },
    package: { statement: 'AGE-07', read: (t) => t.get(`/v3/agencias/${t.adminMail}/productos`) },
    notifications: { statement: 'AGE-10', read: (t) => t.get(`/v3/notificaciones/${t.adminMail}`) },
    topics: { statement: 'EVT-01', read: (t) => t.get('/v3/appnotificaciones') },
  }

/**
 * Returns the links of a document, and those of its first entries to themselves, each address once. Other
 * links of an entry may lead to something hidden from the app, as the publication of an inquiry (ERR-07).
 */
const linksOf = (exchange: Exchange): readonly (LinkObjectShape & { readonly where: string })[] => {
  const { _entries: _, ...own } = membersOf(exchange.json)
  const [resource = ''] = /\/v3\/[^/?]+/.exec(exchange.request.url) ?? []
  const ofEntries = entriesOf(exchange.json)
    .slice(0, MAX_ENTRIES)
    .flatMap((entry) => ownLinksIn(entry))
    .filter(({ href }) => new URL(href, exchange.request.url).pathname.includes(`${resource}/`))
  const found = [...linkObjectsIn(own), ...ofEntries]
  return [...new Map(found.map((link) => [`${link.method} ${link.href}`, link])).values()].slice(
    0,
    MAX_FOLLOWED,
  )
}

const followAll = async (t: ClauseContext, exchange: Exchange): Promise<void> => {
  for (const link of linksOf(exchange)) {
    if (isPlainGet(link))
      leadsSomewhere(t, await t.get(linkTarget(t, exchange, link)), link.where === '_links.self')
    else if (!isTemplate(link)) await tryMethod(t, exchange, link)
  }
}

/** Returns the address of a link, which may be relative to the document (`common/href-form`). */
const linkTarget = ({ target }: ClauseContext, { request }: Exchange, { href }: LinkObjectShape): string =>
  /^(https?:)?\/\/|^\//i.test(href) ? resolveHref(target, href) : new URL(href, request.url).href

/**
 * Sends OPTIONS, which changes nothing. The description does not mention it, so its response counts only if
 * it names the methods that are described for the path.
 */
const tryMethod = async (t: ClauseContext, exchange: Exchange, link: LinkObjectShape): Promise<boolean> => {
  const options = await t.send('OPTIONS', linkTarget(t, exchange, link))
  const { status, headers } = options.response
  const allowed = headers.allow?.split(',').map((name) => name.trim().toUpperCase())
  if (status >= 300 || !allowed || !link.method) return false
  const { url } = options.request
  const described = WRITES.filter((method) => describedRequest({ method, url }))
  if (described.length === 0 || !described.every((method) => allowed.includes(method))) return false
  const expected = `${link.method} among the methods of ${link.href}, as its link says`
  t.assert(allowed.includes(link.method.toUpperCase()), expected, allowed.join(', '), options)
  return true
}

/** Sends the method of a link with an entity tag that matches nothing, so that nothing is written. */
const tryMethodOfCreated = async (
  t: ClauseContext,
  exchange: Exchange,
  link: LinkObjectShape,
): Promise<void> => {
  const method = link.method ?? 'GET'
  if (await tryMethod(t, exchange, link)) return
  // A link to another publication is not followed: the run changes only what it created.
  const ids = [...t.session.unarchived].map((id) => encodeURIComponent(id).toLowerCase())
  const target = new URL(linkTarget(t, exchange, link)).pathname.toLowerCase()
  const isOwn =
    /\/publicaciones\/[^/]+\/[^/]+/.test(target) && ids.some((id) => target.split('/').includes(id))
  if (!isOwn || method.toUpperCase() === 'DELETE') return
  const headers = { 'If-Match': UNKNOWN_TAG }
  const answer = await t.send(method.toUpperCase(), linkTarget(t, exchange, link), { headers, body: {} })
  const { status } = answer.response
  if (UNUSABLE.includes(status))
    throw new Violation(`${link.href} to take ${method}, as its link says`, `${status}`, answer)
}

const publicationClause = (state: 'active' | 'suspended'): Clause =>
  clause({
    id: `relations/links-of-an-${state}-publication-are-usable`.replace('an-s', 'a-s'),
    rule: 'relations/links-of-{document}-are-usable',
    statements: ['COM-02', 'COM-12', 'PUB-02'],
    title: `Every link of ${state === 'active' ? 'an active' : 'a suspended'} publication leads to a resource by its method`,
    leaves: 'archived',
    needs: state === 'active' ? ['write', 'place'] : ['write'],
    check: async (t) => {
      const made = await t.publication({ Activa: state === 'active' })
      try {
        const read = await t.get(made.path)
        for (const link of linksOf(read)) {
          if (isPlainGet(link)) leadsSomewhere(t, await t.get(linkTarget(t, read, link)))
          else if (!isTemplate(link)) await tryMethodOfCreated(t, read, link)
        }
        await judgeSelf(t, read)
      } finally {
        await archiveAll(t, [made])
      }
    },
  })

/** The link `self` leads to the document that has it (COM-03). */
const judgeSelf = async (t: ClauseContext, read: Exchange): Promise<void> => {
  const self = ownLinksIn(read.json).find(({ where }) => where === '_links.self')
  if (!self || !isPlainGet(self)) return
  const led = await t.get(linkTarget(t, read, self), { accept: t.types.json })
  const { ExternalId } = membersOf(read.json)
  const got = membersOf(led.json).ExternalId
  t.assert(got === ExternalId, `self to lead to the publication ${ExternalId}`, got, led)
}

/** Clauses on the links that documents offer. */
export const offeredLinkClauses: readonly Clause[] = [
  ...Object.entries(DOCUMENTS).map(([name, { statement, read }]) =>
    clause({
      id: `relations/links-of-${name}-are-usable`,
      rule: 'relations/links-of-{document}-are-usable',
      statements: ['COM-02', 'COM-12', statement],
      title: `Every link of ${name} leads to a resource by its method`,
      leaves: 'nothing',
      needs: [],
      check: async (t) => {
        const document = await read(t)
        if (document.response.status !== 200) t.skip(`${name} are answered ${document.response.status}`)
        await followAll(t, document)
      },
    }),
  ),
  publicationClause('active'),
  publicationClause('suspended'),
]
