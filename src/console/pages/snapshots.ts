import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, filledIn, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut, fieldsOf } from '../../web-ui/form.ts'
import { page } from '../../web-ui/layout.ts'
import { confirmation, count, empty, field, heading, hiddenKey, instant, type Markup, table } from '../../web-ui/components.ts'
import type { Snapshot } from '../../web-ui/api-types.ts'

/** Named moments that a world can be put back to. */
export const bindSnapshots = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/snapshots`
  app.get(at, list)
  app.post(at, async (visit) => {
    const fields = await fieldsOf(visit)
    return carryOut(visit, { leadsTo: here(visit), fields }, async () => {
      const kept = await worldOf(visit).send<Snapshot>('POST', '/snapshots', { name: fields['name'] ?? '' })
      return `This moment is kept as ${kept.name}.`
    })
  })
  for (const step of ['restore', 'delete'] as const) app.get(`${at}/:snapshot/${step}`, (visit) => asked(visit, step))
  app.post(`${at}/:snapshot/restore`, (visit) =>
    carryOut(visit, { leadsTo: here(visit) }, async () => {
      const { name } = await worldOf(visit).send<Snapshot>('POST', `/snapshots/${named(visit)}/restore`)
      return `The world is back at ${name}, its clock included.`
    }),
  )
  app.post(`${at}/:snapshot/delete`, (visit) =>
    carryOut(visit, { leadsTo: here(visit) }, async () => {
      await worldOf(visit).send('DELETE', `/snapshots/${named(visit)}`)
      return 'The snapshot is deleted.'
    }),
  )
}

const here = (visit: Visit): string => worldPath(worldOf(visit).name, '/snapshots')
const named = (visit: Visit): string => encodeURIComponent(visit.req.param('snapshot') ?? '')

const list = async (visit: Visit): Promise<Response> => {
  const snapshots = await worldOf(visit).snapshots()
  const at = here(visit)
  return page(visit, {
    title: 'Snapshots',
    body: html`${heading('Snapshots', 'Named moments of this world. Keeping and restoring one costs nothing, whatever the size of the world.')}
    <form class="line" method="post" action="${at}">${hiddenKey(visit)}
      ${field({ name: 'name', label: 'Keep this moment as', value: filledIn(visit)['name'], placeholder: 'before-the-import', required: true })}
      <button class="primary">Keep</button>
    </form>
    ${
      snapshots.length === 0
        ? empty(
            'No moment is kept yet.',
            'Keep one before you try something, then come back to it as often as you like.',
          )
        : table(
            'Snapshots',
            [
              { title: 'Name' },
              { title: 'Its time' },
              { title: 'Publications', kind: 'number' },
              { title: 'Inquiries', kind: 'number' },
              { title: 'Actions' },
            ],
            snapshots.map((snapshot) => row(at, snapshot)),
          )
    }`,
  })
}

const row = (at: string, { name, now, counts }: Snapshot): Markup => {
  const one = `${at}/${encodeURIComponent(name)}`
  return html`<tr><th scope="row">${name}</th><td>${instant(now)}</td>
    <td class="number">${count(counts.publications)}</td><td class="number">${count(counts.inquiries)}</td>
    <td><div class="row"><a class="button" href="${one}/restore">Restore …</a><a class="button quiet" href="${one}/delete">Delete …</a></div></td></tr>`
}

const asked = (visit: Visit, step: 'restore' | 'delete'): Promise<Response> => {
  const name = visit.req.param('snapshot') ?? ''
  const isRestore = step === 'restore'
  return page(visit, {
    title: isRestore ? 'Restore' : 'Delete',
    body: confirmation(visit, {
      question: isRestore ? `Put the world back to ${name}?` : `Delete the snapshot ${name}?`,
      loss: isRestore
        ? 'What happened since then is undone, the clock included. Keep the present moment first if you may want it again. The journal goes on.'
        : 'The world stays as it is; only the way back to this moment is lost.',
      action: `${here(visit)}/${named(visit)}/${step}`,
      label: isRestore ? 'Restore it' : 'Delete it',
      back: here(visit),
    }),
  })
}
