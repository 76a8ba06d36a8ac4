import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { errorKeys } from '../../src/kit/target/problem.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { knownBrandSearch } from '../support/catalogue-entries.ts'
import { inquiriesPath } from '../support/inquiry-page.ts'
import { keyRefersTo } from '../support/problem-body.ts'

/** Sends a create that the service may accept, or refuse on one member. */
const takenOrRefusedOn = (t: ClauseContext, made: Exchange, member: string): 'taken' | 'refused' => {
  const { status } = made.response
  // The package may be full, and the description does not show the causes of 403.
  if (status === 403 || status === 409) t.skip(`the create was refused for another reason: ${status}`)
  t.status(made, 201, 400)
  if (made.response.status === 201) return 'taken'
  if (!errorKeys(made.json).some((key) => keyRefersTo(key, member)))
    t.skip('the create was refused for another reason')
  return 'refused'
}

/** Names, types, nulls and parameters of requests (COM-01, COM-13, COM-14). */
export const commonRequests = [
  clause({
    id: 'common/member-names-are-case-sensitive',
    statements: ['COM-01'],
    title: 'descripcion is not Descripcion: a member in another spelling is refused or ignored',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const sent = 'Sent under a name that the description does not give.'
      const made = await t.create({ descripcion: sent, Activa: false })
      if (takenOrRefusedOn(t, made, 'descripcion') === 'refused') return
      const { Descripcion: shown } = t.object(made)
      t.assert(shown !== sent, 'Descripcion as if it had not been sent', shown, made)
    },
  }),
  clause({
    id: 'common/numbers-as-text',
    statements: ['COM-14'],
    title: 'A string or a fraction in place of an integer is refused, or shown as an integer',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { VersionYear: year } = await t.session.samplePublication()
      const made = await t.create({ VersionYear: String(year), Activa: false })
      const taken = takenOrRefusedOn(t, made, 'VersionYear') === 'taken'
      if (taken)
        t.assert(
          t.object(made).VersionYear === year,
          `VersionYear ${String(year)}`,
          JSON.stringify(t.object(made).VersionYear),
          made,
        )
      t.learn('common/types', taken ? 'converted' : '400', made)
      for (const [member, value] of [
        ['VersionYear', Number(year) - 0.5],
        ['Kilometraje', 40_000.5],
      ] as const) {
        const part = await t.create({ [member]: value, Activa: false })
        const shown = membersOf(part.json)[member] ?? 0
        t.assert(part.response.status !== 201 || Number.isInteger(shown), 'an integer', shown, part)
      }
    },
  }),
  clause({
    id: 'common/null-stands-for-nothing',
    statements: ['COM-14'],
    title: 'null where the description does not mention it is refused, or treated as absent',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const made = await t.create({ RefStock: null, Activa: false })
      const taken = takenOrRefusedOn(t, made, 'RefStock') === 'taken'
      const { RefStock: shown } = membersOf(made.json)
      if (taken)
        t.assert(shown === null || shown === '', 'RefStock null or empty', JSON.stringify(shown), made)
      t.learn('common/null-members', taken ? 'absent' : '400', made)
    },
  }),
  clause({
    id: 'common/undocumented-parameters',
    statements: ['COM-01'],
    title: 'A query parameter that no operation has is ignored or refused',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const plain = await t.get(await knownBrandSearch(t))
      if (plain.response.status !== 200) return t.skip('no brand is known')
      const more = await t.get(`${await knownBrandSearch(t)}&llantas=16`)
      t.status(more, 200, 400)
      const ignored = more.response.status === 200
      const name = membersOf(plain.json).Nombre
      if (ignored) t.assert(t.object(more).Nombre === name, `the brand ${name}`, more.json, more)
      t.learn('common/unknown-members', ignored ? 'ignored' : '400', more)
    },
  }),
  clause({
    id: 'common/path-parameters-of-another-form',
    statements: ['COM-13', 'ERR-01', 'ERR-04'],
    title: 'An adminmail that is not an e-mail and an id that is not an int32 return 400 or 404',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const mail = await t.get('/v3/agencias/no-mail/productos')
      const words = await t.get('/v3/versiones/abc')
      const beyond = await t.get('/v3/versiones/2147483648')
      for (const answer of [mail, words, beyond]) t.status(answer, 400, 404)
      const statuses = [mail, words, beyond].map(({ response }) => response.status).join(' ')
      const option = { '400 404 404': 'by-segment', '404 404 404': '404', '400 400 400': '400' }[statuses]
      if (option !== undefined) t.learn('common/path-parameters', option, mail)
    },
  }),
  clause({
    id: 'common/a-number-with-a-leading-zero',
    statements: ['COM-13', 'INQ-05'],
    title: 'pagina=01 is page 1, or is refused with 400',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const plain = await t.get(inquiriesPath(t, { pagina: '1' }))
      if (plain.response.status !== 200) return t.skip('the inquiries cannot be read')
      const answer = await t.get(inquiriesPath(t, { pagina: '01' }))
      t.status(answer, 200, 400)
      const isRead = answer.response.status === 200
      if (isRead) t.assert(t.object(answer).Pagina === 1, 'Pagina 1', t.object(answer).Pagina, answer)
      // Some services read whatever is not a number as page 1 (`inquiries/pagina-minimum`).
      const none = await t.get(inquiriesPath(t, { pagina: 'x1' }))
      if (none.response.status === 400)
        t.learn('common/parameter-spellings', isRead ? 'any' : 'plain', answer)
    },
  }),
  clause({
    id: 'common/the-case-of-an-adminmail',
    statements: ['COM-13', 'AGE-12'],
    title: 'An adminmail in another case is the same agency, or none',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const other = t.target.agency.toUpperCase()
      const path = (mail: string) => `/v3/agencias/${encodeURIComponent(mail)}/productos`
      const plain = await t.get(path(t.target.agency))
      if (plain.response.status !== 200 || other === t.target.agency)
        return t.skip('the package cannot be read')
      const answer = await t.get(path(other))
      t.status(answer, 200, 404)
      t.learn('common/adminmail-case', answer.response.status === 200 ? 'same' : '404', answer)
    },
  }),
]
