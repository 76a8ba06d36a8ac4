import type * as z from 'zod'
import type { FetchHandler } from '../server/app.ts'
import type { ClockViewType, Moved } from '../control-api/calls/clock.ts'
import type { DeliveryView, DeliveryDetailView } from '../control-api/calls/deliveries.ts'
import { type CountViewType, type CountCriteria, exchangesOf, type JournalQuery } from '../control-api/calls/journal.ts'
import type { LeadSeriesView, LeadInput, LeadView } from '../control-api/calls/leads.ts'
import type { MailView } from '../control-api/calls/outbox.ts'
import type { SnapshotView } from '../control-api/calls/snapshots.ts'
import type { FaultView, FaultRuleInput } from '../faults/rule-schema.ts'
import type { LintFinding } from '../client-lint/lint.ts'
import type { ExchangeRow } from '../journal/exchange-view.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { DEFAULT_WORLD } from '../simulator/world-registry.ts'

/** One world inside a process: the described API by `fetch`, and everything of the control API as methods. */
export interface SandboxWorld {
  readonly name: string
  /** The web's `fetch` without a socket: a path, or an absolute URL whose host is ignored. `/v3` is this world's. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  readonly clock: {
    read(): Promise<ClockViewType>
    /** Members that are absent stay. `now` is an ISO 8601 instant with offset. */
    set(change: { now?: string; running?: boolean; speed?: number }): Promise<ClockViewType>
    /** Moves on by an ISO 8601 duration like `P1DT2H`; what falls due on the way happens, and is told. */
    advance(by: string): Promise<Moved>
  }
  readonly leads: {
    /** A lead comes in: about a publication, or without `externalid` about a catalogue entry. */
    receive(lead?: Omit<Lead, 'count' | 'over'>): Promise<z.infer<typeof LeadView>>
    /** Many leads, spread over a period that ends now. */
    spread(many: Lead & { count: number }): Promise<z.infer<typeof LeadSeriesView>>
    /** A listing is viewed, once or `count` times. */
    visit(view: { adminMail?: string; externalid: string; count?: number }): Promise<{ visitas: number }>
    /** An agency accepts an app's invitation. */
    accept(invitation: { adminMail: string; app?: string }): Promise<{ adminMail: string; app: string }>
  }
  readonly faults: {
    add(rule: z.input<typeof FaultRuleInput>): Promise<z.infer<typeof FaultView>>
    list(): Promise<z.infer<typeof FaultView>[]>
    /** One of them, or all. */
    clear(id?: string): Promise<void>
  }
  /** The newest exchanges that match, oldest first. */
  journal(wanted?: JournalQuery): ExchangeRow[]
  /** How many exchanges match; when none does, which came nearest and what differed. */
  count(criterion: CountCriteria): Promise<CountViewType>
  /** What a client's author should know: habits that will hurt. */
  hints(): Promise<z.infer<typeof LintFinding>[]>
  deliveries(): Promise<DeliveryView[]>
  redeliver(id: string): Promise<DeliveryDetailView>
  outbox(): Promise<MailView[]>
  /** Chooses assumptions by id; those not named stay. */
  assume(choices: Readonly<Record<string, unknown>>): Promise<void>
  /** Keeps this moment under a name. */
  snapshot(name: string): Promise<z.infer<typeof SnapshotView>>
  restore(name: string): Promise<void>
  /** An independent copy of this moment. */
  fork(name?: string): Promise<SandboxWorld>
  /** The world as a scenario that makes it again. */
  export(): Promise<Record<string, unknown>>
  /** Back to exactly what it started as. */
  reset(): void
}

type Lead = z.input<typeof LeadInput>

/** Where requests inside the process seem to go. */
const ORIGIN = 'http://playa.localhost'

/** The world of that name, which exists. */
export const worldOf = (sandbox: Simulator, handler: FetchHandler, name: string): SandboxWorld => {
  const control = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const url = `${ORIGIN}/_playa/worlds/${name}${path}`
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await handler(new Request(url, { method, ...sent }))
    const text = await answer.text()
    // The control API answers as its own document says, which these types are made of.
    if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as T
    throw new Error(`${method} ${path}: ${JSON.parse(text).Detail}`)
  }
  const get = <T>(path: string) => control<T>('GET', path)
  const post = <T>(path: string, body: object = {}) => control<T>('POST', path, body)
  return {
    name,
    fetch: async (input, init) => handler(requestTo(name, input, init)),
    clock: {
      read: () => get('/clock'),
      set: (change) => control('PUT', '/clock', change),
      advance: (by) => post('/clock/advance', { by }),
    },
    leads: {
      receive: (lead) => post('/inquiries', lead),
      spread: (many) => post('/inquiries', many),
      visit: (view) => post('/visits', view),
      accept: (invitation) => post('/invitations', invitation),
    },
    faults: {
      add: (rule) => post('/faults', rule),
      list: () => get('/faults'),
      clear: (id) => control('DELETE', id === undefined ? '/faults' : `/faults/${id}`),
    },
    journal: (wanted = {}) => exchangesOf(sandbox.worlds.require(name), wanted),
    count: (criterion) => post('/journal/count', criterion),
    hints: () => get('/hints'),
    deliveries: () => get('/deliveries'),
    redeliver: (id) => post(`/deliveries/${id}/redeliver`),
    outbox: () => get('/outbox'),
    assume: async (choices) => void (await control('PUT', '/profile', choices)),
    snapshot: (moment) => post('/snapshots', { name: moment }),
    restore: async (moment) => void (await post(`/snapshots/${moment}/restore`)),
    fork: async (copy) => {
      const made = await post<{ name: string }>('/fork', copy === undefined ? {} : { name: copy })
      return worldOf(sandbox, handler, made.name)
    },
    export: () => get('/export'),
    reset: () => void sandbox.reset(name),
  }
}

/** The request, led to the world's own `/v3` when it is another than the default one. */
const requestTo = (name: string, input: string | URL | Request, init: RequestInit | undefined): Request => {
  const url = new URL(input instanceof Request ? input.url : input, ORIGIN)
  const own = name !== DEFAULT_WORLD && /^\/v3(\/|$)/.test(url.pathname)
  // The web's URL would rewrite parts of a target that a test may mean as they are.
  const target = own ? url.href.replace(url.pathname, `/w/${name}${url.pathname}`) : url.href
  return input instanceof Request
    ? new Request(own ? new Request(target, input) : input, init)
    : new Request(target, init)
}
