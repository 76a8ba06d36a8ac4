import { UNEDITABLE } from '../../src/api/wire/publication-members.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { namesBehind } from '../support/catalogue-entries.ts'
import {
  createSuspended,
  etagIn,
  fullEdit,
  type PublicationWrite,
  withActiva,
  writePublication,
  writePublicationOnce,
} from '../support/publication-writes.ts'
import { UNKNOWN_TARGET } from '../support/refusals.ts'
import { blamesMember } from './create-attempt.ts'

/** The partial edit, and rules that both edits share (PUB-27, PUB-28, PUB-33). */

/** Amounts that differ from those of the sample and fit its price (`publications/amounts`). */
const AMOUNTS = { Precio: 24_000_000, Adelanto: 2_400_000, Cuota: 240_000 } as const

const edited = (declared: Pick<Clause, 'id' | 'statements' | 'title' | 'rule' | 'check'>): Clause =>
  clause({ ...declared, leaves: 'archived', needs: ['write'] })

/** Clauses on the partial edit, and on rules that both edits share. */
export const publicationPatchClauses: readonly Clause[] = [
  ...(['Precio', 'Adelanto', 'Cuota'] as const).map((name) =>
    edited({
      id: `publications-edit/patch-changes-${name.toLowerCase()}`,
      rule: 'publications-edit/patch-changes-{amount}',
      statements: ['PUB-28', 'COM-07'],
      title: `A partial edit of ${name} changes it, returns a new ETag and leaves the other members`,
      check: async (t) => {
        // An instalment may need a down payment (`publications/amounts`).
        const beside = name === 'Cuota' ? { Adelanto: amountFor(t, AMOUNTS.Adelanto) } : {}
        const made = await createSuspended(t, beside)
        const sent = amountFor(t, AMOUNTS[name])
        const patched = await writePublication(t, made, { body: { [name]: sent } })
        t.status(patched, 200)
        t.assert(t.header(patched, 'ETag') !== made.etag, 'a new ETag', etagIn(patched), patched)
        const read = await t.get(made.path)
        for (const shown of [patched, read]) {
          const { Importe } = membersOf(t.object(shown)[name])
          t.assert(Importe === sent.Importe, `${name}.Importe ${sent.Importe}`, Importe, shown)
        }
        const others = ['Precio', 'Adelanto', 'Cuota', 'Color', 'VersionYear', 'EstadoActual'].filter(
          (other) => other !== name,
        )
        sameMembers(t, made.body, read, others)
      },
    }),
  ),
  edited({
    id: 'publications-edit/patch-of-nothing-changes-nothing',
    statements: ['PUB-28', 'PUB-33'],
    title: 'A partial edit with only a null Activa is accepted and changes nothing',
    check: async (t) => {
      const made = await createSuspended(t)
      const idle = await writePublication(t, made, withActiva(null))
      // An edit that changes nothing may be a conflict.
      t.status(idle, 200, 403, 409)
      if (idle.response.status !== 200) t.skip(`an edit of nothing is answered ${idle.response.status}`)
      const read = await t.get(made.path)
      sameMembers(t, made.body, read, ['EstadoActual', 'Precio', 'Color', 'RefStock'])
      t.assert(
        t.header(idle, 'ETag') === etagIn(read),
        `the ETag ${etagIn(read)} of a read`,
        etagIn(idle),
        idle,
      )
      t.learn('publications/etag-unchanged-write', etagIn(idle) === made.etag ? 'same' : 'new', idle)
    },
  }),
  ...[
    { slug: 'precio', phrase: 'a text as Precio', body: { Precio: 'barato' } },
    { slug: 'activa', phrase: 'a text as Activa', body: { Activa: 'quizas' } },
  ].map(({ slug, phrase, body }) =>
    edited({
      id: `publications-edit/patch-refuses-a-text-as-${slug}`,
      rule: 'publications-edit/patch-refuses-another-type',
      statements: ['PUB-28', 'COM-14'],
      title: `A partial edit with ${phrase} is refused and changes nothing`,
      check: async (t) => {
        const made = await createSuspended(t)
        const refused = await writePublication(t, made, { body })
        t.status(refused, 400)
        sameMembers(t, made.body, await t.get(made.path), ['Precio', 'EstadoActual'])
      },
    }),
  ),
  ...[
    {
      slug: 'put',
      phrase: 'A full edit',
      step: (t: ClauseContext, made: CreatedPublication, more: object) => fullEdit(t, made, { ...more }),
    },
    {
      slug: 'patch',
      phrase: 'A partial edit',
      step: async (t: ClauseContext, _: CreatedPublication, more: object): Promise<PublicationWrite> => ({
        body: { ...more, Precio: amountFor(t, AMOUNTS.Precio) },
      }),
    },
  ].map(({ slug, phrase, step }) =>
    edited({
      id: `publications-edit/${slug}-leaves-what-is-not-editable`,
      rule: 'publications-edit/{write}-leaves-what-is-not-editable',
      statements: ['PUB-27', ...(slug === 'patch' ? ['PUB-28'] : ['PUB-21'])],
      title: `${phrase} does not change brand, model, version, transmission, fuel or ExternalId`,
      check: async (t) => {
        const made = await createSuspended(t)
        const tried = await writePublication(t, made, await step(t, made, await otherCar(t, made)))
        t.status(tried, 200, 400)
        const read = await t.get(made.path)
        t.status(read, 200)
        sameMembers(t, made.body, read, UNEDITABLE)
        // A refusal that names none of the members has another cause.
        const isBlamed = UNEDITABLE.some((member) => blamesMember(tried, member))
        if (tried.response.status === 200 || isBlamed)
          t.learn('publications/uneditable-members', isBlamed ? '400' : 'ignored', tried)
      },
    }),
  ),
  ...unknownTargets(),
]

/** Returns members of another car, if possible one that the target lists: it may ignore an unknown one. */
const otherCar = async (
  t: ClauseContext,
  { body }: CreatedPublication,
): Promise<Readonly<Record<string, unknown>>> => {
  const other = (await t.session.catalogueCars()).find(({ brand }) => brand !== body.Marca)
  const fuels = await namesBehind(t, 'Propulsiones').catch(() => [])
  const Propulsion = fuels.find((name) => name !== body.Propulsion)
  return {
    ...OTHER_CAR,
    ...(other && { Marca: other.brand, Modelo: other.model }),
    ...(Propulsion !== undefined && { Propulsion }),
  }
}

const OTHER_CAR = {
  Marca: 'Toyota',
  Modelo: 'Corolla',
  Version: 'XEi 1.8 CVT',
  Transmision: 'Automática',
  Propulsion: 'Diesel',
  Carroceria: 'Sedán',
  ExternalId: 'KIT-OTHER',
}

/**
 * Declares clauses on writes to a publication that does not exist: 404 or 403, though the description lists
 * neither (`common/write-to-unknown`).
 */
function unknownTargets(): Clause[] {
  const writes: readonly { slug: string; sent: PublicationWrite }[] = [
    { slug: 'put', sent: { method: 'PUT', body: { VersionYear: 2024, Kilometraje: 0, Color: 'Rojo' } } },
    { slug: 'patch', sent: { body: { Precio: { Moneda: 'ARS', Importe: AMOUNTS.Precio } } } },
    { slug: 'suspender', sent: { step: '/suspender' } },
    { slug: 'archivar', sent: { step: '/archivar' } },
  ]
  return writes.map(({ slug, sent }) =>
    clause({
      id: `publications-edit/${slug}-of-an-unknown-one-finds-nothing`,
      rule: 'errors/{write}-of-an-unknown-{resource}-is-refused',
      statements: [
        slug === 'put' ? 'PUB-21' : slug === 'patch' ? 'PUB-28' : slug === 'suspender' ? 'PUB-29' : 'PUB-30',
        'ERR-07',
      ],
      title: `${slug === 'put' || slug === 'patch' ? slug.toUpperCase() : `PATCH .../${slug}`} of a publication that does not exist is refused`,
      leaves: 'archived',
      needs: ['write'],
      check: async (t) => {
        const externalId = t.session.newExternalId()
        t.session.trackCreated(externalId)
        const tried = await writePublicationOnce(t, { path: t.path(externalId), etag: '' }, sent)
        // The service may require a precondition before it looks for the publication (`common/precedence`).
        t.status(tried, ...UNKNOWN_TARGET)
        t.session.trackArchived(externalId)
        if (tried.response.status === 404 || tried.response.status === 403)
          t.learn('common/write-to-unknown', String(tried.response.status), tried)
      },
    }),
  )
}

/** Asserts that a read shows the previous members; null and the empty text count as equal. */
const sameMembers = (
  t: ClauseContext,
  before: Readonly<Record<string, unknown>>,
  read: Exchange,
  names: readonly string[],
): void => {
  t.status(read, 200)
  const now = t.object(read)
  for (const name of names) {
    const [was, is] = [canonicalJson(before[name] || null), canonicalJson(now[name] || null)]
    t.assert(was === is, `${name} ${was} as before`, is, read)
  }
}
