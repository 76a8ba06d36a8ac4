import { html } from 'hono/html'
import type { Markup } from '../ui/components/components.ts'
import type { FormValues } from '../ui/form.ts'
import { csrfField } from '../ui/form-components.ts'
import { type PageContext, requestedWorld } from '../ui/page-context.ts'
import type { AgencyData, PublicationData } from '../ui/sandbox/api-types.ts'
import { listingPath } from './layout.ts'

/** A submitted contact form with its validation errors, both by field name. */
export interface ContactSubmission {
  readonly values: FormValues
  readonly errors: Readonly<Record<string, string>>
}

const INTERESTS = [
  ['compra', 'Quiero comprarlo'],
  ['permuta', 'Quiero entregar mi auto en parte de pago'],
] as const

const MAX_LENGTHS = { nombre: 50, apellido: 50, email: 100, telefono: 30, comentario: 1_000 }

interface ContactField {
  readonly name: 'nombre' | 'apellido' | 'email' | 'telefono'
  readonly label: string
  readonly type: 'text' | 'email' | 'tel'
  readonly autocomplete: string
  readonly required?: boolean
}

const FIELDS: readonly ContactField[] = [
  { name: 'nombre', label: 'Nombre', type: 'text', autocomplete: 'given-name', required: true },
  { name: 'apellido', label: 'Apellido', type: 'text', autocomplete: 'family-name' },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' },
  { name: 'telefono', label: 'Teléfono', type: 'tel', autocomplete: 'tel' },
]

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** Name of the kept value that says which listing's form was refused: its path. */
export const FORM_OF = '_listing'

/** Validates the contact form; returns one sentence for each wrong field. */
export const contactErrors = (values: FormValues): Record<string, string> => {
  const { nombre = '', email = '', telefono = '', comentario = '', interes = '' } = values
  const errors: Record<string, string> = {}
  if (nombre === '') errors['nombre'] = 'Escribí tu nombre.'
  if (email !== '' && !EMAIL.test(email))
    errors['email'] = 'Revisá el email: tiene que ser como nombre@correo.com.'
  if (telefono !== '' && telefono.replace(/\D/g, '').length < 6)
    errors['telefono'] = 'Revisá el teléfono: tiene que tener al menos 6 números.'
  if (email === '' && telefono === '') errors['email'] = 'Dejá un email o un teléfono para que te respondan.'
  if (comentario === '') errors['comentario'] = 'Contale a la agencia qué querés saber.'
  if (!INTERESTS.some(([word]) => word === interes)) errors['interes'] = 'Elegí qué te interesa.'
  for (const [name, max] of Object.entries(MAX_LENGTHS))
    if ((values[name] ?? '').length > max) errors[name] = `Es demasiado largo: hasta ${max} caracteres.`
  return errors
}

/** Returns the contact for the control API. Empty fields become null; the sandbox generates absent ones. */
export const inquiryBody = (values: FormValues) => {
  const textOf = (name: string) => values[name] || null
  return {
    Interes: values['interes'] ?? 'compra',
    Nombre: textOf('nombre'),
    Apellido: textOf('apellido'),
    Email: textOf('email'),
    Telefono: textOf('telefono'),
    DocIdentidad: null,
    Provincia: null,
    Ciudad: null,
    Comentario: textOf('comentario'),
    InfoOperacion: null,
  }
}

interface ContactFormOptions {
  readonly agency: AgencyData
  readonly publication: PublicationData
}

/** Renders the contact form of a listing, after a refused submission with its values and errors. */
export const contactForm = (
  context: PageContext,
  { agency, publication }: ContactFormOptions,
  submission: ContactSubmission = { values: {}, errors: {} },
): Markup => {
  const { values, errors } = submission
  const action = listingPath(requestedWorld(context).name, agency.adminMail, publication.ExternalId)
  return html`<section class="contact" aria-labelledby="consultar"><h2 id="consultar">Consultá por este
    auto</h2>
  ${errorSummary(errors)}
  <form method="post" action="${action}#consultar" novalidate>${csrfField(context)}
    <div class="pair">${FIELDS.slice(0, 2).map((field) => input(field, submission))}</div>
    ${FIELDS.slice(2).map((field) => input(field, submission))}
    <div class="field"><label for="c-interes">¿Qué te interesa?</label>
      <select id="c-interes" name="interes"${errorAttributes('interes', errors)}>${INTERESTS.map(
        ([word, label]) =>
          html`<option value="${word}"${values['interes'] === word ? html` selected` : ''}>${label}</option>`,
      )}</select>${errorLine('interes', errors)}</div>
    <div class="field"><label for="c-comentario">Comentario</label>
      <textarea id="c-comentario" name="comentario" rows="4" required
        maxlength="${MAX_LENGTHS.comentario}"${errorAttributes('comentario', errors)}>${
          values['comentario'] ??
          `Hola, me interesa el ${publication.Marca} ${publication.Modelo}. ¿Sigue disponible?`
        }</textarea>${errorLine('comentario', errors)}</div>
    <button class="primary">Enviar consulta</button>
    <p class="hint">Tu consulta le llega a ${agency.nombreComercial}.</p>
  </form></section>`
}

type Errors = ContactSubmission['errors']

const errorSummary = (errors: Errors): Markup | string => {
  const entries = Object.entries(errors)
  if (entries.length === 0) return ''
  const links = entries.map(([name, sentence]) => html`<li><a href="#c-${name}">${sentence}</a></li>`)
  return html`<div class="error-summary" role="alert"><p>Falta corregir:</p><ul>${links}</ul></div>`
}

const input = (
  { name, label, type, autocomplete, required }: ContactField,
  { values, errors }: ContactSubmission,
): Markup => html`<div class="field"><label for="c-${name}">${label}</label>
  <input id="c-${name}" name="${name}" type="${type}" value="${values[name] ?? ''}"
    autocomplete="${autocomplete}" maxlength="${MAX_LENGTHS[name]}"${
      required ? html` required` : ''
    }${errorAttributes(name, errors)}>${errorLine(name, errors)}</div>`

const errorAttributes = (name: string, errors: Errors): Markup | string =>
  errors[name] === undefined ? '' : html` aria-invalid="true" aria-describedby="e-${name}"`

const errorLine = (name: string, errors: Errors): Markup | string =>
  errors[name] === undefined ? '' : html`<p class="error" id="e-${name}">${errors[name]}</p>`
