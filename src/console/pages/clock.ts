import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { WorldClient } from '../../web-ui/client.ts'
import { type Env, filledIn, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut, fieldsOf, numberIn } from '../../web-ui/form.ts'
import { page } from '../../web-ui/layout.ts'
import { badge, buttonForm, counted, field, heading, hiddenKey, instant, type Markup } from '../../web-ui/components.ts'

/** The world's clock: seen, frozen, started, moved on. */
export const bindClock = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/clock`
  app.get(at, clockPage)
  app.post(`${at}/advance`, async (visit) => {
    const fields = await fieldsOf(visit)
    return carryOut(visit, { leadsTo: here(visit), fields }, async () => {
      const { due, now } = await worldOf(visit).advance(fields['by'] ?? '')
      const text = `It is now ${now.slice(0, 10)} ${now.slice(11, 19)}. ${due.length === 0 ? 'Nothing fell due on the way.' : `${counted(due.length, 'thing')} fell due on the way:`}`
      return {
        text,
        details: due.slice(0, 20).map(({ at: when, kind, id, outcome }) => `${when}: ${kind} ${id}, ${outcome}`),
      }
    })
  })
  app.post(`${at}/set`, async (visit) => {
    const fields = await fieldsOf(visit)
    return carryOut(visit, { leadsTo: here(visit), fields }, async () => {
      const speed = numberIn(fields, 'speed')
      await worldOf(visit).setClock({
        ...(fields['now'] && { now: fields['now'] }),
        ...(speed !== undefined && { speed }),
        ...(fields['running'] && { running: fields['running'] === 'true' }),
      })
      return 'The clock is set.'
    })
  })
}

const here = (visit: Visit): string => worldPath(worldOf(visit).name, '/clock')

const STEPS = [
  ['PT1M', '1 minute'],
  ['PT10M', '10 minutes'],
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P7D', '1 week'],
  ['P30D', '30 days'],
] as const

const SPEEDS = [1, 10, 60, 600, 3_600] as const

const clockPage = async (visit: Visit): Promise<Response> => {
  const world: WorldClient = worldOf(visit)
  const clock = await world.clock()
  const filled = filledIn(visit)
  const at = here(visit)
  return page(visit, {
    title: 'Clock',
    live: true,
    body: html`${heading('Clock', 'All that this world does by the hour follows its own clock: moments of inquiries, retries of deliveries, ends of faults.')}
    <section class="dial" id="dial" hx-get="${at}" hx-select="#dial" hx-swap="outerHTML" hx-trigger="playa:clock from:body">
      <p class="dial-time">${instant(clock.now, clock)} <small>${zone(clock.now)}</small></p>
      <p>${clock.running ? badge(clock.speed === 1 ? 'running with the wall clock' : `running, ${clock.speed} seconds a second`, 'good') : badge('frozen', 'info')}</p>
      <div class="row">${
        clock.running
          ? buttonForm(visit, { action: `${at}/set`, label: 'Freeze', fields: { running: 'false' }, tone: 'primary' })
          : buttonForm(visit, { action: `${at}/set`, label: 'Run', fields: { running: 'true' }, tone: 'primary' })
      }</div>
    </section>
    <h2>Move it on</h2>
    <p class="about">What falls due on the way happens, in order, before the answer comes.</p>
    <div class="row">${STEPS.map(([by, label]) => buttonForm(visit, { action: `${at}/advance`, label, fields: { by } }))}</div>
    <form class="line" method="post" action="${at}/advance">${hiddenKey(visit)}
      ${field({ name: 'by', label: 'Another duration', value: filled['by'], placeholder: 'P1DT2H', required: true, hint: 'ISO 8601, like PT90S or P1DT2H' })}
      <button>Advance</button>
    </form>
    <h2>Set it</h2>
    <form class="line" method="post" action="${at}/set">${hiddenKey(visit)}
      ${field({ name: 'now', label: 'Instant', value: filled['now'] ?? clock.now, required: true, hint: 'Jumps there; nothing on the way happens.' })}
      <button>Set</button>
    </form>
    <h2>Speed</h2>
    <div class="row">${SPEEDS.map((speed) => speedButton(visit, at, speed, clock.speed))}</div>
    <form class="line" method="post" action="${at}/set">${hiddenKey(visit)}
      ${field({ name: 'speed', label: 'Seconds of the world in a second', type: 'number', value: filled['speed'] ?? String(clock.speed), range: { min: 0.001, max: 86_400, step: 'any' }, required: true })}
      <button>Set</button>
    </form>`,
  })
}

const speedButton = (visit: Visit, at: string, speed: number, present: number): Markup =>
  buttonForm(visit, {
    action: `${at}/set`,
    label: `×${speed}`,
    fields: { speed: String(speed) },
    tone: speed === present ? 'primary' : 'plain',
    spoken: `${speed} seconds of the world in a second${speed === present ? ', as now' : ''}`,
  })

const zone = (iso: string): string => `UTC${iso.slice(19)}`
