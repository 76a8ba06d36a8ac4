import { clauses } from '../../../contracts/index.ts'

/**
 * Clauses that a check inside the process, of one app, skips: they need a receiver, a second app or a socket.
 */
export const clausesOfCompany = clauses.filter(
  ({ id, needs }) =>
    needs.includes('callback') || needs.includes('other-app') || /^(?:http|webhooks)\//.test(id),
)
