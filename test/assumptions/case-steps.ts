import { createHash, createHmac } from 'node:crypto'
import type { Inquiry } from '../../src/model/world/inquiry.ts'
import { inquiryTable } from '../../src/model/world/inquiry.ts'
import { publicationKey } from '../../src/model/world/publication.ts'
import { visitTable } from '../../src/model/world/visit.ts'
import type { World } from '../../src/model/world/world.ts'
import { type ExchangeResult, golListing, MAIL, NOW, send } from '../support/miniature-world.ts'

/** Steps that many cases share. All of them go through the decision core, as a client's requests do. */

export const PUBLICATIONS = `/v3/publicaciones/${MAIL}`
export const INQUIRIES = `/v3/consultas/${MAIL}`

export const create = (
  world: World,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
  as?: string,
): ExchangeResult => send(world, 'POST', PUBLICATIONS, { body: golListing(id, more), ...(as && { app: as }) })

/** Returns the world in which the publication was created. */
export const worldWithPublication = (
  world: World,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
  as?: string,
): World => succeeded(create(world, id, more, as), 201)

export const archived = (world: World, id: string): World =>
  succeeded(send(world, 'PATCH', `${PUBLICATIONS}/${id}/archivar`), 200)

export const succeeded = (result: ExchangeResult, status: number): World => {
  if (result.status !== status) throw new Error(`expected ${status}, got ${result.status}: ${result.text}`)
  return result.world
}

/** Returns the keys of `Errors` of a validation problem; undefined for every other response. */
export const validationKeys = (result: ExchangeResult): string[] | undefined =>
  result.json?.Errors && Object.keys(result.json.Errors).sort()

export const atTime = (world: World, ms: number): World => ({ ...world, clock: { ...world.clock, atMs: ms } })

const DAY_MS = 86_400_000

/** Leads on the publication `lead`, received `days` before the world's time by the named operators. */
export const withLeads = (
  world: World,
  leads: readonly { readonly daysAgo: number; readonly operator?: string }[],
): World => {
  const after = worldWithPublication(world, 'lead')
  const car = after.publications.get(publicationKey(0, 'lead'))
  if (!car) throw new Error('the publication of the leads is missing')
  const inquiries = leads.map(
    ({ daysAgo, operator = MAIL }, number): Inquiry => ({
      number,
      agency: 0,
      offsetMs: NOW - daysAgo * DAY_MS - after.setting.anchorMs,
      car,
      OperadorResponsable: operator,
      OrigenLead: 'form',
      lead: number,
    }),
  )
  return { ...after, inquiries: inquiryTable(inquiries) }
}

/**
 * Visits to a listing of the first app: one yesterday, for the named operator, two today, for the
 * administrator.
 */
export const withVisits = (world: World, operator: string): World => {
  const day = (days: number, Visitas: number, OperadorResponsable: string) => ({
    agency: 0,
    day: days,
    ExternalId: 'seen',
    app: 'uno',
    OperadorResponsable,
    Visitas,
  })
  return { ...world, visits: visitTable([day(-1, 1, operator), day(0, 2, MAIL)]) }
}

interface Signing {
  readonly method?: string
  readonly target: string
  readonly body?: string
  readonly digest?: string
  /** Milliseconds; sent as `Date`. */
  readonly dateMs?: number
  readonly extra?: Readonly<Record<string, string>>
}

/** Signs a request as `auth/hmac` documents it, independently of the code that verifies it. */
export const hmacHeaders = (
  app: string,
  { method = 'GET', target, digest, dateMs = NOW, extra = {} }: Signing,
) => {
  const date = new Date(dateMs).toUTCString()
  const names = Object.keys(extra).sort()
  const lines = [method, digest ?? '', date, ...names.map((name) => `${name}:${extra[name]}`), target]
  const hmac = createHmac('sha256', `secret-of-${app}`).update(lines.join('\n')).digest('base64')
  return {
    Authorization: `ACS-HMAC key-${app}:${hmac}`,
    Date: date,
    ...(digest && { Digest: digest }),
    ...extra,
  }
}

export const digestOf = (body: string, algorithm: 'sha-256' | 'sha-512' = 'sha-256'): string =>
  `${algorithm}=${createHash(algorithm.replace('-', '')).update(body).digest('base64')}`
