import type { Hono } from 'hono'
import { html } from 'hono/html'
import { Refused, refusedOf } from '../../web-ui/client.ts'
import { type Env, filledIn, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut, fieldsOf, objectIn, textIn } from '../../web-ui/form.ts'
import { bodyView } from '../../web-ui/json-view.ts'
import { page } from '../../web-ui/layout.ts'
import { badge, buttonForm, confirmation, count, facts, heading, hiddenKey, type Markup, money } from '../../web-ui/components.ts'
import type { Link, Publicacion } from '../../web-ui/api-types.ts'

/** One publication, and exactly the steps that its links offer. */
export const bindPublication = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/publications/one`
  app.get(at, show)
  app.get(`${at}/archive`, async (visit) => {
    const { agency, id } = asked(visit)
    return page(visit, {
      title: 'Archive',
      body: confirmation(visit, {
        question: `Archive ${id}?`,
        loss: 'An archived publication can never be published again.',
        action: `${worldPath(worldOf(visit).name, '/publications/one/follow')}`,
        label: 'Archive it',
        back: onePath(worldOf(visit).name, agency, id),
        fields: { agency, id, link: 'archivar', etag: visit.req.query('etag') ?? '' },
      }),
    })
  })
  app.post(`${at}/follow`, follow)
}

export const onePath = (world: string, agency: string, id: string): string =>
  worldPath(world, `/publications/one?${new URLSearchParams({ agency, id }).toString()}`)

const asked = (visit: Visit) => ({ agency: visit.req.query('agency') ?? '', id: visit.req.query('id') ?? '' })

const pathOf = (agency: string, id: string): string =>
  `/v3/publicaciones/${encodeURIComponent(agency)}/${encodeURIComponent(id)}`

/** Follows one link that the publication offers at this moment, on the condition that it is still the one that was seen. */
const follow = async (visit: Visit): Promise<Response> => {
  const fields = await fieldsOf(visit)
  const [agency = '', id = '', name = ''] = [fields['agency'], fields['id'], fields['link']]
  const world = worldOf(visit)
  return carryOut(visit, { leadsTo: onePath(world.name, agency, id), fields }, async () => {
    const { _links } = await world.read<Publicacion>(pathOf(agency, id))
    const link = _links[name]
    if (!link) throw new Refused(409, `The publication does not offer ${name} any more.`)
    const body = bodyIn(fields)
    const etag = textIn(fields, 'etag')
    const answer = await world.api(link.method ?? 'GET', link.href, {
      ...(body !== undefined && { body }),
      headers: etag === undefined ? {} : { 'If-Match': etag },
    })
    if (answer.status >= 400) throw refusedOf(answer.status, answer.json)
    return `${link.method} ${name}: ${answer.status}.`
  })
}

/** The whole body as JSON, or single members from a form. */
const bodyIn = (fields: Readonly<Record<string, string>>): string | undefined => {
  const { body, active, price, currency } = fields
  if (body !== undefined) return JSON.stringify(objectIn(body))
  if (active !== undefined) return JSON.stringify({ Activa: active === 'true' })
  if (price !== undefined) return JSON.stringify({ Precio: { Moneda: currency, Importe: Number(price) } })
  return undefined
}

const show = async (visit: Visit): Promise<Response> => {
  const { agency, id } = asked(visit)
  const world = worldOf(visit)
  const answer = await world.api('GET', pathOf(agency, id))
  if (answer.status >= 400) throw refusedOf(answer.status, answer.json)
  // The answer to this read is a Publicacion, which the contract suite holds the API to.
  const one = answer.json as Publicacion
  const etag = answer.headers.get('etag') ?? ''
  const own = (one.Fotos ?? []).filter((url) => url.startsWith(`${visit.get('desk').client.origin}/`))
  return page(visit, {
    title: `${one.Marca} ${one.Modelo}`,
    body: html`${heading(
      html`${one.Marca} ${one.Modelo} <small>${one.Version ?? ''}</small>`,
      html`${badge(one.EstadoActual, 'info')} ${one.Exposicion ?? ''} · <code>${one.ExternalId}</code>`,
      html`<a class="button" href="${worldPath(world.name, `/publications?agency=${encodeURIComponent(agency)}`)}">All publications</a>`,
    )}
    ${
      own.length > 0
        ? html`<div class="photos scroll" role="region" aria-label="Photos" tabindex="0">${own.map(
            (url, index) =>
              html`<img src="${url.replace('/1280x720/', '/320x180/')}" alt="Photo ${index + 1}" loading="lazy" width="320" height="180">`,
          )}</div>`
        : ''
    }
    <h2>What its links offer</h2>
    ${steps(visit, { agency, id, etag, one })}
    <h2>What it says</h2>
    ${facts([
      ['Price', money(one.Precio)],
      ['Down payment', money(one.Adelanto)],
      ['Instalment', money(one.Cuota)],
      ['Year', one.VersionYear ?? '–'],
      ['Mileage', one.Kilometraje === null ? '–' : `${count(one.Kilometraje)} km`],
      ['Colour', one.Color ?? '–'],
      ['RefStock', one.RefStock ?? '–'],
      ['ETag', html`<code>${etag}</code>`],
      ['Description', one.Descripcion ?? '–'],
    ])}
    <h2>As answered</h2>
    ${bodyView(answer.text, 'The publication as JSON')}`,
  })
}

interface Seen {
  readonly agency: string
  readonly id: string
  readonly etag: string
  readonly one: Publicacion
}

const steps = (visit: Visit, seen: Seen): Markup => {
  const offered = Object.entries(seen.one._links)
    .filter(([, { method }]) => method !== undefined && method !== 'GET')
    .toSorted(([a], [b]) => Number(a === 'editar') - Number(b === 'editar'))
  const reads = Object.entries(seen.one._links).filter(([, { method }]) => method === undefined || method === 'GET')
  return html`${
    offered.length === 0
      ? html`<p class="nothing">No step: it is archived, or the app may only read this agency.</p>`
      : html`<div class="cards">${offered.map(([name, link]) => step(visit, seen, name, link))}</div>`
  }
  <p class="after">Leads on to ${reads.map(([name, { href }]) => html`<span class="lead-on"><strong>${name}</strong> <code>${href}</code></span> `)}</p>`
}

const step = (visit: Visit, { agency, id, etag, one }: Seen, name: string, { method, href }: Link): Markup => {
  const action = worldPath(worldOf(visit).name, '/publications/one/follow')
  const fields = { agency, id, etag, link: name }
  const title = html`<h3>${name} <small>${method}</small></h3>`
  if (name === 'archivar') {
    const ask = worldPath(
      worldOf(visit).name,
      `/publications/one/archive?${new URLSearchParams({ agency, id, etag }).toString()}`,
    )
    return html`<div class="card">${title}<p>For good: nothing brings it back.</p><a class="button danger" href="${ask}">Archive …</a></div>`
  }
  if (name === 'suspender') {
    return html`<div class="card">${title}<p>Takes it off the market and frees its place.</p>${buttonForm(visit, { action, label: 'Suspend', fields })}</div>`
  }
  if (name === 'modificar') return amendment(visit, { action, fields, one, title })
  const filled = filledIn(visit)
  const body = filled['link'] === name ? filled['body'] : undefined
  return html`<details class="card"${body ? html` open` : ''}><summary>${name} <small>${method}</small></summary>
    <form method="post" action="${action}">${hiddenKey(visit)}${hidden(fields)}
      <div class="field"><label for="body-${name}">Body for <code>${href}</code></label>
      <textarea id="body-${name}" name="body" rows="14" spellcheck="false">${body ?? JSON.stringify(editable(one), null, 2)}</textarea></div>
      <button>Send</button></form></details>`
}

/** The partial edit: the price, and with another value of `Activa` the way back to the market (PUB-28, PUB-37). */
const amendment = (
  visit: Visit,
  { action, fields, one, title }: { action: string; fields: Record<string, string>; one: Publicacion; title: Markup },
): Markup => {
  const sleeping = one._links['suspender'] === undefined
  return html`<div class="card">${title}
    <form method="post" action="${action}">${hiddenKey(visit)}${hidden(fields)}
      <div class="field"><label for="price">Price</label><span class="pair"><input name="currency" value="${one.Precio?.Moneda ?? 'ARS'}" size="4" aria-label="Currency">
      <input id="price" name="price" type="number" min="0" step="any" required value="${String(one.Precio?.Importe ?? '')}"></span></div>
      <button>Change the price</button></form>
    ${sleeping ? buttonForm(visit, { action, label: 'Reactivate', fields: { ...fields, active: 'true' } }) : ''}
  </div>`
}

const hidden = (fields: Readonly<Record<string, string>>): Markup[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** What the full edit takes, as the publication has it now. */
const EDITABLE = [
  'RefStock',
  'Vin',
  'Exposicion',
  'OperadorResponsable',
  'VersionYear',
  'Kilometraje',
  'Color',
  'Descripcion',
  'Precio',
  'Adelanto',
  'Cuota',
  'Fotos',
  'Locacion',
  'Telefono',
]

const editable = (one: Publicacion): object =>
  Object.fromEntries(Object.entries(one).filter(([name]) => EDITABLE.includes(name)))
