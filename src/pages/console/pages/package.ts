import type { Hono } from 'hono'
import { html } from 'hono/html'
import { emptyState, type Markup, pageHeading } from '../../ui/components/components.ts'
import { formatNumber } from '../../ui/components/format.ts'
import { agencyPicker } from '../../ui/form-components.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import { CONSOLE_ROOT, type PageContext, type PageEnv, requestedWorld } from '../../ui/page-context.ts'
import type { PackageData, PackageLevelData } from '../../ui/sandbox/api-types.ts'

const LEVELS = ['Alta', 'Media', 'Baja'] as const

/** Registers the page of an agency's package: bought and used slots by exposure level. */
export const registerPackagePages = (app: Hono<PageEnv>): void => {
  app.get(`${CONSOLE_ROOT}/w/:world/package`, async (context) => {
    const { all, chosen } = await requestedWorld(context).agency(context.req.query('agency'))
    return consolePage(context, {
      title: t('Package'),
      isLive: true,
      body: html`${pageHeading(
        t('Package'),
        t('Slots by exposure level, and how many are used.'),
        agencyPicker(all, chosen),
      )}
      ${
        chosen
          ? await levelBars(context, chosen.adminMail)
          : emptyState(t('No agency'), t('Create a world from a scenario with an agency.'))
      }`,
    })
  })
}

const levelBars = async (context: PageContext, adminMail: string): Promise<Markup> => {
  const path = `/v3/agencias/${encodeURIComponent(adminMail)}/productos`
  const levels = await requestedWorld(context).api.read<PackageData>(path)
  const most = Math.max(1, ...LEVELS.map((name) => Math.max(levels[name].Pack, levels[name].Activas)))
  return html`<div class="bars">${LEVELS.map((name) => levelBar(name, levels[name], most))}</div>
    <p class="after">${t('Source:')} <code>GET ${path}</code></p>`
}

/** Bars share the scale of the largest level, so that levels can be compared. */
const levelBar = (name: string, { Pack, Activas, Disponibles }: PackageLevelData, most: number): Markup => {
  const width = (slots: number) => String(Math.round((slots / most) * 1_000) / 10)
  const isFull = Disponibles <= 0
  return html`<section class="bar${isFull ? ' full' : ''}">
    <h2>${name}</h2>
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img"
      aria-label="${t('{used} of {total} slots used', { used: Activas, total: Pack })}">
      <rect class="bar-pack" width="${width(Pack)}" height="8" rx="1"></rect><rect class="bar-used"
        width="${width(Activas)}" height="8" rx="1"></rect>
    </svg>
    <p>${rich('{used} of {total} used', {
      used: html`<strong>${formatNumber(Activas)}</strong>`,
      total: formatNumber(Pack),
    })}, ${
      isFull
        ? html`<strong>${t('none available')}</strong>`
        : t('{n} available', { n: formatNumber(Disponibles) })
    }</p>
  </section>`
}
