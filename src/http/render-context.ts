import { chosen, type Profile } from '../assumptions/profile.ts'
import type { ResourceForm } from '../wire/media-types.ts'
import type { App, Setting } from '../world/world.ts'
import { RepresentationCache } from './representation-cache.ts'
import type { ApiRequest } from './request.ts'

/** A link object (COM-02). */
export interface Link {
  readonly href: string
  readonly templated?: true
  readonly method?: string
}
export type Links = Record<string, Link>

/**
 * How one caller sees one world: where links start, which options hold, what was already drawn up for it. Representations are
 * functions of a record and a view, so their bytes are kept per view.
 */
export interface RenderContext {
  readonly setting: Setting
  readonly profile: Profile
  readonly app: App
  /** Scheme and authority of the requests that share this view. */
  readonly origin: string
  /** What stands before `/v3` in every `href` (`common/href-form`). */
  readonly base: string
  /** Ends every entity tag, so that views which show the same record otherwise never share one. */
  readonly salt: string
  /** Single records as texts, which go out fastest alone, and as bytes, which go out fastest in lists. */
  readonly cache: Readonly<
    Record<
      ResourceForm,
      { readonly texts: RepresentationCache<string>; readonly bytes: RepresentationCache<Uint8Array> }
    >
  >
}

const CACHE_UNITS_PER_FORM = 24 * 1024 * 1024
const MAX_CONTEXTS_PER_SETTING = 64

const contextsBySetting = new WeakMap<Setting, Map<string, RenderContext>>()

/** The view of a caller; the same one for as long as setting, app and address stay the same. */
export const renderContextOf = (
  setting: Setting,
  app: App,
  { origin, prefix }: Pick<ApiRequest, 'origin' | 'prefix'>,
): RenderContext => {
  let known = contextsBySetting.get(setting)
  if (!known) contextsBySetting.set(setting, (known = new Map()))
  const key = `${app.name} ${origin} ${prefix}`
  const found = known.get(key)
  if (found) return found
  // Clients choose the authority, so the number of views is bounded; an evicted one is only drawn up again.
  if (known.size >= MAX_CONTEXTS_PER_SETTING) known.clear()
  const view = newRenderContext(setting, app, origin, prefix)
  known.set(key, view)
  return view
}

const newRenderContext = (setting: Setting, app: App, origin: string, prefix: string): RenderContext => {
  const { profile } = setting
  return {
    setting,
    profile,
    app,
    origin,
    base: chosen(profile, 'common/href-form') === 'absolute' ? origin + prefix : prefix,
    salt: profile.fingerprint === '' ? '' : `-${profile.fingerprint}`,
    cache: { full: newCaches(), ref: newCaches(), detail: newCaches() },
  }
}

export { zoneMinutesOf } from '../world/agency.ts'

const newCaches = () => ({
  texts: new RepresentationCache<string>(CACHE_UNITS_PER_FORM),
  bytes: new RepresentationCache<Uint8Array>(CACHE_UNITS_PER_FORM),
})

/** A link to a path from `/v3` on. */
export const link = (view: RenderContext, path: string, method?: 'POST' | 'PUT' | 'PATCH'): Link =>
  method ? { href: view.base + path, method } : { href: view.base + path }

/** A link whose query the client fills in, after RFC 6570 (`common/template-syntax`). */
export const template = (view: RenderContext, path: string, names: readonly string[]): Link => ({
  href: `${view.base}${path}{?${names.join(',')}}`,
  templated: true,
})

/** An absolute URL of the sandbox's own pictures; other URLs stay as they are. */
export const photoUrl = (view: RenderContext, url: string): string => (url.startsWith('/') ? view.origin + url : url)
