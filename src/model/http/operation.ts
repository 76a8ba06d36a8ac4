import type { DescribedOperation } from '../../api/operations.ts'
import type { ParameterValues } from '../../api/parameters.ts'
import type { LongSearch, MissingPhotoSizes, PhotoSizes } from '../domain/decision-context.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { ValidationIssues } from '../domain/validation-issues.ts'
import type { DomainEvent } from '../world/domain-event.ts'
import type { App, World } from '../world/world.ts'
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

/** How the sandbox answers an operation: the handlers that the decision core calls. */
export interface Handlers<Target = unknown> {
  readonly representation: Representation
  /** Finds the target, or refuses when it does not exist for this caller (ERR-07). */
  find(context: RequestContext): Target | Refusal
  /** Refuses a caller that may not use the operation on this target (ERR-08). */
  authorize?(target: Target, context: RequestContext): Refusal | undefined
  /** Decides the request. `parsed.issues` holds the issues of the schema; the decision adds its own. */
  decide(target: Target, context: RequestContext, parsed: ParsedBody): Outcome | Refusal | Unready
}

/** An operation of the described API with its handlers. */
export type Operation = DescribedOperation & Handlers

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

/** Declares the handlers of an operation and hides the type of its target. */
export const handlers = <Target>(declared: Handlers<Target>): Handlers =>
  // The decision core passes to each operation only what its own `find` returned, so the target's type can be
  // hidden here.
  declared as Handlers
