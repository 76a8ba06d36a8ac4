import { membersSent, PLAIN_MEMBERS } from '../../src/api/wire/publication-members.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { withAdministratorRestored } from '../agencies/operators.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { assertSameMembers, FULL_MEMBERS } from '../support/publication-forms.ts'
import {
  createSuspended,
  etagIn,
  fullEdit,
  type PublicationWrite,
  writePublication,
} from '../support/publication-writes.ts'

/** A value that cannot be converted to the type of its member is refused, whichever member it is (COM-14). */

/** Returns a value of another type. An amount without its members may be dropped (`common/valor-members`). */
const wrongFor = (member: string): unknown => (AMOUNTS.includes(member) ? 'kit' : { kit: [] })

const AMOUNTS: readonly string[] = ['Precio', 'Adelanto', 'Cuota']

/** Members that a create and a full edit must judge. Others may be ignored or replaced if wrong. */
const MEMBERS = [...PLAIN_MEMBERS, 'Vin', 'Activa', 'AplicaCertificadoGarantiaUsado', 'Telefono']
const CREATE_MEMBERS = [...MEMBERS, 'ExternalId', 'Marca', 'Modelo', 'Transmision', 'Fotos']
const ADMINISTRATOR_MEMBERS = ['Nombre', 'Apellido', 'TelefonoLaboral', 'WhatsApp', 'Direccion']

const assertRefused = (t: ClauseContext, member: string, answer: Exchange): void => {
  const { status } = answer.response
  t.assert(status === 400, `status 400, because ${member} is of another type`, `status ${status}`, answer)
}

const refusedCreates = async (t: ClauseContext): Promise<void> => {
  await t.session.sample()
  for (const member of CREATE_MEMBERS)
    assertRefused(t, member, await t.create({ Activa: false, [member]: wrongFor(member) }))
}

/** Sends edits with one wrong member each; the publication stays as it was. */
const refusedEdits = async (
  t: ClauseContext,
  members: readonly string[],
  edit: (more: object) => Promise<PublicationWrite> | PublicationWrite,
  made: Awaited<ReturnType<typeof createSuspended>>,
): Promise<void> => {
  const before = await t.get(made.path, { accept: t.types.json })
  const target = { ...made, etag: etagIn(before) }
  for (const member of members)
    assertRefused(t, member, await writePublication(t, target, await edit({ [member]: wrongFor(member) })))
  const got = await t.get(made.path, { accept: t.types.json })
  assertSameMembers(t, FULL_MEMBERS, { expected: before, got, why: 'as before the refusals' })
}

const administratorEdits = (t: ClauseContext): Promise<void> =>
  withAdministratorRestored(t, async (original, path) => {
    const read = () => t.get(path, { accept: t.types.json })
    const shown = ({ json }: Exchange) => canonicalJson(entriesOf(json))
    const before = shown(await read())
    const sent = ADMINISTRATOR_MEMBERS.map(async (member) => {
      const put = await t.send('PUT', path, { body: { ...original, [member]: wrongFor(member) } })
      return { member, put }
    })
    for (const { member, put } of await Promise.all(sent)) assertRefused(t, member, put)
    const after = await read()
    t.assert(shown(after) === before, `${before} as before the refusals`, shown(after), after)
  })

interface Write {
  readonly slug: string
  readonly phrase: string
  readonly statements: readonly string[]
  readonly leaves: Clause['leaves']
  readonly sparesPublications?: true
  check(t: ClauseContext): Promise<void>
}

const WRITES: readonly Write[] = [
  {
    slug: 'create',
    phrase: 'a create',
    statements: ['PUB-01', 'COM-14', 'COM-07'],
    leaves: 'archived',
    check: refusedCreates,
  },
  {
    slug: 'put',
    phrase: 'a full edit',
    statements: ['PUB-21', 'COM-14', 'COM-07'],
    leaves: 'archived',
    check: async (t) => {
      const made = await createSuspended(t)
      const good = await writePublication(t, made, await fullEdit(t, made))
      if (good.response.status !== 200) t.skip(`a full edit is answered ${good.response.status}`)
      await refusedEdits(t, MEMBERS, (more) => fullEdit(t, made, { ...more }), made)
    },
  },
  {
    slug: 'patch',
    phrase: 'a partial edit',
    statements: ['PUB-28', 'COM-14', 'COM-07'],
    leaves: 'archived',
    check: async (t) =>
      refusedEdits(t, Object.keys(membersSent('patch')), (body) => ({ body }), await createSuspended(t)),
  },
  {
    slug: 'administrator-edit',
    phrase: 'an edit of the administrator',
    statements: ['AGE-03', 'COM-14'],
    leaves: 'any',
    sparesPublications: true,
    check: administratorEdits,
  },
]

/** Clauses on members of a wrong type. */
export const wrongTypeClauses: readonly Clause[] = WRITES.map(({ slug, phrase, ...declared }) =>
  clause({
    ...declared,
    id: `relations/${slug}-refuses-an-object-in-every-member`,
    rule: 'relations/{write}-refuses-an-object-in-every-member',
    title: `A value that is not of the type of its member, in ${phrase}, is refused with 400, and changes nothing`,
    needs: ['write'],
  }),
)
