/** Resolves when other work had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))
