import { Refused, type WorldClient } from '../web-ui/client.ts'
import { credentialsOf } from '../web-ui/credentials.ts'
import type { AgencyBrief, Collection, Publicacion, WorldTold } from '../web-ui/api-types.ts'

type App = WorldTold['apps'][number]

interface Answer {
  readonly status: number
  readonly json: unknown
}

interface Opened {
  readonly told: WorldTold
  /** Option in force by id of the assumption. */
  readonly option: (id: string) => string
  readonly nowMs: number
}

/**
 * The described API as all apps of a world see it together: what a portal shows is what any of them published. Reads are signed in the world's
 * own scheme, and leave no trace in its journal.
 */
export class Shop {
  readonly world: WorldClient
  readonly told: WorldTold
  readonly option: Opened['option']
  readonly #nowMs: number

  private constructor(world: WorldClient, { told, option, nowMs }: Opened) {
    this.world = world
    this.told = told
    this.option = option
    this.#nowMs = nowMs
  }

  static async open(world: WorldClient): Promise<Shop> {
    const [told, profile, clock] = await Promise.all([world.told(), world.profile(), world.clock()])
    const option = (id: string) => profile.assumptions[id]?.option ?? ''
    return new Shop(world, { told, option, nowMs: clock.nowMs })
  }

  get apps(): readonly App[] {
    return this.told.apps
  }

  /** The word that `EstadoActual` has for what is on the market (`publications/state-literals`). */
  get activeWord(): string {
    const option = this.option('publications/state-literals')
    return option.startsWith('words:') ? (option.slice('words:'.length).split(',')[0] ?? '') : 'Activa'
  }

  /** Asks as that app; `path` starts with `/v3`. */
  async ask(app: App, path: string, { asRefs = false } = {}): Promise<Answer> {
    const url = this.world.apiUrl(path)
    const target = url.pathname + url.search
    const vendor = this.option('common/vendor').replace(/^.*:/, '')
    const scheme = this.option('auth/scheme') || 'open'
    const answer = await this.world.client.ask(target, {
      headers: {
        Accept: asRefs ? `application/vnd.${vendor}.ref+json` : 'application/json',
        'Playa-Aside': 'yes',
        ...credentialsOf(app, scheme, { method: 'GET', target, nowMs: this.#nowMs, body: undefined }),
      },
    })
    return { status: answer.status, json: answer.ok ? await answer.json() : undefined }
  }

  /** As above; undefined when the app may not see it. */
  async find<T>(app: App, path: string, how: { asRefs?: boolean } = {}): Promise<T | undefined> {
    const { status, json } = await this.ask(app, path, how)
    // The shapes name members that the contract suite holds the API to.
    if (status < 400) return json as T
    if (status === 404 || status === 403 || status === 410) return undefined
    throw new Refused(status, `GET ${path} was answered with ${status}.`)
  }

  /** The agencies that exist for the app. */
  async agenciesOf(app: App): Promise<readonly AgencyBrief[]> {
    const listed = await this.find<Collection<{ readonly AdminMail: string }>>(app, '/v3/agencias')
    const mails = new Set((listed?._entries ?? []).map(({ AdminMail }) => AdminMail.toLowerCase()))
    return this.told.agencies.filter(({ adminMail }) => mails.has(adminMail.toLowerCase()))
  }

  agency(mail: string): AgencyBrief | undefined {
    return this.told.agencies.find(({ adminMail }) => adminMail.toLowerCase() === mail.toLowerCase())
  }

  /** What the first app that can read it finds at the path. */
  async findByAny<T>(path: string): Promise<T | undefined> {
    for (const app of this.apps) {
      const found = await this.find<T>(app, path)
      if (found !== undefined) return found
    }
    return undefined
  }

  publication(mail: string, externalid: string): Promise<Publicacion | undefined> {
    return this.findByAny(`/v3/publicaciones/${encodeURIComponent(mail)}/${encodeURIComponent(externalid)}`)
  }
}
