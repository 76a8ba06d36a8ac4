/** Names are resolved by the platform, whose `fetch` reaches the public network only. */
export const systemResolver = undefined

/** Returns nothing: there is no resolver to guard, and literal addresses are judged with the URL. */
export const guardedLookup = (): undefined => undefined
