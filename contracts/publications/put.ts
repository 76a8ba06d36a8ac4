import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, openLinkIn } from '../../src/kit/target/links.ts'
import { digitsOf } from '../../src/lib/text/digits-of.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import { citiesOf, isoCodeIn } from '../support/catalogue-entries.ts'
import { createSuspended, etagIn, fullEdit, writePublication } from '../support/publication-writes.ts'

/** The full edit (PUB-21, PUB-23, PUB-24, PUB-25, PUB-26). Its bounds are in `put-bounds.ts`. */

const put = (declared: Pick<Clause, 'id' | 'statements' | 'title' | 'rule' | 'check'>): Clause =>
  clause({ ...declared, leaves: 'archived', needs: ['write'] })

/** Clauses on the full edit. */
export const publicationPutClauses: readonly Clause[] = [
  put({
    id: 'publications-edit/put-changes-what-is-editable',
    statements: ['PUB-21', 'PUB-33'],
    title: 'A full edit changes the stock reference, colour, description and price, and returns a new ETag',
    check: async (t) => {
      const made = await createSuspended(t)
      const more = {
        RefStock: 'KIT-2',
        Color: 'Verde',
        Descripcion: 'Otra.',
        Precio: amountFor(t, 23_000_000),
      }
      const edited = await writePublication(t, made, await fullEdit(t, made, more))
      t.status(edited, 200)
      t.assert(t.header(edited, 'ETag') !== made.etag, 'a new ETag', etagIn(edited), edited)
      for (const shown of [edited, await t.get(made.path)]) {
        const body = t.object(shown)
        for (const name of ['RefStock', 'Color', 'Descripcion'] as const) {
          t.assert(body[name] === more[name], `${name} ${more[name]}`, body[name], shown)
        }
        const { Importe } = membersOf(body.Precio)
        t.assert(Importe === more.Precio.Importe, `Precio.Importe ${more.Precio.Importe}`, Importe, shown)
      }
    },
  }),
  put({
    id: 'publications-edit/put-cuts-a-long-color',
    statements: ['PUB-21', 'PUB-15'],
    title: 'A full edit cuts a Color of 60 characters to the first 50',
    check: async (t) => {
      const made = await createSuspended(t)
      const Color = 'Azul'.repeat(15)
      const edited = await writePublication(t, made, await fullEdit(t, made, { Color }))
      t.status(edited, 200)
      const shown = t.object(edited).Color
      t.assert(shown === Color.slice(0, 50), 'the first 50 characters as Color', shown, edited)
    },
  }),
  put({
    id: 'publications-edit/put-ignores-as-many-photos',
    statements: ['PUB-25'],
    title: 'A full edit ignores Fotos if they are as many as before',
    check: async (t) => {
      const { made, before, photos } = await withPhotos(t)
      const Fotos = [...photos].reverse()
      const edited = await writePublication(t, made, await fullEdit(t, made, { Fotos }))
      t.status(edited, 200)
      const shown = photosIn(await t.get(made.path))
      t.assert(
        shown.join() === before.join(),
        `Fotos as before, ${before.join(', ')}`,
        shown.join(', '),
        edited,
      )
    },
  }),
  put({
    id: 'publications-edit/put-takes-fewer-photos',
    statements: ['PUB-21', 'PUB-25'],
    title: 'A full edit replaces Fotos if their number differs',
    check: async (t) => {
      const { made, photos } = await withPhotos(t)
      const edited = await writePublication(t, made, await fullEdit(t, made, { Fotos: photos.slice(0, 1) }))
      t.status(edited, 200)
      const shown = photosIn(await t.get(made.path))
      t.assert(shown.length === 1, 'one of Fotos', `${shown.length}`, edited)
    },
  }),
  put({
    id: 'publications-edit/put-of-a-used-car-without-photos',
    statements: ['PUB-21', 'PUB-17'],
    title: 'A full edit of a used car with an empty list of photos never leaves it without any',
    check: async (t) => {
      const year = await t.session.targetYear()
      const used = { VersionYear: year - 4, Kilometraje: 48_000 }
      const { made, before } = await withPhotos(t, used)
      const edited = await writePublication(t, made, await fullEdit(t, made, { ...used, Fotos: [] }))
      t.status(edited, 200, 400)
      const shown = photosIn(await t.get(made.path))
      t.assert(shown.length === before.length, `${before.length} Fotos as before`, `${shown.length}`, edited)
      const none = await writePublication(t, made, await fullEdit(t, made, { ...used, Fotos: null }))
      t.status(none, 200, 400)
      const kept = photosIn(await t.get(made.path))
      t.assert(kept.length === before.length, `${before.length} Fotos as before`, `${kept.length}`, none)
      if (edited.response.status === 200) return t.learn('publications/photos-put', 'empty-ignored', edited)
      const absent = await writePublication(t, made, await fullEdit(t, made, { ...used, Fotos: undefined }))
      t.status(absent, 200, 400)
      t.learn(
        'publications/photos-put',
        absent.response.status === 200 ? 'kept-when-absent' : 'mandatory',
        absent,
      )
    },
  }),
  ...[
    { slug: 'null', phrase: 'null', value: null },
    { slug: 'a-stranger', phrase: 'the e-mail of a stranger', value: 'nadie@playa.invalid' },
  ].map(({ slug, phrase, value }) =>
    put({
      id: `publications-edit/put-keeps-the-operator-for-${slug}`,
      rule: 'publications-edit/put-keeps-the-operator',
      statements: ['PUB-23'],
      title: `A full edit with ${phrase} as OperadorResponsable keeps the operator`,
      check: async (t) => {
        const { made, assigned } = await withCollaborator(t)
        const edited = await writePublication(
          t,
          made,
          await fullEdit(t, made, { OperadorResponsable: value }),
        )
        t.status(edited, 200)
        sameMail(t, edited, assigned)
      },
    }),
  ),
  put({
    id: 'publications-edit/put-assigns-the-administrator',
    statements: ['PUB-21', 'PUB-23'],
    title: 'A full edit with the administrator as OperadorResponsable assigns the administrator',
    check: async (t) => {
      const { made } = await withCollaborator(t)
      const edited = await writePublication(
        t,
        made,
        await fullEdit(t, made, { OperadorResponsable: t.target.agency }),
      )
      t.status(edited, 200)
      sameMail(t, edited, t.target.agency)
    },
  }),
  put({
    id: 'publications-edit/put-takes-a-phone-of-the-operator',
    statements: ['PUB-24'],
    title: 'A full edit with a phone of the responsible operator shows that phone',
    check: async (t) => {
      const { made, phones } = await withCollaborator(t)
      const phone = phones.at(-1) ?? t.skip('the collaborator has no phone')
      const edited = await writePublication(t, made, await fullEdit(t, made, { Telefono: phone }))
      t.status(edited, 200)
      const shown = t.object(edited).Telefono
      t.assert(digitsOf(shown) === digitsOf(phone), `Telefono ${phone}`, shown, edited)
    },
  }),
  ...[
    { slug: 'a-strange-phone', phrase: 'a phone that no operator has', phoneOf: () => '+54 9 11 4000-0000' },
    {
      slug: 'part-of-a-phone',
      phrase: 'part of a phone of the responsible operator',
      phoneOf: (phone: string) => phone.slice(0, -2),
    },
    {
      slug: 'the-end-of-a-phone',
      phrase: 'the end of a phone of the responsible operator',
      phoneOf: (phone: string) => phone.slice(-8),
    },
    {
      slug: 'a-phone-of-another-operator',
      phrase: 'a phone of another operator',
      phoneOf: (_: string, foreign: readonly string[]) => foreign[0],
    },
    {
      slug: 'a-phone-of-the-former-operator',
      phrase: 'another operator and a phone of the previous one',
      phoneOf: (phone: string) => phone,
      isMoved: true,
    },
  ].map(({ slug, phrase, phoneOf, isMoved = false }) =>
    put({
      id: `publications-edit/put-refuses-${slug}`,
      rule: 'publications-edit/put-refuses-a-phone-of-no-operator',
      statements: ['PUB-24'],
      title: `A full edit with ${phrase} is refused, or keeps a phone of the operator`,
      check: async (t) => {
        const { made, phones: own } = await withCollaborator(t)
        const phone = own[0] ?? t.skip('the collaborator has no phone')
        const operators = await operatorsListed(t)
        const foreign = operators.flatMap((one) => one.phones)
        const mail = t.target.agency.toLowerCase()
        const administrators = operators.find(({ Email }) => Email === mail)?.phones ?? []
        const phones = isMoved ? administrators : own
        const known = phones.map(digitsOf)
        if (isMoved && known.includes(digitsOf(phone))) t.skip('both operators have that phone')
        const wanted = phoneOf(
          phone,
          foreign.filter((one) => one.length >= 8 && !known.includes(digitsOf(one))),
        )
        if (wanted === undefined) t.skip('no other operator has a phone')
        const other = { OperadorResponsable: t.target.agency }
        const sent = await fullEdit(t, made, { ...(isMoved && other), Telefono: wanted })
        const edited = await writePublication(t, made, sent)
        if (edited.response.status !== 200) return t.status(edited, 400)
        const { OperadorResponsable: assigned } = t.object(edited)
        if (isMoved && !sameInAnyCase(assigned, mail)) t.skip('the administrator was not assigned')
        const shown = t.object(edited).Telefono
        t.assert(
          phones.map(digitsOf).includes(digitsOf(shown)),
          `Telefono ${phones.join(' or ')}`,
          shown,
          edited,
        )
      },
    }),
  ),
  put({
    id: 'publications-edit/put-with-null-phone-shows-one-of-the-operator',
    statements: ['PUB-24'],
    title: 'A full edit with a null Telefono shows one of the phones of the responsible operator',
    check: async (t) => {
      const { made, phones } = await withCollaborator(t)
      if (phones.length === 0) t.skip('the collaborator has no phone')
      const edited = await writePublication(t, made, await fullEdit(t, made, { Telefono: null }))
      t.status(edited, 200)
      const shown = t.object(edited).Telefono
      t.assert(
        phones.map(digitsOf).includes(digitsOf(shown)),
        `Telefono ${phones.join(' or ')}`,
        shown,
        edited,
      )
    },
  }),
  put({
    id: 'publications-edit/put-of-another-operator-shows-a-phone-of-theirs',
    statements: ['PUB-24', 'PUB-21'],
    title:
      'A full edit that changes the operator, with a null Telefono or a phone of the previous one, shows a phone of the new one',
    check: async (t) => {
      const made = await createSuspended(t)
      const former = String(made.body.OperadorResponsable).toLowerCase()
      const operators = await operatorsListed(t)
      const others = operators.filter(
        ({ Email, phones }) => Email !== '' && Email !== former && phones.length > 0,
      )
      const [old] = operators.find(({ Email }) => Email === former)?.phones ?? []
      for (const { Email, phones } of others) {
        const stale = await writePublication(
          t,
          made,
          await fullEdit(t, made, { OperadorResponsable: Email, Telefono: old ?? null }),
        )
        if (stale.response.status === 200) {
          const { OperadorResponsable, Telefono } = t.object(stale)
          if (!sameInAnyCase(OperadorResponsable, Email)) continue
          const isTheirs = phones.map(digitsOf).includes(digitsOf(Telefono))
          return t.assert(isTheirs, `Telefono ${phones.join(' or ')}`, Telefono, stale)
        }
        const sent = await fullEdit(t, made, { OperadorResponsable: Email, Telefono: null })
        const edited = await writePublication(t, made, sent)
        t.status(edited, 200)
        const { OperadorResponsable, Telefono } = t.object(edited)
        // Which operators the service accepts is open (PUB-23).
        if (!sameInAnyCase(OperadorResponsable, Email)) continue
        const isTheirs = phones.map(digitsOf).includes(digitsOf(Telefono))
        return t.assert(isTheirs, `Telefono ${phones.join(' or ')}`, Telefono, edited)
      }
      t.skip('the agency has no other operator with a phone who takes publications')
    },
  }),
  put({
    id: 'publications-edit/put-takes-the-iso-code-of-a-region',
    statements: ['PUB-26', 'COM-08'],
    title: 'Locacion.Region of a full edit accepts the ISO code of a region, and the response shows its name',
    check: async (t) => {
      const made = await createSuspended(t)
      const { iso, name } = await regionWithCode(t)
      const write = async (place: object) =>
        writePublication(t, made, await fullEdit(t, made, { Locacion: { Region: iso, ...place } }))
      let edited = await write({})
      // The description does not show which members of a place may be absent.
      if (edited.response.status === 400 && (await write({ Region: name })).response.status === 400) {
        const [Ciudad = t.skip('a region alone is no place')] = await citiesOf(t, name)
        edited = await write({ Ciudad, Direccion: 'Calle del Kit 77' })
      }
      t.status(edited, 200)
      const { Region } = membersOf(t.object(edited).Locacion)
      t.assert(Region === name, `Locacion.Region ${name}`, Region, edited)
    },
  }),
]

/**
 * Creates a publication with two photos, and reads it. The service may show its own URLs of the photos
 * (`publications/photos-shown`).
 */
const withPhotos = async (t: ClauseContext, more: Readonly<Record<string, unknown>> = {}) => {
  const made = await createSuspended(t, more)
  const photos = (await t.session.samplePublication()).Fotos
  const before = photosIn(await t.get(made.path))
  if (!Array.isArray(photos) || before.length !== photos.length)
    return t.skip(`the publication shows ${before.length} photos`)
  return { made, before, photos: photos.map(String) }
}

/** Returns the photos without their queries, which may hold signatures that expire. */
const photosIn = ({ json }: Exchange): readonly string[] => {
  const { Fotos } = membersOf(json)
  return Array.isArray(Fotos) ? Fotos.map((url) => String(url).split('?', 1)[0] ?? '') : []
}

const operatorsListed = async (t: ClauseContext) => {
  const { json } = await t.get(`/v3/operadores/${t.adminMail}`)
  return entriesOf(json)
    .map(membersOf)
    .map(({ Email, Telefonos }) => ({
      Email: String(Email ?? '').toLowerCase(),
      phones: Array.isArray(Telefonos) ? Telefonos.map(String) : [],
    }))
}

/** Creates a publication of a collaborator who is not the administrator. */
const withCollaborator = async (t: ClauseContext) => {
  const list = await t.get(`/v3/operadores/${t.adminMail}`)
  const operators = entriesOf(list.json).map(membersOf)
  for (const { Email, EsAdministradorAgencia, Telefonos } of operators) {
    if (typeof Email !== 'string' || EsAdministradorAgencia !== false) continue
    const made = await createSuspended(t, { OperadorResponsable: Email })
    const phones = Array.isArray(Telefonos) ? Telefonos.map(String) : []
    if (sameInAnyCase(made.body.OperadorResponsable, Email)) return { made, assigned: Email, phones }
  }
  return t.skip('the agency has no collaborator who takes publications')
}

const sameMail = (t: ClauseContext, shown: Exchange, expected: string): void => {
  const { OperadorResponsable } = t.object(shown)
  t.assert(
    sameInAnyCase(OperadorResponsable, expected),
    `OperadorResponsable ${expected}`,
    OperadorResponsable,
    shown,
  )
}

/**
 * Finds a region that the service lists with an ISO code; the members of the list are open
 * (`catalogue/regions`).
 */
export const regionWithCode = async (t: ClauseContext): Promise<{ iso: string; name: string }> => {
  const href = openLinkIn(t.object(await t.get('/v3')).Regiones)
  if (href === undefined) return t.skip('Regiones has no link without a variable to fill in')
  // A service that resolves nothing might return the first region of its list.
  for (const entry of entriesOf((await t.get(href)).json)
    .map(membersOf)
    .reverse()) {
    const iso = isoCodeIn(entry)
    const { Nombre } = entry
    if (iso !== undefined && typeof Nombre === 'string') return { iso, name: Nombre }
  }
  return t.skip('no region is listed with an ISO code')
}
