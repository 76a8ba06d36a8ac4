import { chosen, type Profile } from '../assumptions/profile.ts'
import type { App, Setting } from '../world/world.ts'
import type { Form } from '../wire/media-types.ts'
import type { Ask } from './request.ts'
import { Kept } from './representation-cache.ts'

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
export interface View {
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
  readonly kept: Readonly<Record<Form, { readonly texts: Kept<string>; readonly bytes: Kept<Uint8Array> }>>
}

const KEPT_PER_FORM = 24 * 1024 * 1024
const VIEWS_PER_SETTING = 64

const views = new WeakMap<Setting, Map<string, View>>()

/** The view of a caller; the same one for as long as setting, app and address stay the same. */
export const viewOf = (setting: Setting, app: App, { origin, prefix }: Pick<Ask, 'origin' | 'prefix'>): View => {
  let known = views.get(setting)
  if (!known) views.set(setting, (known = new Map()))
  const key = `${app.name} ${origin} ${prefix}`
  const found = known.get(key)
  if (found) return found
  // Clients choose the authority, so the number of views is bounded; an evicted one is only drawn up again.
  if (known.size >= VIEWS_PER_SETTING) known.clear()
  const view = newView(setting, app, origin, prefix)
  known.set(key, view)
  return view
}

const newView = (setting: Setting, app: App, origin: string, prefix: string): View => {
  const { profile } = setting
  return {
    setting,
    profile,
    app,
    origin,
    base: chosen(profile, 'common/href-form') === 'absolute' ? origin + prefix : prefix,
    salt: profile.fingerprint === '' ? '' : `-${profile.fingerprint}`,
    kept: { full: newKept(), ref: newKept(), detail: newKept() },
  }
}

export { zoneOf } from '../world/agency.ts'

const newKept = () => ({ texts: new Kept<string>(KEPT_PER_FORM), bytes: new Kept<Uint8Array>(KEPT_PER_FORM) })

/** A link to a path from `/v3` on. */
export const link = (view: View, path: string, method?: 'POST' | 'PUT' | 'PATCH'): Link =>
  method ? { href: view.base + path, method } : { href: view.base + path }

/** A link whose query the client fills in, after RFC 6570 (`common/template-syntax`). */
export const template = (view: View, path: string, names: readonly string[]): Link => ({
  href: `${view.base}${path}{?${names.join(',')}}`,
  templated: true,
})

/** An absolute URL of the sandbox's own pictures; other URLs stay as they are. */
export const photoUrl = (view: View, url: string): string => (url.startsWith('/') ? view.origin + url : url)
