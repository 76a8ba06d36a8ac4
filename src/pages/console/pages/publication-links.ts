import { html } from 'hono/html'
import { membersSent } from '../../../api/wire/publication-members.ts'
import type { Markup } from '../../ui/components/components.ts'
import { buttonForm, csrfField, hiddenFields } from '../../ui/form-components.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { type PageContext, requestedWorld, submittedValues, worldPath } from '../../ui/page-context.ts'
import type { LinkData, PublicationData } from '../../ui/sandbox/api-types.ts'

/** A publication as the page shows it, with the `ETag` of that state. */
interface ShownPublication {
  readonly agency: string
  readonly id: string
  readonly etag: string
  readonly publication: PublicationData
}

const isRead = ({ method }: LinkData): boolean => method === undefined || method === 'GET'

/** Renders a card for each change that the publication's links offer, and lists the links to read. */
export const linkCards = (context: PageContext, shown: ShownPublication): Markup => {
  const links = Object.entries(shown.publication._links)
  // The full edit needs the most room, so it comes last.
  const changes = links
    .filter(([, link]) => !isRead(link))
    .toSorted(([a], [b]) => Number(a === 'editar') - Number(b === 'editar'))
  const reads = links.filter(([, link]) => isRead(link))
  return html`${
    changes.length === 0
      ? html`<p class="nothing">${t('No actions: the publication is archived, or the app has read-only access to the agency.')}</p>`
      : html`<div class="cards">${changes.map(([name, link]) => linkCard(context, shown, name, link))}</div>`
  }
  <p class="after">${t('Links:')} ${reads.map(
    ([name, { href }]) => html`<span
    class="link-target"><strong>${name}</strong> <code>${href}</code></span> `,
  )}</p>`
}

const followPath = (context: PageContext): string =>
  worldPath(requestedWorld(context).name, '/publications/one/follow')

const linkCard = (
  context: PageContext,
  shown: ShownPublication,
  name: string,
  { method, href }: LinkData,
): Markup => {
  const { agency, id, etag } = shown
  const action = followPath(context)
  const fields = { agency, id, etag, link: name }
  const title = html`<h3>${name} <small>${method}</small></h3>`
  if (name === 'archivar') {
    const query = new URLSearchParams({ agency, id, etag }).toString()
    const path = worldPath(requestedWorld(context).name, `/publications/one/archive?${query}`)
    return html`<div class="card">${title}<p>${t('Permanent. Cannot be undone.')}</p><a class="button danger"
      href="${path}">${t('Archive …')}</a></div>`
  }
  if (name === 'suspender') {
    return html`<div class="card">${title}<p>${t('Hides the publication and frees its slot.')}</p>${buttonForm(context, { action, label: t('Suspend'), fields })}</div>`
  }
  if (name === 'modificar') return partialEditCard(context, shown, title, fields)
  const submitted = submittedValues(context)
  const body = submitted['link'] === name ? submitted['body'] : undefined
  return html`<details class="card"${body ? html` open` : ''}>
    <summary>${name} <small>${method}</small></summary>
    <form method="post" action="${action}">${csrfField(context)}${hiddenFields(fields)}
      <div class="field"><label for="body-${name}">${rich('Request body for `{href}`', { href })}</label>
      <textarea id="body-${name}" name="body" rows="14"
        spellcheck="false">${body ?? JSON.stringify(editableMembers(shown.publication), null, 2)}</textarea></div>
      <button>${t('Send')}</button></form></details>`
}

/** Renders the partial edit: price, and `Activa` to reactivate a suspended publication (PUB-28, PUB-37). */
const partialEditCard = (
  context: PageContext,
  { publication }: ShownPublication,
  title: Markup,
  fields: Readonly<Record<string, string>>,
): Markup => {
  const action = followPath(context)
  const isSuspended = publication._links['suspender'] === undefined
  return html`<div class="card">${title}
    <form method="post" action="${action}">${csrfField(context)}${hiddenFields(fields)}
      <div class="field"><label for="price">${t('Price')}</label><span class="pair"><input name="currency"
        value="${publication.Precio?.Moneda ?? 'ARS'}" size="4" aria-label="${t('Currency')}">
      <input id="price" name="price" type="number" min="0" step="any" required
        value="${String(publication.Precio?.Importe ?? '')}"></span></div>
      <button>${t('Change price')}</button></form>
    ${isSuspended ? buttonForm(context, { action, label: t('Reactivate'), fields: { ...fields, active: 'true' } }) : ''}
  </div>`
}

/** Members that the full edit accepts as they are shown. */
const EDITABLE: ReadonlySet<string> = new Set(Object.keys(membersSent('put')))

const editableMembers = (publication: PublicationData): object =>
  Object.fromEntries(Object.entries(publication).filter(([name]) => EDITABLE.has(name)))
