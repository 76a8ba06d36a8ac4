import { limits } from '../../src/api/wire/limits.ts'
import { Agencia, AgenciaRef, Notificaciones } from '../../src/api/wire/response-schemas.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, openLinkIn, openLinksIn } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyAtItsAddress } from '../support/agency-address.ts'
import { hasPut, whileSettingsStay, withLock } from '../support/lock.ts'
import { UNKNOWN_TARGET } from '../support/refusals.ts'

/** The agency, its commercial name and its notification settings (AGE-05, AGE-06, AGE-10, AGE-11, AGE-12). */

const BLOCKS = [
  'Productos',
  'Operadores',
  'Notificaciones',
  'Publicaciones',
  'Consultas',
  'Sucursales',
  'Visitas',
] as const
const UNKNOWN = 'nadie%40playa.invalid'

/** Clauses on agencies, their name and their notification settings. */
export const agencyClauses = [
  clause({
    id: 'agencies/have-their-members',
    statements: ['AGE-06', 'AGE-12'],
    title: 'An agency shows AdminMail, NombreComercial, seven link blocks and links',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { exchange, body } = await agencyByLink(t)
      t.shape(exchange, Agencia, body)
    },
  }),
  clause({
    id: 'agencies/have-a-ref-form',
    statements: ['AGE-06', 'COM-10'],
    title: 'The ref form of an agency has AdminMail, href and title, and its href leads to the agency',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const list = await agencyList(t, t.types.ref)
      const refs = entriesOf(list.json)
      if (refs.length === 0) t.skip('no agency is listed')
      for (const entry of refs) t.shape(list, AgenciaRef, entry)
      // An e-mail with unusual characters is an address too.
      const unusual = refs.find((entry) => /[^\w@.-]/.test(String(membersOf(entry).AdminMail)))
      const { AdminMail, href } = t.shape(list, AgenciaRef, unusual ?? refs[0])
      const led = await t.get(href)
      t.status(led, 200)
      const shown = t.object(led).AdminMail
      t.assert(sameInAnyCase(shown, AdminMail), `AdminMail ${AdminMail}`, shown, led)
    },
  }),
  ...BLOCKS.map((block) =>
    clause({
      id: `agencies/lead-to-their-${block.toLowerCase()}`,
      rule: 'agencies/lead-to-their-{block}',
      statements: ['AGE-06', 'COM-04', ...(block === 'Sucursales' || block === 'Visitas' ? ['AGE-11'] : [])],
      title: `The ${block} link of an agency returns 200 with a JSON object`,
      leaves: 'nothing',
      needs: [],
      check: async (t) => {
        const { body } = await agencyByLink(t)
        const [link] = openLinksIn(body[block])
        if (!link) return t.skip(`${block} has no link without a variable to fill in`)
        const led = await t.get(link.href)
        // The service may forbid the collection to the app; a 404 would make the link useless (COM-04).
        t.status(led, 200, 403, ...(link.isEmptied ? [400] : []))
        if (led.response.status === 200) t.object(led)
      },
    }),
  ),
  clause({
    id: 'agencies/take-a-commercial-name',
    statements: ['AGE-05', 'AGE-06'],
    title: 'PUT of an agency changes NombreComercial, returns the new value, and returns a ref on request',
    leaves: 'any',
    needs: ['write'],
    sparesPublications: true,
    check: (t) =>
      withNameRestored(t, async (before, path) => {
        const { max } = limits.nombreComercial
        // The description does not define titles; a title that contains the name shows the current name.
        const old = AgenciaRef.safeParse((await t.get(path, { accept: t.types.ref })).json)
        const isTitled = old.success && old.data.title.includes(before)
        let takesAnyLetter = false
        let last = before
        for (const name of [
          'Kit',
          'automotores Ñandú del kIT',
          'Ñ'.repeat(max),
          'K'.repeat(max),
          `Kit & Hijos <"1"> D'Oro`,
        ]) {
          const put = await t.send('PUT', path, { body: { NombreComercial: name } })
          if (put.response.status === 403) t.skip('the app may not edit the agency')
          // The description limits the length of a name, not its letters.
          if (put.response.status === 400 && (name.includes('&') || (name.includes('Ñ') && !takesAnyLetter)))
            continue
          takesAnyLetter ||= name.includes('Ñ')
          t.status(put, 200)
          t.shape(put, Agencia)
          const shown = t.object(put).NombreComercial
          t.assert(shown === name, `NombreComercial ${name}`, shown, put)
          last = name
          // What a write shows may be more than it keeps.
          if (name.length === max) await assertNameRead(t, name)
        }
        await assertNameRead(t, last)
        for (const name of ['Kit por ref', before]) {
          const ref = await t.send('PUT', path, { body: { NombreComercial: name }, accept: t.types.ref })
          t.status(ref, 200)
          const { href, title } = t.shape(ref, AgenciaRef)
          t.assert(!isTitled || title.includes(name), `${name} in the title, as ${before} was`, title, ref)
          const led = await t.get(href, { accept: t.types.json })
          const { NombreComercial: shown = name } = membersOf(led.json)
          t.assert(shown === name, `NombreComercial ${name} behind the href`, shown, led)
        }
      }),
  }),
  ...[
    { slug: 'short', phrase: '2 characters', name: 'K'.repeat(limits.nombreComercial.min - 1) },
    { slug: 'long', phrase: '101 characters', name: 'K'.repeat(limits.nombreComercial.max + 1) },
    { slug: 'null', phrase: 'null', name: null },
  ].map(({ slug, phrase, name }) =>
    clause({
      id: `agencies/refuse-a-${slug}-name`,
      rule: 'agencies/refuse-a-name-out-of-bounds',
      statements: ['AGE-05'],
      title: `PUT of an agency with a NombreComercial of ${phrase} is refused and changes nothing`,
      leaves: 'any',
      needs: ['write'],
      sparesPublications: true,
      check: (t) =>
        withNameRestored(t, async (before, path) => {
          const put = await t.send('PUT', path, { body: { NombreComercial: name } })
          if (put.response.status === 403) t.skip('the app may not edit the agency')
          // Null may mean no change (`agencies/commercial-name-absent`).
          t.status(put, 400, ...(name === null ? [200] : []))
          const { exchange, body } = await agencyByLink(t)
          t.assert(
            body.NombreComercial === before,
            `NombreComercial ${before} as before`,
            body.NombreComercial,
            exchange,
          )
        }),
    }),
  ),
  clause({
    id: 'agencies/unknown-one-is-not-edited',
    rule: 'errors/{write}-of-an-unknown-{resource}-is-refused',
    statements: ['AGE-05', 'ERR-07'],
    title: 'PUT of an agency that does not exist is refused',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const put = await t.send('PUT', `/v3/agencias/${UNKNOWN}`, {
        body: { NombreComercial: 'Nadie Automotores' },
      })
      t.status(put, ...UNKNOWN_TARGET)
      if (put.response.status === 404 || put.response.status === 403)
        t.learn('common/write-to-unknown', String(put.response.status), put)
    },
  }),
  clause({
    id: 'agencies/show-their-notification-settings',
    statements: ['AGE-10'],
    title: 'GET /v3/notificaciones/{adminmail} shows the four channels with their members',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const read = await whileSettingsStay(t, () => t.get(`/v3/notificaciones/${t.adminMail}`))
      t.status(read, 200)
      const { PublicacionConsultadaHtmlMail: html } = t.shape(read, Notificaciones)
      const mails = (html?.EmailsCCO ?? '').split(',').filter((mail) => mail.trim() !== '')
      for (const mail of mails)
        t.assert(/^\s*[^\s@,]+@[^\s@,]+\s*$/.test(mail), 'e-mails joined by commas', html?.EmailsCCO, read)
    },
  }),
]

/**
 * Reads the list behind the block `Agencias` of the entry point; its shape is an assumption
 * (`agencies/address`).
 */
export const agencyList = async (t: ClauseContext, accept: string): Promise<Exchange> => {
  const href =
    openLinkIn(t.object(await t.get('/v3')).Agencias) ??
    t.skip('Agencias has no link without a variable to fill in')
  const list = await t.get(href, { accept })
  if (list.response.status !== 200) t.skip(`the list of agencies is answered ${list.response.status}`)
  return list
}

/** Returns the administrators' addresses of the agencies in a list, in small letters. */
export const listedMails = (list: unknown): readonly string[] =>
  entriesOf(list).map((entry) => String(membersOf(entry).AdminMail).toLowerCase())

/** Reads the agency in full, by following links. */
export const agencyByLink = async (
  t: ClauseContext,
): Promise<{ exchange: Exchange; body: Readonly<Record<string, unknown>> }> => {
  if (openLinkIn(t.object(await t.get('/v3')).Agencias) === undefined) {
    const exchange = await agencyAtItsAddress(t)
    if (exchange !== undefined) return { exchange, body: t.object(exchange) }
  }
  const list = await agencyList(t, t.types.json)
  const own = ({ json }: Exchange) =>
    entriesOf(json)
      .map(membersOf)
      .find(({ AdminMail }) => sameInAnyCase(AdminMail, t.target.agency))
  // Both forms show the e-mail, and one may be wrong.
  const found = own(list) ?? own(await agencyList(t, t.types.ref))
  if (!found) return t.skip('the agency is not among those that are listed')
  if (typeof found.href !== 'string') return { exchange: list, body: found }
  const exchange = await t.get(found.href)
  t.status(exchange, 200)
  return { exchange, body: t.object(exchange) }
}

/** Asserts that a read of the agency shows a commercial name. */
const assertNameRead = async (t: ClauseContext, name: string): Promise<void> => {
  const { exchange, body } = await agencyByLink(t)
  const { NombreComercial: shown } = body
  t.assert(shown === name, `NombreComercial ${name} in a read`, shown, exchange)
}

/** Runs `work` on the agency's name while no other clause does, then restores the name. */
export const withNameRestored = (
  t: ClauseContext,
  work: (before: string, path: string) => Promise<void>,
): Promise<void> =>
  withLock(t, 'agency', async () => {
    const { exchange, body } = await agencyByLink(t)
    const before = body.NombreComercial
    if (typeof before !== 'string')
      return t.skip('the commercial name cannot be read, so it could not be restored')
    const path = `/v3/agencias/${t.adminMail}`
    const restore = { method: 'PUT', href: path, options: { body: { NombreComercial: before } } }
    const view = (json: unknown) =>
      [membersOf(json), ...entriesOf(json).map(membersOf)].find(({ AdminMail }) =>
        sameInAnyCase(AdminMail, t.target.agency),
      )?.NombreComercial
    t.session.guard('the commercial name of the agency', {
      href: exchange.request.url,
      view,
      json: exchange.json,
      restore,
    })
    try {
      await work(before, path)
    } finally {
      if (hasPut(t)) await t.send('PUT', path, { body: { NombreComercial: before } })
    }
  })
