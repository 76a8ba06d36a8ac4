import { limits } from '../../src/api/wire/limits.ts'
import { Operador } from '../../src/api/wire/response-schemas.ts'
import { Direccion, Valor } from '../../src/api/wire/shared-schemas.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { digitsOf } from '../../src/lib/text/digits-of.ts'
import { foldedWords } from '../../src/lib/text/folded-text.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor, foreignAmountFor } from '../support/amounts.ts'
import {
  acceptedClause,
  blamesMember,
  isEmpty,
  mustBeAccepted,
  mustBeRefused,
  sameText,
  statusAndBlame,
} from './create-attempt.ts'

const SECTION = 'publications-members'
const needsWrite = { leaves: 'archived', needs: ['write'] } as const

/** Meaning of the members of a create, beyond their bounds. */
export const publicationMemberClauses = [
  ...[limits.color.max, limits.color.max + 1, 200].map((length) =>
    acceptedClause(
      {
        id: `${SECTION}/color-of-${length}-characters-is-${length > limits.color.max ? 'cut' : 'whole'}`,
        rule: 'publications-members/color-is-cut',
        statements: ['PUB-15'],
        title: `A Color of ${length} characters is accepted, and cut to the first 50`,
        attempt: () => ({ more: { Color: colour(length) } }),
      },
      (t, made) => {
        const { Color } = t.object(made)
        t.assert(
          Color === colour(length).slice(0, limits.color.max),
          'the first 50 characters of Color',
          Color,
          made,
        )
      },
    ),
  ),
  acceptedClause(
    {
      id: `${SECTION}/color-of-letters-beyond-ascii-is-cut`,
      rule: 'publications-members/color-is-cut',
      statements: ['PUB-15'],
      title: 'A Color of 51 non-ASCII letters is accepted, and cut to the first 50',
      attempt: () => ({ more: { Color: 'ñ'.repeat(limits.color.max + 1) } }),
    },
    (t, made) => {
      const { Color } = t.object(made)
      const expected = 'ñ'.repeat(limits.color.max)
      t.assert(Color === expected, 'the first 50 letters of Color', Color, made)
    },
  ),
  acceptedClause(
    {
      id: `${SECTION}/amounts-are-shown-each-on-its-member`,
      statements: ['COM-07', 'PUB-02'],
      title: 'Precio, Adelanto and Cuota are shown with the amounts that were sent',
      attempt: (t) => ({ more: amounts(t) }),
    },
    (t, made) => {
      for (const [member, { Importe }] of Object.entries(amounts(t))) {
        const shown = t.shape(made, Valor, t.object(made)[member])
        t.assert(shown.Importe === Importe, `${member}.Importe ${Importe}`, shown.Importe, made)
        t.assert(shown.Moneda !== '', `a currency in ${member}.Moneda`, 'an empty text', made)
      }
    },
  ),
  clause({
    id: `${SECTION}/amounts-keep-their-own-currency`,
    statements: ['COM-07', 'PUB-02'],
    title: 'Precio and Adelanto in two currencies are shown in these two, or refused',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      await t.session.samplePublication()
      const Adelanto = foreignAmountFor(t, 9_456)
      const made = await t.create({ Precio: amountFor(t, 25_000_123), Adelanto, Activa: false })
      // A currency may be unknown, and two in one publication may be refused (`publications/amounts`).
      if (made.response.status !== 201) t.skip(`such a create is answered ${made.response.status}`)
      const { Precio: price, Adelanto: shown } = t.object(made)
      // An amount in an unknown currency may be left out (`common/valor-members`).
      if (isEmpty(price) || isEmpty(shown)) return
      const isOwn = t.shape(made, Valor, price).Moneda !== t.shape(made, Valor, shown).Moneda
      t.assert(isOwn, `${Adelanto.Moneda} in Adelanto`, { Precio: price, Adelanto: shown }, made)
    },
  }),
  acceptedClause(
    {
      id: `${SECTION}/null-precio-is-accepted-or-missed`,
      statements: ['COM-07'],
      title: 'A null Precio is accepted and shown as null, unless the service requires a price',
      attempt: () => ({ more: { Precio: null }, soft: ['Precio'] }),
    },
    (t, made) => t.assert(isEmpty(t.object(made)['Precio']), 'Precio null', t.object(made)['Precio'], made),
  ),
  acceptedClause(
    {
      id: `${SECTION}/locacion-is-shown-with-its-names`,
      statements: ['COM-08', 'PUB-19'],
      title: 'A Locacion given by names is shown with the name of its region, its city and its address',
      attempt: async (t) => ({
        more: { Locacion: { ...(await placeOf(t)), Direccion: 'Calle de la Prueba 123' } },
      }),
    },
    async (t, made) => {
      const shown = t.shape(made, Direccion, t.object(made)['Locacion'])
      const sent = JSON.parse(made.request.body ?? '{}').Locacion
      for (const member of ['Region', 'Ciudad', 'Direccion'] as const) {
        // A city may be shown by its full name, with that of its region.
        const isShown =
          member === 'Ciudad'
            ? foldedWords(sent.Ciudad).every((word) => foldedWords(shown.Ciudad).includes(word))
            : sameText(shown[member], sent[member])
        t.assert(isShown, `Locacion.${member} ${sent[member]}`, shown[member], made)
      }
    },
  ),
  acceptedClause(
    {
      id: `${SECTION}/null-operador-responsable-is-the-administrator`,
      statements: ['PUB-08'],
      title: 'A null OperadorResponsable makes the administrator of the agency responsible',
      attempt: () => ({ more: { OperadorResponsable: null } }),
    },
    (t, made) => isResponsible(t, made, t.target.agency),
  ),
  acceptedClause(
    {
      id: `${SECTION}/operador-responsable-is-shown`,
      statements: ['PUB-08', 'PUB-04'],
      title: 'An operator of the agency who is named becomes responsible',
      attempt: async (t) => ({ more: { OperadorResponsable: await shortestMail(t) } }),
    },
    (t, made) => isResponsible(t, made, String(JSON.parse(made.request.body ?? '{}').OperadorResponsable)),
  ),
  clause({
    id: `${SECTION}/unknown-operador-responsable-is-refused-or-replaced`,
    statements: ['PUB-08', 'AGE-13'],
    title: 'An e-mail that belongs to no operator is refused, or an operator of the agency is responsible',
    ...needsWrite,
    check: async (t) => {
      const OperadorResponsable = 'nadie@zzyzx.example'
      const made = await t.create({ OperadorResponsable, Activa: false })
      if (made.response.status !== 201) {
        // The description does not mention an unknown operator, so any refusal that a create lists is legal.
        const refused = await mustBeRefused(t, { more: { OperadorResponsable } }, [400, 403, 409])
        t.learn('publications/unknown-operator', String(refused.response.status), refused)
        return
      }
      const shown = t.object(made)['OperadorResponsable']
      const known = (await operators(t)).some(({ Email }) => sameText(Email, shown))
      t.assert(known, 'an operator of the agency', shown, made)
      if (sameText(shown, t.target.agency)) t.learn('publications/unknown-operator', 'administrator', made)
      return undefined
    },
  }),
  clause({
    id: `${SECTION}/null-telefono-is-a-phone-of-the-operator`,
    statements: ['PUB-19'],
    title: 'A null Telefono becomes one of the current phones of the responsible operator',
    ...needsWrite,
    check: async (t) => {
      const before = await phones(t)
      const made = await mustBeAccepted(t, { more: { Telefono: null, OperadorResponsable: null } })
      const { Telefono } = t.object(made)
      // Another client may edit the administrator between the requests.
      const known = [...before, ...(await phones(t))].map(digitsOf)
      const stands = isEmpty(Telefono)
        ? known.length === 0
        : typeof Telefono === 'string' && known.includes(digitsOf(Telefono))
      t.assert(stands, 'a phone of the responsible operator', Telefono, made)
    },
  }),
  clause({
    id: `${SECTION}/null-telefono-is-a-phone-of-the-named-operator`,
    rule: `${SECTION}/null-telefono-is-a-phone-of-the-operator`,
    statements: ['PUB-19', 'PUB-08'],
    title: 'A null Telefono becomes a phone of the collaborator who is named as responsible',
    ...needsWrite,
    check: async (t) => {
      const other = (await operators(t)).find(
        ({ EsAdministradorAgencia: is, Telefonos }) => !is && Telefonos[0],
      )
      if (!other) return t.skip('no other collaborator has a phone')
      const made = await t.create({ Telefono: null, OperadorResponsable: other.Email, Activa: false })
      const { Telefono, OperadorResponsable } = membersOf(made.json)
      if (made.response.status !== 201 || !sameText(OperadorResponsable, other.Email))
        return t.skip('the collaborator does not become responsible')
      const isOwn = other.Telefonos.map(digitsOf).includes(digitsOf(Telefono))
      t.assert(isOwn, `a phone of ${other.Email}`, Telefono, made)
    },
  }),
  acceptedClause(
    {
      id: `${SECTION}/telefono-of-the-operator-is-shown`,
      statements: ['PUB-19'],
      title: 'A Telefono of the responsible operator is accepted and shown',
      attempt: async (t) => {
        const [Telefono] = await phones(t)
        return {
          more: { Telefono: Telefono ?? t.skip('the administrator has no phone'), OperadorResponsable: null },
        }
      },
    },
    (t, made) => {
      const sent = String(JSON.parse(made.request.body ?? '{}').Telefono)
      const { Telefono } = t.object(made)
      t.assert(digitsOf(Telefono) === digitsOf(sent), `Telefono ${sent}`, Telefono, made)
    },
  ),
  clause({
    id: `${SECTION}/unknown-telefono-is-kept-or-refused`,
    statements: ['PUB-19'],
    title: 'A Telefono that the operator does not have is shown as sent, or refused because of Telefono',
    ...needsWrite,
    check: async (t) => {
      const Telefono = '+54 11 4000-0009'
      const made = await t.create({ Telefono, Activa: false })
      if (made.response.status === 201) {
        const shown = t.object(made)['Telefono']
        t.assert(digitsOf(shown) === digitsOf(Telefono), `Telefono ${Telefono}`, shown, made)
        return t.learn('publications/telefono-create', 'accepted', made)
      }
      await mustBeRefused(t, { more: { Telefono } })
      t.assert(blamesMember(made, 'Telefono'), 'Errors on Telefono', statusAndBlame(made), made)
      return t.learn('publications/telefono-create', '400', made)
    },
  }),
]

const colour = (length: number): string =>
  'Azul profundo con reflejos '
    .repeat(8)
    .slice(0, length - 1)
    .padEnd(length, 'x')

const amounts = (t: ClauseContext) => ({
  Precio: amountFor(t, 25_000_123),
  Adelanto: amountFor(t, 9_000_456),
  Cuota: amountFor(t, 300_789),
})

const Operators = Operador.array()

const operators = async (t: ClauseContext) => {
  const list = await t.get(`/v3/operadores/${t.adminMail}`)
  if (list.response.status !== 200) t.skip(`the operators are answered ${list.response.status}`)
  return t.shape(list, Operators, t.object(list)['_entries'])
}

const administrator = async (t: ClauseContext) =>
  (await operators(t)).find(({ Email }) => sameText(Email, t.target.agency)) ??
  t.skip('the administrator is not listed')

const phones = async (t: ClauseContext): Promise<readonly string[]> => (await administrator(t)).Telefonos

const placeOf = async (t: ClauseContext) =>
  (await administrator(t)).Direcciones.find(({ Region, Ciudad }) => Region && Ciudad) ??
  t.skip('the administrator has no address')

const shortestMail = async (t: ClauseContext): Promise<string> => {
  const others = (await operators(t))
    .map(({ Email }) => Email)
    .filter((mail) => !sameText(mail, t.target.agency))
  return (
    others.find((mail) => mail.length <= limits.operadorResponsable.max) ??
    t.skip('the agency has no second operator')
  )
}

const isResponsible = (t: ClauseContext, made: Exchange, mail: string): void => {
  const shown = t.object(made)['OperadorResponsable']
  t.assert(sameText(shown, mail), `OperadorResponsable ${mail}`, shown, made)
}
