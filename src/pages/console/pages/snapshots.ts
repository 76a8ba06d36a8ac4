import type { Hono } from 'hono'
import { html } from 'hono/html'
import { dataTable, emptyState, pageHeading, timestamp } from '../../ui/components/components.ts'
import { formatNumber } from '../../ui/components/format.ts'
import { formFields, runAction } from '../../ui/form.ts'
import { confirmation, csrfField, inputField } from '../../ui/form-components.ts'
import { t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  submittedValues,
  worldPath,
} from '../../ui/page-context.ts'
import type { SnapshotData } from '../../ui/sandbox/api-types.ts'

/** Registers the page of a world's snapshots: create, restore, delete. */
export const registerSnapshotsPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/snapshots`
  app.get(route, snapshotsPage)
  app.post(route, async (context) => {
    const fields = await formFields(context)
    return runAction(context, { redirectTo: snapshotsPath(context), fields }, async () => {
      const { name } = await requestedWorld(context).createSnapshot(fields['name'] ?? '')
      return t('Snapshot {name} created.', { name })
    })
  })
  app.get(`${route}/:snapshot/restore`, restoreConfirmation)
  app.get(`${route}/:snapshot/delete`, deleteConfirmation)
  app.post(`${route}/:snapshot/restore`, (context) =>
    runAction(context, { redirectTo: snapshotsPath(context) }, async () => {
      const { name } = await requestedWorld(context).restoreSnapshot(context.req.param('snapshot'))
      return t('Snapshot {name} restored, including the clock.', { name })
    }),
  )
  app.post(`${route}/:snapshot/delete`, (context) =>
    runAction(context, { redirectTo: snapshotsPath(context) }, async () => {
      await requestedWorld(context).deleteSnapshot(context.req.param('snapshot'))
      return t('Snapshot deleted.')
    }),
  )
}

const snapshotsPath = (context: PageContext): string => worldPath(requestedWorld(context).name, '/snapshots')

const snapshotsPage = async (context: PageContext): Promise<Response> => {
  const snapshots = await requestedWorld(context).snapshots()
  const path = snapshotsPath(context)
  return consolePage(context, {
    title: t('Snapshots'),
    body: html`${pageHeading(
      t('Snapshots'),
      t(
        'Saved states of this world. Creating and restoring one takes constant time, whatever the size of the world.',
      ),
    )}
    <form class="line" method="post" action="${path}">${csrfField(context)}
      ${inputField({
        name: 'name',
        label: 'Snapshot name',
        value: submittedValues(context)['name'],
        placeholder: t('before-the-import'),
        required: true,
      })}
      <button class="primary">${t('Create snapshot')}</button>
    </form>
    ${
      snapshots.length === 0
        ? emptyState(
            t('No snapshots yet'),
            t('Create one before an experiment and restore it as often as needed.'),
          )
        : dataTable(
            t('Snapshots'),
            COLUMNS,
            snapshots.map((snapshot) => snapshotRow(path, snapshot)),
          )
    }`,
  })
}

const COLUMNS = [
  { title: 'Name', kind: 'name' },
  { title: 'World time' },
  { title: 'Publications', kind: 'number' },
  { title: 'Inquiries', kind: 'number' },
  { title: 'Actions' },
] as const

const snapshotRow = (path: string, { name, now, counts }: SnapshotData) => {
  const snapshotPath = `${path}/${encodeURIComponent(name)}`
  return [
    name,
    timestamp(now),
    formatNumber(counts.publications),
    formatNumber(counts.inquiries),
    html`<div class="row"><a class="button" href="${snapshotPath}/restore">${t('Restore …')}</a><a class="button quiet"
      href="${snapshotPath}/delete">${t('Delete …')}</a></div>`,
  ]
}

const restoreConfirmation = (context: PageContext): Promise<Response> => {
  const name = context.req.param('snapshot') ?? ''
  return consolePage(context, {
    title: t('Restore snapshot'),
    body: confirmation(context, {
      question: t('Restore snapshot {name}?', { name }),
      consequence: t(
        'All changes since this snapshot are lost, including the clock. The journal is not affected.',
      ),
      action: `${snapshotsPath(context)}/${encodeURIComponent(name)}/restore`,
      label: t('Restore snapshot'),
      cancelPath: snapshotsPath(context),
    }),
  })
}

const deleteConfirmation = (context: PageContext): Promise<Response> => {
  const name = context.req.param('snapshot') ?? ''
  return consolePage(context, {
    title: t('Delete snapshot'),
    body: confirmation(context, {
      question: t('Delete snapshot {name}?', { name }),
      consequence: t('The world itself is not affected, but this state can no longer be restored.'),
      action: `${snapshotsPath(context)}/${encodeURIComponent(name)}/delete`,
      label: t('Delete snapshot'),
      cancelPath: snapshotsPath(context),
    }),
  })
}
