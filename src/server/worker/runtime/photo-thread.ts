/** Returns undefined: there are no threads, so that photos are rendered in slices. */
export const renderInThread = (): Promise<Uint8Array> | undefined => undefined
