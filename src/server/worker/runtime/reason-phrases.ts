/** Returns no words: what holds them is Node's. */
export const reasonPhrase = (): string => ''
