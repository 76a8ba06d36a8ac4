import { faultTarget } from '../../faults/fault-target.ts'
import { operations } from '../../resources/index.ts'
import { isExempt, pathOfTarget, queryOf } from './client-call.ts'
import type { FaultInjection, ResponseStep } from './fault-injection.ts'
import { mappedJson } from './json-walk.ts'
import { changedJson, everyAnswer, type WorldFault } from './world-fault.ts'

const isPaged = (target: string): boolean =>
  /^\/v3\/(?:(?:agencias|marcas|modelos|versiones|ciudades|regiones)$|(?:operadores|sucursales)\/[^/]+$)/.test(
    pathOfTarget(target),
  )

const PAGES = 5
const PAGE = /[?&]pagina=\d+/

/** Returns the page of a list that a target asks for. */
const pageOf = (value: unknown, target: string): unknown => {
  // A list of the catalogue has these members.
  const list = value as { readonly _entries?: readonly unknown[]; readonly _links: object }
  const { _entries: all = [] } = list
  if (all.length < 2) return value
  const PerPagina = Math.ceil(all.length / PAGES)
  const Pagina = Number(queryOf(target).get('pagina') ?? 1)
  const whole = target.replace(PAGE, '')
  const next = { href: `${whole}${whole.includes('?') ? '&' : '?'}pagina=${Pagina + 1}` }
  return {
    ...list,
    Pagina,
    Total: all.length,
    PerPagina,
    _entries: all.slice((Pagina - 1) * PerPagina, Pagina * PerPagina),
    _links: Pagina * PerPagina < all.length ? { ...list._links, next } : list._links,
  }
}

/** Gives the last page of inquiries a link to another one, which is empty. */
const withEmptyPage = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { Pagina, _entries, _links } = members
    if (!('Desde' in members) || !Array.isArray(_entries) || _entries.length === 0) return members
    // A page has its own address.
    const links = _links as { readonly self?: { readonly href: string }; readonly next?: object }
    const { self, next } = links
    if (next || !self) return members
    const whole = self.href.replace(/[?&]pagina=\d+/, '')
    const href = `${whole}${whole.includes('?') ? '&' : '?'}pagina=${Number(Pagina) + 1}`
    return { ...members, _links: { ...links, next: { href } } }
  })

const ELSEWHERE = '/v3/enlaces'

const operationAt = (method: string, path: string) => {
  const id = faultTarget(method, path).operation
  return operations.all.find((operation) => operation.id === id)
}

/** Returns whether the description shows an operation only as a link, so its path may be any. */
const isLinkOnly = (method: string, path: string): boolean =>
  operationAt(method, path)?.assumption !== undefined

const METHODS = ['GET', 'POST', 'PUT', 'PATCH'] as const

/**
 * Returns whether the description shows a path for another method, so many clients use it for this one too.
 */
const isDocumentedForOtherMethod = (path: string): boolean =>
  METHODS.some((method) => operationAt(method, path) && !isLinkOnly(method, path))

/** Moves links to paths that no client can guess. */
const withMovedLinks = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { href, method = 'GET' } = members
    if (typeof href !== 'string' || typeof method !== 'string') return members
    const start = href.indexOf('/v3/')
    const path = href.slice(start).replace(/[?{].*$/s, '')
    if (start < 0 || !isLinkOnly(method, path)) return members
    return { ...members, href: `${href.slice(0, start)}${ELSEWHERE}${href.slice(start + '/v3'.length)}` }
  })

const OWN_QUERY = /\?v=3(&|$)/

/** Adds a query to links that have none. */
const withQueries = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { href } = members
    return typeof href === 'string' && !/[?{]/.test(href) ? { ...members, href: `${href}?v=3` } : members
  })

const notFound: ResponseStep = () =>
  new Response('No se encontró el recurso.', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })

const isMoved = (target: string): boolean => `${pathOfTarget(target)}/`.startsWith(`${ELSEWHERE}/`)

const targetBehindLink = (_: string, target: string): string | undefined =>
  isMoved(target) ? target.replace(ELSEWHERE, '/v3') : undefined

/** Moves links, and answers requests to the affected old paths with 404. */
const elsewhere = (isAffected: (path: string, target: string) => boolean): FaultInjection => ({
  incomingTarget: targetBehindLink,
  before: (world, { method, target, sentTarget }) => {
    const path = pathOfTarget(target)
    if (isMoved(sentTarget) || !isLinkOnly(method, path) || !isAffected(path, target))
      return changedJson(world, withMovedLinks)
    world.mark()
    return notFound
  },
})

/** Returns whether an address has no variables and the path of a documented operation. */
const isDocumentedPath = (path: string, target: string): boolean =>
  isDocumentedForOtherMethod(path) && [...queryOf(target).keys()].every((name) => name === 'pagina')

/** Redirects every read, or every write, of the described API to another path. */
const redirected = (isAffected: (method: string) => boolean): FaultInjection => {
  const isRedirected = (method: string, target: string) =>
    isAffected(method) && `${pathOfTarget(target)}/`.startsWith('/v3/') && !isMoved(target)
  return {
    // That path does not exist, so a redirected write is not carried out here.
    incomingTarget: (method, target, headers) =>
      isRedirected(method, target) && !isExempt(headers)
        ? target.replace('/v3', ELSEWHERE)
        : targetBehindLink(method, target),
    before: ({ mark }, { method, sentTarget }) => {
      if (!isRedirected(method, sentTarget)) return undefined
      mark()
      const headers = { Location: sentTarget.replace('/v3', ELSEWHERE) }
      return () => new Response(null, { status: 307, headers })
    },
  }
}

/** Faults of a whole run that change links, and pages of the catalogue. */
export const linkFaults = {
  'lists-paged': {
    means: 'lists of the catalogue, of agencies, operators and branches come in pages',
    weakness: 'treats the first page of a list as the whole list',
    rank: 8,
    replays: false,
    advises: true,
    injection: () => ({
      incomingTarget: (_, target) => (isPaged(target) ? target.replace(PAGE, '') : undefined),
      before: (world, { method, target, sentTarget }) =>
        method === 'GET' && isPaged(target)
          ? changedJson(world, (value) => pageOf(value, sentTarget))
          : undefined,
    }),
  },
  'empty-page': {
    means: 'the last page of inquiries has a link next, to a page without entries',
    weakness: 'fails on an empty page',
    rank: 8,
    replays: true,
    advises: true,
    crashCounts: true,
    injection: () => everyAnswer(withEmptyPage),
  },
  'links-elsewhere': {
    means: 'everything that the description shows only as a link is available only at its link',
    weakness: 'builds URLs by hand instead of following links',
    rank: 2,
    replays: false,
    injection: () => elsewhere((path, target) => !isDocumentedPath(path, target)),
  },
  'lists-elsewhere': {
    means:
      'a list, or the edit of settings, is available only at its link, not at the path documented for another method',
    weakness: 'assumes that the path of one method serves another one too, which is not documented',
    rank: 8,
    replays: false,
    advises: true,
    injection: () => elsewhere(isDocumentedPath),
  },
  'links-with-query': {
    means: 'links that had no query have one: ?v=3',
    weakness: 'appends its own query to a link with ?, or takes an id from its end',
    rank: 8,
    replays: false,
    advises: true,
    injection: () => ({
      incomingTarget: (_, target) => target.replace(OWN_QUERY, (_, end) => (end === '' ? '' : '?')),
      before: (world, { operation }) =>
        operation === undefined ? undefined : changedJson(world, withQueries),
    }),
  },
  redirected: {
    means: 'every read is redirected with 307',
    weakness: 'does not follow redirects',
    rank: 8,
    replays: false,
    advises: true,
    injection: () => redirected((method) => method === 'GET'),
  },
  'writes-redirected': {
    means: 'every write is redirected with 307',
    weakness: 'does not follow redirects of writes',
    rank: 8,
    replays: false,
    advises: true,
    injection: () => redirected((method) => method !== 'GET'),
  },
} as const satisfies Readonly<Record<string, WorldFault>>
