/** Resolves with the first SIGINT or SIGTERM. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
