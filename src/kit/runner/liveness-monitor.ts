import { UnreachableError, type WireRequest } from '../target/exchange.ts'
import { type LostRequest, nameOf, operationOf } from './operations.ts'
import { RunStopped } from './violation.ts'

/** Requests in a row without a response, after which the run checks whether the target still responds. */
const MAX_UNANSWERED = 3

/**
 * Detects a target that stops responding. After a few requests in a row without a response it requests the
 * entry point: if that is not answered either, the run ends; if it is, the operation is silent, and the run
 * does not wait for it again.
 */
export class LivenessMonitor {
  readonly #askEntryPoint: () => Promise<unknown>
  /** Errors in a row, of the target and of each operation. */
  readonly #inARow = new Map<string, UnreachableError[]>()
  readonly #silent = new Map<string, UnreachableError>()
  #asked: Promise<RunStopped | undefined> | undefined
  #stopped: RunStopped | undefined
  /** Requests that were not answered, or not sent because the operation is silent. */
  readonly lost: LostRequest[] = []

  /** @param askEntryPoint requests the entry point; rejects when it is not answered. */
  constructor(askEntryPoint: () => Promise<unknown>) {
    this.#askEntryPoint = askEntryPoint
  }

  /** Throws instead of sending a request to a target or an operation that is known to be silent. */
  assertResponsive(request: WireRequest): void {
    if (this.#stopped) throw this.#stopped
    const error = this.#silent.get(subjectOf(request))
    if (error) throw this.#lost(new UnreachableError(error.message), request)
  }

  /** Records that a request was answered. */
  answered(request: WireRequest): void {
    this.#inARow.delete(TARGET)
    this.#inARow.delete(subjectOf(request))
  }

  /** Records that a request was not answered; returns what to throw. */
  async unanswered(error: UnreachableError, request: WireRequest): Promise<Error> {
    this.#lost(error, request)
    const subject = subjectOf(request)
    for (const key of [TARGET, subject]) this.#inARow.set(key, [...(this.#inARow.get(key) ?? []), error])
    const inARow = Math.max(...[TARGET, subject].map((key) => this.#inARow.get(key)?.length ?? 0))
    if (inARow < MAX_UNANSWERED) return error
    this.#asked ??= this.#stopReason(error)
    this.#stopped ??= await this.#asked
    this.#asked = undefined
    // The clause whose request was lost first shows what silenced the service.
    if (this.#stopped && this.#inARow.get(TARGET)?.[0] !== error) return this.#stopped
    if ((this.#inARow.get(subject)?.length ?? 0) >= MAX_UNANSWERED) this.#silent.set(subject, error)
    return error
  }

  #lost(error: UnreachableError, request: WireRequest): UnreachableError {
    this.lost.push({ request, message: error.message })
    error.unanswered = { request, number: this.lost.length }
    return error
  }

  async #stopReason(error: UnreachableError): Promise<RunStopped | undefined> {
    const since = this.#inARow.get(TARGET)?.[0]?.unanswered?.request
    return this.#askEntryPoint().then(
      () => undefined,
      () => {
        const first = since ? `since ${since.method} ${new URL(since.url).pathname}` : ''
        return new RunStopped({
          code: 'unreachable',
          message: `The service has answered nothing ${first}, nor GET /v3 after it: ${error.message}`,
        })
      },
    )
  }
}

/** Key for the whole target. */
const TARGET = ''

const subjectOf = (request: WireRequest): string => {
  const operation = operationOf(request)
  return operation ? nameOf(operation) : `${request.method} ${request.url}`
}
