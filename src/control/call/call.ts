import * as z from 'zod'
import type { Simulator } from '../../sandbox/simulator/simulator.ts'
import type { WorldHandle } from '../../sandbox/simulator/world-registry.ts'

/**
 * One call of the control API as data. Routes, OpenAPI document, typed client, command line verbs, methods of
 * the test helper and fields of forms derive from it, so a new call is one entry of the table.
 */
export interface ControlCall<
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Type extends string = string,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_playa`, with `{name}` parameters. */
  readonly path: Path
  readonly summary: string
  /** Further sentences for the document. */
  readonly description?: string
  readonly body?: Body
  /** An object whose members are the parameters of the query. */
  readonly query?: Query
  /** The status of success. */
  readonly status: 200 | 201 | 204
  /** What JSON responses hold; absent with 204. */
  readonly answer?: Answer
  /** Media type of the response when it is never JSON. */
  readonly answerType?: Type
  /** Media types that a client may ask for instead of JSON. */
  readonly otherTypes?: readonly string[]
  /**
   * Refusals of this call alone, by status; the document adds those that every call of its kind may answer.
   */
  readonly errors?: Readonly<Record<number, string>>
  /** Verbs of the command line that make this call. */
  readonly cli?: readonly CliVerb[]
  /** True: counts among the exports of the server until its response was read. */
  readonly isExport?: true
  /** True: the response shows no world, so it waits for no commit. */
  readonly isServerWide?: boolean
  /** True: the call takes a stored world that cannot be read. */
  readonly takesDamagedWorld?: boolean
  /** How coding agents make this call; absent: they do not. */
  readonly task?: AgentTask
  /** @internal */
  handle(request: ControlRequest): ControlResult | Promise<ControlResult>
}

/** A call as a tool of coding agents, named by what it is for. */
export interface AgentTask {
  /** Name of the tool: a verb and a noun, `advance_clock`. */
  readonly name: string
  /** When an agent would make this call, in a sentence or two, after the call's summary. */
  readonly advice?: string
}

/**
 * A verb of the command line, as far as it derives from its call. Printing and special options are added by
 * `src/cli`.
 */
export interface CliVerb {
  /** The words after `playa`, e.g. `clock advance`. */
  readonly verb: string
  /** Default: the call's. */
  readonly summary?: string
  readonly example: string
  /**
   * Members and path parameters that are given as words, in order, with the name of their value: `{ by:
   * '<iso-duration>' }`.
   */
  readonly words?: Readonly<Record<string, string>>
  /**
   * Flags of members whose flag is not their own name, or whose value has a better name: `{ adminMail:
   * 'agency <email>' }`.
   */
  readonly flags?: Readonly<Record<string, string>>
  /** Members that have no flag. */
  readonly omit?: readonly string[]
  /** Members that the verb itself fixes. */
  readonly preset?: Readonly<Record<string, unknown>>
}

/**
 * Input of a call: the worlds, and its request with parsed query and body.
 *
 * @internal
 */
export interface ControlRequest {
  readonly simulator: Simulator
  /** Scheme and authority of the request. */
  readonly origin: string
  /** The world that the path names; throws a `WorldError` when there is none. */
  readonly world: WorldHandle
  readonly query: unknown
  readonly body: unknown
  readonly signal: AbortSignal
  /** Returns a parameter of the path. */
  param(name: string): string
  /** Returns the value of a header, by its name in any case. */
  header(name: string): string | undefined
}

/** The response of a call; its status is the call's. */
export interface ControlResult {
  readonly json?: unknown
  readonly headers?: Record<string, string>
  /** Instead of JSON: sent unchanged, of the type that `headers` name. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

/** The input of a call that takes no body or no query. */
export type NoMembers = z.ZodUndefined

/**
 * Declares a call; `handle` gets body and query as their schemas read them.
 *
 * @internal
 */
export const controlCall = <
  const Path extends string,
  Body extends z.ZodType = NoMembers,
  Query extends z.ZodType = NoMembers,
  Answer extends z.ZodType = z.ZodVoid,
  const Type extends string = 'application/json',
>(
  call: Omit<ControlCall<Path, Body, Query, Answer, Type>, 'handle'> & {
    handle(
      request: Omit<ControlRequest, 'body' | 'query'> & { body: z.output<Body>; query: z.output<Query> },
    ): ControlResult | Promise<ControlResult>
  },
): ControlCall<Path, Body, Query, Answer, Type> =>
  // The router hands every call only what its own schemas read.
  call as ControlCall<Path, Body, Query, Answer, Type>

/** A whole number of a query, which comes as text over HTTP and as a number from code. */
export const queryInteger = (min: number, max: number) =>
  z.preprocess(
    (given: number | string) =>
      typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given,
    z
      .int('Expected a whole number.')
      .min(min, `Expected ${min} to ${max}.`)
      .max(max, `Expected ${min} to ${max}.`),
  )

/** How many records a world holds. */
export const RecordCounts = z
  .object({ agencies: z.int(), publications: z.int(), inquiries: z.int(), visits: z.int() })
  .meta({ id: 'RecordCounts' })
