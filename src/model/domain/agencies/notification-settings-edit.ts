import { isChosen, type Profile } from '../../../api/assumptions/profile.ts'
import {
  CHANNEL_NAMES,
  type ChannelMember,
  type ChannelMembers,
  type ChannelName,
  type ChannelSettings,
  channelOf,
  unsetChannel,
} from '../../../api/wire/channels.ts'
import type { NotificacionesEdit } from '../../../api/wire/request-bodies.ts'
import { isEmail } from '../../../lib/text/email.ts'
import type { NotificationSettings } from '../../world/agency.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { checkCallback, checkEmails, checkHeader, secretAfterEdit } from '../webhooks/webhook-rules.ts'

/**
 * Edits the channels of an agency (`agencies/notification-put`). Absent channels and members keep their
 * value, or are then as if they had never been configured.
 */
export const editNotificationSettings = (
  issues: ValidationIssues,
  stored: NotificationSettings,
  sent: NotificacionesEdit,
  profile: Profile,
): NotificationSettings => {
  const isReplaced = isChosen(profile, 'agencies/notification-put', 'replaced')
  const edited = CHANNEL_NAMES.flatMap((name) => {
    const members = sent[name]
    if (!members) return []
    const before = { ...unsetChannel(name), ...(isReplaced ? secretOf(stored[name]) : stored[name]) }
    return [[name, editChannel(name, { issues, profile, before, sent: members })]]
  })
  return { ...(!isReplaced && stored), ...Object.fromEntries(edited) }
}

/** Returns only the secret of a channel, which `events/secret-put` decides on. */
const secretOf = (stored: Partial<ChannelMembers> | undefined): Partial<ChannelMembers> =>
  stored?.Secret === undefined ? {} : { Secret: stored.Secret }

interface ChannelEdit {
  readonly issues: ValidationIssues
  readonly profile: Profile
  readonly before: Partial<ChannelMembers>
  readonly sent: { readonly [M in ChannelMember]?: ChannelMembers[M] | undefined }
}

/** A channel that was never configured is not active until an edit says so (`agencies/settings-unset`). */
const editChannel = (name: ChannelName, edit: ChannelEdit): ChannelSettings => {
  const { before, sent } = edit
  const isActive = sent.Activo ?? before.Activo ?? false
  const edited = <M extends ChannelMember>(member: M): ChannelMembers[M] | null => {
    const isSent = sent[member] !== undefined
    const value = sent[member] ?? (isSent ? null : (before[member] ?? null))
    return EDITED[member]({ ...edit, path: `${name}.${member}`, isActive, isSent, value })
  }
  return channelOf(name, edited)
}

interface MemberEdit<M extends ChannelMember> extends ChannelEdit {
  readonly path: string
  /** Whether the channel is active after the edit. */
  readonly isActive: boolean
  /** Whether the edit names the member, with a value or with null. */
  readonly isSent: boolean
  /** The value sent, else the one before. */
  readonly value: ChannelMembers[M] | null
}

const header = <M extends 'HeaderCustom01' | 'HeaderCustom02' | 'HeaderCustom03'>(
  edit: MemberEdit<M>,
): ChannelMembers[M] =>
  edit.isSent ? checkHeader(edit.issues, edit.path, edit.value, edit.profile) : edit.value

/** Checks each member of a channel and returns its value after an edit (AGE-10, EVT-03). */
const EDITED: { readonly [M in ChannelMember]: (edit: MemberEdit<M>) => ChannelMembers[M] } = {
  Callback: ({ issues, path, isActive, value }) => {
    if (isActive || value) checkCallback(issues, path, value, isActive)
    return value
  },
  Secret: ({ sent, before, profile }) => secretAfterEdit(sent.Secret, before.Secret ?? null, profile),
  Activo: ({ isActive }) => isActive,
  HeaderCustom01: header,
  HeaderCustom02: header,
  HeaderCustom03: header,
  Email: ({ issues, path, isActive, value }) => {
    if (!issues.hasIssueAt(path) && (value ? !isEmail(value) : isActive))
      issues.add(path, 'Se espera un correo electrónico.', 'AGE-10')
    return value || null
  },
  EmailsCCO: ({ issues, path, value }) => {
    if (value) checkEmails(issues, path, value)
    return value || null
  },
}
