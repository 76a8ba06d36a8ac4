import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { isUrl, withScheme } from '../../lib/text/url.ts'
import { LOOPBACK } from '../../server/origin-guard.ts'

/** Longest wait for the answer that shows whether the target is a sandbox, and for its fork. */
const TIMEOUT_MS = 2_000

/** Where a run works: a fork of the target's world, or the target itself. */
export interface RunPlace {
  readonly url: string
  /** Ends the fork: deletes it, or keeps it if there is something to look at. Returns a sentence about it. */
  end(isKept: boolean): Promise<string | undefined>
}

/**
 * Returns where a run works. If the target is a Playa sandbox whose control API answers, that is a fork of
 * the world, so that the world itself stays as it is; of any other service it is the service. `say` gets a
 * sentence where something keeps a sandbox's world from being forked.
 */
export const placeOfRun = async (
  given: string,
  { isInPlace, say }: { readonly isInPlace: boolean; readonly say: (sentence: string) => void },
): Promise<RunPlace> => {
  const target = withScheme(given)
  const inPlace: RunPlace = { url: given, end: async () => undefined }
  if (isInPlace || !isUrl(target) || !/^https?:/i.test(target)) return inPlace
  const { server, world } = partsOf(target)
  const token = tokenFor(server)
  const first = await ask(`${server}/_playa`)
  if (first === undefined || !isSandbox(first)) return inPlace
  const found = first.status === 401 && token ? await ask(`${server}/_playa`, { token }) : first
  const stays = (why: string): RunPlace => {
    say(`${why} The run works in the world itself.`)
    return inPlace
  }
  if (found?.status !== 200)
    return stays('This sandbox has a control token: with PLAYA_CONTROL_TOKEN the run would fork its world.')
  const name = `run-${randomBytes(4).toString('hex')}`
  const fork = await ask(`${server}/_playa/worlds/${world}/fork`, { method: 'POST', body: { name }, token })
  if (fork?.status !== 201) return stays(`The world ${world} cannot be forked.`)
  const { pathname } = new URL(target)
  const url = `${server}/w/${name}${/\/v3\/*$/.test(pathname) ? '/v3' : ''}`
  say(
    `This is a sandbox: the run works in ${name}, a fork of its world ${world}. --in-place works in ${world}.`,
  )
  return {
    url,
    end: async (isKept) => {
      if (!isKept) {
        await ask(`${server}/_playa/worlds/${name}`, { method: 'DELETE', token })
        return undefined
      }
      return `The world ${name} is kept: ${server}/_playa/ui/w/${name}
playa world save ${name} --url ${server} -o ${name}.playa writes it to a file, playa world delete ${name} --url ${server} removes it.`
    },
  }
}

/** Splits a target into server and world, whose own base it may be. */
const partsOf = (target: string): { readonly server: string; readonly world: string } => {
  const { origin, pathname } = new URL(target)
  const segments = pathname.split('/')
  while (segments.at(-1) === '') segments.pop()
  if (segments.at(-1) === 'v3') segments.pop()
  const [, world = 'default'] = segments.at(-2) === 'w' ? segments.splice(-2) : []
  return { server: origin + segments.join('/'), world }
}

interface Answer {
  readonly status: number
  readonly json: unknown
}

const TokenRequired = z.object({ Title: z.literal('Control token required') })
const Overview = z.object({ version: z.string(), worlds: z.unknown(), scenarios: z.unknown() })

/** Returns whether an answer at `/_playa` is a sandbox's: its overview, or that it wants a token. */
const isSandbox = ({ status, json }: Answer): boolean =>
  status === 401 ? TokenRequired.safeParse(json).success : status === 200 && Overview.safeParse(json).success

/** Returns the control token for a server on this machine, or at PLAYA_URL: no other gets it. */
const tokenFor = (server: string): string | undefined => {
  const { hostname, origin } = new URL(server)
  const named = withScheme(process.env['PLAYA_URL'] ?? '')
  const isOurs =
    LOOPBACK.test(hostname.replace(/^\[|\]$/g, '')) || (isUrl(named) && new URL(named).origin === origin)
  return isOurs ? process.env['PLAYA_CONTROL_TOKEN'] || undefined : undefined
}

interface Asking {
  readonly method?: string
  readonly body?: object
  readonly token?: string | undefined
}

const ask = async (
  url: string,
  { method = 'GET', body, token }: Asking = {},
): Promise<Answer | undefined> => {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        Accept: 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
  } catch {
    // What does not answer in the form of a sandbox is none.
    return undefined
  }
}
