/** True: a server can listen on a port of this machine. */
export const hasSockets: boolean = true
