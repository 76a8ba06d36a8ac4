import { chosen, isChosen, type Profile } from '../../api/assumptions/profile.ts'
import type { ResourceForm } from '../../api/wire/media-types.ts'
import type { App, Setting } from '../world/world.ts'
import { RepresentationCache } from './representation-cache.ts'
import type { ApiRequest } from './request.ts'

/** A link object (COM-02). */
export interface LinkObject {
  readonly href: string
  readonly templated?: true
  readonly method?: string
}
/** Link objects by relation name. */
export type LinksByRelation = Record<string, LinkObject>

/**
 * What rendering needs to know of one caller and one world: the start of links, the options in force, and the
 * cache. A representation is a function of a record and a context, so its bytes are cached per context.
 */
export interface RenderContext {
  readonly setting: Setting
  readonly profile: Profile
  readonly app: App
  /** Scheme and authority of the requests that share this context. */
  readonly origin: string
  /** Precedes `/v3` in every `href` (`common/href-form`). */
  readonly base: string
  /** Suffix of every entity tag, so that profiles that render a record differently never share a tag. */
  readonly salt: string
  /** Rendered records by form, as bytes: text that is not ASCII takes 10 µs longer to send. */
  readonly cache: Readonly<Record<ResourceForm, RepresentationCache>>
}

const MAX_CONTEXTS_PER_SETTING = 64

const contextsBySetting = new WeakMap<Setting, Map<string, RenderContext>>()

/** Where links start, and their form when it is not that of responses (`events/href-form`). */
interface LinkBase extends Pick<ApiRequest, 'origin' | 'prefix'> {
  readonly hrefForm?: 'root-relative' | 'absolute'
}

/** Returns the context of a caller, the same one while setting, app and address stay the same. */
export const renderContextOf = (
  setting: Setting,
  app: App,
  { origin, prefix, hrefForm = chosen(setting.profile, 'common/href-form') }: LinkBase,
): RenderContext => {
  let known = contextsBySetting.get(setting)
  if (!known) contextsBySetting.set(setting, (known = new Map()))
  const key = `${app.name} ${hrefForm} ${origin} ${prefix}`
  const found = known.get(key)
  if (found) return found
  // Clients choose the authority, so the number of contexts is bounded; an evicted one is only created again.
  if (known.size >= MAX_CONTEXTS_PER_SETTING) known.clear()
  const base = hrefForm === 'absolute' ? origin + prefix : prefix
  const context = newRenderContext(setting, app, { origin: origin + pathBeforeWorld(prefix), base })
  known.set(key, context)
  return context
}

/** Returns the path below which a proxy serves the sandbox: pictures belong to no world. */
const pathBeforeWorld = (prefix: string): string => prefix.replace(/\/w\/[^/]+$/, '')

/** Returns the context of a delivery to an app, whose links may have another form (`events/href-form`). */
export const deliveryContextOf = (
  setting: Setting,
  app: App,
  base: Pick<ApiRequest, 'origin' | 'prefix'>,
): RenderContext =>
  isChosen(setting.profile, 'events/href-form', 'absolute')
    ? renderContextOf(setting, app, { ...base, hrefForm: 'absolute' })
    : renderContextOf(setting, app, base)

const newRenderContext = (
  setting: Setting,
  app: App,
  { origin, base }: Pick<RenderContext, 'origin' | 'base'>,
): RenderContext => {
  const { profile } = setting
  return {
    setting,
    profile,
    app,
    origin,
    base,
    salt: profile.fingerprint === '' ? '' : `-${profile.fingerprint}`,
    cache: { full: newCache(), ref: newCache(), detail: newCache() },
  }
}

const newCache = () => new RepresentationCache()

/** Creates a link to a path from `/v3` on. */
export const link = (context: RenderContext, path: string, method?: 'POST' | 'PUT' | 'PATCH'): LinkObject =>
  method ? { href: context.base + path, method } : { href: context.base + path }

/** Creates a link whose query the client fills in, by default after RFC 6570 (`common/template-syntax`). */
export const template = (context: RenderContext, path: string, names: readonly string[]): LinkObject => ({
  href: isChosen(context.profile, 'common/template-syntax', 'rfc-6570')
    ? `${context.base}${path}{?${names.join(',')}}`
    : `${context.base}${path}?${names.map((name) => `${name}={${name}}`).join('&')}`,
  templated: true,
})

/** Makes a path of the sandbox's own pictures absolute; returns other URLs unchanged. */
export const photoUrl = (context: RenderContext, url: string): string =>
  url.startsWith('/') ? context.origin + url : url
