import {
  CHANNEL_NAMES,
  CHANNELS,
  type ChannelMember,
  type ChannelMembers,
  type ChannelName,
} from '../../src/api/wire/channels.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { isTemplate, ownLinksIn } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyList, listedMails } from '../agencies/agencies.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { withLock } from '../support/lock.ts'

/**
 * Edits of the notification settings, if the settings link to one (AGE-11). The description does not show the
 * body; the clauses send the settings as read (`agencies/notification-put`), with other values.
 */

type Members = Readonly<Record<string, unknown>>

/** Other values of the members of channels. Their hosts do not exist, so nothing is delivered. */
const OTHERS: { readonly [M in Exclude<ChannelMember, 'Secret' | 'Activo'>]: ChannelMembers[M] } = {
  Callback: 'https://callback.playa.invalid/kit/leads',
  HeaderCustom01: { Name: 'X-Kit-One', Value: 'Uno' },
  HeaderCustom02: { Name: 'X-Kit-Two', Value: 'Dos' },
  HeaderCustom03: { Name: 'X-Kit-Three', Value: 'Tres' },
  Email: 'kit-adf@playa.invalid',
  EmailsCCO: 'kit-uno@playa.invalid,kit-dos@playa.invalid',
}

const othersOf = (channel: ChannelName): Members =>
  Object.fromEntries(Object.entries(OTHERS).filter(([name]) => name in CHANNELS[channel].of.members))

/** Members of channels that every read shows as sent; a secret may be hidden. */
export const SHOWN_MEMBERS: readonly string[] = [...Object.keys(OTHERS), 'Activo']

interface SettingsEdit {
  readonly channel: string
  /** The settings that were sent. */
  readonly sent: Members
  readonly answer: Exchange
  readonly read: Exchange
}

/** Edits of the settings that a run observed. */
interface SettingsEdits {
  readonly edits: readonly SettingsEdit[]
  /** Settings before and after a refused edit; undefined when it was accepted. */
  readonly refused: { readonly before: Members; readonly read: Exchange } | undefined
  /** Settings of another agency before and after. */
  readonly other: readonly [Exchange, Exchange] | undefined
}

/** Returns the body of an edit that changes nothing: what is shown, without links and hidden secrets. */
const bodyOf = (json: unknown): Members =>
  Object.fromEntries(
    CHANNEL_NAMES.flatMap((name) => {
      const { _links: _, Secret, ...channel } = membersOf(membersOf(json)[name])
      if (Object.keys(channel).length === 0) return []
      return [[name, { ...channel, ...(isReadable(Secret) && { Secret }) }]]
    }),
  )

const isReadable = (secret: unknown): boolean => typeof secret === 'string' && /[A-Za-z0-9]/.test(secret)

/** Returns whether a channel has an address; one without might not be restorable. */
const isSet = (channel: Members): boolean =>
  [channel['Callback'], channel['Email'], channel['EmailsCCO']].some(
    (address) => typeof address === 'string' && address !== '',
  )

/** Returns where the settings are edited, as one of their links says. */
const editHref = (t: ClauseContext, before: Exchange): string => {
  t.status(before, 200)
  const put = ownLinksIn(before.json).find(
    (link) => link.method?.toUpperCase() === 'PUT' && !isTemplate(link),
  )
  const { Callback, Secret } = membersOf(membersOf(before.json)['PublicacionConsultadaWebHook'])
  const mayHideSecret = typeof Callback === 'string' && Callback !== '' && !isReadable(Secret)
  if (!put) return t.skip('the settings have no link with PUT')
  if (mayHideSecret && !t.session.mayTouchWebhooks)
    t.skip('the webhook may have a secret that cannot be read back: --touch-webhooks allows editing it')
  return put.href
}

const readSettings = (t: ClauseContext, mail = t.adminMail): Promise<Exchange> =>
  t.get(`/v3/notificaciones/${mail}`, { accept: t.types.json })

/** Edits one channel after another and restores the settings; a run does this once. */
const settingsEdits = (t: ClauseContext): Promise<SettingsEdits> =>
  t.observeOnce((context) => withLock(context, 'settings', () => observe(context)), observe)

const observe = async (t: ClauseContext): Promise<SettingsEdits> => {
  const before = await readSettings(t)
  const href = editHref(t, before)
  const whole = bodyOf(before.json)
  const names = CHANNEL_NAMES.filter((name) => isSet(membersOf(whole[name])))
  const [first] = names
  if (first === undefined) return t.skip('no channel has an address')
  const restore = { method: 'PUT', href, options: { body: whole } }
  t.session.guard('the notification settings of the agency', {
    href: before.request.url,
    view: bodyOf,
    json: before.json,
    restore,
  })
  const put = (body: Members) => t.send('PUT', href, { body })
  const otherMail = listedMails((await agencyList(t, t.types.json)).json).find(
    (mail) => mail.includes('@') && !sameInAnyCase(mail, t.target.agency),
  )
  const readOther = async () => otherMail && readSettings(t, encodeURIComponent(otherMail))
  const otherBefore = await readOther()
  const edits: SettingsEdit[] = []
  try {
    let sent = whole
    for (const channel of names) {
      const { Activo } = membersOf(sent[channel])
      sent = {
        ...sent,
        [channel]: { ...membersOf(sent[channel]), ...othersOf(channel), Activo: Activo !== true },
      }
      const answer = await put(sent)
      if (answer.response.status >= 300) return t.skip(`an edit is answered ${answer.response.status}`)
      edits.push({ channel, sent, answer, read: await readSettings(t) })
    }
    const otherAfter = await readOther()
    const isRead = [otherBefore, otherAfter].every((one) => one && one.response.status === 200)
    // The first channel differs from the last edit; the others have a text as Activo.
    const wrong = names.map((name) => {
      const channel = membersOf(whole[name])
      return [name, name === first ? channel : { ...channel, Activo: 'kit' }]
    })
    const half = { ...whole, ...Object.fromEntries(wrong) }
    const { status } = (await put(half)).response
    return {
      edits,
      // A service that accepts the text may show it.
      refused: status >= 400 ? { before: sent, read: await readSettings(t) } : undefined,
      other: isRead && otherBefore && otherAfter ? [otherBefore, otherAfter] : undefined,
    }
  } finally {
    await put(whole)
  }
}

/**
 * Returns a value in comparable form: empty texts count as absent, spaces in lists of e-mails do not count.
 */
const comparable = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s*,\s*/g, ',') : canonicalJson(value ?? null)

/** Asserts that settings are shown as sent. */
const judgeShown = (t: ClauseContext, sent: Members, shown: Exchange, why: string): void => {
  for (const [channel, members] of Object.entries(sent)) {
    const got = membersOf(membersOf(shown.json)[channel])
    for (const [name, value] of Object.entries(membersOf(members)).filter(([one]) =>
      SHOWN_MEMBERS.includes(one),
    )) {
      const [expected, is] = [comparable(value), comparable(got[name])]
      t.assert(is === expected, `${channel}.${name} ${expected}, ${why}`, `${name} ${is}`, shown)
    }
  }
}

const editsSettings = { leaves: 'any', needs: ['write'], sparesPublications: true } as const

/** Clauses on edits of the notification settings. */
export const settingsEditClauses: readonly Clause[] = [
  clause({
    id: 'agencies/settings-edit-reads-back',
    statements: ['AGE-10', 'AGE-11'],
    title: 'An edit of a channel of the settings is shown by the next read, and leaves the other channels',
    ...editsSettings,
    check: async (t) => {
      for (const { sent, read } of (await settingsEdits(t)).edits) {
        t.status(read, 200)
        judgeShown(t, sent, read, 'as sent')
      }
    },
  }),
  clause({
    id: 'agencies/settings-edit-answers-what-is-read-next',
    statements: ['AGE-10', 'AGE-11'],
    title: 'The response to an edit of the settings, if it shows channels, equals the next read',
    ...editsSettings,
    check: async (t) => {
      for (const { channel, answer, read } of (await settingsEdits(t)).edits) {
        const [got, expected] = [answer, read].map(({ json }) => bodyOf(json)[channel])
        if (got === undefined) return t.skip('the response does not show the settings')
        const isSame = canonicalJson(got) === canonicalJson(expected)
        t.assert(isSame, `${channel} ${canonicalJson(expected)}, as the next read shows`, got, answer)
      }
    },
  }),
  clause({
    id: 'agencies/a-refused-settings-edit-changes-nothing',
    statements: ['AGE-10', 'AGE-11'],
    title: 'An edit of the settings that is refused because of one channel does not change another one',
    ...editsSettings,
    check: async (t) => {
      const { edits, refused } = await settingsEdits(t)
      if (edits.length < 2) return t.skip('only one channel has an address')
      if (!refused) return t.skip('a text as Activo is accepted')
      judgeShown(t, refused.before, refused.read, 'as before the refusal')
    },
  }),
  clause({
    id: 'agencies/settings-are-those-of-one-agency',
    statements: ['AGE-10', 'AGE-12'],
    title: 'An edit of the settings of this agency leaves those of another agency',
    ...editsSettings,
    check: async (t) => {
      const { other } = await settingsEdits(t)
      if (!other) return t.skip('no other agency is listed, or its settings are refused')
      const [before, after] = other
      judgeShown(t, bodyOf(before.json), after, 'as before an edit of those of this agency')
    },
  }),
]
