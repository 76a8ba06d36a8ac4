import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { CreatedPublication, ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { membersOf } from '../support/links.ts'
import { activa, fullEdit, tagOf, unseen, type Write, write, writeOnce } from '../support/publication-writes.ts'

/** The partial edit, and what both edits have in common (PUB-27, PUB-28, PUB-33). */

const amount = (Importe: number) => ({ Moneda: 'ARS', Importe })

/** Amounts that differ from those of the listing, small enough to go with its price (`publications/amounts`). */
const AMOUNTS = { Precio: 24_000_000, Adelanto: 2_400_000, Cuota: 240_000 } as const

const edited = (declared: Pick<Clause, 'id' | 'statements' | 'title' | 'check'>): Clause =>
  clause({ ...declared, leaves: 'archived', needs: ['write'] })

export const publicationEdits: readonly Clause[] = [
  ...(['Precio', 'Adelanto', 'Cuota'] as const).map((name) =>
    edited({
      id: `publications-edit/patch-changes-${name.toLowerCase()}`,
      statements: ['PUB-28', 'COM-07'],
      title: `A partial edit of ${name} changes it, shows it with a new ETag and leaves the rest`,
      check: async (t) => {
        const made = await unseen(t)
        const patched = await write(t, made, { body: { [name]: amount(AMOUNTS[name]) } })
        t.status(patched, 200)
        t.assert(t.header(patched, 'ETag') !== made.etag, 'a new ETag', tagOf(patched), patched)
        const read = await t.get(made.path)
        for (const shown of [patched, read]) {
          const { Importe } = membersOf(t.object(shown)[name])
          t.assert(Importe === AMOUNTS[name], `${name}.Importe ${AMOUNTS[name]}`, Importe, shown)
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
    title: 'A partial edit that says only Activa null is accepted and changes nothing',
    check: async (t) => {
      const made = await unseen(t)
      const idle = await write(t, made, activa(null))
      t.status(idle, 200)
      const read = await t.get(made.path)
      sameMembers(t, made.body, read, ['EstadoActual', 'Precio', 'Color', 'RefStock'])
      t.assert(t.header(idle, 'ETag') === tagOf(read), `the ETag ${tagOf(read)} of a read`, tagOf(idle), idle)
      t.learn('publications/etag-unchanged-write', tagOf(idle) === made.etag ? 'same' : 'new', idle)
    },
  }),
  ...[
    { word: 'precio', said: 'a text as Precio', body: { Precio: 'barato' } },
    { word: 'activa', said: 'a text as Activa', body: { Activa: 'quizas' } },
  ].map(({ word, said, body }) =>
    edited({
      id: `publications-edit/patch-refuses-a-text-as-${word}`,
      statements: ['PUB-28', 'COM-14'],
      title: `A partial edit with ${said} is refused and changes nothing`,
      check: async (t) => {
        const made = await unseen(t)
        const refused = await write(t, made, { body })
        t.status(refused, 400)
        sameMembers(t, made.body, await t.get(made.path), ['Precio', 'EstadoActual'])
      },
    }),
  ),
  ...[
    {
      word: 'put',
      said: 'a full edit',
      step: (t: ClauseContext, made: CreatedPublication, more: object) => fullEdit(t, made, { ...more }),
    },
    {
      word: 'patch',
      said: 'a partial edit',
      step: async (): Promise<Write> => ({ body: { ...UNEDITABLE, Precio: amount(AMOUNTS.Precio) } }),
    },
  ].map(({ word, said, step }) =>
    edited({
      id: `publications-edit/${word}-leaves-what-is-not-editable`,
      statements: ['PUB-27', ...(word === 'patch' ? ['PUB-28'] : ['PUB-21'])],
      title: `Brand, model, version, transmission, fuel and ExternalId are not changed by ${said}`,
      check: async (t) => {
        const made = await unseen(t)
        const tried = await write(t, made, await step(t, made, UNEDITABLE))
        t.status(tried, 200, 400)
        const read = await t.get(made.path)
        t.status(read, 200)
        sameMembers(t, made.body, read, ['Marca', 'Modelo', 'Version', 'Transmision', 'Propulsion', 'ExternalId'])
        t.learn('publications/uneditable-members', tried.response.status === 400 ? '400' : 'ignored', tried)
      },
    }),
  ),
  ...unknownTargets(),
]

const UNEDITABLE = {
  Marca: 'Toyota',
  Modelo: 'Corolla',
  Version: 'XEi 1.8 CVT',
  Transmision: 'Automática',
  Propulsion: 'Diesel',
  Carroceria: 'Sedán',
  ExternalId: 'KIT-OTHER',
}

/** Writes to what does not exist: 404 is not listed for them, and 403 may say as much (`common/write-to-unknown`). */
function unknownTargets(): Clause[] {
  const writes: readonly { word: string; sent: Write }[] = [
    { word: 'put', sent: { method: 'PUT', body: { VersionYear: 2024, Kilometraje: 0, Color: 'Rojo' } } },
    { word: 'patch', sent: { body: { Precio: amount(AMOUNTS.Precio) } } },
    { word: 'suspender', sent: { step: '/suspender' } },
    { word: 'archivar', sent: { step: '/archivar' } },
  ]
  return writes.map(({ word, sent }) =>
    clause({
      id: `publications-edit/${word}-of-an-unknown-one-finds-nothing`,
      statements: [
        word === 'put' ? 'PUB-21' : word === 'patch' ? 'PUB-28' : word === 'suspender' ? 'PUB-29' : 'PUB-30',
        'ERR-07',
      ],
      title: `${word === 'put' || word === 'patch' ? word.toUpperCase() : `PATCH .../${word}`} of a publication that does not exist is answered 404 or 403`,
      leaves: 'archived',
      needs: ['write'],
      check: async (t) => {
        const externalId = t.session.newExternalId()
        t.session.trackCreated(externalId)
        const tried = await writeOnce(t, { path: t.path(externalId), etag: '' }, sent)
        // A required precondition may be missed before the publication is (`common/precedence`).
        t.status(tried, 404, 403, 428)
        t.session.trackArchived(externalId)
        if (tried.response.status !== 428) t.learn('common/write-to-unknown', String(tried.response.status), tried)
      },
    }),
  )
}

/** The members of a read are those that the publication had; null and the empty text are one. */
const sameMembers = (
  t: ClauseContext,
  before: Readonly<Record<string, unknown>>,
  read: Exchange,
  names: readonly string[],
): void => {
  t.status(read, 200)
  const now = t.object(read)
  for (const name of names) {
    const [was, is] = [JSON.stringify(before[name] || null), JSON.stringify(now[name] || null)]
    t.assert(was === is, `${name} ${was} as before`, is, read)
  }
}
