import type { Branding } from '../ui/branding.ts'
import { type PageContext, requestedWorld } from '../ui/page-context.ts'
import { ApiError } from '../ui/sandbox/api-error.ts'
import type { AgencyData, AgencyListData, PublicationData, WorldData } from '../ui/sandbox/api-types.ts'
import { type AppCredentials, credentialHeaders } from '../ui/sandbox/credentials.ts'
import type { WorldClient } from '../ui/sandbox/world-client.ts'

interface StorefrontApiState {
  readonly details: WorldData
  /** Option in force by the id of the assumption. */
  readonly option: (id: string) => string
  readonly nowMs: number
}

interface ReadOptions {
  /** True: list entries are refs with entity tags instead of whole publications. */
  readonly asRefs?: boolean
}

/** Opens the requested world for the storefront, under its branding. */
export const openStorefront = (context: PageContext): Promise<StorefrontApi> => {
  const world = requestedWorld(context)
  return StorefrontApi.open(world, context.var.brandings.get(world.name))
}

/**
 * Reads the described API as every app of a world: the storefront shows what any app published. Requests are
 * signed in the scheme of the world and are not recorded in its journal.
 */
export class StorefrontApi {
  readonly world: WorldClient
  readonly #state: StorefrontApiState

  private constructor(world: WorldClient, state: StorefrontApiState) {
    this.world = world
    this.#state = state
  }

  static async open(world: WorldClient, branding?: Branding): Promise<StorefrontApi> {
    const [found, profile, clock] = await Promise.all([world.details(), world.profile(), world.clock()])
    const option = (id: string) => profile.assumptions[id]?.option ?? ''
    // The name of a demo replaces that of the only agency; several agencies keep their own names.
    const details =
      branding?.name === undefined || found.agencies.length > 1
        ? found
        : {
            ...found,
            agencies: found.agencies.map((agency) => ({
              ...agency,
              nombreComercial: branding.name ?? agency.nombreComercial,
            })),
          }
    return new StorefrontApi(world, { details, option, nowMs: clock.nowMs })
  }

  get apps(): readonly AppCredentials[] {
    return this.#state.details.apps
  }

  get agencies(): readonly AgencyData[] {
    return this.#state.details.agencies
  }

  /** True when every app sees the publications of all apps (`publications/other-apps`). */
  get appsSharePublications(): boolean {
    return this.#state.option('publications/other-apps') === 'shared'
  }

  /** The word of `EstadoActual` for an active publication (`publications/state-literals`). */
  get activeWord(): string {
    const option = this.#state.option('publications/state-literals')
    return option.startsWith('words:') ? (option.slice('words:'.length).split(',')[0] ?? '') : 'Activa'
  }

  /** Reads a path as an app; returns undefined when the app may not see it. `path` starts with `/v3`. */
  async find<Data>(
    app: AppCredentials,
    path: string,
    { asRefs = false }: ReadOptions = {},
  ): Promise<Data | undefined> {
    const { option, nowMs } = this.#state
    const url = this.world.api.urlOf(path)
    const target = url.pathname + url.search
    const vendor = option('common/vendor').replace(/^.*:/, '')
    const scheme = option('auth/scheme') || 'open'
    const response = await this.world.api.fetch(target, {
      Accept: asRefs ? `application/vnd.${vendor}.ref+json` : 'application/json',
      'Playa-Aside': 'yes',
      ...credentialHeaders(app, scheme, { method: 'GET', target, nowMs, body: undefined }),
    })
    // The contract suite holds the API to its document, from which callers take `Data`.
    if (response.ok) return (await response.json()) as Data
    if ([403, 404, 410].includes(response.status)) return undefined
    throw new ApiError(response.status, `GET ${path} responded with ${response.status}.`)
  }

  /** Returns the agencies that the app may see. */
  async agenciesOf(app: AppCredentials): Promise<readonly AgencyData[]> {
    const list = await this.find<AgencyListData>(app, '/v3/agencias')
    const mails = new Set((list?._entries ?? []).map(({ AdminMail }) => AdminMail.toLowerCase()))
    return this.agencies.filter(({ adminMail }) => mails.has(adminMail.toLowerCase()))
  }

  agency(mail: string): AgencyData | undefined {
    return this.agencies.find(({ adminMail }) => adminMail.toLowerCase() === mail.toLowerCase())
  }

  /** Reads a path as the first app that may see it. */
  async findByAny<Data>(path: string): Promise<Data | undefined> {
    for (const app of this.apps) {
      const found = await this.find<Data>(app, path)
      if (found !== undefined) return found
    }
    return undefined
  }

  publication(mail: string, externalid: string): Promise<PublicationData | undefined> {
    return this.findByAny(`/v3/publicaciones/${encodeURIComponent(mail)}/${encodeURIComponent(externalid)}`)
  }
}
