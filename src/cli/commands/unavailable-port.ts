/** Prints in one sentence why a port cannot be bound, and returns the exit code. Rethrows other errors. */
export const portUnavailable = (error: unknown, port: number): number => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    console.error(
      `Port ${port} is in use: stop what listens there, or choose another with --port (0 for a free one).`,
    )
  else if (code === 'EACCES')
    console.error(`Port ${port} may not be used by this user: choose one from 1024 on with --port.`)
  else if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    console.error('This machine does not have that address: choose another with --host.')
  else throw error
  return 1
}
