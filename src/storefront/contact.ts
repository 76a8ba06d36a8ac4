import { html } from 'hono/html'
import { type Visit, worldOf } from '../web-ui/page-context.ts'
import { hiddenKey, type Markup } from '../web-ui/components.ts'
import type { AgencyBrief, Publicacion } from '../web-ui/api-types.ts'
import { listingPath } from './frame.ts'

/** What a shopper filled in, and what is wrong with it, by field. */
export interface Contact {
  readonly values: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, string>>
}

const INTERESTS = [
  ['compra', 'Quiero comprarlo'],
  ['permuta', 'Quiero entregar mi auto en parte de pago'],
] as const

const LONGEST = { nombre: 50, apellido: 50, email: 100, telefono: 30, comentario: 1_000 }

interface Field {
  readonly name: 'nombre' | 'apellido' | 'email' | 'telefono'
  readonly label: string
  readonly kind: 'text' | 'email' | 'tel'
  readonly autocomplete: string
  readonly required?: boolean
}

const FIELDS: readonly Field[] = [
  { name: 'nombre', label: 'Nombre', kind: 'text', autocomplete: 'given-name', required: true },
  { name: 'apellido', label: 'Apellido', kind: 'text', autocomplete: 'family-name' },
  { name: 'email', label: 'Email', kind: 'email', autocomplete: 'email' },
  { name: 'telefono', label: 'Teléfono', kind: 'tel', autocomplete: 'tel' },
]

/** All that is wrong with a form, by field, in words for the shopper. */
export const faultsIn = (values: Readonly<Record<string, string>>): Record<string, string> => {
  const { nombre = '', email = '', telefono = '', comentario = '', interes = '' } = values
  const faults: Record<string, string> = {}
  if (nombre === '') faults['nombre'] = 'Escribí tu nombre.'
  if (email !== '' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email))
    faults['email'] = 'Revisá el email: le falta algo, como en nombre@correo.com.'
  if (telefono !== '' && telefono.replace(/\D/g, '').length < 6)
    faults['telefono'] = 'Revisá el teléfono: tiene que tener al menos 6 números.'
  if (email === '' && telefono === '') faults['email'] = 'Dejá un email o un teléfono para que te respondan.'
  if (comentario === '') faults['comentario'] = 'Contale a la agencia qué querés saber.'
  if (!INTERESTS.some(([word]) => word === interes)) faults['interes'] = 'Elegí qué te interesa.'
  for (const [name, most] of Object.entries(LONGEST))
    if ((values[name] ?? '').length > most) faults[name] = `Es demasiado largo: hasta ${most} letras.`
  return faults
}

/** The inquiry as the control API takes it. What the shopper left empty stays empty; nothing of it is drawn. */
export const inquiryOf = (values: Readonly<Record<string, string>>) => {
  const said = (name: string) => values[name] || null
  return {
    Interes: values['interes'] ?? 'compra',
    Nombre: said('nombre'),
    Apellido: said('apellido'),
    Email: said('email'),
    Telefono: said('telefono'),
    DocIdentidad: null,
    Provincia: null,
    Ciudad: null,
    Comentario: said('comentario'),
    InfoOperacion: null,
  }
}

interface About {
  readonly agency: AgencyBrief
  readonly car: Publicacion
}

export const contactForm = (visit: Visit, { agency, car }: About, contact?: Contact): Markup => {
  const { values = {}, faults = {} } = contact ?? {}
  const action = listingPath(worldOf(visit).name, agency.adminMail, car.ExternalId)
  const wrong = Object.entries(faults)
  return html`<section class="contact" aria-labelledby="consultar"><h2 id="consultar">Consultá por este auto</h2>
  ${
    wrong.length === 0
      ? ''
      : html`<div class="wrong" role="alert"><p>Falta corregir:</p><ul>${wrong.map(([name, sentence]) => html`<li><a href="#c-${name}">${sentence}</a></li>`)}</ul></div>`
  }
  <form method="post" action="${action}#consultar" novalidate>${hiddenKey(visit)}
    <div class="pair">${FIELDS.slice(0, 2).map((field) => input(field, values, faults))}</div>
    ${FIELDS.slice(2).map((field) => input(field, values, faults))}
    <div class="field"><label for="c-interes">¿Qué te interesa?</label>
      <select id="c-interes" name="interes"${described('interes', faults)}>${INTERESTS.map(
        ([word, label]) =>
          html`<option value="${word}"${values['interes'] === word ? html` selected` : ''}>${label}</option>`,
      )}</select>${faultLine('interes', faults)}</div>
    <div class="field"><label for="c-comentario">Comentario</label>
      <textarea id="c-comentario" name="comentario" rows="4" required maxlength="${LONGEST.comentario}"${described('comentario', faults)}>${
        values['comentario'] ?? `Hola, me interesa el ${car.Marca} ${car.Modelo}. ¿Sigue disponible?`
      }</textarea>${faultLine('comentario', faults)}</div>
    <button class="primary">Enviar consulta</button>
    <p class="hint">Tu consulta le llega a ${agency.nombreComercial}.</p>
  </form></section>`
}

const input = (
  { name, label, kind, autocomplete, required }: Field,
  values: Contact['values'],
  faults: Contact['faults'],
): Markup => html`<div class="field"><label for="c-${name}">${label}</label>
  <input id="c-${name}" name="${name}" type="${kind}" value="${values[name] ?? ''}" autocomplete="${autocomplete}" maxlength="${LONGEST[name]}"${
    required ? html` required` : ''
  }${described(name, faults)}>${faultLine(name, faults)}</div>`

const described = (name: string, faults: Contact['faults']): Markup | string =>
  faults[name] === undefined ? '' : html` aria-invalid="true" aria-describedby="e-${name}"`

const faultLine = (name: string, faults: Contact['faults']): Markup | string =>
  faults[name] === undefined ? '' : html`<p class="fault" id="e-${name}">${faults[name]}</p>`
