import type {
  AgencyData,
  ClockAdvanceData,
  ClockData,
  DeliveryData,
  DeliverySummaryData,
  ExchangeData,
  ExchangeSummaryData,
  FaultRuleData,
  HintData,
  LeadData,
  LeadSeriesData,
  LiveLeadsData,
  MailData,
  MailSummaryData,
  ProfileData,
  SnapshotData,
  StoryData,
  WorldData,
} from './api-types.ts'
import type { paths } from './control-api.d.ts'
import { dataOf, type SandboxConnection } from './sandbox-connection.ts'
import { WorldApi } from './world-api.ts'

/** The JSON that a call of the control API takes. */
type Sent<P extends keyof paths, M extends 'post' | 'put'> = paths[P][M] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

type DeliveryQuery = NonNullable<paths['/_playa/worlds/{world}/deliveries']['get']['parameters']['query']>

interface JournalQuery {
  readonly method?: string
  /** Exact, or with `*`. */
  readonly path?: string
  readonly operation?: string
  readonly status?: string
  readonly before?: number
  readonly limit?: number
}

/** A page of the journal, newest first; older exchanges have numbers below `older`. */
interface JournalPage {
  readonly rows: readonly ExchangeSummaryData[]
  readonly older?: number
}

/** Calls the control API for one world, one method a call. Every refusal is thrown as an `ApiError`. */
export class WorldClient {
  readonly name: string
  /** The described API of this world. */
  readonly api: WorldApi
  readonly #connection: SandboxConnection
  readonly #path: { readonly world: string }

  constructor(connection: SandboxConnection, name: string) {
    this.name = name
    this.#connection = connection
    this.#path = { world: name }
    this.api = new WorldApi(connection, name, async () => {
      const [world, profile, clock] = await Promise.all([this.details(), this.profile(), this.clock()])
      const scheme = profile.assumptions['auth/scheme']?.option ?? 'open'
      return { app: world.apps[0], scheme, nowMs: clock.nowMs }
    })
  }

  details(): Promise<WorldData> {
    return dataOf(this.#calls.GET('/_playa/worlds/{world}', { params: this.#params }))
  }

  async reset(): Promise<void> {
    await dataOf(this.#calls.POST('/_playa/worlds/{world}/reset', { params: this.#params }))
  }

  async delete(): Promise<void> {
    await dataOf(this.#calls.DELETE('/_playa/worlds/{world}', { params: this.#params }))
  }

  fork(body: Sent<'/_playa/worlds/{world}/fork', 'post'>): Promise<WorldData> {
    return dataOf(this.#calls.POST('/_playa/worlds/{world}/fork', { params: this.#params, body }))
  }

  /** Returns the agency with that `adminMail`, or the first one, together with all agencies. */
  async agency(
    adminMail: string | undefined,
  ): Promise<{ all: readonly AgencyData[]; chosen: AgencyData | undefined }> {
    const { agencies } = await this.details()
    return { all: agencies, chosen: agencies.find((agency) => agency.adminMail === adminMail) ?? agencies[0] }
  }

  profile(): Promise<ProfileData> {
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/profile', { params: this.#params }))
  }

  async changeProfile(body: Readonly<Record<string, string>>): Promise<void> {
    await dataOf(this.#calls.PUT('/_playa/worlds/{world}/profile', { params: this.#params, body }))
  }

  clock(): Promise<ClockData> {
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/clock', { params: this.#params }))
  }

  setClock(body: Sent<'/_playa/worlds/{world}/clock', 'put'>): Promise<ClockData> {
    return dataOf(this.#calls.PUT('/_playa/worlds/{world}/clock', { params: this.#params, body }))
  }

  /** Advances the clock by an ISO 8601 duration. */
  advanceClock(by: string): Promise<ClockAdvanceData> {
    return dataOf(
      this.#calls.POST('/_playa/worlds/{world}/clock/advance', { params: this.#params, body: { by } }),
    )
  }

  story(): Promise<StoryData> {
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/story', { params: this.#params }))
  }

  /** Returns one page of exchanges, newest first, with numbers below `before`. */
  async journal({ limit = 100, ...criteria }: JournalQuery): Promise<JournalPage> {
    const params = { path: this.#path, query: { ...criteria, limit } }
    const rows = (await dataOf(this.#calls.GET('/_playa/worlds/{world}/journal', { params }))).toReversed()
    const last = rows.at(-1)
    return { rows, ...(rows.length === limit && last && last.n > 1 && { older: last.n }) }
  }

  exchange(n: number): Promise<ExchangeData> {
    const params = { path: { ...this.#path, n: String(n) } }
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/journal/{n}', { params }))
  }

  async clearJournal(): Promise<void> {
    await dataOf(this.#calls.DELETE('/_playa/worlds/{world}/journal', { params: this.#params }))
  }

  hints(): Promise<readonly HintData[]> {
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/hints', { params: this.#params }))
  }

  snapshots(): Promise<readonly SnapshotData[]> {
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/snapshots', { params: this.#params }))
  }

  createSnapshot(name: string): Promise<SnapshotData> {
    return dataOf(
      this.#calls.POST('/_playa/worlds/{world}/snapshots', { params: this.#params, body: { name } }),
    )
  }

  restoreSnapshot(snapshot: string): Promise<SnapshotData> {
    const params = { path: { ...this.#path, snapshot } }
    return dataOf(this.#calls.POST('/_playa/worlds/{world}/snapshots/{snapshot}/restore', { params }))
  }

  async deleteSnapshot(snapshot: string): Promise<void> {
    const params = { path: { ...this.#path, snapshot } }
    await dataOf(this.#calls.DELETE('/_playa/worlds/{world}/snapshots/{snapshot}', { params }))
  }

  faults(): Promise<readonly FaultRuleData[]> {
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/faults', { params: this.#params }))
  }

  addFault(body: Sent<'/_playa/worlds/{world}/faults', 'post'>): Promise<FaultRuleData> {
    return dataOf(this.#calls.POST('/_playa/worlds/{world}/faults', { params: this.#params, body }))
  }

  async deleteFault(fault: string): Promise<void> {
    const params = { path: { ...this.#path, fault } }
    await dataOf(this.#calls.DELETE('/_playa/worlds/{world}/faults/{fault}', { params }))
  }

  async deleteFaults(): Promise<void> {
    await dataOf(this.#calls.DELETE('/_playa/worlds/{world}/faults', { params: this.#params }))
  }

  receiveInquiries(
    body: Sent<'/_playa/worlds/{world}/inquiries', 'post'>,
  ): Promise<LeadData | LeadSeriesData> {
    return dataOf(this.#calls.POST('/_playa/worlds/{world}/inquiries', { params: this.#params, body }))
  }

  async countView(body: Sent<'/_playa/worlds/{world}/visits', 'post'>): Promise<void> {
    await dataOf(this.#calls.POST('/_playa/worlds/{world}/visits', { params: this.#params, body }))
  }

  liveLeads(): Promise<LiveLeadsData> {
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/live', { params: this.#params }))
  }

  setLiveLeads(perMinute: number): Promise<LiveLeadsData> {
    return dataOf(
      this.#calls.PUT('/_playa/worlds/{world}/live', { params: this.#params, body: { perMinute } }),
    )
  }

  deliveries(query: DeliveryQuery): Promise<readonly DeliverySummaryData[]> {
    const params = { path: this.#path, query }
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/deliveries', { params }))
  }

  delivery(delivery: string): Promise<DeliveryData> {
    const params = { path: { ...this.#path, delivery } }
    // openapi-fetch widens the document's tuples of header name and value to arrays.
    return dataOf(
      this.#calls.GET('/_playa/worlds/{world}/deliveries/{delivery}', { params }),
    ) as Promise<DeliveryData>
  }

  async redeliver(delivery: string): Promise<void> {
    const params = { path: { ...this.#path, delivery } }
    await dataOf(this.#calls.POST('/_playa/worlds/{world}/deliveries/{delivery}/redeliver', { params }))
  }

  outbox(): Promise<readonly MailSummaryData[]> {
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/outbox', { params: this.#params }))
  }

  mail(mail: string): Promise<MailData> {
    const params = { path: { ...this.#path, mail } }
    return dataOf(this.#calls.GET('/_playa/worlds/{world}/outbox/{mail}', { params }))
  }

  /** Requests a path below this world in the control API and returns the response unread. */
  forward(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.#connection.forward(`/_playa/worlds/${encodeURIComponent(this.name)}${path}`, { headers })
  }

  get #calls(): SandboxConnection['calls'] {
    return this.#connection.calls
  }

  get #params(): { readonly path: { readonly world: string } } {
    return { path: this.#path }
  }
}
