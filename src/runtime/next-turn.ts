/** Taken when this module is loaded: fake timers of a test that come later stand still. */
const soon = setImmediate

/** Returns what the next turn waits for; undefined: nothing. */
type Gate = () => Promise<void> | undefined

const OPEN: Gate = () => undefined

let last = Promise.resolve()
let gate = OPEN

/**
 * Resolves when other work had its turn. Each caller gets its own turn: Node runs all that
 * `setImmediate` was given before it reads from sockets again, so that many long works together would hold a
 * server.
 */
export const nextTurn = (): Promise<void> => {
  last = last.then(() => new Promise<void>((resolve) => void soon(resolve))).then(() => gate())
  return last
}

/**
 * Lets each turn wait for what `before` returns, which never fails; without one turns wait for nothing more.
 */
export const gateTurns = (before: Gate = OPEN): void => {
  gate = before
}
