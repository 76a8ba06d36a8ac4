import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyList, listedMails } from '../agencies/agencies.ts'
import { inquiriesPath } from '../support/inquiry-page.ts'
import { memberDifferences } from '../support/publication-forms.ts'
import { readTopics, withConfigurationRestored } from '../webhooks/topic-configuration.ts'
import { type ListedInquiry, longPeriod, readAllInquiries, sidsOf } from './inquiry-list-reader.ts'

/**
 * Inquiries, webhooks and agencies of two apps (INQ-07, EVT-03, ERR-07). Which inquiries an agency shows to
 * an app is open (`inquiries/other-kinds`), but all calls must agree.
 */

const MAX_TRIED = 4

/** An inquiry that one app lists and another does not. */
interface UnlistedInquiry {
  /** Lists it. */
  readonly app: ClauseContext
  readonly inquiry: ListedInquiry
  /** Does not list it, over the same days. */
  readonly other: ClauseContext
}

/** Reads the inquiries of a period as both apps; returns those that only one of them lists. */
const unlistedInquiries = async (t: ClauseContext): Promise<readonly UnlistedInquiry[]> => {
  const second = t.asOtherApp()
  const { status } = (await second.get(inquiriesPath(t))).response
  if (status !== 200) t.skip(`the second app reads no inquiries: ${status}`)
  const query = await longPeriod(t)
  const lists = [
    { app: t, other: second, list: await readAllInquiries(t, { query }) },
    { app: second, other: t, list: await readAllInquiries(second, { query }) },
  ]
  return lists.flatMap(({ app, other, list }, at) => {
    const others = sidsOf(lists[1 - at]?.list ?? list)
    const unlisted = list.entries.filter(({ sid }) => !others.has(sid))
    return unlisted.map((inquiry) => ({ app, other, inquiry }))
  })
}

const NO_DIFFERENCE = 'both apps list the same inquiries'

/** Returns the first few of each app. */
const fewOf = (found: readonly UnlistedInquiry[]): readonly UnlistedInquiry[] =>
  [...new Set(found.map(({ app }) => app))].flatMap((app) =>
    found.filter((one) => one.app === app).slice(0, MAX_TRIED),
  )

const isUnlistedUnread = async (t: ClauseContext): Promise<void> => {
  const found = fewOf(await unlistedInquiries(t))
  if (found.length === 0) t.skip(NO_DIFFERENCE)
  for (const { other, inquiry } of found) {
    const href = `/v3/consultas/${t.adminMail}/${encodeURIComponent(inquiry.sid)}`
    for (const accept of [t.types.json, t.types.ref]) {
      const read = await other.get(href, { accept })
      const { status } = read.response
      t.assert(status !== 200, '404: the list of its days does not have it for this app', '200', read)
    }
  }
}

const isOwnListed = async (t: ClauseContext): Promise<void> => {
  const found = await unlistedInquiries(t)
  if (found.length === 0) t.skip(NO_DIFFERENCE)
  const tried = new Set<string>()
  for (const { app, other, inquiry } of found) {
    const auto = membersOf(inquiry.entry.Auto)
    const id = String(auto.ExternalId ?? '')
    if (id === '' || tried.has(id) || tried.size >= 2 * MAX_TRIED) continue
    tried.add(id)
    const [theirs, ours] = [await other.get(t.path(id)), await app.get(t.path(id))]
    const isTheirs = theirs.response.status === 200 && [403, 404].includes(ours.response.status)
    // Both apps may have a car under the same id.
    if (!isTheirs || memberDifferences(['Marca', 'Modelo'], auto, theirs.json).length > 0) continue
    t.assert(false, `the inquiry ${inquiry.sid} on ${id} in the list of its app`, 'it is not listed', theirs)
  }
}

/** Calls of an agency, by the first segment of their paths. */
const PER_AGENCY = ['operadores', 'notificaciones', 'consultas']

const mailsOf = async (t: ClauseContext): Promise<readonly string[]> =>
  listedMails((await agencyList(t, t.types.json)).json)

/** Returns the paths of a publication and of an inquiry that an app sees. */
const recordsOf = async (app: ClauseContext, mail: string): Promise<readonly string[]> => {
  const list = await app.get(`/v3/consultas/${mail}`, { accept: app.types.json })
  const text = JSON.stringify(list.json)
  const [, id] = /"ExternalId":"([^"]+)"/.exec(text) ?? []
  const [, inquiry] = /"([^"]*\/consultas\/[^"/?]+\/[^"/?{]+)"/.exec(text) ?? []
  const path = id && `/v3/publicaciones/${mail}/${encodeURIComponent(id)}`
  return [path, inquiry].flatMap((one) => one || [])
}

/** Asserts that an agency whose package an app does not find does not exist for it in other calls either. */
const hidesWhole = async (app: ClauseContext, agency: string, seer: ClauseContext): Promise<void> => {
  const mail = encodeURIComponent(agency)
  const paths = PER_AGENCY.map((noun) => `/v3/${noun}/${mail}`)
  for (const path of [...paths, ...(await recordsOf(seer, mail))])
    for (const accept of [app.types.json, app.types.ref]) {
      const read = await app.get(path, { accept })
      const { status } = read.response
      app.assert(status >= 400, '404, as the package of the agency', `${status}`, read)
    }
  const list = await agencyList(app, app.types.json).catch(() => undefined)
  app.assert(
    !listedMails(list?.json).includes(agency),
    `no agency ${agency}, which is not found`,
    'it is listed',
    list,
  )
}

const areHiddenWhole = async (t: ClauseContext): Promise<void> => {
  const other = t.asOtherApp()
  const own = t.target.agency.toLowerCase()
  const none: readonly string[] = []
  const [mails = none, others = none] = await Promise.all(
    [t, other].map((app) => mailsOf(app).catch(() => none)),
  )
  const stranger = t.target.strangerAgency?.toLowerCase()
  const apart = [...mails, ...others].filter((mail) => mails.includes(mail) !== others.includes(mail))
  const tried = new Set([own, ...(stranger === undefined ? [] : [stranger]), ...apart])
  let isJudged = false
  for (const agency of [...tried].slice(0, MAX_TRIED)) {
    const href = `/v3/agencias/${encodeURIComponent(agency)}/productos`
    const [first, second] = [await t.get(href), await other.get(href)].map(({ response }) => response.status)
    if (!(first === 200 && second === 404) && !(first === 404 && second === 200)) continue
    isJudged = true
    const [hidden, seer] = first === 404 ? [t, other] : [other, t]
    await hidesWhole(hidden, agency, seer)
    if (agency !== own || t.session.isReadOnly) continue
    const made = await other.create({ Activa: false })
    const { status } = made.response
    t.assert(status >= 400, '404: the agency does not exist for this app', `${status}`, made)
  }
  if (!isJudged) t.skip('both apps see the same agencies')
}

/** Clauses on the inquiries, webhooks and agencies that two apps see. */
export const otherAppReadClauses: readonly Clause[] = [
  clause({
    id: 'relations/an-inquiry-that-an-app-does-not-list-is-not-read-by-it',
    statements: ['INQ-01', 'INQ-07', 'ERR-07'],
    title: 'An inquiry that an app does not see in the list is not found for that app',
    leaves: 'nothing',
    needs: ['inquiries', 'other-app'],
    check: isUnlistedUnread,
  }),
  clause({
    id: 'relations/inquiries-on-its-publications-are-listed-for-each-app',
    statements: ['INQ-07'],
    title: 'The list of an app has the inquiries about its publications, if another app lists them',
    leaves: 'nothing',
    needs: ['inquiries', 'other-app'],
    check: isOwnListed,
  }),
  clause({
    id: 'relations/an-agency-that-one-app-does-not-see-is-hidden-whole',
    statements: ['ERR-07', 'AGE-01', 'AGE-07', 'AGE-10'],
    title: 'An agency whose package is not found for an app exists for it in no other operation',
    leaves: 'archived',
    needs: ['other-app'],
    check: areHiddenWhole,
  }),
  clause({
    id: 'relations/webhooks-are-configured-for-each-app',
    statements: ['EVT-03', 'EVT-02', 'EVT-01'],
    title: 'The webhooks that an app configures are not those of another app',
    leaves: 'any',
    needs: ['other-app'],
    check: (t) =>
      withConfigurationRestored(t, async (body, path) => {
        const other = t.asOtherApp()
        const Description = `Of one app: ${t.session.newExternalId()}`
        const put = await t.send('PUT', path, { body: { ...body, Description } })
        if (put.response.status !== 200) t.skip(`PUT of the webhook is answered ${put.response.status}`)
        const own = await t.get(path)
        if (membersOf(own.json).Description !== Description) t.skip('the Description is not shown')
        const { list } = await readTopics(other)
        for (const read of [await other.get(path), list]) {
          const isShown = read.response.body.includes(Description)
          t.assert(!isShown, 'no configuration of the other app', Description, read)
        }
      }),
  }),
]
