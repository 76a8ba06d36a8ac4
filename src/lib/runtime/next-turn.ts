/** Taken when this module is loaded: fake timers of a test that come later stand still. */
const soon = setImmediate

/** Resolves when other work had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void soon(resolve))
