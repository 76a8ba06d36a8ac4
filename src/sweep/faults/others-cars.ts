import { withFittingPackages } from '../../domain/publications/package.ts'
import { faultTarget } from '../../faults/fault-target.ts'
import { publicationAt } from '../../faults/rival-write.ts'
import { type Publication, publicationKey } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import {
  type ClientCall,
  hasSucceeded,
  idInPath,
  isOwn,
  isRead,
  pathOfTarget,
  queryOf,
} from './client-call.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import { type InjectedWorld, type ResponseStep, withBody } from './fault-injection.ts'
import { type JsonMembers, listedEntries, membersIn } from './json-walk.ts'
import { RIVAL_TEXT } from './rival-writes.ts'

const advised = { rank: 9, advises: true, harms: true, perOperation: true } as const

/** `ExternalId` of the publication of another client. */
export const OTHERS_ID = 'DE-OTRO-7'

/** Returns the ids in a list of publications, in lower case and in its order. */
export const listedIds = ({ response }: ClientCall): string[] =>
  listedEntries(membersIn(response?.body ?? '')).map(({ ExternalId }) => String(ExternalId).toLowerCase())

const isListOfPublications = (call: ClientCall): boolean =>
  call.operation === 'publications.list' && hasSucceeded(call) && listedIds(call).length > 0

/** Returns whether a call takes a publication out of the lists for good. */
export const isArchive = ({ operation }: ClientCall): boolean => operation === 'publications.archive'

/** Returns the calls between a list of publications and the next list, or the next control call. */
export const afterList = (list: ClientCall, calls: readonly ClientCall[]): readonly ClientCall[] => {
  const later = calls.slice(calls.indexOf(list) + 1)
  const end = later.findIndex(({ operation }) => operation === undefined || operation === list.operation)
  return end < 0 ? later : later.slice(0, end)
}

/** Returns the writes to a publication. */
export const writesTo = (calls: readonly ClientCall[], id: string | undefined): readonly ClientCall[] =>
  calls.filter((call) => isOwn(call) && !isRead(call) && idInPath(call) === id)

/** Adds a copy of a publication under another id, without its `Vin`, and a place for it if there is none. */
const withCopy = (
  world: World,
  original: Publication,
  own: Pick<Publication, 'ExternalId' | 'RefStock' | 'Descripcion'>,
): World => {
  const number = world.next.publication
  const handle = { number, key: publicationKey(original.agency, own.ExternalId) }
  return withFittingPackages({
    ...world,
    next: { ...world.next, publication: number + 1 },
    publications: world.publications.put({ ...original, ...own, handle, Vin: null, revision: 1 }),
  })
}

/** Returns the first active publication of an undisturbed list. */
const modelFor = ({ worldHandle }: InjectedWorld, list: ClientCall): Publication | undefined => {
  const { world } = worldHandle
  const { agency = '' } = faultTarget(list.method, pathOfTarget(list.target))
  return listedIds(list)
    .flatMap((id) => publicationAt(world, agency, id) ?? [])
    .find(({ condition }) => condition === 'active')
}

/** Lets another client of the same app publish a car. */
const publishes = (world: InjectedWorld, base: ClientCall): void => {
  const { worldHandle } = world
  const model = modelFor(world, base)
  if (!model) return
  const own = { ExternalId: OTHERS_ID, RefStock: OTHERS_ID, Descripcion: RIVAL_TEXT }
  worldHandle.world = withCopy(worldHandle.world, model, own)
}

/** Marks the fault if a list shows a publication, which may be moved to its front. */
const ifListed =
  ({ mark }: InjectedWorld, id: string, isFirst = false): ResponseStep =>
  async (response) => {
    const text = await response.text()
    const list = membersIn(text)
    const entries = listedEntries(list)
    const isIt = ({ ExternalId }: JsonMembers) => String(ExternalId).toLowerCase() === id.toLowerCase()
    if (!entries.some(isIt)) return withBody(response, text)
    mark()
    const _entries = [...entries.filter(isIt), ...entries.filter((entry) => !isIt(entry))]
    return withBody(response, isFirst ? JSON.stringify({ ...list, _entries }) : text)
  }

/** Returns the id of a car whose id, stock number and title contain those of another. */
export const similarId = (id: string): string => `${id}0`

const isSearch = (call: ClientCall): boolean =>
  isListOfPublications(call) && Boolean(queryOf(call.target).get('q'))

/** Puts a similar car before the one that a search finds undisturbed. */
const findsSimilar = (world: InjectedWorld, base: ClientCall): ResponseStep | undefined => {
  const { worldHandle } = world
  const model = modelFor(world, base)
  if (!model || model.ExternalId.toLowerCase() !== listedIds(base)[0]) return undefined
  const { ExternalId, RefStock, Descripcion } = model
  const own = { ExternalId: similarId(ExternalId), RefStock: RefStock && similarId(RefStock), Descripcion }
  worldHandle.world = withCopy(worldHandle.world, model, own)
  return ifListed(world, own.ExternalId, true)
}

/** Faults in which a list shows publications that the client did not expect there. */
export const othersCars = {
  'another-publication': {
    ...advised,
    means: 'another client has published a car right before the client reads a list of publications',
    weakness: 'archives what it has not published',
    actsOn: isListOfPublications,
    suits: (call, calls) => afterList(call, calls).some(isArchive),
    before: (world, _, base) => {
      publishes(world, base)
      return ifListed(world, OTHERS_ID)
    },
  },
  'similar-found': {
    ...advised,
    means: 'a search for a publication finds a similar one first',
    weakness: 'takes the first entry that a search finds',
    actsOn: isSearch,
    suits: (call, calls) => writesTo(afterList(call, calls), listedIds(call)[0]).length > 0,
    before: (world, _, base) => findsSimilar(world, base),
  },
} as const satisfies Readonly<Record<string, ExchangeFault>>
