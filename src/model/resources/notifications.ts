import { isChosen, type Profile } from '../../api/assumptions/profile.ts'
import { CHANNEL_NAMES, type ChannelSettings, unsetChannel } from '../../api/wire/channels.ts'
import type { NotificacionesEdit } from '../../api/wire/request-bodies.ts'
import { writeRefusal } from '../domain/access.ts'
import { editNotificationSettings } from '../domain/agencies/notification-settings-edit.ts'
import { visibleSecret } from '../domain/webhooks/webhook-rules.ts'
import { handlers } from '../http/operation.ts'
import { agencyOfPath } from '../http/path-agency.ts'
import { paths } from '../http/paths.ts'
import { link } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import type { Agency } from '../world/agency.ts'

/** Representation of notification settings (AGE-10); `agencies/settings-unset` decides on unset channels. */
const settingsRepresentation = representationOf<{ agency: Agency }>()({
  schemas: { full: 'Notificaciones' },
  full: ({ agency }, render) => {
    const { notifications } = agency
    const self = paths.notifications(agency.adminMail)
    const isNullUnset = isChosen(render.profile, 'agencies/settings-unset', 'null')
    const shown = CHANNEL_NAMES.map((name) => {
      const channel = notifications[name] ?? (isNullUnset ? null : unsetChannel(name))
      return [name, channel && shownChannel(channel, render.profile)]
    })
    return {
      ...Object.fromEntries(shown),
      _links: {
        self: link(render, self),
        agencia: link(render, paths.agency(agency.adminMail)),
        ...(!writeRefusal(agency, render.app) && { editar: link(render, self, 'PUT') }),
      },
    }
  },
})

const shownChannel = (channel: ChannelSettings, profile: Profile): object =>
  'Secret' in channel ? { ...channel, Secret: visibleSecret(channel.Secret, profile) } : channel

const read = handlers<Agency>({
  representation: settingsRepresentation,
  find: (context) => agencyOfPath(context, 'read'),
  decide: (agency) => ({ result: { record: { agency } } }),
})

const edit = handlers<Agency>({
  representation: settingsRepresentation,
  find: (context) => agencyOfPath(context, 'write'),
  authorize: (agency, context) => writeRefusal(agency, context.app),
  decide: (agency, context, { body, issues }) => {
    // `body` holds the well-formed members of that schema.
    const sent = body as NotificacionesEdit
    const notifications = editNotificationSettings(issues, agency.notifications, sent, context.render.profile)
    if (issues.hasIssues) return issues.toRefusal()
    const after = { ...agency, notifications }
    return {
      result: { record: { agency: after } },
      world: { ...context.world, agencies: context.world.agencies.put(after) },
    }
  },
})

/** Operations on an agency's notification settings. */
export const notificationOperations = {
  'notifications.read': read,
  'notifications.edit': edit,
}
