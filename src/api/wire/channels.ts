import {
  ANY_TEXT,
  BOOLEAN,
  completeObject,
  documented,
  EMAIL_OR_EMPTY,
  objectOf,
  orNull,
  textWithin,
  type ValueOf,
} from './body-type.ts'
import { limits } from './limits.ts'

/**
 * The channels that notify an agency of inquiries (AGE-10), each with its members as an edit sends them
 * (`agencies/notification-put`). Stored settings, edits, representations, scenarios, imports and clauses
 * follow from this table; the message of a new channel is an entry in `render.ts`.
 */

/** A header that is added to deliveries; `events/custom-headers` checks it. */
export const CUSTOM_HEADER_SENT = documented(
  'A header added to deliveries',
  completeObject({
    Name: documented('Name of the header', textWithin({ min: 1 }), {
      schema: { pattern: "^[!#$%&'*+\\-.^_`|~0-9A-Za-z]+$" },
    }),
    Value: documented('Value of the header', ANY_TEXT),
  }),
)

/** Headers that channels and webhooks of apps add to deliveries. */
export const HOOK_HEADERS = {
  HeaderCustom01: documented('First additional header of deliveries', orNull(CUSTOM_HEADER_SENT)),
  HeaderCustom02: documented('Second additional header of deliveries', orNull(CUSTOM_HEADER_SENT)),
  HeaderCustom03: documented('Third additional header of deliveries', orNull(CUSTOM_HEADER_SENT)),
} as const

/** Members that channels and webhooks of apps have in common (EVT-03, AGE-10). */
export const HOOK_MEMBERS = {
  Callback: documented(
    'Address that receives the deliveries, http or https; may be empty or null only while `Activo` is false',
    orNull(textWithin(limits.callback)),
    { schema: { pattern: '^([hH][tT]{2}[pP][sS]?://[^/?#@]+([/?#].*)?)?$' } },
  ),
  Secret: documented(
    'Key of the signature of deliveries. Responses show it as null; null or absent keeps the stored one',
    orNull(textWithin(limits.secret)),
  ),
  Activo: documented('True: deliveries are made; false: suspended', BOOLEAN),
  ...HOOK_HEADERS,
} as const

const { Callback, Activo, HeaderCustom01 } = HOOK_MEMBERS

/** Each channel with its members, in the order of AGE-10. */
export const CHANNELS = {
  PublicacionConsultadaWebHook: documented('An inquiry as JSON', orNull(objectOf(HOOK_MEMBERS))),
  PublicacionConsultadaAdfHook: documented(
    'An inquiry as ADF, sent to an address',
    orNull(objectOf({ Callback, Activo, HeaderCustom01 })),
  ),
  PublicacionConsultadaAdfMail: documented(
    'An inquiry as ADF, sent by mail',
    orNull(objectOf({ Email: documented('Recipient', orNull(ANY_TEXT), EMAIL_OR_EMPTY), Activo })),
  ),
  PublicacionConsultadaHtmlMail: documented(
    'An inquiry as HTML, sent by mail',
    orNull(
      objectOf({
        EmailsCCO: documented('Recipients (blind copies), separated by commas', orNull(ANY_TEXT)),
        Activo,
      }),
    ),
  ),
} as const

type MembersOf<C extends ChannelName> = (typeof CHANNELS)[C]['of']['members']
export type ChannelName = keyof typeof CHANNELS

/** The settings of one channel, as they are stored. */
export type ChannelSettings<C extends ChannelName = ChannelName> = C extends ChannelName
  ? { readonly [M in keyof MembersOf<C>]: ValueOf<MembersOf<C>[M]> }
  : never

/** Every member of any channel, with its value. */
export type ChannelMembers = UnionToIntersection<ChannelSettings>
export type ChannelMember = keyof ChannelMembers
type UnionToIntersection<U> = (U extends unknown ? (value: U) => void : never) extends (
  value: infer I,
) => void
  ? I
  : never

// The names are the keys of these literals.
export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly ChannelName[]

/** Lists the members of a channel, in the order of AGE-10. */
export const channelMembers = (channel: ChannelName): readonly ChannelMember[] =>
  // The names are the keys of that literal.
  Object.keys(CHANNELS[channel].of.members) as ChannelMember[]

/** Builds the settings of a channel with one value for each member. */
export const channelOf = <C extends ChannelName>(
  channel: C,
  value: <M extends ChannelMember>(member: M) => unknown,
): ChannelSettings<C> =>
  // One value for each member of that channel.
  Object.fromEntries(channelMembers(channel).map((member) => [member, value(member)])) as ChannelSettings<C>

/** Returns the settings of a channel that was never configured: not active, all else null. */
export const unsetChannel = <C extends ChannelName>(channel: C): ChannelSettings<C> =>
  channelOf(channel, (member) => (member === 'Activo' ? false : null))
