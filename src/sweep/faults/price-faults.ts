import { bodyText, type ClientCall, decodedPath, isRead } from './client-call.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'
import { eachMember, type JsonMembers, jsonMembers, mappedJson, membersIn, withMembers } from './json-walk.ts'
import { RIVAL_AMOUNT, rivalWrites } from './rival-writes.ts'
import { unwritten } from './unwritten.ts'
import { advice, changedJson, everyAnswer, type WorldFault } from './world-fault.ts'

/** Returns null for every member that a create does not require. */
const bared = ({ Kilometraje, Fotos }: JsonMembers): JsonMembers => ({
  RefStock: null,
  Vin: null,
  Version: null,
  Color: null,
  Descripcion: null,
  CertificadoDeGarantiaUsado: null,
  Telefono: null,
  Locacion: null,
  Fotos: Kilometraje === 0 ? [] : Fotos,
})

/** Leaves a full publication only its required members. */
const nothingOptional = (members: JsonMembers): JsonMembers =>
  'OperadorResponsable' in members ? { ...bared(members), Precio: null, Adelanto: null, Cuota: null } : {}

interface Price {
  readonly Moneda: string
  readonly Importe: number
}

/** Approximate value of a dollar in pesos. */
const RATE = 1_000

/** Returns another amount in another currency, of a plausible size. */
const otherPrice = ({ Moneda, Importe }: Price): Price => ({
  Moneda: Moneda === 'ARS' ? 'USD' : 'ARS',
  Importe: Math.round(Importe * 0.7 * (Moneda === 'ARS' ? 1 / RATE : RATE)) + 7,
})

/** Returns the `ExternalId` of the publication that a target is about, in lower case. */
const idIn = (target: string): string => decodedPath(target).split('/').at(-1)?.toLowerCase() ?? ''

/** Shows other prices, and lets another client change each price once before the client writes it. */
const otherPrices = (): FaultInjection => {
  // Prices from the sandbox have this shape.
  const shown = unwritten(({ Precio }) => ({ Precio: otherPrice(Precio as Price) }))
  const changed = new Set<string>()
  return {
    open: (world) => {
      changed.clear()
      shown.open?.(world)
    },
    before: (world, call) => {
      const id = idIn(call.target)
      if (!changed.has(id) && !isRead(call) && bodyText(call.body).includes('"Precio"')) {
        changed.add(id)
        rivalWrites(world, call)
      }
      return shown.before?.({ ...world, mark: () => {} }, call)
    },
  }
}

/** Raises a price by more than rounding can hide. */
const raised = ({ Precio }: JsonMembers): object => {
  const price = jsonMembers(Precio)
  return { Precio: { ...price, Importe: Math.round(Number(price['Importe']) * 1.3) } }
}

/** Raises prices in reads of single publications, as if they had changed after the list. */
const raisedAfterList = (): FaultInjection => {
  const shown = unwritten(raised)
  return {
    ...shown,
    before: (world, call) =>
      call.operation === 'publications.list' ? undefined : shown.before?.(world, call),
  }
}

/** Values that another client may have added to a publication, by member. */
const OTHERS_MEMBERS: JsonMembers = {
  RefStock: 'DE-OTRO-7',
  Descripcion: 'Lo escribió otra persona.',
  Adelanto: RIVAL_AMOUNT,
  Cuota: RIVAL_AMOUNT,
  Locacion: { Region: 'Mendoza', Ciudad: 'Mendoza', Direccion: 'San Martín 100' },
}

const OTHERS_HOOK = { Callback: 'http://127.0.0.1:9/de-otro', Activo: true, HeaderCustom01: null }
/** Notification settings that another client may have added to an agency. */
const OTHERS_CHANNELS: JsonMembers = {
  PublicacionConsultadaWebHook: { ...OTHERS_HOOK, Secret: null, HeaderCustom02: null, HeaderCustom03: null },
  PublicacionConsultadaAdfHook: OTHERS_HOOK,
  PublicacionConsultadaAdfMail: { Email: 'adf@otro.example', Activo: true },
  PublicacionConsultadaHtmlMail: { EmailsCCO: 'copia@otro.example', Activo: true },
}

/** Returns an agency's settings with all channels, and the names of the added ones. */
const withAllChannels = (settings: JsonMembers): readonly [JsonMembers, readonly string[]] => {
  const added = Object.keys(OTHERS_CHANNELS).filter((name) => {
    const { Callback, Email, EmailsCCO } = jsonMembers(settings[name])
    return name in settings && !Callback && !Email && !EmailsCCO
  })
  return [{ ...settings, ...Object.fromEntries(added.map((name) => [name, OTHERS_CHANNELS[name]])) }, added]
}

/** Accuses a client whose edit wipes members that it was shown. */
const accuseOfWiping = (world: InjectedWorld, wiped: readonly string[]): void => {
  if (wiped.length > 0) world.accuse(`it wipes in an edit what another client has added: ${wiped.join(', ')}`)
}

/**
 * Returns the members of `shown` that an edit wipes: by omission in a full edit, by null in a partial one.
 */
const wipedByEdit = ({ operation, body }: ClientCall, shown: readonly string[]): readonly string[] => {
  const written = membersIn(bodyText(body))
  if (operation === 'publications.edit') return shown.filter((name) => !written[name])
  return operation === 'publications.amend' ? shown.filter((name) => written[name] === null) : []
}

/** Shows values of another client, and accuses a client whose edit wipes them. */
const withOthersMembers = (): FaultInjection => {
  const shown = new Map<string, readonly string[]>()
  let channels: readonly string[] = []
  const showChannels = (settings: JsonMembers): JsonMembers => {
    if (!('PublicacionConsultadaAdfMail' in settings)) return settings
    const [all, added] = withAllChannels(settings)
    channels = added
    return all
  }
  const showMembers = (members: JsonMembers): JsonMembers => {
    // A ref shows none of these members.
    if (!('EstadoActual' in members) || 'title' in members) return members
    const added = Object.keys(OTHERS_MEMBERS).filter((name) => members[name] === null)
    shown.set(String(members['ExternalId']).toLowerCase(), added)
    return { ...members, ...Object.fromEntries(added.map((name) => [name, OTHERS_MEMBERS[name]])) }
  }
  return {
    open: () => {
      shown.clear()
      channels = []
    },
    before: (world, call) => {
      if (call.operation === 'notifications.edit') {
        const written = membersIn(bodyText(call.body))
        accuseOfWiping(
          world,
          channels.filter((name) => !(name in written)),
        )
        return undefined
      }
      accuseOfWiping(world, wipedByEdit(call, shown.get(idIn(call.target)) ?? []))
      const show = call.operation === 'notifications.read' ? showChannels : showMembers
      return changedJson(world, (value) => mappedJson(value, show))
    },
  }
}

/** Shows all channels switched off, and accuses a client that switches one on. */
const withChannelsOff = (): FaultInjection => {
  const off = new Set<string>()
  const turnedOff = (settings: JsonMembers): JsonMembers =>
    'PublicacionConsultadaAdfMail' in settings
      ? eachMember(settings, (inner, name) => {
          if (jsonMembers(inner)['Activo'] !== true) return inner
          off.add(name)
          return { ...jsonMembers(inner), Activo: false }
        })
      : settings
  return {
    open: () => off.clear(),
    before: (world, call) => {
      if (call.operation === 'notifications.read')
        return changedJson(world, (value) => turnedOff(jsonMembers(value)))
      if (call.operation !== 'notifications.edit') return undefined
      const written = membersIn(bodyText(call.body))
      const on = [...off].filter((name) => jsonMembers(written[name])['Activo'] === true)
      if (on.length > 0) world.accuse(`it switches on what another client has switched off: ${on.join(', ')}`)
      return undefined
    },
  }
}

/** Gives cars names of several words, except those that the client has written. */
const withCarNames = (ofModel: string, ofVersion: string): FaultInjection =>
  unwritten(({ Marca, Modelo, Version }) => ({
    Marca: `${Marca} Benz`,
    Modelo: `${Modelo} ${ofModel}`,
    Version: `${Version} ${ofVersion}`,
  }))

/** Name of the fault that only looks at the client's own edits. */
export const LEFT_OUT = 'members-left-out'

/** Matches faults that show other prices than those that were written. */
export const OTHER_PRICES = /^(?:(?:other|own)-prices|own-cents)$/

/** Name of the fault with different prices in a list and its entries. */
export const FORMER_PRICE = 'former-price'

/** Returns the id of the first publication with a price in an answer. */
const firstWithPrice = (value: unknown): unknown => {
  let found: unknown
  mappedJson(value, (members) => {
    if (found === undefined && members['Precio'] && 'EstadoActual' in members) found = members['ExternalId']
    return members
  })
  return found
}

/** Faults of a whole run that change prices and names of publications. */
export const priceFaults = {
  'other-prices': {
    means: 'prices are in another currency, and each changes before it is written',
    weakness: 'computes without the currency, or from an outdated price',
    rank: 2,
    replays: false,
    changesContent: true,
    harms: true,
    injection: otherPrices,
  },
  [FORMER_PRICE]: {
    ...advice,
    means: 'prices are higher, and in another run only those of publications that are read one by one',
    weakness: 'computes a price from a list, although another client has changed it since',
    replays: false,
    harms: true,
    injection: () => unwritten(raised),
    contrasts: () => [{ others: [raisedAfterList()] }],
  },
  'no-prices': {
    ...advice,
    crashCounts: true,
    means: 'publications have no price, except those that the client has written',
    weakness: 'needs the price of a publication, which may be null',
    injection: () => unwritten(() => ({ Precio: null })),
  },
  'few-prices': {
    ...advice,
    after: 'no-prices',
    harms: true,
    crashCounts: true,
    means: 'only the publication that is read first has a price',
    weakness: 'needs the price of a publication, which may be null',
    injection: () => {
      let first: unknown
      const others = unwritten(({ ExternalId }) => ({ ...(ExternalId !== first && { Precio: null }) }))
      return {
        open: (world) => {
          first = undefined
          others.open?.(world)
        },
        before: async (world, call) => {
          const step = await others.before?.(world, call)
          return async (response) => {
            if (first === undefined && response.ok && call.operation?.startsWith('publications.'))
              first = firstWithPrice(JSON.parse(await response.clone().text()))
            return (await step?.(response)) ?? response
          }
        },
      }
    },
  },
  'bare-cars': {
    ...advice,
    crashCounts: true,
    means: 'publications lack whatever a create may omit: texts, a telephone, a place, photos of new cars',
    weakness: 'needs what a publication may lack',
    injection: () => unwritten(bared, ({ OperadorResponsable }) => OperadorResponsable !== undefined),
  },
  'bare-publications': {
    ...advice,
    harms: true,
    crashCounts: 'as-advice',
    means:
      'publications lack whatever they may lack, those of tests too: prices, texts, a telephone, a place',
    weakness: 'needs members of a publication that may be null',
    injection: () => everyAnswer(withMembers('EstadoActual', (members) => nothingOptional(members))),
  },
  'others-members': {
    ...advice,
    means:
      'publications and settings have values of another client: texts, an instalment, a place, a channel',
    weakness: 'leaves out of a full edit what it does not know',
    replays: false,
    harms: true,
    injection: withOthersMembers,
  },
  'channels-off': {
    ...advice,
    means: 'another client has switched off the channels of an agency',
    weakness: 'switches a channel on along with another change',
    replays: false,
    harms: true,
    injection: withChannelsOff,
  },
  [LEFT_OUT]: {
    means: 'publications and settings have members that a full edit must name to keep them',
    weakness: 'leaves out of a full edit what it was shown, and so wipes it',
    rank: 2,
    replays: false,
    harms: true,
    fromJournal: true,
    injection: () => ({}),
  },
  'odd-cars': {
    ...advice,
    means: 'cars have names of several words, with commas and quotes',
    weakness: 'puts a text into another format without escaping it',
    injection: () => withCarNames('S 5 p', 'N y Co'),
    // A test may expect the names of certain cars.
    contrasts: () => [{ others: [withCarNames('"S", 5 p', "<Ñ> & 'Co'")] }],
  },
} as const satisfies Readonly<Record<string, WorldFault>>
