import { html } from 'hono/html'
import { badge, type Markup } from '../../ui/components/components.ts'
import { buttonForm } from '../../ui/form-components.ts'
import { type Label, rich, t } from '../../ui/language/texts.ts'
import { type PageContext, worldPath } from '../../ui/page-context.ts'
import type { ExchangeSummaryData } from '../../ui/sandbox/api-types.ts'
import { TOUR_STEPS, type TourStep } from '../tour/tour-steps.ts'
import { TOUR_SPEEDS, type TourState } from '../tour/tours.ts'

interface TourView {
  readonly world: string
  /** Undefined: the tour was not started. */
  readonly tour: TourState | undefined
  /** The latest exchanges, newest first. */
  readonly exchanges: readonly ExchangeSummaryData[]
}

/** Renders the tour with its controls; the region updates with every exchange. */
export const tourRegion = (context: PageContext, view: TourView): Markup => {
  const { world, tour } = view
  const path = worldPath(world, '/demo')
  const car =
    tour && TOUR_STEPS[tour.position - 1]?.showsCar
      ? `/${encodeURIComponent(tour.agency)}/${encodeURIComponent(tour.externalId)}#aviso`
      : ''
  const shown = tour ? html` data-show="${worldPath(world, `/vidriera${car}`)}"` : ''
  return html`<div id="tour" hx-get="${path}" hx-select="#tour" hx-swap="outerHTML"
    hx-trigger="playa:exchange from:body, playa:world from:body, playa:clock from:body"${shown}>
    <div class="row" hx-boost="true" hx-push-url="false" hx-target="#tour">${controls(context, path, tour)}</div>
    ${tour?.failure === undefined ? '' : html`<div class="notice bad" role="alert"><p>${tour.failure}</p></div>`}
    <p><progress max="${TOUR_STEPS.length}" value="${tour?.position ?? 0}" aria-label="${t('Completed steps')}"></progress>
      ${tour ? badge(t(tour.playing ? 'playing' : 'paused'), tour.playing ? 'good' : 'info') : ''}
      ${t('{n} of {total}', { n: tour?.position ?? 0, total: TOUR_STEPS.length })}</p>
    <ol class="steps tour" tabindex="0" aria-label="${t('Tour')}">${TOUR_STEPS.map((step, index) => stepItem(step, index, view))}</ol>
  </div>`
}

const controls = (context: PageContext, path: string, tour: TourState | undefined): Markup => {
  if (!tour)
    return buttonForm(context, {
      action: `${path}/tour`,
      label: t('Start tour'),
      tone: 'primary',
      fields: { do: 'start' },
    })
  const action = `${path}/tour`
  const toggle = tour.playing
    ? buttonForm(context, { action, label: t('Pause'), fields: { do: 'pause' } })
    : buttonForm(context, { action, label: t('Play'), tone: 'primary', fields: { do: 'play' } })
  return html`${toggle}${buttonForm(context, { action, label: t('Next step'), fields: { do: 'step' } })}
    ${TOUR_SPEEDS.map((speed) =>
      buttonForm(context, {
        action,
        label: `×${speed}`,
        fields: { do: 'speed', speed: String(speed) },
        tone: speed === tour.speed ? 'primary' : 'plain',
        ariaLabel: t('Play at speed ×{speed}', { speed }),
      }),
    )}`
}

/** Labels of the pages to which steps lead. */
const PAGES: Readonly<Record<NonNullable<TourStep['page']>, Label>> = {
  '/deliveries': 'Deliveries',
  '/package': 'Package',
  '/faults': 'Faults',
  '/hints': 'Hints',
}

const stepItem = (step: TourStep, index: number, { world, tour, exchanges }: TourView): Markup => {
  const position = tour?.position ?? 0
  const isCurrent = index === position - 1
  const state = isCurrent ? 'next' : index < position ? 'done' : 'upcoming'
  const before = tour?.exchangesBefore[index]
  const after = tour?.exchangesBefore[index + 1] ?? Number.POSITIVE_INFINITY
  const rows = before === undefined ? [] : exchanges.filter(({ n }) => n > before && n <= after).toReversed()
  return html`<li class="${state}"${isCurrent ? html` aria-current="step"` : ''}>
    <p><strong>${t(step.title)}</strong></p>
    ${index < position ? html`<p>${about(step, world, rows)}</p>` : ''}</li>`
}

const about = (
  { about: text, page }: TourStep,
  world: string,
  rows: readonly ExchangeSummaryData[],
): Markup => {
  const last = rows.at(-1)
  return rich(text, {
    exchange: last
      ? html`<a href="${worldPath(world, `/exchanges/${last.n}`)}">${t('Exchange {n}', { n: last.n })}</a>`
      : t('The exchange'),
    page: page === undefined ? '' : html`<a href="${worldPath(world, page)}">${t(PAGES[page])}</a>`,
  })
}
