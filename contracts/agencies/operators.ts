import type * as z from 'zod'
import { limits } from '../../src/api/wire/limits.ts'
import { Operador } from '../../src/api/wire/response-schemas.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, nextPageLink, openLinksIn } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { mailsLike } from '../support/agency-address.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { hasPut, withLock } from '../support/lock.ts'
import { UNKNOWN_TARGET } from '../support/refusals.ts'
import { collectionShape, OperatorShape, RefShape } from '../support/response-shapes.ts'

/**
 * The collaborators of an agency, and the edit of its administrator (AGE-01, AGE-02, AGE-03, AGE-04, AGE-12,
 * AGE-13).
 */

const UNKNOWN = 'nadie%40playa.invalid'

const OperatorList = collectionShape(OperatorShape)
const OperatorRefList = collectionShape(RefShape)

const operators = async (
  t: ClauseContext,
): Promise<{ list: Exchange; entries: readonly z.infer<typeof OperatorShape>[] }> => {
  const list = await t.get(`/v3/operadores/${t.adminMail}`)
  t.status(list, 200)
  return { list, entries: t.shape(list, OperatorList)._entries }
}

/** Members that a concurrent edit of the administrator does not change. */
const COMPARED = ['EsAdministradorAgencia', 'Email'] as const

/** Clauses on operators and the edit of the administrator. */
export const operatorClauses = [
  clause({
    id: 'operators/are-a-collection',
    statements: ['AGE-01', 'AGE-02', 'COM-05'],
    title: 'GET /v3/operadores/{adminmail} returns a collection of collaborators with all their members',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { list, entries } = await operators(t)
      t.assert(entries.length > 0, 'at least the administrator', 'no entry', list)
    },
  }),
  clause({
    id: 'operators/have-one-administrator',
    statements: ['AGE-13', 'AGE-12'],
    title:
      'Exactly one collaborator is the administrator, and only their e-mail is the address of the agency',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { list, entries } = await operators(t)
      const administrators = entries
        .filter(({ EsAdministradorAgencia }) => EsAdministradorAgencia)
        .map(({ Email }) => Email)
      const expected = t.target.agency.toLowerCase()
      t.assert(
        administrators.join().toLowerCase() === expected,
        `the one administrator ${expected}`,
        administrators,
        list,
      )
      const other = entries.find(({ EsAdministradorAgencia }) => !EsAdministradorAgencia)
      if (!other) return
      const led = await t.get(`/v3/operadores/${encodeURIComponent(other.Email)}`)
      const mails = entriesOf(led.json).map((entry) => String(membersOf(entry).Email).toLowerCase())
      t.assert(!mails.includes(expected), `another agency than that of ${expected}`, mails, led)
    },
  }),
  clause({
    id: 'operators/have-a-ref-form',
    statements: ['AGE-01', 'COM-10'],
    title: 'The ref form of a collaborator has href and title',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const list = await t.get(`/v3/operadores/${t.adminMail}`, { accept: t.types.ref })
      t.status(list, 200)
      const { _entries } = t.shape(list, OperatorRefList)
      t.assert(_entries.length > 0, 'at least the administrator', 'no entry', list)
    },
  }),
  clause({
    id: 'operators/are-filtered-by-operador',
    statements: ['AGE-01'],
    title: 'GET /v3/operadores/{adminmail}?operador= returns a collection with only that collaborator',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { entries } = await operators(t)
      // A broken filter might show the administrator.
      const chosen = entries.filter((one, at) => one.EsAdministradorAgencia || at === entries.length - 1)
      if (chosen.length === 0) t.skip('no collaborator is listed')
      for (const one of chosen.slice(-2)) {
        const path = `/v3/operadores/${t.adminMail}?operador=${encodeURIComponent(one.Email)}`
        const list = await t.get(path)
        t.status(list, 200)
        const [found, ...others] = t.shape(list, OperatorList)._entries
        const mails = [found, ...others].map((entry) => entry?.Email)
        t.assert(mails.join() === one.Email, `${one.Email} alone`, mails, list)
        for (const name of COMPARED) {
          const [is, was] = [canonicalJson(found?.[name]), canonicalJson(one[name])]
          t.assert(is === was, `${name} ${was}, as the whole list shows`, is, list)
        }
        const refs = await t.get(path, { accept: t.types.ref })
        if (refs.response.status !== 200) continue
        const { length } = entriesOf(refs.json)
        t.assert(length === 1, 'one ref', `${length} refs`, refs)
      }
    },
  }),
  clause({
    id: 'operators/unknown-one-is-not-found',
    statements: ['AGE-01'],
    title:
      'GET /v3/operadores/{adminmail}?operador= of an unknown e-mail returns an empty collection, 404 or 400',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const list = await t.get(`/v3/operadores/${t.adminMail}?operador=${UNKNOWN}`)
      t.status(list, 200, 404, 400)
      if (list.response.status === 200) {
        const found = t.shape(list, OperatorList)._entries.map(({ Email }) => Email)
        t.assert(found.length === 0, 'no collaborator', found, list)
      }
      const { status } = list.response
      if (status !== 400) t.learn('agencies/unknown-operator', status === 404 ? '404' : 'empty', list)
    },
  }),
  clause({
    id: 'operators/are-found-by-their-whole-mail',
    statements: ['AGE-01'],
    title:
      "GET /v3/operadores/{adminmail}?operador= with part of a collaborator's e-mail finds no other e-mail",
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { entries } = await operators(t)
      for (const { Email } of entries.slice(0, MAX_OPERATORS)) {
        const [name = '', host = ''] = Email.split('@')
        const mails = [...mailsLike(Email), `${name.slice(0, 1)}@${host}`]
        for (const mail of [...mails, t.target.strangerAgency ?? name]) {
          if (entries.some((one) => sameInAnyCase(one.Email, mail))) continue
          const list = await t.get(`/v3/operadores/${t.adminMail}?operador=${encodeURIComponent(mail)}`)
          const found = entriesOf(list.json).map((entry) => membersOf(entry).Email)
          t.assert(found.length === 0, `no collaborator, none is ${mail}`, found, list)
        }
      }
    },
  }),
  ...(['Publicaciones', 'Consultas'] as const).map((block) =>
    clause({
      id: `operators/lead-to-their-${block.toLowerCase()}`,
      rule: 'operators/lead-to-their-{block}',
      statements: ['AGE-02', 'COM-04'],
      title: `The ${block} link of a collaborator returns 200 with a JSON object`,
      leaves: 'nothing',
      needs: [],
      check: async (t) => {
        const [first] = (await operators(t)).entries
        const [link] = openLinksIn(first?.[block])
        if (!link) return t.skip(`${block} has no link without a variable to fill in`)
        const led = await t.get(link.href)
        if (link.isEmptied && led.response.status === 400) t.skip(`the link to ${block} needs a variable`)
        t.status(led, 200)
        t.object(led)
      },
    }),
  ),
  clause({
    id: 'operators/found-by-operador-are-listed',
    statements: ['AGE-01', 'AGE-13'],
    title: 'A collaborator that ?operador= finds is also in the whole list',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const mailsIn = (json: unknown) =>
        entriesOf(json).map((entry) => String(membersOf(entry).Email ?? '').toLowerCase())
      const list = await t.get(`/v3/operadores/${t.adminMail}`)
      const listed = mailsIn(list.json)
      if (nextPageLink(list.json, list.request.url) !== undefined) t.skip('the list has several pages')
      const inquiries = entriesOf((await t.get(`/v3/consultas/${t.adminMail}`)).json)
      const mails = inquiries.map((entry) => String(membersOf(entry).OperadorResponsable ?? '').toLowerCase())
      for (const mail of [...new Set(mails)].filter((one) => one !== '').slice(0, MAX_OPERATORS)) {
        const found = await t.get(`/v3/operadores/${t.adminMail}?operador=${encodeURIComponent(mail)}`)
        if (mailsIn(found.json).includes(mail))
          t.assert(listed.includes(mail), `${mail} in the list`, listed.join(', '), list)
      }
    },
  }),
  clause({
    id: 'operators/unknown-administrator-is-not-edited',
    rule: 'errors/{write}-of-an-unknown-{resource}-is-refused',
    statements: ['AGE-03', 'ERR-07'],
    title: 'PUT /v3/operadores of an agency that does not exist is refused',
    leaves: 'nothing',
    needs: [],
    check: async (t) =>
      t.status(
        await t.send('PUT', `/v3/operadores/${UNKNOWN}`, { body: { Nombre: 'Nadie' } }),
        ...UNKNOWN_TARGET,
      ),
  }),
  clause({
    id: 'operators/administrator-takes-another-name',
    statements: ['AGE-03', 'AGE-04'],
    title: 'PUT of the administrator changes Nombre and Apellido, and returns the new values',
    leaves: 'any',
    needs: ['write'],
    sparesPublications: true,
    check: (t) =>
      withAdministratorRestored(t, async (body, path) => {
        const names = { Nombre: 'Kit', Apellido: 'de Contrato' }
        const put = await t.send('PUT', path, { body: { ...body, ...names } })
        t.status(put, 200)
        t.shape(put, OperatorShape)
        const { list, entries } = await operators(t)
        const read = entries.find(({ EsAdministradorAgencia }) => EsAdministradorAgencia)
        for (const [shown, exchange] of [
          [t.object(put), put],
          [read, list],
        ] as const) {
          const found = `${shown?.Nombre} ${shown?.Apellido}`
          t.assert(found === 'Kit de Contrato', 'Kit de Contrato', found, exchange)
        }
      }),
  }),
  clause({
    id: 'operators/edit-answers-with-a-ref-when-asked',
    statements: ['AGE-03', 'COM-10'],
    title: 'PUT of the administrator returns href and title when a ref is requested',
    leaves: 'any',
    needs: ['write'],
    sparesPublications: true,
    check: (t) =>
      withAdministratorRestored(t, async (body, path) => {
        const put = await t.send('PUT', path, { body, accept: t.types.ref })
        t.status(put, 200)
        t.shape(put, RefShape)
      }),
  }),
  ...bounds().map(({ slug, phrase, wrong }) =>
    clause({
      id: `operators/refuse-${slug}`,
      rule: 'operators/refuse-a-member-out-of-bounds',
      statements: ['AGE-03'],
      title: `PUT of the administrator with ${phrase} is refused`,
      leaves: 'any',
      needs: ['write'],
      sparesPublications: true,
      check: (t) =>
        withAdministratorRestored(
          t,
          async (body, path) => t.status(await t.send('PUT', path, { body: { ...body, ...wrong } }), 400),
          true,
        ),
    }),
  ),
]

function bounds() {
  const name = 'n'.repeat(limits.nombre.max + 1)
  const place = 'p'.repeat(limits.place.max + 1)
  const short = `+${'5'.repeat(limits.telefono.min - 2)}`
  const long = `+${'5'.repeat(limits.telefono.max)}`
  return [
    { slug: 'a-long-nombre', phrase: 'a Nombre of 51 characters', wrong: { Nombre: name } },
    { slug: 'a-long-apellido', phrase: 'an Apellido of 51 characters', wrong: { Apellido: name } },
    {
      slug: 'a-short-work-phone',
      phrase: 'a TelefonoLaboral of 7 characters',
      wrong: { TelefonoLaboral: short },
    },
    {
      slug: 'a-long-work-phone',
      phrase: 'a TelefonoLaboral of 21 characters',
      wrong: { TelefonoLaboral: long },
    },
    { slug: 'a-short-whatsapp', phrase: 'a WhatsApp of 7 characters', wrong: { WhatsApp: short } },
    { slug: 'a-long-whatsapp', phrase: 'a WhatsApp of 21 characters', wrong: { WhatsApp: long } },
    {
      slug: 'a-whatsapp-without-a-plus-sign',
      phrase: 'a WhatsApp of letters',
      wrong: { WhatsApp: 'no es un numero' },
    },
    { slug: 'a-long-region', phrase: 'a Region of 201 characters', wrong: { Region: place } },
    { slug: 'a-long-city', phrase: 'a Ciudad of 201 characters', wrong: { Ciudad: place } },
    { slug: 'a-long-street', phrase: 'a Direccion of 201 characters', wrong: { Direccion: place } },
  ]
}

const MAX_OPERATORS = 4

/** The administrator as a list shows it. */
export interface Administrator {
  readonly list: Exchange
  readonly shown: Operador
}

/** Reads the administrator of the agency. Skips when none is listed. */
export const administrator = async (t: ClauseContext): Promise<Administrator> => {
  const list = await t.get(`/v3/operadores/${t.adminMail}`, { accept: t.types.json })
  for (const entry of entriesOf(list.json)) {
    const read = Operador.safeParse(entry)
    if (read.success && read.data.EsAdministradorAgencia) return { list, shown: read.data }
  }
  return t.skip('no administrator is listed')
}

/**
 * Runs `work` on the administrator while no other clause does, then restores the members. Every edit sends
 * all members that can be read, because the service may clear absent ones (`agencies/operator-absent`).
 * Clauses that change nothing may share it. Skips when an edit that changes nothing is refused, which
 * `judgeRefused` may judge.
 */
export const withAdministratorRestored = (
  t: ClauseContext,
  work: (body: Readonly<Record<string, string>>, path: string, before: Administrator) => Promise<void>,
  isShared = false,
  judgeRefused?: (edit: Exchange, before: Administrator) => Promise<void>,
): Promise<void> => {
  const restoring = async () => {
    const before = await administrator(t)
    const body = editBodyOf(before.shown)
    const path = `/v3/operadores/${t.adminMail}`
    const restore = { method: 'PUT', href: path, options: { body } }
    t.session.guard('the data of the administrator', {
      href: path,
      view: administratorData,
      json: before.list.json,
      restore,
    })
    const edit = await unchangedEdit(t, path, body)
    const { status } = edit.response
    if (status === 403 || status === 400) {
      await judgeRefused?.(edit, before)
      t.skip(`the administrator cannot be edited: ${status}`)
    }
    try {
      // An edit that changes nothing may write phones in another form.
      await work(body, path, hasPut(t) ? await administrator(t) : before)
    } finally {
      const isChanged = t.exchanges.some(
        ({ request, response }) =>
          request.method === 'PUT' && response.status < 300 && request.body !== JSON.stringify(body),
      )
      if (isChanged) await t.send('PUT', path, { body })
    }
  }
  return withLock(t, 'administrator', restoring, isShared)
}

/** Returns what an edit of the administrator may change. */
const administratorData = (json: unknown): unknown => {
  const found = entriesOf(json)
    .map(membersOf)
    .find(({ EsAdministradorAgencia }) => EsAdministradorAgencia === true)
  const { Nombre, Apellido, Telefonos, Direcciones } = found ?? {}
  return { Nombre, Apellido, Telefonos, Direcciones }
}

/**
 * Sends an edit that changes nothing, which is refused for an administrator who was not created through this
 * API (AGE-04). The run sends it once.
 */
const unchangedEdit = (t: ClauseContext, path: string, body: object): Promise<Exchange> =>
  t.once(() => t.send('PUT', path, { body }), unchangedEdit)

const editBodyOf = ({ Nombre, Apellido, Telefonos, Direcciones }: Operador): Record<string, string> => {
  const fits = (phone: string | undefined): phone is string =>
    phone !== undefined && phone.length >= limits.telefono.min && phone.length <= limits.telefono.max
  const [work, whatsApp] = Telefonos
  const [address] = Direcciones
  return {
    Nombre,
    Apellido,
    ...(fits(work) && { TelefonoLaboral: work }),
    ...(fits(whatsApp) && whatsApp.startsWith('+') && { WhatsApp: whatsApp }),
    ...(address && Object.fromEntries(Object.entries(address).filter(([, text]) => text !== ''))),
  }
}
