import { type ClientCall, pathOfTarget } from './client-call.ts'
import type { FaultInjection } from './fault-injection.ts'
import { jsonMembers, mappedJson } from './json-walk.ts'
import { changedJson, everyMessage, type WorldFault } from './world-fault.ts'

const NUMBERED =
  '/v3/(?:(?:consultas|sucursales)/[^/?{]+|marcas|modelos|regiones|ciudades|monedas|propulsiones|carrocerias)/)'
const NUMBER = new RegExp(`^(.*${NUMBERED}(\\d+)$`)
const MARKED = new RegExp(`^((?:/w/[^/]+)?${NUMBERED}c-(\\d+)-x`)

const NUMBER_OF_INQUIRY = /(\/v3\/consultas\/[^/?{]+\/)(\d+)$/
/** More than the id of any inquiry. */
const LIMIT = 8_000_000

/** Shows the id of an inquiry as a number that is smaller for later ones; its own inverse. */
const withOtherNumber = (target: string): string =>
  target.replace(NUMBER_OF_INQUIRY, (_, path: string, id: string) => path + (LIMIT - Number(id)))

/** Changes the `href` of all links. */
const withHrefs = (value: unknown, change: (href: string) => string): unknown =>
  mappedJson(value, (members) => {
    const { href } = members
    return typeof href === 'string' ? { ...members, href: change(href) } : members
  })

/**
 * Changes ids in the `href` of links, and in the same way the id of a lead that a test receives with a
 * control call.
 */
const withOtherIds = (change: (href: string) => string): FaultInjection => {
  const changed = everyMessage((value) => withHrefs(value, change))
  return {
    ...changed,
    before: (world, call) =>
      isReceivedLead(call)
        ? changedJson({ ...world, mark: () => {} }, (value) => withOtherSid(withHrefs(value, change)))
        : changed.before?.(world, call),
  }
}

const isReceivedLead = ({ operation, method, target }: ClientCall): boolean =>
  operation === undefined &&
  method === 'POST' &&
  /\/_playa\/(?:worlds\/[^/]+\/)?inquiries$/.test(pathOfTarget(target))

/** Takes the id of a lead from its address. */
const withOtherSid = (lead: unknown): unknown => {
  const { sid, href, ...others } = jsonMembers(lead)
  return typeof sid === 'string' && typeof href === 'string'
    ? { ...others, sid: href.split('/').at(-1), href }
    : lead
}

/** Faults of a whole run that change ids. */
export const idFaults = {
  'text-ids': {
    means: 'ids, except those of versions, are strings, not numbers',
    weakness: 'expects ids to be numbers',
    rank: 2,
    replays: true,
    inWebhooks: true,
    injection: () => ({
      // Ids of versions are numbers (CAT-03).
      ...withOtherIds((href) => href.replace(NUMBER, '$1c-$2-x')),
      incomingTarget: (_, target) => (MARKED.test(target) ? target.replace(MARKED, '$1$2') : undefined),
    }),
  },
  'ids-falling': {
    means: 'later inquiries have smaller ids',
    weakness: 'treats the inquiry with the highest id as the newest',
    rank: 2,
    replays: true,
    inWebhooks: true,
    injection: () => ({
      ...withOtherIds(withOtherNumber),
      incomingTarget: (_, target) => (NUMBER_OF_INQUIRY.test(target) ? withOtherNumber(target) : undefined),
    }),
  },
} as const satisfies Readonly<Record<string, WorldFault>>
