import type { BodyMembers } from '../../src/api/wire/body-type.ts'
import { PLAIN_MEMBERS, PUBLICATION_MEMBERS, plainType } from '../../src/api/wire/publication-members.ts'
import { REQUEST_BODIES } from '../../src/api/wire/request-bodies.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import { textBounds } from '../../src/kit/sample/member-values.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { kebabCase } from '../../src/lib/text/kebab-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { administrator, withAdministratorRestored } from '../agencies/operators.ts'
import {
  archiveAll,
  createSuspended,
  fullEdit,
  withEtagOf,
  writePublication,
} from '../support/publication-writes.ts'
import { WebhookShape } from '../support/response-shapes.ts'
import {
  IDLE_CONFIGURATION,
  topicPath,
  usableTopics,
  withBorrowedTopic,
} from '../webhooks/topic-configuration.ts'
import { SHOWN_IN } from './edited-resources.ts'

/**
 * Texts at, below and beyond their bounds, in letters inside and outside of ASCII and of the basic plane. A
 * length may count UTF-16 units, code points or graphemes (`common/length-unit`), but not bytes of an
 * encoding: a text must be accepted if every count allows it, and refused if every count excludes it.
 */

/** Sends a value of a member, or leaves the member out, and reads the shown value. */
interface TextHolder {
  send(value: string | undefined): Promise<Exchange>
  /** Undefined when no read shows the member. */
  shown?(): Promise<unknown>
}

interface BoundedMember {
  readonly resource: 'put' | 'configuration' | 'administrator'
  readonly member: string
  readonly statement: string
  /** Beginning of every value. Its letters count too. */
  readonly prefix?: string
  /** Only ASCII letters or digits are legal. */
  readonly isPlain?: true
}

const BODIES = {
  put: 'PublicacionEdit',
  configuration: 'AppWebhookUpsert',
  administrator: 'OperadorEdit',
} as const

const MEMBERS: readonly BoundedMember[] = [
  ...PLAIN_MEMBERS.flatMap((member) => {
    const { statement } = PUBLICATION_MEMBERS[member]
    const type = plainType(member)
    return type?.kind === 'text' && type.cutAt === undefined
      ? [{ resource: 'put', member, statement } as const]
      : []
  }),
  { resource: 'configuration', member: 'Description', statement: 'EVT-03' },
  { resource: 'configuration', member: 'Secret', statement: 'EVT-03', isPlain: true },
  {
    resource: 'configuration',
    member: 'Callback',
    statement: 'EVT-03',
    prefix: IDLE_CONFIGURATION.Callback,
    isPlain: true,
  },
  { resource: 'administrator', member: 'Nombre', statement: 'AGE-03' },
  { resource: 'administrator', member: 'Apellido', statement: 'AGE-03' },
  { resource: 'administrator', member: 'Direccion', statement: 'AGE-03' },
  { resource: 'administrator', member: 'TelefonoLaboral', statement: 'AGE-03', isPlain: true },
]

/** Returns the bounds that the type of a member has. */
const boundsOf = ({ resource, member }: BoundedMember): { min: number; max: number } => {
  // The table is read by a name of that body.
  const type = (REQUEST_BODIES[BODIES[resource]].members as BodyMembers)[member]
  const { min = 0, max = 0 } = (type && textBounds(type)) ?? {}
  return { min, max }
}

/** A letter outside of ASCII, and one outside of the basic plane, with their UTF-16 units. */
const LETTERS = [
  { letter: 'ñ', units: 1 },
  { letter: '🚗', units: 2 },
]

interface BoundedText {
  readonly label: string
  readonly value: string
}

const textsWithin = ({ prefix = '', isPlain }: BoundedMember, { min, max }: { min: number; max: number }) => {
  const ascii = (length: number): BoundedText => ({
    label: `${length} digits`,
    value: prefix.padEnd(length, '5'),
  })
  const least = Math.max(min, prefix.length, 1)
  const others = LETTERS.map(({ letter, units }) => {
    const count = Math.floor(max / units)
    return { label: `${count} times ${letter}`, value: letter.repeat(count) }
  })
  return [ascii(least), ascii(max), ...(isPlain ? [] : others)]
}

const textsBeyond = ({ prefix = '', isPlain }: BoundedMember, { min, max }: { min: number; max: number }) => {
  const ascii = (length: number): BoundedText => ({
    label: `${length} digits`,
    value: prefix.padEnd(length, '5'),
  })
  const others = LETTERS.map(({ letter }) => ({
    label: `${max + 1} times ${letter}`,
    value: letter.repeat(max + 1),
  }))
  return [...(min > 1 ? [ascii(min - 1)] : []), ascii(max + 1), ...(isPlain ? [] : others)]
}

/** Calls `work` with a holder of the member, on a resource that is restored or archived afterwards. */
const withHolder = (
  t: ClauseContext,
  { resource, member }: BoundedMember,
  work: (holder: TextHolder) => Promise<void>,
): Promise<void> => HOLDERS[resource](t, member, work)

type HolderOf = (
  t: ClauseContext,
  member: string,
  work: (holder: TextHolder) => Promise<void>,
) => Promise<void>

/** Fits a name, a street and a phone. */
const SEEN_TEXT = '40000009'

const HOLDERS: Readonly<Record<BoundedMember['resource'], HolderOf>> = {
  put: async (t, member, work) => {
    let made = await createSuspended(t)
    try {
      await work({
        send: async (value) => {
          const sent = await writePublication(t, made, await fullEdit(t, made, { [member]: value }))
          if (sent.response.status < 300) made = withEtagOf(made, sent)
          return sent
        },
        shown: async () => membersOf((await t.get(made.path)).json)[member],
      })
    } finally {
      await archiveAll(t, [made])
    }
  },
  configuration: async (t, member, work) => {
    // The secret of a topic is known only if the run configured it.
    const usable = await usableTopics(t)
    const { topic } = usable.find(({ mayChangeSecret }) => mayChangeSecret) ?? usable[0] ?? t.skip('no topic')
    await withBorrowedTopic(t, topic, async ({ configure, mayChangeSecret }) => {
      if (member === 'Secret' && !mayChangeSecret) t.skip('the secret of the topic could not be restored')
      await configure(IDLE_CONFIGURATION)
      const path = topicPath(topic)
      const send = (value: string | undefined) =>
        t.send('PUT', path, { body: { ...IDLE_CONFIGURATION, [member]: value } })
      const shown = async () => membersOf(t.shape(await t.get(path), WebhookShape))[member]
      await work(member === 'Secret' ? { send } : { send, shown })
    })
  },
  administrator: (t, member, work) =>
    withAdministratorRestored(t, async (body, path) => {
      const send = (value: string | undefined) => t.send('PUT', path, { body: { ...body, [member]: value } })
      const shown = async () => SHOWN_IN[member]?.((await administrator(t)).shown)
      // Where phones and address of an edit are shown is open (`agencies/operator-phones`).
      const isShown = (await send(SEEN_TEXT)).response.status === 200 && (await shown()) === SEEN_TEXT
      await work(isShown || member === 'Nombre' || member === 'Apellido' ? { send, shown } : { send })
    }),
}

/**
 * Returns whether a text was refused because of its letter, which is refused alone as well: the description
 * does not limit letters.
 */
const isOfRefusedLetter = async (
  { isPlain }: BoundedMember,
  { value, sent }: { readonly value: string; readonly sent: Exchange },
  { min, holder }: { readonly min: number; readonly holder: TextHolder },
): Promise<boolean> => {
  const { letter } = LETTERS.find((one) => !isPlain && value.startsWith(one.letter)) ?? {}
  if (sent.response.status !== 400 || letter === undefined) return false
  return (await holder.send(letter.repeat(Math.max(min, 1)))).response.status === 400
}

const judgeBounds = async (t: ClauseContext, bounded: BoundedMember, holder: TextHolder): Promise<void> => {
  const bounds = boundsOf(bounded)
  const { member } = bounded
  let last: unknown
  for (const { label, value } of textsWithin(bounded, bounds)) {
    const sent = await holder.send(value)
    if (sent.response.status === 403) t.skip('the app may not write it')
    if (await isOfRefusedLetter(bounded, { value, sent }, { min: bounds.min, holder })) continue
    if (sent.response.status !== 200)
      throw new Violation(`${member} of ${label} accepted`, `${sent.response.status}`, sent)
    last = await holder.shown?.()
    if (holder.shown) t.assert(last === value, `${member} of ${label}, as sent`, last, sent)
  }
  if (bounds.min === 0 && bounded.prefix === undefined) {
    const sent = await holder.send('')
    // How an empty text is shown is open (`publications/empty-strings`).
    // A service that requires the member may refuse an empty one (`publications/required-members`).
    const isRequired =
      bounded.resource === 'put' &&
      sent.response.status === 400 &&
      (await holder.send(undefined)).response.status === 400
    if (sent.response.status !== 200 && !isRequired)
      throw new Violation(`an empty ${member} accepted`, `${sent.response.status}`, sent)
    last = await holder.shown?.()
  }
  const beyond = textsBeyond(bounded, bounds).map(async ({ label, value }) => {
    const sent = await holder.send(value)
    return { label, value, sent }
  })
  const refused = await Promise.all(beyond)
  for (const { label, sent } of refused)
    if (sent.response.status < 400)
      throw new Violation(`${member} of ${label} refused`, `${sent.response.status}`, sent)
  const shown = await holder.shown?.()
  const { sent } = refused.find(({ value }) => value === shown) ?? refused.at(-1) ?? {}
  if (holder.shown) t.assert(shown === last, `${member} as before the refusals`, shown, sent)
}

const PHRASES = { put: 'a full edit', configuration: 'a configuration', administrator: 'the administrator' }
const EXTRA = { put: 'PUB-21', configuration: 'EVT-02', administrator: 'AGE-02' }

/** Publications without a phone or their own place may show those of the administrator. */
const isInherited = (member: string): boolean => member === 'TelefonoLaboral' || member === 'Direccion'

/** Clauses on the bounds of texts in edits. */
export const textBoundClauses: readonly Clause[] = MEMBERS.map((bounded) => {
  const { resource, member, statement } = bounded
  const { min, max } = boundsOf(bounded)
  return clause({
    id: `relations/${kebabCase(member)}-of-${resource}-keeps-its-bounds`,
    rule: 'relations/{member}-keeps-its-bounds',
    statements: [statement, EXTRA[resource]],
    title: `${member} of ${PHRASES[resource]} accepts and shows ${min} to ${max} characters, and refuses others`,
    leaves: resource === 'put' ? 'archived' : 'any',
    needs: resource === 'configuration' ? [] : ['write'],
    ...(resource === 'administrator' &&
      (isInherited(member) ? { isAlone: 'administrator' } : { sparesPublications: true })),
    check: (t) => withHolder(t, bounded, (holder) => judgeBounds(t, bounded, holder)),
  })
})
