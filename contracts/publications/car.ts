import { limits } from '../../src/api/wire/limits.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { isJsonObject, membersOf } from '../../src/lib/unknown-values.ts'
import { namesBehind } from '../support/catalogue-entries.ts'
import {
  ambiguousVersion,
  brandNamed,
  fuelNamed,
  isOtherWord,
  REFERENCE_FORMS,
  type ReferencedEntry,
  type ReferenceForm,
  sampleBodyStyle,
  sampleBrand,
  sampleCurrency,
  sampleFuel,
  sampleModel,
  sampleVersion,
} from '../support/reference-forms.ts'
import {
  acceptedClause,
  blamesMember,
  isEmpty,
  mustBeAccepted,
  type PublicationMembers,
  sameText,
  statusAndBlame,
  UNKNOWN_VERSION,
} from './create-attempt.ts'
import { customItem } from './equipment.ts'

const SECTION = 'publications-members'
const needsWrite = { leaves: 'archived', needs: ['write'] } as const

/**
 * Returns the brand of the sample. For a codename, returns a brand whose codename differs from its name, if
 * there is one, with a car of it.
 */
const brandToName = async (t: ClauseContext, form: ReferenceForm) => {
  const entry = await sampleBrand(t)
  const isDistinct = ({ name, forms: { codename = name } }: ReferencedEntry) => isOtherWord(codename, name)
  if (form !== 'codename' || isDistinct(entry)) return { entry, control: {} }
  const cars = (await t.session.catalogueCars()).filter(({ brand }) => brand !== entry.name)
  for (const { brand, model } of cars.filter(
    (one, at) => cars.findIndex((other) => other.brand === one.brand) === at,
  )) {
    const found = await brandNamed(t, brand)
    if (!found || !isDistinct(found)) continue
    const control = { Marca: brand, Modelo: model, ...UNKNOWN_VERSION }
    // Some agencies may not publish that car.
    if ((await t.create({ ...control, Activa: false })).response.status === 201)
      return { entry: found, control }
  }
  return { entry, control: {} }
}

/**
 * Asserts that a publication shows a fuel type: by its name, or as it shows the same type sent by name, and
 * never by the name of another. The description does not fix the form of a shown fuel type (PUB-13, COM-11).
 */
const assertFuel = async (t: ClauseContext, made: Exchange, { name }: ReferencedEntry) => {
  const { Propulsion: shown } = t.object(made)
  if (sameText(shown, name)) return
  const isOther = (await namesBehind(t, 'Propulsiones')).some((one) => sameText(shown, one))
  const isForm = Boolean(shown) && !isOther
  const shownByName = async () => {
    const named = await t.create({ ...UNKNOWN_VERSION, Propulsion: name, Activa: false })
    const { status } = named.response
    return status < 300
      ? membersOf(named.json)['Propulsion']
      : t.skip(`the name itself is answered ${status}`)
  }
  const expected = isForm ? await shownByName() : name
  t.assert(sameText(shown, String(expected)), `Propulsion ${expected}`, shown, made)
}

const missing = (form: ReferenceForm) => `the catalogue shows no ${form}`

/**
 * How a create describes its car: references in every form, known and unknown versions (PUB-09, PUB-10,
 * PUB-11, PUB-12, PUB-13, PUB-16).
 */
export const publicationCarClauses = [
  ...REFERENCE_FORMS.flatMap((form) => [
    clause({
      id: `${SECTION}/marca-by-${form}-is-resolved`,
      rule: 'publications-members/marca-by-{form}-is-resolved',
      statements: ['PUB-09', 'COM-11'],
      title: `Marca accepts a reference by ${form}, and the response shows the name of the brand`,
      ...needsWrite,
      check: async (t) => {
        const { entry, control } = await brandToName(t, form)
        const { name, forms } = entry
        const made = await mustBeAccepted(t, {
          more: { Marca: forms[form] ?? t.skip(missing(form)) },
          control,
        })
        t.assert(sameText(t.object(made)['Marca'], name), `Marca ${name}`, t.object(made)['Marca'], made)
      },
    }),
    clause({
      id: `${SECTION}/modelo-by-${form}-is-resolved`,
      rule: 'publications-members/modelo-by-{form}-is-resolved',
      statements: ['PUB-09', 'COM-11'],
      title: `Modelo accepts a reference by ${form}, and the response shows the name of the model`,
      ...needsWrite,
      check: async (t) => {
        const { name, forms } = await sampleModel(t)
        const made = await mustBeAccepted(t, { more: { Modelo: forms[form] ?? t.skip(missing(form)) } })
        t.assert(sameText(t.object(made)['Modelo'], name), `Modelo ${name}`, t.object(made)['Modelo'], made)
      },
    }),
    clause({
      id: `${SECTION}/propulsion-by-${form}-is-resolved`,
      rule: 'publications-members/propulsion-by-{form}-is-resolved',
      statements: ['PUB-13', 'COM-11'],
      title: `Propulsion accepts a reference by ${form}, and shows the name where the version is unknown`,
      ...needsWrite,
      check: async (t) => {
        const fuel = await sampleFuel(t)
        const Propulsion = fuel.forms[form] ?? t.skip(missing(form))
        await assertFuel(t, await mustBeAccepted(t, { more: { Propulsion }, control: UNKNOWN_VERSION }), fuel)
      },
    }),
    clause({
      id: `${SECTION}/carroceria-by-${form}-is-accepted`,
      rule: 'publications-members/carroceria-by-{form}-is-accepted',
      statements: ['PUB-13', 'COM-11'],
      title: `Carroceria accepts a reference by ${form} where the version is unknown`,
      ...needsWrite,
      check: async (t) => {
        const { forms } = await sampleBodyStyle(t)
        await mustBeAccepted(t, {
          more: { Carroceria: forms[form] ?? t.skip(missing(form)) },
          control: UNKNOWN_VERSION,
        })
      },
    }),
  ]),
  clause({
    id: `${SECTION}/propulsion-with-an-accent-is-resolved`,
    statements: ['PUB-13', 'COM-11'],
    title: 'Propulsion accepts a listed name with non-ASCII letters where the version is unknown',
    ...needsWrite,
    check: async (t) => {
      const names = await namesBehind(t, 'Propulsiones')
      const name = names.find((one) => /[^ -~]/.test(one)) ?? t.skip('no listed name has such letters')
      const made = await mustBeAccepted(t, { more: { Propulsion: name }, control: UNKNOWN_VERSION })
      await assertFuel(t, made, await fuelNamed(t, name))
    },
  }),
  ...(['id', 'api-url', 'api-url-path', 'codename'] as const).map((form) =>
    clause({
      id: `${SECTION}/version-by-${form}-is-known`,
      rule: 'publications-members/version-by-{form}-is-known',
      statements: ['PUB-10', 'COM-11'],
      title: `Version accepts a known version by ${form}, and the response shows its name`,
      ...needsWrite,
      check: async (t) => {
        const { name, forms, members } = await sampleVersion(t)
        const Version = forms[form] ?? t.skip(missing(form))
        if (Version.length > limits.version.max)
          t.skip(`the ${form} of the version is longer than Version may be`)
        const made = await mustBeAccepted(t, { more: { Version }, control: members })
        t.assert(
          sameText(t.object(made)['Version'], name),
          `Version ${name}`,
          t.object(made)['Version'],
          made,
        )
      },
    }),
  ),
  clause({
    id: `${SECTION}/unknown-marca-is-refused-or-kept`,
    statements: ['PUB-09', 'COM-11'],
    title:
      'A Marca and a Modelo that no catalogue has are refused, or the response shows a brand and a model',
    ...needsWrite,
    check: async (t) => {
      const sent = { Marca: 'Zzyzx Qwrt', Modelo: 'Xqv Wjk 9', ...UNKNOWN_VERSION }
      const made = await t.create({ ...sent, Activa: false })
      if (made.response.status !== 201) {
        await mustBeAccepted(t, { more: {} })
        t.status(made, 400)
        t.assert(
          ['Marca', 'Modelo', '_'].some((member) => blamesMember(made, member)),
          'Errors on Marca or Modelo',
          statusAndBlame(made),
          made,
        )
        return t.learn('publications/unresolvable', '400', made)
      }
      const { Marca, Modelo } = t.object(made)
      t.assert(!isEmpty(Marca) && !isEmpty(Modelo), 'a brand and a model', { Marca, Modelo }, made)
      if (Marca === sent.Marca) t.learn('publications/unresolvable', 'kept', made)
      return undefined
    },
  }),
  acceptedClause(
    {
      id: `${SECTION}/unknown-version-is-kept`,
      statements: ['PUB-10'],
      title: 'A Version that no catalogue has is shown as sent, unless the other data identify a known one',
      attempt: () => ({ more: UNKNOWN_VERSION }),
    },
    (t, made) => {
      const { Version: sent } = UNKNOWN_VERSION
      const { Version } = t.object(made)
      const isChanged =
        isEmpty(Version) ||
        (Version !== sent && (sameText(Version, sent) || sent.startsWith(String(Version))))
      t.assert(!isChanged, `Version ${sent}`, Version, made)
    },
  ),
  clause({
    id: `${SECTION}/version-that-the-data-leave-open-is-kept`,
    statements: ['PUB-10'],
    title:
      'An unknown Version is shown as sent if several versions have the year, fuel, gearbox and body style',
    ...needsWrite,
    check: async (t) => {
      const { members, versions } = await ambiguousVersion(t)
      const made = await mustBeAccepted(t, { more: UNKNOWN_VERSION, control: members })
      const { Version } = t.object(made)
      const isReplaced = versions.some((name) => sameText(Version, name))
      t.assert(!isReplaced, `Version ${UNKNOWN_VERSION.Version}`, Version, made)
    },
  }),
  clause({
    id: `${SECTION}/transmision-takes-its-four-values`,
    statements: ['PUB-12'],
    title:
      'Transmision accepts Automática, Manual, A and M, and the response distinguishes automatic from manual',
    ...needsWrite,
    check: async (t) => {
      const shown: unknown[] = []
      for (const Transmision of ['Automática', 'A', 'Manual', 'M']) {
        const made = await mustBeAccepted(t, { more: { Transmision }, control: UNKNOWN_VERSION })
        shown.push(t.object(made)['Transmision'])
      }
      const first = shown.map((word) => (typeof word === 'string' ? word[0]?.toUpperCase() : word))
      t.assert(first.join() === 'A,A,M,M', 'Automática or A twice, then Manual or M twice', shown)
    },
  }),
  clause({
    id: `${SECTION}/known-version-has-its-own-data`,
    statements: ['PUB-16'],
    title: 'DatosTecnicosCustom is not used when the version is known',
    ...needsWrite,
    check: async (t) => {
      const { forms, members, name } = await sampleVersion(t)
      const { item } = await customItem(t)
      const known: PublicationMembers = { ...members, Version: forms.id ?? forms['api-url-path'] }
      const made = await mustBeAccepted(t, {
        more: { DatosTecnicosCustom: [item('Zzyzx propio')] },
        control: known,
      })
      const { Version, DatosTecnicosCustom } = t.object(made)
      if (!sameText(Version, name)) t.skip('the version was not established')
      const shown = JSON.stringify(DatosTecnicosCustom ?? null)
      t.assert(!shown.includes('Zzyzx propio'), 'the data of the known version, or none', shown, made)
    },
  }),
  clause({
    id: `${SECTION}/moneda-is-one-currency-in-every-form-taken`,
    statements: ['COM-07', 'COM-11'],
    title: 'A Moneda that is accepted in several forms is always shown in the same one',
    ...needsWrite,
    check: async (t) => {
      const { forms } = await sampleCurrency(t)
      const shown = new Map<string, unknown>()
      for (const form of REFERENCE_FORMS) {
        const Moneda = forms[form]
        if (Moneda === undefined) continue
        // Which forms of a currency are accepted is open, so a refusal says nothing.
        const made = await t.create({ Precio: { Moneda, Importe: 25_000_000 }, Activa: false })
        const Precio: unknown = made.response.status === 201 ? t.object(made)['Precio'] : undefined
        if (isJsonObject(Precio)) shown.set(form, Precio['Moneda'])
      }
      if (shown.size < 2) t.skip(`${shown.size} of its forms are accepted`)
      t.assert(new Set(shown.values()).size === 1, 'one text in Precio.Moneda', Object.fromEntries(shown))
    },
  }),
]
