import { DEFAULT_WORLD, WORLD_NAME } from '../../sandbox/simulator/world-registry.ts'

/** Paths that name a world: of the described API, of the control API, and of the console. */
const NAMED = /^\/(?:w|_playa\/worlds|_playa\/ui\/w)\/([^/]+)(?:\/|$)/

/**
 * Returns the world whose object answers a request. What concerns no world (documents, pictures, pages, an
 * invalid name) is answered by that of `default`.
 */
export const targetWorld = ({ url, headers }: Pick<Request, 'url' | 'headers'>): string => {
  const { pathname, searchParams } = new URL(url)
  const name =
    NAMED.exec(pathname)?.[1] ??
    (pathname.startsWith('/_playa/') ? searchParams.get('world') : headers.get('playa-world')) ??
    DEFAULT_WORLD
  return WORLD_NAME.test(name) ? name : DEFAULT_WORLD
}

/** Returns whether a request copies a world: the copy is a world of another object. */
export const isFork = ({ method, url }: Pick<Request, 'method' | 'url'>): boolean =>
  method === 'POST' && /^\/_playa\/worlds\/[^/]+\/fork\/?$/.test(new URL(url).pathname)

/** Returns whether a path is a page for browsers, or something that pages load. */
export const isPagePath = (pathname: string): boolean => /^\/(?:docs|_playa\/ui)(?:\/|$)/.test(pathname)
