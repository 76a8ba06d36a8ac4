import type { JournalQuery } from '../../control/call/exchange-list.ts'
import type { LeadSeriesView, LeadView } from '../../control/calls/leads.ts'
import type { ControlApiClient } from '../../control/client.ts'
import { optionsProblem, quotedValue } from '../../lib/text/known-options.ts'
import { photoPath, photoSize } from '../../model/domain/publications/photo-url.ts'
import type { ExchangeRow } from '../../sandbox/journal/exchange-schemas.ts'
import { lazy } from '../../sandbox/simulator/lazy.ts'
import { DEFAULT_WORLD } from '../../sandbox/simulator/world-registry.ts'
import { namedAfter, playaError, type SandboxSource, type WorldIdentity } from './sandbox-source.ts'

/** One world inside a process: the described API by `fetch`, and the control API as methods. */
export interface SandboxWorld {
  /** Its name in paths, `/w/NAME/v3`. */
  readonly name: string
  /** Base URL of its requests by `fetch`; `/v3` follows. On a port it is `<url of listen()>/w/NAME`. */
  readonly url: string
  /** `adminMail` of the scenario's first agency. */
  readonly agency: string
  /** All agencies in the order of the scenario, each with the URL of its resource. */
  readonly agencies: readonly { readonly adminMail: string; readonly url: string }[]
  /** Returns the URL of a photo that the sandbox draws; photos of different `n` differ. */
  photo(photo?: PhotoOptions): string
  /**
   * The web's `fetch` without a socket: a path, or an absolute URL whose host is ignored. `/v3` is this
   * world's.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** The clock of this world, which everything timed in it follows. */
  readonly clock: {
    /** Reads the time of the world, and whether and how fast it runs. */
    readonly read: () => ReturnType<Calls['clock']['read']>
    /**
     * Sets the clock; absent members stay as they are. `now` is an ISO 8601 instant with offset, `running`
     * false freezes it, `speed` is in seconds of the world per second.
     */
    readonly set: Calls['clock']['set']
    /** Advances the clock by an ISO 8601 duration like `P1DT2H`; the response lists what became due. */
    readonly advance: (by: string) => ReturnType<Calls['clock']['advance']>
  }
  /** Inquiries and views that arrive. */
  readonly leads: {
    /**
     * Receives a lead: about a publication, or without `externalid` about a catalogue entry (`car`: its
     * words). Absent members are generated from the seed; `adminMail` is the first agency.
     */
    readonly receive: (lead?: Omit<LeadInput, 'count' | 'over'>) => Promise<LeadView>
    /**
     * Receives `count` leads, spread over a period that ends now: `over`, an ISO 8601 duration, by default
     * `P7D`.
     */
    readonly spread: (leads: LeadInput & { readonly count: number }) => Promise<LeadSeriesView>
    /** Counts views of a listing: one, or `count`. */
    readonly visit: Calls['visits']['receive']
    /** Accepts an app's invitation on behalf of an agency. */
    readonly accept: Calls['invitations']['accept']
  }
  /** Faults that are injected on purpose. */
  readonly faults: {
    /**
     * Adds a rule. It matches by `operation`, `method`, `path` (with `*`), `agency`, `nth` or `probability`,
     * and does one or more of: `status`, `retryAfter` (seconds), `delay` (milliseconds), `reset`, `truncate`,
     * `slow` (bytes per second), `respond` (`{ status, body, headers }`), `loseAnswer`, `staleTag`,
     * `rivalMember`, `rewrite`, `delivery`. It acts `times` times, by default once, or for `ttl`.
     */
    readonly add: Calls['faults']['add']
    /** Lists all rules, the last hundred that ended included. */
    readonly list: () => ReturnType<Calls['faults']['list']>
    /** Deletes one rule, or all of them. */
    readonly clear: (id?: string) => Promise<void>
  }
  /** Lists the newest exchanges that match, oldest first. Throws when a criterion is not valid. */
  readonly journal: (criteria?: JournalQuery) => ExchangeRow[]
  /** Counts the exchanges that match; when none does, names the nearest and what differed. */
  readonly count: Calls['journal']['count']
  /** Lists habits of the client that will hurt. */
  readonly hints: () => ReturnType<Calls['hints']['list']>
  /** Lists deliveries of webhooks and mails with their attempts, by `state`, `topic` or `channel`. */
  readonly deliveries: Calls['deliveries']['list']
  /** Attempts a delivery again now. */
  readonly redeliver: (id: string) => ReturnType<Calls['deliveries']['redeliver']>
  /** Lists the mails that the world sent. */
  readonly outbox: () => ReturnType<Calls['outbox']['list']>
  /** Chooses options by assumption id; assumptions that are not named stay as they are. */
  readonly assume: (options: Readonly<Record<string, unknown>>) => Promise<void>
  /** Takes a snapshot under a name. */
  readonly snapshot: (name: string) => ReturnType<Calls['snapshots']['create']>
  /** Restores a snapshot of the world, its clock included. */
  readonly restore: (name: string) => Promise<void>
  /** Creates an independent copy. */
  readonly fork: (name?: string) => Promise<SandboxWorld>
  /** Exports the world as a scenario that makes it again. */
  readonly export: () => ReturnType<Calls['worlds']['export']>
  /**
   * Returns the world with its journal as a file that `playa serve FILE.playa` opens; secrets are redacted.
   */
  readonly save: (options?: { readonly withSecrets?: boolean }) => Promise<Uint8Array>
  /** Resets the world to its exact initial state. */
  readonly reset: () => void
}

/** A photo that the sandbox draws. */
export interface PhotoOptions {
  /** 1..99, default 1: surroundings and view. */
  readonly n?: number
  /** In pixels, 1..4000, default 1280. */
  readonly width?: number
  /** In pixels, 1..4000, default 720. */
  readonly height?: number
  /** A word like `suv` or `pick-up`, default `hatchback`. */
  readonly bodyStyle?: string
  /** A word like `rojo` or `gris-plata`, default `blanco`. */
  readonly colour?: string
  /** Default `svg`. */
  readonly format?: 'svg' | 'png'
}

type Calls = ControlApiClient
type LeadInput = NonNullable<Parameters<Calls['leads']['receive']>[0]>

/** Origin of the URLs of requests inside the process. */
const IN_PROCESS_ORIGIN = 'http://playa.localhost'

/**
 * Returns the methods of a world that exists. Every refusal is a `PlayaError`, which names the method.
 *
 * @internal
 */
export const createSandboxWorld = (source: SandboxSource, identity: WorldIdentity): SandboxWorld => {
  const { handler } = source
  const { name } = identity
  const url = `${IN_PROCESS_ORIGIN}/w/${name}`
  const agencies = identity.agencies.map(({ adminMail }) => ({
    adminMail,
    url: `${url}/v3/agencias/${encodeURIComponent(adminMail)}`,
  }))
  // Most tests speak to the described API first, so the control API is loaded with its first call.
  const loadClient = lazy(async () =>
    (await import('../../control/client.ts')).controlApiClient({
      url: IN_PROCESS_ORIGIN,
      world: name,
      fetch: handler,
    }),
  )
  const call = <T>(method: string, use: (client: ControlApiClient) => Promise<T>): Promise<T> =>
    namedAfter(method, async () => use(await loadClient()))
  return {
    name,
    url,
    // A scenario may have no agency.
    agency: agencies[0]?.adminMail ?? '',
    agencies,
    photo: (photo) => IN_PROCESS_ORIGIN + readPhoto(photo),
    fetch: async (input, init) => {
      const request = requestTo(name, input, init)
      // A request that was given up before it was sent is not handled, as over a socket.
      request.signal.throwIfAborted()
      return asFetched(request.url, await handler(request))
    },
    clock: {
      read: () => call('clock.read', (client) => client.clock.read()),
      set: (change) => call('clock.set', (client) => client.clock.set(change)),
      advance: (by) => call('clock.advance', (client) => client.clock.advance({ by })),
    },
    leads: {
      // The response is a series exactly when the lead has a `count`.
      receive: (lead) => call('leads.receive', (client) => client.leads.receive(lead) as Promise<LeadView>),
      spread: (leads) =>
        call('leads.spread', (client) => {
          // Without a `count`, which is not a number then, the call is refused.
          const series = { ...leads, count: leads?.count ?? Number.NaN }
          return client.leads.receive(series) as Promise<LeadSeriesView> // as above
        }),
      visit: (visit) => call('leads.visit', (client) => client.visits.receive(visit)),
      accept: (invitation) => call('leads.accept', (client) => client.invitations.accept(invitation)),
    },
    faults: {
      add: (rule) => call('faults.add', (client) => client.faults.add(rule)),
      list: () => call('faults.list', (client) => client.faults.list()),
      clear: (id) =>
        call('faults.clear', (client) =>
          id === undefined ? client.faults.clear() : client.faults.delete({ fault: id }),
        ),
    },
    journal: (criteria = {}) => source.journal(name, criteria),
    count: (criteria) => call('count', (client) => client.journal.count(criteria)),
    hints: () => call('hints', (client) => client.hints.list()),
    deliveries: (criteria) => call('deliveries', (client) => client.deliveries.list(criteria)),
    redeliver: (id) => call('redeliver', (client) => client.deliveries.redeliver({ delivery: id })),
    outbox: () => call('outbox', (client) => client.outbox.list()),
    assume: async (options) => void (await call('assume', (client) => client.profile.set(options))),
    snapshot: (snapshot) => call('snapshot', (client) => client.snapshots.create({ name: snapshot })),
    restore: async (snapshot) =>
      void (await call('restore', (client) => client.snapshots.restore({ snapshot }))),
    fork: async (copy) => {
      const made = await call('fork', (client) =>
        client.worlds.fork(copy === undefined ? {} : { name: copy }),
      )
      return createSandboxWorld(source, made)
    },
    export: () => call('export', (client) => client.worlds.export()),
    save: async (options = {}) => source.save(name, readWithSecrets(options)),
    reset: () => source.reset(name),
  }
}

/**
 * Returns the response as `fetch` gives it: with the absolute URL that was requested, and headers that a
 * caller cannot change. Client libraries resolve links against that URL.
 */
const asFetched = (url: string, response: Response): Response => {
  const headers = new Headers(response.headers)
  for (const method of ['append', 'delete', 'set'])
    Object.defineProperty(headers, method, { value: refuseChange })
  return Object.defineProperties(response, {
    url: { value: url },
    type: { value: 'basic' },
    headers: { value: headers },
    clone: { value: () => asFetched(url, Response.prototype.clone.call(response)) },
  })
}

const refuseChange = (): never => {
  throw new TypeError('immutable')
}

const PHOTO_OPTIONS: readonly string[] = [
  'n',
  'width',
  'height',
  'bodyStyle',
  'colour',
  'format',
] satisfies (keyof PhotoOptions)[]

/** Returns the path of a photo. */
const readPhoto = (options: PhotoOptions = {}): string => {
  const problem = optionsProblem(options, PHOTO_OPTIONS)
  if (problem) throw playaError('photo', problem)
  const {
    n = 1,
    width = 1280,
    height = 720,
    bodyStyle = 'hatchback',
    colour = 'blanco',
    format = 'svg',
  } = options
  const path = photoPath({ widthPx: width, heightPx: height, bodyStyle, colour, n, format })
  if (!photoSize(path))
    throw playaError(
      'photo',
      'expected width and height from 1 to 4000, n from 1 to 99, bodyStyle and colour like pick-up, ' +
        `got ${quotedValue(options)}`,
    )
  return path
}

const readWithSecrets = (options: { readonly withSecrets?: boolean }): boolean => {
  const { withSecrets = false } = options ?? {}
  const problem = optionsProblem(options, ['withSecrets'])
  if (problem) throw playaError('save', problem)
  if (typeof withSecrets !== 'boolean')
    throw playaError('save', `withSecrets: expected true or false, got ${quotedValue(withSecrets)}`)
  return withSecrets
}

/** Rewrites a request for `/v3` to the world's own base, unless the world is the default one. */
const requestTo = (name: string, input: string | URL | Request, init: RequestInit | undefined): Request => {
  const url = new URL(input instanceof Request ? input.url : input, IN_PROCESS_ORIGIN)
  const isNamedWorld = name !== DEFAULT_WORLD && /^\/v3(\/|$)/.test(url.pathname)
  // The path is replaced as text, since a changed `URL` would encode parts that a test sends as they are.
  const start = url.href.indexOf(url.pathname, url.protocol.length + 2)
  // A fragment stays with the client.
  const end = url.hash === '' ? url.href.length : url.href.indexOf('#')
  const target = `${url.href.slice(0, start)}${isNamedWorld ? `/w/${name}` : ''}${url.href.slice(start, end)}`
  if (!(input instanceof Request)) return new Request(target, init)
  const request = target === input.url ? input : new Request(target, input)
  // A copy of a request reads its body through another stream, which takes longer than all the rest.
  return init ? new Request(request, init) : request
}
