import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer, AskBody } from '../http/request.ts'
import { isDescribed } from '../transport/arrival.ts'
import { MessageAsked, urlOf } from '../transport/incoming-request.ts'
import { FAILED, sendControlProblem } from '../problems/control-error.ts'
import { meantBy, undisturbed } from '../transport/world-routing.ts'
import { NOTHING } from '../transport/request-body.ts'
import type { Sandbox } from '../simulator/simulator.ts'

/**
 * Answers a request of the described API on its socket, without a detour through the web's requests and responses, which take longer than the service
 * itself. False: nothing was done, and the app answers. That is so for everything else, and for what a rule may disturb.
 */
export const straight = (
  sandbox: Sandbox,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: AskBody | undefined,
): boolean => {
  const target = incoming.url ?? '/'
  if (!isDescribed(target) || !isWhole(incoming, body) || !isHost(incoming.headers.host)) return false
  const asked = new MessageAsked(incoming, urlOf(incoming, target))
  const { world, prefix } = meantBy(asked)
  const held = sandbox.worlds.get(world)
  if (!held) return false
  const failed = (error: unknown) => {
    sandbox.report(error)
    if (outgoing.headersSent) outgoing.destroy()
    else sendControlProblem(outgoing, 500, FAILED, target)
  }
  try {
    const answer = undisturbed(sandbox, held, { asked, prefix, body: body ?? NOTHING })
    if (answer === undefined) return false
    if (answer instanceof Promise) answer.then((late) => send(outgoing, late)).catch(failed)
    else send(outgoing, answer)
  } catch (error) {
    failed(error)
  }
  return true
}

/** What no host can be the app refuses. */
const isHost = (host: string | undefined): boolean => host === undefined || /^[\w.:[\]-]+$/.test(host)

/** Whether nothing of the request is still to come. */
const isWhole = ({ headers }: IncomingMessage, body: AskBody | undefined): boolean =>
  body === undefined
    ? headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
    : body.kind === 'bytes'

const send = (outgoing: ServerResponse, { status, headers, body }: Answer): void => {
  // What the door said of the origin depends on it, and what the service said on what it accepts.
  const varies = outgoing.getHeader('Vary')
  const said = varies === undefined ? headers : { ...headers, Vary: `${headers['Vary']}, ${varies}` }
  outgoing.writeHead(status, said).end(body)
}
