/**
 * Information of the entry for an object, sent with a request. Client headers with these names are removed,
 * so that an object can believe them.
 */
export const OBJECT_HEADERS = {
  /** Name of the world. */
  world: 'playa-object-world',
  /** A call that is none of the control API: see `RoutedWorldObject`. */
  call: 'playa-object-call',
  /** Present where the caller may use the control API of this world without showing its token again. */
  trusted: 'playa-object-trusted',
  /** Initial data of a new object, as JSON. */
  settings: 'playa-object-settings',
} as const

/** A caller of the control API, judged by its token. */
export type ControlCaller =
  | { readonly kind: 'deployment' }
  | { readonly kind: 'owner'; readonly owner: string }
  | { readonly kind: 'stranger' }

/** Data of an object besides its world. */
export interface ObjectSettings {
  readonly name: string
  /** Scheme and authority of its first request, for links in messages that no request caused. */
  readonly origin?: string
  /** Token of this world's control API; absent in a deployment that is not shared. */
  readonly token?: string
  /** Digest of its owner's key. */
  readonly ownerDigest?: string
  /** Wall time at which the registry last heard of a use, in milliseconds since the epoch. */
  readonly reportedMs: number
}

/** Returns a request for an object: that of a client, with the information of the entry. */
export const objectRequest = (
  request: Request,
  says: {
    readonly world: string
    readonly call?: string
    readonly trusted?: boolean
    readonly settings?: ObjectSettings
  },
): Request => {
  const headers = new Headers(request.headers)
  for (const name of Object.values(OBJECT_HEADERS)) headers.delete(name)
  headers.set(OBJECT_HEADERS.world, says.world)
  if (says.call !== undefined) headers.set(OBJECT_HEADERS.call, says.call)
  if (says.trusted) headers.set(OBJECT_HEADERS.trusted, 'yes')
  if (says.settings) headers.set(OBJECT_HEADERS.settings, JSON.stringify(says.settings))
  return new Request(request, { headers })
}
