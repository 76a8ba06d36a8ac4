import * as z from 'zod'
import { Publicacion, PublicacionRef } from '../../src/api/wire/response-schemas.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { vinFor, withWrongDigit } from '../../src/kit/sample/vin.ts'
import { resolvedAgainst } from '../../src/kit/target/document-hrefs.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { errorKeys, problemMembers } from '../../src/kit/target/problem.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { createSuspended } from '../support/publication-writes.ts'
import { blamesMember, statusAndBlame, UNKNOWN_VERSION } from './create-attempt.ts'

const needsPlace = { leaves: 'archived', needs: ['write', 'place'] } as const
const needsWrite = { leaves: 'archived', needs: ['write'] } as const

/**
 * The full form without what the description leaves open: items of DatosTecnicosCustom and the structure of
 * the certificate.
 */
export const StablePublicacion = Publicacion.omit({ CertificadoDeGarantiaUsado: true }).extend({
  DatosTecnicosCustom: z.array(z.unknown()),
  // It may be null when no level has a place (`publications/package-exhausted`).
  Exposicion: z.string().nullable(),
  Locacion: z.unknown(),
})

/** `POST /v3/publicaciones/{adminmail}`: responses to a create. */
export const publicationCreateClauses = [
  clause({
    id: 'publications-create/answers-201-with-the-publication',
    statements: ['PUB-01', 'PUB-02', 'COM-07'],
    title: 'A create returns 201 with the publication in full, every member with the type in the table',
    ...needsWrite,
    check: async (t) => {
      const answer = await t.create({ Activa: false })
      // If creates are refused, the run reports why none is possible.
      if (answer.response.status < 300) t.status(answer, 201)
      const { externalId, body, exchange } = await createSuspended(t)
      t.shape(exchange, StablePublicacion)
      t.assert(
        'CertificadoDeGarantiaUsado' in body,
        'the member CertificadoDeGarantiaUsado',
        'none',
        exchange,
      )
      t.assert('Locacion' in body, 'the member Locacion', 'none', exchange)
      t.assert(
        sameInAnyCase(body['ExternalId'], externalId),
        `ExternalId ${externalId}`,
        body['ExternalId'],
        exchange,
      )
    },
  }),
  clause({
    id: 'publications-create/location-is-the-address-of-the-publication',
    statements: ['PUB-01', 'PUB-20'],
    title:
      'The Location of a create is the URI of the publication: reading it returns 200 with the same ExternalId',
    ...needsWrite,
    check: async (t) => {
      const RefStock = `0Kit${t.session.newExternalId().slice(-20)}`
      const { externalId, path, exchange } = await createSuspended(t, { RefStock })
      const location = t.header(exchange, 'Location')
      const read = await t.get(resolvedAgainst(location, exchange.request.url))
      t.status(read, 200)
      t.assert(
        sameInAnyCase(t.object(read)['ExternalId'], externalId),
        `ExternalId ${externalId}`,
        t.object(read)['ExternalId'],
        read,
      )
      const { href } = t.shape(await t.get(path, { accept: t.types.ref }), z.object({ href: z.string() }))
      const [isAbsolute, isHrefAbsolute] = [location, href].map((one) => /^https?:/i.test(one))
      // If every href is absolute, both options have an absolute Location.
      if (isAbsolute && isHrefAbsolute) return
      t.learn(
        'publications/location-header',
        isAbsolute ? 'absolute' : isHrefAbsolute ? 'a path while href is absolute' : 'as-href',
        exchange,
      )
    },
  }),
  clause({
    id: 'publications-create/carries-an-entity-tag',
    statements: ['PUB-01', 'PUB-33', 'ERR-10'],
    title: 'The 201 of a create has an ETag: one quoted entity tag, weak or strong',
    ...needsWrite,
    check: async (t) => {
      const { exchange } = await createSuspended(t)
      const etag = t.header(exchange, 'ETag')
      t.assert(/^(W\/)?"[^"]*"$/.test(etag), 'an entity tag in quotes', etag, exchange)
      t.learn('publications/etag-strength', etag.startsWith('W/') ? 'weak' : 'strong', exchange)
    },
  }),
  clause({
    id: 'publications-create/its-entity-tag-is-that-of-the-next-reading',
    statements: ['PUB-33', 'PUB-20'],
    title: 'The entity tag of a create equals that of a read that shows the same publication',
    ...needsWrite,
    check: async (t) => {
      const { path, exchange, etag } = await createSuspended(t)
      const read = await t.get(path)
      t.status(read, 200)
      // Members that the service completes later, such as its copies of the photos, change the entity tag.
      if (read.response.body !== exchange.response.body)
        t.skip('the publication has changed since the create')
      t.assert(t.header(read, 'ETag') === etag, `ETag ${etag}`, t.header(read, 'ETag'), read)
    },
  }),
  clause({
    id: 'publications-create/answers-with-the-ref-form-when-asked',
    statements: ['PUB-01', 'PUB-02', 'COM-10', 'PUB-33'],
    title: 'A create that accepts only the ref form returns 201 with a ref, Location and ETag',
    ...needsPlace,
    check: async (t) => {
      const made = await t.create({}, { accept: t.types.ref })
      await orSkip(t, made)
      t.status(made, 201)
      t.shape(made, PublicacionRef)
      t.header(made, 'Location')
      t.header(made, 'ETag')
    },
  }),
  clause({
    id: 'publications-create/shows-what-was-sent',
    statements: ['PUB-02', 'PUB-04', 'PUB-11', 'PUB-14', 'PUB-15'],
    title: 'The response shows RefStock, Descripcion, Color, VersionYear and Kilometraje as sent',
    ...needsWrite,
    check: async (t) => {
      const { VersionYear, Kilometraje } = await t.session.samplePublication()
      const sent = { RefStock: 'Kit-7', Descripcion: 'Único dueño: ñandú & "cía".', Color: 'Gris Plata' }
      const { body, exchange } = await createSuspended(t, sent)
      for (const [member, value] of Object.entries({ ...sent, VersionYear, Kilometraje })) {
        t.assert(body[member] === value, `${member} ${value}`, body[member], exchange)
      }
    },
  }),
  ...[
    { phrase: 'omitted', more: {} },
    { phrase: 'true', more: { Activa: true } },
  ].map(({ phrase, more }) =>
    clause({
      id: `publications-create/activa-${phrase}-makes-it-active`,
      rule: 'publications-create/activa-makes-it-active',
      statements: ['PUB-06', 'PUB-36'],
      title: `A create with Activa ${phrase} makes an active publication, with EstadoActual Activa`,
      ...needsPlace,
      check: async (t) => {
        const { body, exchange } = await t.publication(more)
        t.assert(body['EstadoActual'] === 'Activa', 'EstadoActual Activa', body['EstadoActual'], exchange)
      },
    }),
  ),
  clause({
    id: 'publications-create/activa-false-makes-it-suspended',
    statements: ['PUB-06', 'PUB-36'],
    title: 'A create with Activa false makes a publication that is not in the state Activa',
    ...needsPlace,
    check: async (t) => {
      const { body, exchange } = await t.publication({ Activa: false })
      const state = body['EstadoActual']
      t.assert(
        typeof state === 'string' && state !== '' && state !== 'Activa',
        'another EstadoActual than Activa',
        state,
        exchange,
      )
    },
  }),
  clause({
    id: 'publications-create/same-vehicle-is-accepted-or-refused-on-its-vin',
    statements: ['PUB-01', 'PUB-05'],
    title: 'A create with the Vin of another active publication is accepted, or refused because of Vin',
    ...needsPlace,
    check: async (t) => {
      const Vin = vinFor(t.session.newExternalId())
      await t.publication({ Vin })
      const second = await t.create({ Vin })
      const { status } = second.response
      if (status === 409 || status === 403)
        t.skip(`answered ${statusAndBlame(second)}, whose causes are open`)
      t.status(second, 201, 400)
      if (status === 201)
        t.assert(sameInAnyCase(t.object(second)['Vin'], Vin), `Vin ${Vin}`, t.object(second)['Vin'], second)
      else t.assert(blamesMember(second, 'Vin'), 'Errors on Vin', statusAndBlame(second), second)
      t.learn('publications/same-vehicle', status === 201 ? 'accepted' : '400', second)
    },
  }),
  clause({
    id: 'publications-create/vin-with-a-line-feed-is-refused-or-cut',
    statements: ['PUB-05'],
    title: 'A Vin that ends in a line feed is refused, or shown without it',
    ...needsWrite,
    check: async (t) => {
      const sent = vinFor(t.session.newExternalId())
      const made = await t.create({ Vin: `${sent}\n`, Activa: false })
      if (made.response.status !== 201) return
      const { Vin } = t.object(made)
      t.assert(sameInAnyCase(Vin ?? sent, sent), `Vin ${sent}, or a refusal`, Vin, made)
    },
  }),
  clause({
    id: 'publications-create/vin-with-a-wrong-check-digit-is-shown-or-refused',
    statements: ['PUB-05'],
    title: 'A Vin with a wrong North American check digit is shown as sent, or refused because of Vin',
    ...needsPlace,
    check: async (t) => {
      const Vin = withWrongDigit(vinFor(t.session.newExternalId()))
      const made = await t.create({ Vin })
      if (made.response.status === 201) {
        t.assert(sameInAnyCase(t.object(made)['Vin'], Vin), `Vin ${Vin}`, t.object(made)['Vin'], made)
        return t.learn('publications/vin-check-digit', 'not-enforced', made)
      }
      await orSkip(t, made)
      t.status(made, 400)
      t.assert(blamesMember(made, 'Vin'), 'Errors on Vin', statusAndBlame(made), made)
      return t.learn('publications/vin-check-digit', 'enforced', made)
    },
  }),
  clause({
    id: 'publications-create/names-what-it-requires',
    statements: ['PUB-01', 'ERR-03'],
    title:
      'A create with only an ExternalId is accepted, or refused with a problem that names what is missing',
    ...needsPlace,
    check: async (t) => {
      const { Marca, Modelo, VersionYear, Kilometraje } = await t.session.samplePublication()
      const none = {
        Marca: undefined,
        Modelo: undefined,
        Version: undefined,
        VersionYear: undefined,
        Kilometraje: undefined,
      }
      const bare = await t.create({ ...none, Color: undefined, Precio: undefined, Fotos: undefined })
      if ([403, 409].includes(bare.response.status))
        t.skip(`answered ${statusAndBlame(bare)}, whose causes are open`)
      if (bare.response.status !== 400) await orSkip(t, bare)
      t.status(bare, 201, 400)
      if (bare.response.status === 201)
        return t.learn('publications/required-members', 'external-id-only', bare)
      const { Errors: errors } = problemMembers(bare.json)
      t.assert(errorKeys(bare.json).length > 0, 'Errors with what is missing', errors, bare)
      const car = { Marca, Modelo, VersionYear, Kilometraje, ...UNKNOWN_VERSION }
      const plain = await t.create({ ...car, Color: undefined, Precio: undefined })
      if (plain.response.status === 201) t.learn('publications/required-members', 'standard', plain)
      else if (blamesMember(plain, 'Color') || blamesMember(plain, 'Precio')) {
        t.learn('publications/required-members', 'also-color-and-precio', plain)
      }
      return undefined
    },
  }),
]

/** Skips when the target refuses an ordinary create as well. */
const orSkip = async (t: ClauseContext, made: Exchange): Promise<void> => {
  if (made.response.status !== 201) await t.publication()
}
