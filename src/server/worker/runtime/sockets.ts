/** False: the platform hands over requests. */
export const hasSockets: boolean = false
