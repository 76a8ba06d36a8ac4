import type { AssumptionId } from '../assumptions/profile.ts'
import type { MissingPhotoSizes, PhotoSizes } from '../domain/decision-context.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { ValidationIssues } from '../domain/validation-issues.ts'
import type { DomainEvent } from '../world/domain-event.ts'
import type { App, World } from '../world/world.ts'
import type { BodyShape } from './body.ts'
import type { ParameterSpec, ParameterValues } from './parameter.ts'
import type { OperationResult, Representation } from './representation.ts'
import type { RenderContext } from './render-context.ts'

/** A request as an operation sees it: who calls, with which parameters, on which world. */
export interface RequestContext {
  readonly world: World
  readonly render: RenderContext
  readonly app: App
  readonly nowMs: number
  readonly path: ParameterValues
  readonly query: ParameterValues
  /** Path of the request from `/v3` on and its query, for links of pages to themselves. */
  readonly requestTarget: { readonly path: string; readonly query: string }
  readonly photos: PhotoSizes | undefined
}

/** What an operation decides when nothing stands against it. */
export interface Outcome {
  readonly result: OperationResult
  /** Absent: the world stays as it is. */
  readonly world?: World
  readonly events?: readonly DomainEvent[]
  /** Path from `/v3` on of what was made; the answer is then 201. */
  readonly createdPath?: string
  /** Ids beyond the operation's own statements that the outcome rests on. */
  readonly because?: readonly string[]
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH'

/**
 * One operation of the API as data: what it takes and promises, and its answers to the questions of the straight line. Routes,
 * the OpenAPI document and every list of operations come from here.
 */
export interface Operation<Target = unknown> {
  /** `noun.verb`, e.g. `publications.create`. */
  readonly id: string
  readonly method: HttpMethod
  /** Template, e.g. `/v3/publicaciones/{adminmail}`. */
  readonly path: string
  readonly summary: string
  /** Statements that it rests on. */
  readonly statements: readonly string[]
  /** Present on operations that the description shows as links only: the assumption that gives them a shape. */
  readonly assumption?: AssumptionId
  readonly parameters: readonly ParameterSpec[]
  readonly body?: BodyShape
  readonly representation: Representation
  readonly resultKind: 'entry' | 'list' | 'page' | 'period'
  /** Statuses of refusals that the description lists for it; `answers.ts` adds what assumptions add. */
  readonly refusalStatuses: readonly number[]
  /** Statuses beyond those lists that an assumption adds to this operation. */
  readonly addedStatuses?: readonly { readonly status: number; readonly addedBy: AssumptionId }[]
  /** True when the query says which resource is meant, so that its faults come before the target. */
  readonly queryNamesTarget?: boolean
  /** Does the target exist for this caller? */
  find(context: RequestContext): Target | Refusal
  /** May this caller do it at all? */
  authorize?(target: Target, context: RequestContext): Refusal | undefined
  /** True when the target is the record that is shown and its entity tag guards the write (PUB-34). */
  readonly tagGuarded?: boolean
  /** What does the service decide? `faults` holds what the shape of the body got wrong; a decision adds to it. */
  decide(target: Target, context: RequestContext, said: ParsedBody): Outcome | Refusal | MissingPhotoSizes
}

export interface ParsedBody {
  /** The well-formed members of the body. */
  readonly body: unknown
  readonly issues: ValidationIssues
}

/** Declares an operation; the type of its target stays inside. */
export const operation = <Target>(declared: Operation<Target>): Operation =>
  // The line hands every operation only what its own `find` returned, so the target's type may be forgotten here.
  declared as Operation

/** Finds operations by path and method. */
export class OperationTable {
  readonly all: readonly Operation[]
  /** By the noun, which is the second segment of every path: `/v3/{noun}/...`. */
  readonly #byNoun = new Map<string, PathTemplate[]>()
  readonly #fixed = new Map<string, PathTemplate>()

  constructor(operations: readonly Operation[]) {
    this.all = operations
    const byPath = new Map<string, Operation[]>()
    for (const entry of operations) byPath.set(entry.path, [...(byPath.get(entry.path) ?? []), entry])
    const templates = Array.from(byPath, ([path, ops]) => newPathTemplate(path, ops))
    for (const found of templates) if (found.fixed) this.#fixed.set(found.path, found)
    // A fixed segment is more exact than a parameter: `/v3/marcas/bestmatch` is no brand's id.
    for (const found of templates.sort((a, b) => a.parameters - b.parameters)) {
      const noun = found.path.split('/')[2] ?? ''
      this.#byNoun.set(noun, [...(this.#byNoun.get(noun) ?? []), found])
    }
  }

  /** The operations at a path as sent, with the raw segments of its parameters. */
  match(path: string): { readonly at: PathTemplate; readonly raw: Readonly<Record<string, string>> } | undefined {
    const fixed = this.#fixed.get(path)
    if (fixed) return { at: fixed, raw: {} }
    const segments = path.split('/').map(decodeSegment)
    for (const at of this.#byNoun.get(segments[2] ?? '') ?? []) {
      const raw = at.match(segments)
      if (raw) return { at, raw }
    }
    return undefined
  }
}

export interface PathTemplate {
  readonly path: string
  readonly fixed: boolean
  readonly parameters: number
  readonly byMethod: ReadonlyMap<string, Operation>
  /** Value of `Allow`. */
  readonly allow: string
  match(segments: readonly (string | undefined)[]): Record<string, string> | undefined
}

const newPathTemplate = (path: string, operations: readonly Operation[]): PathTemplate => {
  const parts = path.split('/')
  const names = parts.map((part) => (part.startsWith('{') ? part.slice(1, -1) : undefined))
  const methods = operations.map((entry) => entry.method)
  return {
    path,
    fixed: names.every((name) => name === undefined),
    parameters: names.filter(Boolean).length,
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

/** A percent-encoded segment stands for what it encodes; undefined when it encodes nothing readable. */
const decodeSegment = (segment: string): string | undefined => {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
