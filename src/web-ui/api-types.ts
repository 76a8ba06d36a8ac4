/** Answers of the control API and of the described API, as far as pages look into them. */

export interface ServerInfo {
  readonly version: string
  readonly uptimeS: number
  readonly worlds: number
  readonly scenarios: readonly string[]
}

export interface Scenario {
  readonly name: string
  readonly title: string
  readonly story: string
  readonly counts: Counts
}

export interface Counts {
  readonly agencies: number
  readonly publications: number
  readonly inquiries: number
}

export interface WorldBrief {
  readonly name: string
  readonly base: string
  readonly scenario: string
  readonly seed: number
  readonly now: string
  readonly running: boolean
  readonly counts: Counts
  readonly lastUse: string
}

export interface AgencyBrief {
  readonly adminMail: string
  readonly nombreComercial: string
  readonly operadores: readonly string[]
}

export interface WorldTold extends WorldBrief {
  readonly apps: readonly { readonly name: string; readonly key: string; readonly secret: string }[]
  readonly agencies: readonly AgencyBrief[]
}

export interface Clock {
  /** ISO 8601, whole seconds. */
  readonly now: string
  readonly nowMs: number
  readonly running: boolean
  readonly speed: number
}

export interface Advanced extends Clock {
  readonly due: readonly { readonly at: string; readonly kind: string; readonly id: string; readonly outcome: string }[]
}

/** An assumption as it is written down. */
export interface Assumption {
  readonly id: string
  readonly question: string
  readonly why: string
  readonly evidence: string
  readonly statements: readonly string[]
  readonly switchable: boolean
  readonly default: string
  readonly options: readonly AssumptionOption[]
}

export interface AssumptionOption {
  readonly word: string
  readonly means: string
  /** What its value has to be; null when it takes none. */
  readonly takes: string | null
  /** The option with a value, e.g. `per-minute:60`; null when it takes none. */
  readonly example: string | null
}

export interface ProfileTold {
  readonly assumptions: Readonly<Record<string, { readonly option: string; readonly source: string }>>
}

export interface Snapshot {
  readonly name: string
  readonly keptAt: string
  readonly now: string
  readonly counts: { readonly publications: number; readonly inquiries: number; readonly visits: number }
}

export interface DeliveryRow {
  readonly id: string
  readonly channel: string
  readonly topic: string | null
  readonly app: string | null
  readonly agency: string
  readonly hookId: string
  readonly what: string
  readonly happened: string
  readonly state: string
  readonly why: string | null
  readonly due: string | null
  readonly attempts: number
  readonly verdict: string | null
}

export interface DeliveryTold extends Omit<DeliveryRow, 'attempts'> {
  readonly attempts: readonly Attempt[]
}

export interface Attempt {
  readonly at: string
  readonly verdict: string
  readonly delivered: boolean
  readonly tookMs: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly (readonly [string, string])[]
    readonly body: string
  } | null
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
}

export interface MailRow {
  readonly id: string
  readonly delivery: string
  readonly at: string
  readonly from: string
  readonly to: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string
}

export interface Mail extends MailRow {
  readonly text: string
  readonly html: string | null
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly content: string }[]
}

export interface Link {
  readonly href: string
  readonly method?: string
  readonly templated?: boolean
}
export type Links = Readonly<Record<string, Link>>

export interface Collection<Entry> {
  readonly _links: Links
  readonly _entries: readonly Entry[]
}

export interface Page<Entry> {
  readonly Pagina?: number
  readonly Total?: number
  readonly PerPagina?: number
  readonly _links: Links
  readonly _entries: readonly Entry[]
}

export interface Money {
  readonly Moneda: string
  readonly Importe: number
}

export interface Publicacion {
  readonly ExternalId: string
  readonly RefStock: string | null
  readonly EstadoActual: string
  readonly Exposicion: string | null
  readonly Marca: string
  readonly Modelo: string
  readonly Version: string | null
  readonly VersionYear: number | null
  readonly Kilometraje: number | null
  readonly Color: string | null
  readonly Descripcion: string | null
  readonly Precio: Money | null
  readonly Adelanto: Money | null
  readonly Cuota: Money | null
  readonly Fotos: readonly string[] | null
  readonly Transmision: string | null
  readonly Propulsion: string | null
  readonly DatosTecnicosCustom: readonly (
    | string
    | { readonly Seccion: string; readonly Valor: string; readonly Datos: string }
  )[]
  readonly CertificadoDeGarantiaUsado: { readonly Aplica: boolean } | boolean | null
  readonly Locacion: {
    readonly Region: string | null
    readonly Ciudad: string | null
    readonly Direccion: string | null
  } | null
  readonly Telefono: string | null
  readonly _links: Links
}

export interface Level {
  readonly Pack: number
  readonly Activas: number
  readonly Disponibles: number
}

export interface Consulta {
  readonly Momento: string
  readonly OrigenLead: string | null
  readonly TipoAnuncio: string | null
  readonly Auto: {
    readonly ExternalId?: string | null
    readonly Marca?: string | null
    readonly Modelo?: string | null
    readonly Version?: string | null
  } | null
  readonly Interesado: {
    readonly Nombre: string | null
    readonly Apellido: string | null
    readonly Email: string | null
    readonly Telefono: string | null
    readonly Comentario: string | null
  } | null
  readonly OperadorResponsable: string | null
  readonly _links: Links
}

export interface Fault {
  readonly id: string
  readonly match: Readonly<Record<string, unknown>>
  readonly act: Readonly<Record<string, unknown>>
  readonly left: number | null
  readonly until: string | null
  readonly armed: boolean
  readonly seen: number
  readonly acted: number
  readonly note: string | null
}

/** Leads that come by themselves. */
export interface Live {
  readonly perMinute: number
  readonly leads: number
}

export interface ExchangeRow {
  readonly n: number
  /** Wall time. */
  readonly at: string
  /** The world's time. */
  readonly now: string
  readonly method: string
  /** From /v3 on, query included. */
  readonly path: string
  readonly operation: string | null
  /** 0 when no answer was made at all. */
  readonly status: number
  readonly tookMs: number
  readonly app: string | null
  readonly decided: { readonly question: string; readonly because: readonly string[] }
  readonly detail: string | null
  readonly facts: readonly string[]
  readonly fault?: { readonly rules: readonly string[]; readonly how: readonly string[]; readonly answered: boolean }
}

export interface BodyTold {
  readonly type: string | null
  readonly size: number
  readonly truncated: boolean
  readonly text?: string
  readonly base64?: string
}

export interface HeaderTold {
  readonly name: string
  readonly value: string
}

export interface Ground {
  readonly id: string
  readonly kind: string
  readonly question?: string
  readonly option?: string
  readonly means?: string
}

export interface Step {
  readonly question: string
  readonly asks: string
  readonly outcome: string
  readonly because?: readonly Ground[]
}

export interface Change {
  readonly kind: string
  readonly id: string | null
  readonly agency?: string
  readonly before?: string | null
  readonly after?: string
  readonly members?: readonly string[]
}

interface Moment {
  readonly now: string
  readonly counts: Counts & { readonly visits: number }
}

export interface ExchangeTold extends ExchangeRow {
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly HeaderTold[]
    readonly body: BodyTold | null
  }
  readonly answer: { readonly status: number; readonly headers: readonly HeaderTold[]; readonly body: BodyTold | null }
  readonly way: readonly Step[]
  readonly world: { readonly before: Moment; readonly after: Moment; readonly changes: readonly Change[] }
}

export interface Hint {
  readonly title: string
  readonly why: string
  readonly because: readonly string[]
  readonly advice: string
  /** Numbers of the exchanges that show it. */
  readonly exchanges: readonly number[]
  readonly deliveries?: readonly string[]
}

/** What happens in a world by itself. */
export interface Story {
  readonly position: number
  readonly total: number
  readonly next: StoryEvent | null
  readonly events: readonly StoryEvent[]
}

export interface StoryEvent {
  readonly id: string
  readonly at: string
  readonly atMs: number
  readonly what: string
  readonly note: string | null
  readonly done: boolean
  readonly outcome: string | null
}
