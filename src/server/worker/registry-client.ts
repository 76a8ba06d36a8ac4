import type { WorkerEnv } from './platform.ts'

/** A question to the registry. */
export type RegistryQuestion =
  | {
      readonly ask: 'reserve'
      readonly name?: string
      readonly isShared: boolean
      readonly owner?: string
      /** Address of the client: what one address may make is limited. */
      readonly address: string
    }
  /** `newOwner` is forgotten with the world that was not made for them. */
  | { readonly ask: 'release'; readonly name: string; readonly newOwner?: string }
  | { readonly ask: 'used' | 'ownerOf'; readonly name: string }
  | { readonly ask: 'owner'; readonly key: string }
  | { readonly ask: 'list'; readonly owner?: string; readonly limit: number }

/** A name for a new world, or why there is none. */
export interface Reservation {
  readonly name?: string
  readonly owner?: string
  readonly ownerDigest?: string
  /** Present for a new owner: it is shown once. */
  readonly ownerKey?: string
  readonly refused?: { readonly status: number; readonly detail: string }
}

/** The response of the registry; its members depend on the question. */
export interface RegistryResponse {
  readonly reservation?: Reservation
  readonly owner?: string
  readonly ownerDigest?: string
  readonly names?: readonly string[]
}

/** Calls the registry of a deployment. */
export const askRegistry = async (
  { REGISTRY }: WorkerEnv,
  question: RegistryQuestion,
): Promise<RegistryResponse> => {
  const registry = REGISTRY.get(REGISTRY.idFromName('registry'))
  const request = new Request('http://playa.localhost/', { method: 'POST', body: JSON.stringify(question) })
  // The registry answers with this type only.
  return (await (await registry.fetch(request)).json()) as RegistryResponse
}

/** Reports to the registry that a world is used, which delays its expiry. */
export const reportUse = async (env: WorkerEnv, name: string): Promise<void> => {
  await askRegistry(env, { ask: 'used', name })
}
