/** Resolves when other work had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))

/** Does nothing: the memory is the platform's. */
export const gateTurns = (): void => {}
