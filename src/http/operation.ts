import type { AssumptionId } from '../assumptions/profile.ts'
import type { LongSearch, MissingPhotoSizes, PhotoSizes } from '../domain/decision-context.ts'
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
  /** Result of a long search for this request. */
  readonly found: readonly object[] | undefined
}

/** The result of a decision that refuses nothing. */
export interface Outcome {
  readonly result: OperationResult
  /** Absent: the world does not change. */
  readonly world?: World
  readonly events?: readonly DomainEvent[]
  /** Path from `/v3` on of the created record; the response is then 201. */
  readonly createdPath?: string
  /** Statements and assumptions, behind the outcome, in addition to those of the operation. */
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
  /** Statements that the operation implements. */
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
  decide(target: Target, context: RequestContext, parsed: ParsedBody): Outcome | Refusal | Unready
}

/** Returned instead of a decision that needs slow work first. */
export type Unready = MissingPhotoSizes | LongSearch

/** Returns whether a decision needs slow work first. */
export const isUnready = (decided: object): decided is Unready =>
  'needsPhotos' in decided || 'search' in decided

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
