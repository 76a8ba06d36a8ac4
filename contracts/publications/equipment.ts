import { limits } from '../../src/api/wire/limits.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { isJsonObject, membersOf } from '../../src/lib/unknown-values.ts'
import {
  blamesMember,
  mustBeAccepted,
  mustBeRefused,
  type PublicationMembers,
  refusedClause,
  statusAndBlame,
  UNKNOWN_VERSION,
  usedCarMembers,
} from './create-attempt.ts'

const SECTION = 'publications-members'
const needsWrite = { leaves: 'archived', needs: ['write'] } as const

/** Photos, mileage, warranty and custom data of a create (PUB-14, PUB-16, PUB-17, PUB-18). */
export const publicationEquipmentClauses = [
  ...[
    { slug: 'without-fotos', phrase: 'no Fotos', more: { Fotos: undefined } },
    { slug: 'with-empty-fotos', phrase: 'an empty list of Fotos', more: { Fotos: [] } },
  ].map(({ slug, phrase, more }) =>
    refusedClause({
      id: `${SECTION}/used-car-${slug}-is-refused`,
      rule: 'publications-members/used-car-without-fotos-is-refused',
      statements: ['PUB-17', 'PUB-14'],
      title: `A used car with ${phrase} is refused with 400`,
      attempt: async (t) => ({ more, control: await usedCarMembers(t) }),
    }),
  ),
  clause({
    id: `${SECTION}/new-car-needs-no-fotos`,
    statements: ['PUB-17'],
    title: 'A new car without Fotos is not refused because of it',
    ...needsWrite,
    check: async (t) => {
      const { Kilometraje } = await t.session.samplePublication()
      if (Kilometraje !== 0) t.skip('the create that the service accepted is of a used car')
      // The description does not list what a create requires, so a service may require photos of every car.
      const made = await mustBeAccepted(t, { more: { Fotos: undefined }, soft: ['Fotos'] })
      const { Fotos } = t.object(made)
      t.assert(Array.isArray(Fotos) && Fotos.length === 0, 'no Fotos', Fotos, made)
    },
  }),
  clause({
    id: `${SECTION}/fotos-are-the-ones-sent`,
    statements: ['PUB-17', 'PUB-02'],
    title: 'The response shows URLs in Fotos, at most as many as were sent',
    ...needsWrite,
    check: async (t) => {
      const { Fotos = [] } = await t.session.samplePublication()
      const { body, exchange } = await t.publication()
      const shown: unknown = body['Fotos']
      const most = Array.isArray(Fotos) ? Fotos.length : 0
      const areUrls =
        Array.isArray(shown) && shown.every((url) => typeof url === 'string' && /^\S+$/.test(url))
      t.assert(areUrls && shown.length <= most, `at most ${most} URLs`, shown, exchange)
    },
  }),
  clause({
    id: `${SECTION}/fotos-shown-alone-are-shown-together`,
    statements: ['PUB-17', 'PUB-02'],
    title: 'Two Fotos that are each shown when sent alone are both shown when sent together',
    ...needsWrite,
    check: async (t) => {
      const { Fotos } = await t.session.samplePublication()
      const urls: readonly unknown[] = Array.isArray(Fotos) ? [...new Set(Fotos)].slice(0, 2) : []
      if (urls.length < 2) t.skip('the listing has one photo')
      const shownOf = (made: Exchange): readonly unknown[] => {
        const { Fotos: shown } = t.object(made)
        return Array.isArray(shown) ? shown : []
      }
      for (const url of urls) {
        const alone = await mustBeAccepted(t, { more: { Fotos: [url] }, soft: ['Fotos'] })
        if (shownOf(alone).length !== 1) t.skip('photos are shown later, or left out')
      }
      const made = await t.create({ Fotos: urls, Activa: false })
      // The most photos of a publication are open (`publications/photos-count`).
      if (made.response.status !== 201) t.skip(`two photos are answered ${statusAndBlame(made)}`)
      t.assert(shownOf(made).length === 2, 'both of Fotos', shownOf(made), made)
    },
  }),
  clause({
    id: `${SECTION}/fotos-that-are-no-url-are-not-taken`,
    statements: ['PUB-17'],
    title: 'A photo that is not a public URL is refused, or left out',
    ...needsWrite,
    check: async (t) => {
      const wrong = 'foto del frente.jpg'
      const made = await t.create({ Fotos: [wrong], Activa: false })
      await learnPhotos(t)
      if (made.response.status !== 201) {
        await mustBeRefused(t, { more: { Fotos: [wrong] } })
        return t.learn('publications/photo-refused', '400', made)
      }
      const { Fotos } = t.object(made)
      t.assert(Array.isArray(Fotos) && Fotos.length === 0, 'no Fotos', Fotos, made)
      return t.learn('publications/photo-refused', 'left-out', made)
    },
  }),
  clause({
    id: `${SECTION}/old-car-of-0-km-is-accepted-or-refused-on-kilometraje`,
    statements: ['PUB-14'],
    title: 'A Kilometraje of 0 on an old car is refused as suspicious, or shown as 0',
    ...needsWrite,
    check: async (t) => {
      const year = await t.session.targetYear()
      const more = { VersionYear: year - 6, Kilometraje: 0 }
      const made = await t.create({ ...more, Activa: false })
      if (made.response.status === 201) {
        t.assert(t.object(made)['Kilometraje'] === 0, 'Kilometraje 0', t.object(made)['Kilometraje'], made)
        return t.learn('publications/suspicious-mileage', 'off', made)
      }
      await mustBeRefused(t, { more }, [400, 403, 409])
      const heavy = await t.create({
        ...(await usedCarMembers(t)),
        VersionYear: year - 1,
        Kilometraje: 400_000,
        Activa: false,
      })
      if (heavy.response.status === 201) t.learn('publications/suspicious-mileage', 'zero-km-age', heavy)
      else if (blamesMember(heavy, 'Kilometraje'))
        t.learn('publications/suspicious-mileage', 'also-yearly-maximum', heavy)
      return undefined
    },
  }),
  clause({
    id: `${SECTION}/kilometraje-of-a-used-car-is-shown`,
    statements: ['PUB-14', 'PUB-11'],
    title: 'A used car is accepted with its photos, and its Kilometraje and VersionYear are shown as sent',
    ...needsWrite,
    check: async (t) => {
      const { body, exchange } = await usedCar(t)
      const { Kilometraje, VersionYear } = await usedCarMembers(t)
      t.assert(
        body['Kilometraje'] === Kilometraje,
        `Kilometraje ${Kilometraje}`,
        body['Kilometraje'],
        exchange,
      )
      t.assert(
        body['VersionYear'] === VersionYear,
        `VersionYear ${VersionYear}`,
        body['VersionYear'],
        exchange,
      )
    },
  }),
  clause({
    id: `${SECTION}/warranty-is-shown-only-when-it-applies`,
    statements: ['PUB-18'],
    title: 'A used car without AplicaCertificadoGarantiaUsado shows no applicable warranty certificate',
    ...needsWrite,
    check: async (t) => {
      const { body, exchange } = await usedCar(t, { AplicaCertificadoGarantiaUsado: false })
      const none = body['CertificadoDeGarantiaUsado']
      t.assert(none !== true && membersOf(none)['Aplica'] !== true, 'no certificate', none, exchange)
      const applied = await usedCar(t, { AplicaCertificadoGarantiaUsado: true })
      const shown = applied.body['CertificadoDeGarantiaUsado']
      if (typeof shown === 'boolean') t.learn('publications/warranty', 'boolean', applied.exchange)
      if (isJsonObject(shown)) t.learn('publications/warranty', 'object', applied.exchange)
    },
  }),
  clause({
    id: `${SECTION}/50-custom-data-are-accepted`,
    statements: ['PUB-16'],
    title: 'A DatosTecnicosCustom of 50 items is accepted',
    ...needsWrite,
    check: async (t) => {
      const { item, control } = await customItem(t)
      const made = await mustBeAccepted(t, {
        more: { DatosTecnicosCustom: items(item, limits.datosTecnicosCustom.max) },
        control,
      })
      const shown = t.object(made)['DatosTecnicosCustom']
      t.assert(Array.isArray(shown), 'an array in DatosTecnicosCustom', shown, made)
    },
  }),
  clause({
    id: `${SECTION}/51-custom-data-are-refused`,
    statements: ['PUB-16'],
    title: 'A DatosTecnicosCustom of 51 items is refused with 400',
    ...needsWrite,
    check: async (t) => {
      const { item, control } = await customItem(t)
      await mustBeRefused(t, {
        more: { DatosTecnicosCustom: items(item, limits.datosTecnicosCustom.max + 1) },
        control,
      })
    },
  }),
]

type Item = (text: string) => unknown

const items = (item: Item, count: number): unknown[] =>
  Array.from({ length: count }, (_, i) => item(`Dato ${i}`))

/**
 * Finds the kind of an item of DatosTecnicosCustom (`publications/custom-data-item`) by sending one. Skips
 * when the target accepts neither.
 */
export const customItem = async (
  t: ClauseContext,
): Promise<{ readonly item: Item; readonly control: PublicationMembers }> => {
  const kinds: readonly (readonly [string, Item])[] = [
    ['object', (text) => ({ Seccion: 'Confort', Valor: text, Datos: 'si' })],
    ['string', (text) => text],
  ]
  const taken = []
  for (const [kind, item] of kinds) {
    const control = { ...UNKNOWN_VERSION, DatosTecnicosCustom: [item('Dato')] }
    const made = await t.create({ ...control, Activa: false })
    if (made.response.status === 201) taken.push({ kind, item, control, made })
    // A refusal for another reason does not show that items of this kind are refused.
    else if (made.response.status !== 400 || !blamesMember(made, 'DatosTecnicosCustom')) taken.push(undefined)
  }
  const [first, second] = taken
  const found = first ?? second
  if (!found) return t.skip('neither an object nor a text is taken as an item')
  // A service that takes both has no option.
  const names = taken.flatMap((one) => one?.kind ?? [])
  if (!taken.includes(undefined)) t.learn('publications/custom-data-item', names.join(' and '), found.made)
  return found
}

/** Creates a used car. Skips when the target refuses it, because its photos cannot be downloaded. */
const usedCar = async (
  t: ClauseContext,
  more: PublicationMembers = {},
): Promise<{ body: PublicationMembers; exchange: Exchange }> => {
  const exchange = await t.create({ ...(await usedCarMembers(t)), ...more, Activa: false })
  // Its photos cannot be downloaded, its mileage may be suspicious, and the product may allow new cars only.
  if (exchange.response.status !== 201) {
    const hint = blamesMember(exchange, 'Fotos') ? '; --photo URL gives photos' : ''
    t.skip(`no used car can be created: ${statusAndBlame(exchange)}${hint}`)
  }
  return { body: t.object(exchange), exchange }
}

/**
 * A photo on a host that cannot exist. A service that accepts it checks the URL only (`publications/photos`).
 */
const NOWHERE = 'https://photos.playa.invalid/1.jpg'

const learnPhotos = async (t: ClauseContext): Promise<void> => {
  const made = await t.create({ Fotos: [NOWHERE], Activa: false })
  if (made.response.status === 400 && blamesMember(made, 'Fotos'))
    return t.learn('publications/photos', 'downloaded', made)
  if (made.response.status !== 201) return
  const { Fotos } = t.object(made)
  if (!Array.isArray(Fotos)) return
  t.learn('publications/photos', Fotos.length === 1 ? 'url-only' : 'downloaded', made)
}
