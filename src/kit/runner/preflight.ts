import type { Exchange } from '../target/exchange.ts'
import type { RunSession } from './session.ts'

/** Why nothing can be tried, or nothing more, in one sentence. */
export interface StopReason {
  readonly code: 'unreachable' | 'unauthorized' | 'elsewhere' | 'no-agency' | 'no-service'
  readonly message: string
}

/** Asks for the entry point and for the agency, so that a wrong address is told once and not by every clause. */
export const preflight = async (session: RunSession): Promise<StopReason | undefined> => {
  try {
    return (await checkEntryPoint(session)) ?? (await checkAgency(session))
  } catch (error) {
    return { code: 'unreachable', message: error instanceof Error ? error.message : String(error) }
  }
}

const checkEntryPoint = async (session: RunSession): Promise<StopReason | undefined> => {
  const { response, request } = await session.send('GET', '/v3', {})
  const { status, headers } = response
  if (status === 401 || status === 403) return unauthorized(request.url, status)
  if (status < 300 || status >= 400 || !headers['location']) return undefined
  const sentence = `${request.url} leads elsewhere, to ${headers['location']}: give the URL that it leads to.`
  return { code: 'elsewhere', message: sentence }
}

/** Reads that every agency answers (AGE-07, AGE-01, AGE-10). One that is there is enough. */
const AGENCY_READS = ['agencias/{mail}/productos', 'operadores/{mail}', 'notificaciones/{mail}']

const checkAgency = async (session: RunSession): Promise<StopReason | undefined> => {
  const { base, agency } = session.target
  for (const path of AGENCY_READS) {
    const { response, request } = await session.send(
      'GET',
      `/v3/${path.replace('{mail}', encodeURIComponent(agency))}`,
      {},
    )
    if (response.status === 401 || response.status === 403) return unauthorized(request.url, response.status)
    if (response.status !== 404) return undefined
  }
  const entry = await session.send('GET', '/v3', {})
  return hasUsableLinks(entry)
    ? { code: 'no-agency', message: `${base} does not know the agency ${agency} for this app (404): check --agency.` }
    : { code: 'no-service', message: `${base}/v3 answers ${entry.response.status} and knows nothing: check the URL.` }
}

const unauthorized = (url: string, status: number): StopReason => ({
  code: 'unauthorized',
  message: `${url} answers ${status}: check --auth and the credentials.`,
})

/** An answer of substance: a JSON object with a link that leads somewhere, its own or in a link block (COM-03, COM-04). */
export const hasUsableLinks = ({ response, json }: Exchange): boolean =>
  response.status >= 200 &&
  response.status < 300 &&
  isObject(json) &&
  (hasLinks(json) || Object.values(json).some(hasLinks))

const hasLinks = (value: unknown): boolean =>
  isObject(value) && isObject(value['_links']) && Object.values(value['_links']).some(isUsableLink)

const isUsableLink = (link: unknown): boolean => isObject(link) && typeof link['href'] === 'string' && link['href'] !== ''

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
