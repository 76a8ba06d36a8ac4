/** Taken when this module is loaded: fake timers of a test that come later stand still. */
const soon = setImmediate

let last = Promise.resolve()

/**
 * Resolves when other work had its turn. Each caller gets a turn of its own: Node runs all that `setImmediate`
 * was given before it reads from sockets again, so that many long works together would hold a server.
 */
export const nextTurn = (): Promise<void> => {
  last = last.then(() => new Promise((resolve) => void soon(resolve)))
  return last
}
