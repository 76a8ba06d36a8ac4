import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, UI, type Visit, worldOf } from '../../web-ui/page-context.ts'
import { page } from '../../web-ui/layout.ts'
import { agencyPicker, count, empty, heading, type Markup } from '../../web-ui/components.ts'
import type { Level } from '../../web-ui/api-types.ts'

const LEVELS = ['Alta', 'Media', 'Baja'] as const

/** How many places an agency bought at every level of exposure, and how many are taken. */
export const bindPackage = (app: Hono<Env>): void => {
  app.get(`${UI}/w/:world/package`, async (visit) => {
    const { all, chosen } = await worldOf(visit).agency(visit.req.query('agency'))
    return page(visit, {
      title: 'Package',
      live: true,
      body: html`${heading('Package', 'Places by level of exposure. An active publication takes one.', agencyPicker(all, chosen))}
      ${chosen ? await bars(visit, chosen.adminMail) : empty('This world has no agency.', 'Make a world from a scenario that has one.')}`,
    })
  })
}

const bars = async (visit: Visit, adminMail: string): Promise<Markup> => {
  const path = `/v3/agencias/${encodeURIComponent(adminMail)}/productos`
  const levels = await worldOf(visit).read<Readonly<Record<string, Level>>>(path)
  const most = Math.max(1, ...LEVELS.map((name) => Math.max(levels[name]?.Pack ?? 0, levels[name]?.Activas ?? 0)))
  return html`<div class="bars">${LEVELS.map((name) => bar(name, levels[name], most))}</div>
    <p class="after">As <code>GET ${path}</code> answers.</p>`
}

/** Lengths are shares of the largest package, so that levels can be compared. */
const bar = (name: string, level: Level | undefined, most: number): Markup => {
  const { Pack, Activas, Disponibles } = level ?? { Pack: 0, Activas: 0, Disponibles: 0 }
  const width = (places: number) => String(Math.round((places / most) * 1_000) / 10)
  const full = Disponibles <= 0
  return html`<section class="bar${full ? ' full' : ''}">
    <h2>${name}</h2>
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="${Activas} of ${Pack} places taken">
      <rect class="bar-pack" width="${width(Pack)}" height="8" rx="1"></rect><rect class="bar-taken" width="${width(Activas)}" height="8" rx="1"></rect>
    </svg>
    <p><strong>${count(Activas)}</strong> of ${count(Pack)} taken, ${full ? html`<strong>none free</strong>` : html`${count(Disponibles)} free`}</p>
  </section>`
}
