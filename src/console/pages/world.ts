import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, filledIn, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut, fieldsOf } from '../../web-ui/form.ts'
import { page } from '../../web-ui/layout.ts'
import { confirmation, copyable, count, facts, field, heading, hiddenKey, instant, table } from '../../web-ui/components.ts'
import type { WorldTold } from '../../web-ui/api-types.ts'

const DEFAULT = 'default'

/** One world: how to reach it, who is in it, and what can be done with it as a whole. */
export const bindWorld = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world`
  app.get(at, overview)
  app.get(`${at}/reset`, (visit) => asked(visit, 'reset'))
  app.get(`${at}/delete`, (visit) => asked(visit, 'delete'))
  app.post(`${at}/reset`, (visit) =>
    carryOut(visit, { leadsTo: worldPath(worldOf(visit).name) }, async () => {
      await worldOf(visit).send('POST', '/reset')
      return 'The world is back at its start: records, clock, journal, faults and deliveries.'
    }),
  )
  app.post(`${at}/delete`, (visit) =>
    carryOut(visit, { leadsTo: worldPath(worldOf(visit).name) }, async () => {
      const { name } = worldOf(visit)
      await worldOf(visit).send('DELETE', '')
      return { text: `World ${name} is deleted.`, leadsTo: UI }
    }),
  )
  app.post(`${at}/fork`, async (visit) => {
    const fields = await fieldsOf(visit)
    return carryOut(visit, { leadsTo: worldPath(worldOf(visit).name, '#fork'), fields }, async () => {
      const body = fields['name'] ? { name: fields['name'] } : {}
      const made = await worldOf(visit).send<WorldTold>('POST', '/fork', body)
      return {
        text: `World ${made.name} is an independent copy of ${worldOf(visit).name}.`,
        leadsTo: worldPath(made.name),
      }
    })
  })
  app.get(`${at}/export`, async (visit) => {
    const exported = await worldOf(visit).control('GET', '/export')
    const headers = new Headers(exported.headers)
    if (exported.ok) headers.set('Content-Disposition', `attachment; filename="${worldOf(visit).name}.json"`)
    headers.set('X-Content-Type-Options', 'nosniff')
    return new Response(exported.body, { status: exported.status, headers })
  })
}

const overview = async (visit: Visit): Promise<Response> => {
  const world = await worldOf(visit).told()
  const [agency] = world.agencies
  const mail = encodeURIComponent(agency?.adminMail ?? '')
  const at = (rest: string) => worldPath(world.name, rest)
  return page(visit, {
    title: 'Overview',
    body: html`${heading(
      world.name,
      html`Scenario ${world.scenario}, seed ${world.seed}. Its time is ${instant(world.now)}${world.running ? '' : ', where it stands still'}.`,
    )}
    <ul class="tiles">
      <li><a href="${at('/publications')}"><strong>${count(world.counts.publications)}</strong> publications</a></li>
      <li><a href="${at('/inquiries')}"><strong>${count(world.counts.inquiries)}</strong> inquiries</a></li>
      <li><a href="${at('/package')}"><strong>${count(world.counts.agencies)}</strong> ${world.counts.agencies === 1 ? 'agency' : 'agencies'}</a></li>
    </ul>
    <h2>Reach it</h2>
    ${copyable('base', 'Base URL of a client', world.base)}
    ${copyable('try', 'First request', `curl ${world.base}/v3/publicaciones/${mail}`)}
    <p class="after">Or without the prefix, with the header <code>Playa-World: ${world.name}</code>. <a href="/docs?world=${world.name}">Try operations in the reference</a>.</p>
    <h2>Agencies</h2>
    ${table(
      'Agencies',
      [{ title: 'Name' }, { title: 'AdminMail' }, { title: 'Operators', kind: 'wide' }],
      world.agencies.slice(0, 100).map(
        ({ adminMail, nombreComercial, operadores }) => html`<tr><th scope="row">${nombreComercial}</th>
          <td><code>${adminMail}</code></td><td class="wide">${operadores.join(', ')}</td></tr>`,
      ),
    )}
    <details class="after"><summary>Keys and secrets of its apps</summary>
      ${facts(world.apps.map(({ name, key, secret }) => [name, html`key <code>${key}</code>, secret <code>${secret}</code>`] as const))}
    </details>
    <h2>The world as a whole</h2>
    <div class="cards">
      <form class="card" id="fork" method="post" action="${at('/fork')}">${hiddenKey(visit)}
        <h3>Fork</h3><p>An independent copy of this very moment.</p>
        ${field({ name: 'name', label: 'Name of the copy', value: filledIn(visit)['name'], placeholder: 'the next free one' })}
        <button>Fork</button>
      </form>
      <div class="card"><h3>Export</h3><p>The world as a scenario file, from which others can be made.</p><a class="button" href="${at('/export')}" download>Download</a></div>
      <div class="card"><h3>Reset</h3><p>Back to exactly what it started as.</p><a class="button danger" href="${at('/reset')}">Reset …</a></div>
      ${
        world.name === DEFAULT
          ? ''
          : html`<div class="card"><h3>Delete</h3><p>The world and all that happened in it.</p><a class="button danger" href="${at('/delete')}">Delete …</a></div>`
      }
    </div>`,
  })
}

const asked = async (visit: Visit, step: 'reset' | 'delete'): Promise<Response> => {
  const { name } = await worldOf(visit).told()
  const isReset = step === 'reset'
  return page(visit, {
    title: isReset ? 'Reset' : 'Delete',
    body: confirmation(visit, {
      question: isReset ? `Reset ${name}?` : `Delete ${name}?`,
      loss: isReset
        ? 'Everything that happened since it started is lost: records, journal, faults, deliveries and mails. Snapshots stay.'
        : 'The world, its journal and its snapshots are lost. Clients that use it will get 404.',
      action: worldPath(name, `/${step}`),
      label: isReset ? 'Reset it' : 'Delete it',
      back: worldPath(name),
    }),
  })
}
