import { sameInAnyCase } from '../../lib/text/same-in-any-case.ts'
import { errorMessage, isJsonObject, membersOf } from '../../lib/unknown-values.ts'
import { entriesBehind } from '../sample/catalogue-links.ts'
import type { Exchange } from '../target/exchange.ts'
import type { Clause } from './clause.ts'
import type { RunSession } from './session.ts'
import { RunStopped, type StopReason } from './violation.ts'

/**
 * Requests the entry point and the agency before any clause. So a wrong URL or wrong credentials are reported
 * once, not by every clause. Returns undefined when both answer.
 */
export const preflight = async (
  session: RunSession,
  clauses?: readonly Clause[],
): Promise<StopReason | undefined> => {
  try {
    return (
      (await checkEntryPoint(session)) ??
      (!clauses || clauses.some(needsAgency) ? await checkAgency(session) : undefined)
    )
  } catch (error) {
    if (error instanceof RunStopped) return error.reason
    return { code: 'unreachable', message: errorMessage(error) }
  }
}

/** Returns whether a clause requests anything of an agency. */
export const needsAgency = ({ id }: Pick<Clause, 'id'>): boolean => !/^(?:entry-point|catalogue)\//.test(id)

const checkEntryPoint = async (session: RunSession): Promise<StopReason | undefined> => {
  const { response, request } = await session.send('GET', '/v3', {})
  const { status, headers } = response
  if (status === 401 || status === 403) return unauthorizedAt(request.url, status)
  if (status < 300 || status >= 400 || !headers['location']) return undefined
  const message = `${request.url} leads elsewhere, to ${headers['location']}: give the URL that it leads to.`
  return { code: 'redirected', message }
}

/** Reads to which every agency responds (AGE-07, AGE-01, AGE-10). One that succeeds is enough. */
export const AGENCY_READS = [
  '/v3/agencias/{adminmail}/productos',
  '/v3/operadores/{adminmail}',
  '/v3/notificaciones/{adminmail}',
]

/**
 * Stops a run whose agency the service does not list. A service that does not list agencies may have none of
 * their paths yet: the clauses say which.
 */
const checkAgency = async (session: RunSession): Promise<StopReason | undefined> => {
  const { base, agency } = session.target
  for (const template of AGENCY_READS) {
    const path = template.replace('{adminmail}', encodeURIComponent(agency))
    const exchange = await session.send('GET', path, {})
    const { response, request } = exchange
    if (response.status === 401 || response.status === 403)
      return unauthorizedAt(request.url, response.status)
    if (hasUsableLinks(exchange)) return undefined
  }
  for (const template of AGENCY_READS) {
    const literal = await session.send('GET', template.replace('{adminmail}', agency), {})
    if (hasUsableLinks(literal)) return undecodedAt(literal.request.url)
  }
  const entry = await session.send('GET', '/v3', {})
  const { status } = entry.response
  if (!hasUsableLinks(entry))
    return { code: 'no-service', message: `${base}/v3 answers ${status} and knows nothing: check the URL.` }
  const listed = (await entriesBehind(session, membersOf(entry.json)['Agencias'])).flatMap(mailsOf)
  if (listed.length === 0 || listed.some((mail) => sameInAnyCase(mail, agency))) return undefined
  const which = listed.length === 1 ? 'another one' : `${listed.length} others`
  return {
    code: 'unknown-agency',
    message: `${base} does not know the agency ${agency} for this app, but lists ${which}: check --agency.`,
  }
}

/** Returns the e-mails by which an entry of the list of agencies names an agency (AGE-06). */
const mailsOf = ({ AdminMail }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof AdminMail === 'string' ? [AdminMail] : []

const undecodedAt = (url: string): StopReason => ({
  code: 'undecoded-path',
  message: `${url} is answered, and is not found with %40 in place of @: paths have to be percent-decoded (RFC 3986, 2.1), and most of a run sends such paths.`,
})

const unauthorizedAt = (url: string, status: number): StopReason => ({
  code: 'unauthorized',
  message: `${url} answers ${status}: check --auth and the credentials.`,
})

/**
 * Returns whether a response is a JSON object with a link that has an `href`, its own or in a link block
 * (COM-03, COM-04).
 */
export const hasUsableLinks = ({ response, json }: Exchange): boolean =>
  response.status >= 200 &&
  response.status < 300 &&
  isJsonObject(json) &&
  (hasLinks(json) || Object.values(json).some(hasLinks))

const hasLinks = (value: unknown): boolean =>
  isJsonObject(value) && isJsonObject(value['_links']) && Object.values(value['_links']).some(isUsableLink)

const isUsableLink = (link: unknown): boolean =>
  isJsonObject(link) && typeof link['href'] === 'string' && link['href'] !== ''
