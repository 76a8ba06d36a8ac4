import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut, fieldsOf, numberIn } from '../../web-ui/form.ts'
import { page } from '../../web-ui/layout.ts'
import { badge, buttonForm, counted, empty, heading, instant, type Markup, table } from '../../web-ui/components.ts'
import type { Clock, Story, StoryEvent } from '../../web-ui/api-types.ts'

/** What happens in a world by itself, and the clock that plays it. */
export const bindStory = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/story`
  app.get(at, storyPage)
  app.post(`${at}/set`, async (visit) => {
    const fields = await fieldsOf(visit)
    return carryOut(visit, { leadsTo: here(visit) }, async () => {
      const speed = numberIn(fields, 'speed')
      const { running } = await worldOf(visit).setClock({
        ...(speed !== undefined && { speed }),
        ...(fields['running'] && { running: fields['running'] === 'true' }),
      })
      return running ? 'The story plays.' : 'The story stands still.'
    })
  })
  app.post(`${at}/next`, (visit) =>
    carryOut(visit, { leadsTo: here(visit) }, async () => {
      const world = worldOf(visit)
      const [{ next }, { nowMs }] = await Promise.all([world.get<Story>('/story'), world.clock()])
      if (!next) return 'All is told.'
      const { due } = await world.advance(`PT${(Math.max(0, next.atMs - nowMs) / 1_000).toFixed(3)}S`)
      const told = due.filter(({ kind }) => kind === 'story')
      return {
        text: `${told.map(({ outcome }) => outcome).join('; ') || 'Nothing happened yet'}.`,
        details: due.filter(({ kind }) => kind !== 'story').map(({ kind, id, outcome }) => `${kind} ${id}: ${outcome}`),
      }
    }),
  )
}

const here = (visit: Visit): string => worldPath(worldOf(visit).name, '/story')

/** Seconds of the world in a second: as it is, a minute, ten minutes, an hour. */
const SPEEDS = [1, 60, 600, 3_600] as const

const storyPage = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const [story, clock] = await Promise.all([world.get<Story>('/story'), world.clock()])
  const about =
    'What the scenario lets happen by itself, on the world’s clock: it plays while the clock runs, and as fast.'
  if (story.total === 0) {
    return page(visit, {
      title: 'Story',
      body: html`${heading('Story', about)}${empty(
        'The scenario of this world tells no story.',
        html`Make a world from <code>busy-saturday</code> among the <a href="${UI}#make">worlds</a>, or put <code>events</code> into a scenario of your own.`,
      )}`,
    })
  }
  const coming = story.events.filter(({ done }) => !done)
  const past = story.events.filter(({ done }) => done).toReversed()
  return page(visit, {
    title: 'Story',
    live: true,
    body: html`${heading('Story', about)}
    <div id="story" hx-get="${here(visit)}" hx-select="#story" hx-swap="outerHTML" hx-trigger="playa:world from:body, playa:clock from:body">
    <section class="dial" aria-label="Where it is">
      <p class="dial-time">${instant(clock.now, clock)}</p>
      <p>${clock.running ? badge(clock.speed === 1 ? 'plays with the wall clock' : `plays ×${clock.speed}`, 'good') : badge('paused', 'info')}
        ${story.position} of ${counted(story.total, 'event')} told.</p>
      <p><progress max="${story.total}" value="${story.position}" aria-label="Events told">${story.position} of ${story.total}</progress></p>
      <div class="row">${controls(visit, story, clock)}</div>
    </section>
    <h2>Still to come</h2>
    ${coming.length === 0 ? empty('All is told.', html`Put the world back to its start to see it again: <a href="${worldPath(world.name, '/reset')}">Reset …</a>`) : eventTable('Events to come', coming, false)}
    ${past.length === 0 ? '' : html`<h2>What happened</h2>${eventTable('Events told', past, true)}`}
    </div>`,
  })
}

const controls = (visit: Visit, { next }: Story, { running, speed }: Clock): Markup => {
  const at = here(visit)
  const toggle = { action: `${at}/set`, fields: { running: String(!running) } }
  return html`${running ? buttonForm(visit, { ...toggle, label: 'Pause' }) : buttonForm(visit, { ...toggle, label: 'Play', tone: 'primary' })}
  ${next ? buttonForm(visit, { action: `${at}/next`, label: 'To the next event' }) : ''}
  ${SPEEDS.map((one) =>
    buttonForm(visit, {
      action: `${at}/set`,
      label: `×${one}`,
      fields: { speed: String(one), running: 'true' },
      tone: running && one === speed ? 'primary' : 'plain',
      spoken: `Play ${one} seconds of the world in a second`,
    }),
  )}
  <a class="button quiet" href="${worldPath(worldOf(visit).name, '/reset')}">Start anew …</a>`
}

const eventTable = (label: string, events: readonly StoryEvent[], told: boolean): Markup =>
  table(
    label,
    [{ title: 'When' }, { title: 'What' }, ...(told ? [{ title: 'Outcome' }] : [])],
    events.map(
      ({ at, what, note, outcome }) => html`<tr>
        <th scope="row">${instant(at)}</th>
        <td>${note === null ? what : html`${note}<br><small>${what}</small>`}</td>
        ${told ? html`<td>${outcome ?? ''}</td>` : ''}
      </tr>`,
    ),
  )
