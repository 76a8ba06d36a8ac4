import { randomBytes } from 'node:crypto'
import { TOKEN_REQUIRED } from '../../api/problems/control-error.ts'
import { controlApiClient } from '../../control/client.ts'
import { PlayaError } from '../../control/client-error.ts'
import { isLoopbackHost, isUrl, withScheme } from '../../lib/text/url.ts'
import { reasonOf } from '../support/errors.ts'

/** Maximum wait for the response that shows whether the target is a sandbox, and for its fork. */
const TIMEOUT_MS = 2_000

/** Where a run works: a fork of the target's world, or the target itself. */
export interface RunPlace {
  readonly url: string
  /** Ends the fork: deletes it, or keeps it if there is something to look at. Returns a sentence about it. */
  end(isKept: boolean): Promise<string | undefined>
}

/**
 * Returns where a run works: in a fork of the world if the target is a Playa sandbox whose control API
 * answers, else in the service itself. A fork leaves the world unchanged. `say` gets a sentence if the world
 * of a sandbox cannot be forked.
 */
export const placeOfRun = async (
  given: string,
  { isInPlace, say }: { readonly isInPlace: boolean; readonly say: (sentence: string) => void },
): Promise<RunPlace> => {
  const target = withScheme(given)
  const inPlace: RunPlace = { url: given, end: async () => undefined }
  if (isInPlace || !isUrl(target) || !/^https?:/i.test(target)) return inPlace
  const { server, world, suffix } = partsOf(target)
  const token = tokenFor(server)
  let control = clientOf(server, undefined)
  let kind = await kindOf(control)
  if (kind === 'closed' && token) {
    control = clientOf(server, token)
    kind = await kindOf(control)
  }
  if (kind === 'other') return inPlace
  const stays = (why: string): RunPlace => {
    say(`${why} The run works in the world itself.`)
    return inPlace
  }
  if (kind === 'closed')
    return stays('This sandbox has a control token: with PLAYA_CONTROL_TOKEN the run would fork its world.')
  const name = `run-${randomBytes(4).toString('hex')}`
  const refused = await problemOf(control.worlds.fork({ world, name }))
  if (refused !== undefined) return stays(`The world ${world} cannot be forked: ${refused}`)
  say(
    `The target is a sandbox: the run uses ${name}, a fork of its world ${world}. With --in-place it uses ${world} itself.`,
  )
  const removal = `playa world delete ${name} --url ${server}`
  return {
    url: `${server}/w/${name}${suffix}`,
    end: async (isKept) => {
      if (isKept)
        return `The world ${name} is kept: ${server}/_playa/ui/w/${name}
playa world save ${name} --url ${server} -o ${name}.playa writes it to a file, ${removal} removes it.`
      const kept = await problemOf(control.worlds.delete({ world: name }))
      return kept === undefined
        ? undefined
        : `The world ${name} is not deleted: ${kept}\n${removal} removes it.`
    },
  }
}

/** Splits a target into server, world and `/v3` where it ends so. */
const partsOf = (target: string): { server: string; world: string; suffix: string } => {
  const { origin, pathname } = new URL(target)
  const segments = pathname.split('/')
  while (segments.at(-1) === '') segments.pop()
  const suffix = segments.at(-1) === 'v3' ? `/${segments.pop()}` : ''
  const [, world = 'default'] = segments.at(-2) === 'w' ? segments.splice(-2) : []
  return { server: origin + segments.join('/'), world, suffix }
}

type Control = ReturnType<typeof clientOf>

const clientOf = (url: string, token: string | undefined) =>
  controlApiClient({
    url,
    token,
    fetch: (request) => fetch(request, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
  })

/** Returns whether a server is a sandbox, one whose control API wants a token, or another service. */
const kindOf = async (control: Control): Promise<'open' | 'closed' | 'other'> => {
  try {
    return (await control.server.read()).name === 'playa' ? 'open' : 'other'
  } catch (error) {
    const isClosed = error instanceof PlayaError && error.refusal.title === TOKEN_REQUIRED
    return isClosed ? 'closed' : 'other'
  }
}

/** Returns why a call failed, in one sentence; undefined when it did not. */
const problemOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(() => undefined, reasonOf)

/** Returns the control token for a server on this machine, or at PLAYA_URL: no other gets it. */
const tokenFor = (server: string): string | undefined => {
  const { hostname, origin } = new URL(server)
  const named = withScheme(process.env['PLAYA_URL'] ?? '')
  const isOurs = isLoopbackHost(hostname) || (isUrl(named) && new URL(named).origin === origin)
  return isOurs ? process.env['PLAYA_CONTROL_TOKEN'] || undefined : undefined
}
