import type { AssumptionId } from '../assumptions/profile.ts'
import type { MissingPhotoSizes, PhotoSizes } from '../domain/decision-context.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { ValidationIssues } from '../domain/validation-issues.ts'
import type { DomainEvent } from '../world/domain-event.ts'
import type { App, World } from '../world/world.ts'
import type { BodyShape } from './body.ts'
import type { ParameterSpec, ParameterValues } from './parameter.ts'
import type { RenderContext } from './render-context.ts'
import type { OperationResult, Representation } from './representation.ts'

/** What an operation reads of a request: the caller, the parameters and the world. */
export interface RequestContext {
  readonly world: World
  readonly render: RenderContext
  readonly app: App
  /** World time, in milliseconds since the epoch. */
  readonly nowMs: number
  readonly path: ParameterValues
  readonly query: ParameterValues
  /** Path from `/v3` on and query of the request, for the links of a page to itself. */
  readonly requestTarget: { readonly path: string; readonly query: string }
  readonly photos: PhotoSizes | undefined
}

/** The result of a decision that refuses nothing. */
export interface Outcome {
  readonly result: OperationResult
  /** Absent: the world does not change. */
  readonly world?: World
  readonly events?: readonly DomainEvent[]
  /** Path from `/v3` on of the created record; the response is then 201. */
  readonly createdPath?: string
  /** Statements and assumptions, beside the operation's own, that the outcome rests on. */
  readonly because?: readonly string[]
}

/** A method of the described API. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH'

/**
 * One operation of the API as data: its parameters, its statuses, and the handlers that the decision core
 * calls. Routing, the OpenAPI document and every list of operations derive from it.
 */
export interface Operation<Target = unknown> {
  /** `noun.verb`, e.g. `publications.create`. */
  readonly id: string
  readonly method: HttpMethod
  /** Path template, e.g. `/v3/publicaciones/{adminmail}`. */
  readonly path: string
  readonly summary: string
  /** Statements that the operation rests on. */
  readonly statements: readonly string[]
  /**
   * Present on an operation that the description shows only as a link: the assumption that gives it a shape.
   */
  readonly assumption?: AssumptionId
  readonly parameters: readonly ParameterSpec[]
  readonly body?: BodyShape
  readonly representation: Representation
  readonly resultKind: 'entry' | 'list' | 'page' | 'period'
  /** Statuses of refusals that the description lists for it; `declaredStatuses` adds those of assumptions. */
  readonly refusalStatuses: readonly number[]
  /** Statuses beyond those lists that an assumption adds to this operation. */
  readonly addedStatuses?: readonly { readonly status: number; readonly addedBy: AssumptionId }[]
  /**
   * True when the query names the target, so that issues of the query are reported before the target is
   * looked up.
   */
  readonly queryNamesTarget?: boolean
  /** Finds the target, or refuses when it does not exist for this caller (ERR-07). */
  find(context: RequestContext): Target | Refusal
  /** Refuses a caller that may not use the operation on this target (ERR-08). */
  authorize?(target: Target, context: RequestContext): Refusal | undefined
  /** True when the target is the returned record and its entity tag guards the write (PUB-34). */
  readonly tagGuarded?: boolean
  /** Decides the request. `parsed.issues` holds the issues of the schema; the decision adds its own. */
  decide(target: Target, context: RequestContext, parsed: ParsedBody): Outcome | Refusal | MissingPhotoSizes
}

/** A request body after validation by its schema. */
export interface ParsedBody {
  /** The well-formed members of the body. */
  readonly body: unknown
  readonly issues: ValidationIssues
}

/** Declares an operation and hides the type of its target. */
export const operation = <Target>(declared: Operation<Target>): Operation =>
  // The decision core passes to each operation only what its own `find` returned, so the target's type can be
  // hidden here.
  declared as Operation

/** Finds operations by path and method. */
export class OperationTable {
  readonly all: readonly Operation[]
  /** Templates by noun, the second segment of every path: `/v3/{noun}/...`. */
  readonly #byNoun = new Map<string, PathTemplate[]>()
  readonly #exact = new Map<string, PathTemplate>()

  constructor(operations: readonly Operation[]) {
    this.all = operations
    const byPath = new Map<string, Operation[]>()
    for (const entry of operations) byPath.set(entry.path, [...(byPath.get(entry.path) ?? []), entry])
    const templates = Array.from(byPath, ([path, ops]) => newPathTemplate(path, ops))
    for (const template of templates)
      if (template.parameterCount === 0) this.#exact.set(template.path, template)
    // A fixed segment precedes a parameter: `/v3/marcas/bestmatch` is not the id of a brand.
    for (const template of templates.sort((a, b) => a.parameterCount - b.parameterCount)) {
      const noun = template.path.split('/')[2] ?? ''
      this.#byNoun.set(noun, [...(this.#byNoun.get(noun) ?? []), template])
    }
  }

  /** Matches a path as sent; undefined when no operation has it. */
  match(path: string): MatchedPath | undefined {
    const exact = this.#exact.get(path)
    if (exact) return { template: exact, rawParameters: {} }
    const segments = path.includes('%') ? path.split('/').map(decodeSegment) : path.split('/')
    for (const template of this.#byNoun.get(segments[2] ?? '') ?? []) {
      const rawParameters = template.match(segments)
      if (rawParameters) return { template, rawParameters }
    }
    return undefined
  }
}

/** A path template that a path matched. */
export interface MatchedPath {
  readonly template: PathTemplate
  /** Decoded segments by parameter name, not yet validated. */
  readonly rawParameters: Readonly<Record<string, string>>
}

/** The operations of one path template. */
export interface PathTemplate {
  readonly path: string
  readonly parameterCount: number
  readonly byMethod: ReadonlyMap<string, Operation>
  /** Value of the `Allow` header. */
  readonly allow: string
  /** Returns the decoded segments by parameter name; undefined when the path does not match. */
  match(segments: readonly string[]): Record<string, string> | undefined
}

const newPathTemplate = (path: string, operations: readonly Operation[]): PathTemplate => {
  const parts = path.split('/')
  const names = parts.map((part) => (part.startsWith('{') ? part.slice(1, -1) : undefined))
  const methods = operations.map((entry) => entry.method)
  return {
    path,
    parameterCount: names.filter(Boolean).length,
    byMethod: new Map(operations.map((entry) => [entry.method, entry])),
    allow: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
    match(segments) {
      if (segments.length !== parts.length) return undefined
      const raw: Record<string, string> = {}
      for (let i = 0; i < parts.length; i++) {
        const segment = segments[i]
        const name = names[i]
        if (segment === undefined || (name ? segment === '' : segment !== parts[i])) return undefined
        if (name) raw[name] = segment
      }
      return raw
    },
  }
}

/**
 * Decodes a percent-encoded segment. An invalid encoding gives a character that is no e-mail and no id, so that
 * it is refused like another malformed segment (`common/path-parameters`).
 */
const decodeSegment = (segment: string): string => {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return '\ufffd'
  }
}
