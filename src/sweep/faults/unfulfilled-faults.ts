import { packagePlaces } from '../../domain/publications/package.ts'
import { faultTarget } from '../../faults/fault-target.ts'
import { publicationAt } from '../../faults/rival-write.ts'
import type { Agency } from '../../world/agency.ts'
import { agencyByMail } from '../../world/world.ts'
import { refusePath } from './armed-refusals.ts'
import {
  bodyText,
  type ClientCall,
  hasSucceeded,
  idInPath,
  isCreate,
  isOwn,
  isRead,
  ownPath,
  pathOfTarget,
} from './client-call.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import type { InjectedWorld } from './fault-injection.ts'
import { listedEntries, membersIn } from './json-walk.ts'
import { rivalWrites } from './rival-writes.ts'

const advised = { rank: 9, advises: true, harms: true, perOperation: true } as const

/** Returns the level that a create or a full edit asks for and gets; undefined if there is none. */
const grantedLevel = (call: ClientCall): string | undefined => {
  if (!(isCreate(call) || call.operation === 'publications.edit') || !hasSucceeded(call)) return undefined
  const { Exposicion } = membersIn(bodyText(call.body))
  return Exposicion !== undefined && membersIn(call.response?.body ?? '')['Exposicion'] === Exposicion
    ? String(Exposicion)
    : undefined
}

/** Returns the level at which the client was last shown the publication of an edit. */
const shownLevel = (edit: ClientCall, calls: readonly ClientCall[]): unknown => {
  const id = idInPath(edit)
  const shown = calls.slice(0, calls.indexOf(edit)).flatMap(({ response }) => {
    const body = membersIn(response?.body ?? '')
    return [body, ...listedEntries(body)].filter(
      ({ ExternalId, Exposicion }) => Exposicion !== undefined && String(ExternalId).toLowerCase() === id,
    )
  })
  return shown.at(-1)?.['Exposicion']
}

const LEVELS = ['Baja', 'Media', 'Alta']

/** Returns by how many levels an edit raises a publication; negative if it lowers it. */
const raisedBy = (call: ClientCall, calls: readonly ClientCall[]): number => {
  const [before, after] = [isCreate(call) ? undefined : shownLevel(call, calls), grantedLevel(call)].map(
    (level) => LEVELS.indexOf(String(level)),
  )
  return before === undefined || after === undefined || before < 0 || after < 0 ? 0 : after - before
}

/** Returns the edit that lowers another publication so that the client can raise this one. */
export const loweredBefore = (call: ClientCall, calls: readonly ClientCall[]): ClientCall | undefined => {
  if (raisedBy(call, calls) <= 0) return undefined
  const earlier = calls.slice(0, calls.indexOf(call))
  const own = earlier.slice(earlier.findLastIndex(({ operation }) => operation === undefined) + 1)
  const former = own.findLast((other) => !isRead(other) && hasSucceeded(other))
  return former && raisedBy(former, calls) < 0 && ownPath(former) !== ownPath(call) ? former : undefined
}

/** Returns whether the client reads the free places before a create; others may accept any level. */
const countsPlaces = (create: ClientCall, calls: readonly ClientCall[]): boolean =>
  calls.slice(0, calls.indexOf(create)).some((call) => isOwn(call) && call.operation === 'agencies.products')

const hasLevel = ({ pack }: Agency, level: unknown): level is keyof Agency['pack'] =>
  typeof level === 'string' && level in pack

/** Lets another client take the last places of the level that a write asks for. */
const takesPlaces = ({ worldHandle, mark }: InjectedWorld, call: ClientCall): undefined => {
  const { world } = worldHandle
  const agency = agencyByMail(world, faultTarget(call.method, pathOfTarget(call.target)).agency ?? '')
  const { Exposicion } = membersIn(bodyText(call.body))
  if (!agency || !hasLevel(agency, Exposicion)) return
  const pack = { ...agency.pack, [Exposicion]: packagePlaces(world, agency, Exposicion).Activas }
  worldHandle.world = { ...world, agencies: world.agencies.put({ ...agency, pack }) }
  mark()
}

/** Returns the photos in a body; none for any other body. */
export const photosIn = (text: string): readonly unknown[] => {
  const { Fotos } = membersIn(text)
  return Array.isArray(Fotos) ? Fotos : []
}

/** Lets another client change the photos, to as many as the client is about to send. */
const replacesPhotos = (world: InjectedWorld, call: ClientCall): undefined => {
  const { publication } = faultTarget(call.method, pathOfTarget(call.target))
  if (!publication) return
  const { adminMail, externalId } = publication
  const shown = publicationAt(world.worldHandle.world, adminMail, externalId)?.Fotos ?? []
  const Fotos = photosIn(bodyText(call.body)).flatMap((_, at) => shown[at % shown.length] ?? [])
  rivalWrites(world, call, { Fotos })
}

/** Faults in which the service does less than a write asks for, or refuses the second of two writes. */
export const unfulfilledFaults = {
  'level-taken': {
    ...advised,
    means: 'other clients take the last places of a level, and the service gives another one, as it may',
    weakness: 'does not look at the level that it gets',
    actsOn: (call) => grantedLevel(call) !== undefined,
    suits: (call, calls) =>
      membersIn(bodyText(call.body))['Activa'] !== false &&
      (isCreate(call) ? countsPlaces(call, calls) : raisedBy(call, calls) > 0),
    before: takesPlaces,
  },
  'as-many-photos': {
    ...advised,
    means: 'another client changes the photos to as many as the client is about to send',
    weakness: 'does not notice that the service ignores its photos, because their number is the same',
    actsOn: (call) => call.operation === 'publications.edit' && hasSucceeded(call),
    suits: ({ body }) => photosIn(bodyText(body)).length > 0,
    before: replacesPhotos,
  },
  'swap-refused': {
    ...advised,
    means:
      'the service permanently refuses to raise the level of a publication after another was lowered: 409',
    weakness: 'does not undo the first step when the second is refused',
    actsOn: (call) => grantedLevel(call) !== undefined,
    suits: (call, calls) => loweredBefore(call, calls) !== undefined,
    before: refusePath(409),
  },
} as const satisfies Readonly<Record<string, ExchangeFault>>
