import type { Call } from './call.ts'
import type { Href } from './href.ts'

/** The body of a response: a JSON document, a text, or nothing. */
export interface Answer {
  readonly status: number
  readonly document?: unknown
  readonly text?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string | Href>>
}

/** Ends a request with a response that is not a success. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

/** Answers 200 with `document` in the form that was asked for. */
export const ok = (document: unknown, headers: Answer['headers'] = {}): Answer => ({
  status: 200,
  document,
  headers,
})

const TITLES: Readonly<Record<number, readonly [string, string]>> = {
  400: ['Los datos recibidos no son correctos', 'The data received is not valid'],
  401: ['No sabemos quién llama', 'Unknown caller'],
  403: ['Esta operación no le está permitida', 'This operation is not permitted'],
  405: ['Ese verbo no se usa aquí', 'Method not in use here'],
  406: ['No hay representación en ese tipo', 'No such representation'],
  409: ['El estado actual lo impide', 'The current state forbids it'],
  412: ['La versión conocida ya no es la actual', 'The known version is out of date'],
  413: ['Cuerpo demasiado grande', 'Body too large'],
  415: ['Tipo de cuerpo no admitido', 'Body type not supported'],
  428: ['Falta la versión conocida', 'A known version is needed'],
  429: ['Demasiados pedidos', 'Too many requests'],
}

export type Errors = Readonly<Record<string, readonly string[]>>

/** Builds a problem; with `errors` it is the validation kind. */
export const problem = (call: Call, status: number, detail: string, errors?: Errors): Answer => {
  const { problemFault: fault, problemWords, problemExtras, problemExtensions, conflictStatus } = call.choices
  const [spanish, english] = TITLES[status] ?? ['Error', 'Error']
  const own = status === 409 && conflictStatus === 400 ? 400 : status
  const document = {
    Type: TYPES[call.choices.problemType].replace('*', String(status)),
    Title: problemWords === 'es' ? spanish : english,
    Status: fault === 'status' ? 500 : own,
    Detail: detail,
    Instance: fault === 'instance' ? '/' : instanceOf(call),
    Extensions: fault === 'extensions' ? [] : problemExtensions ? { Traza: 'a1-0007', Nodo: 3 } : {},
    ...(errors && fault !== 'errors' ? { Errors: fault === 'strings' ? joined(errors) : errors } : {}),
    ...(problemExtras ? { Referencia: 'soporte/alta-12', Reintentable: false } : {}),
  }
  const isPlainJson = fault === 'type' && (status === 400 || status === 409)
  return { status, document, type: isPlainJson ? 'application/json' : 'application/problem+json' }
}

const TYPES = {
  rfc: 'https://www.rfc-editor.org/rfc/rfc9110#status.*',
  urn: 'urn:problema:*',
  blank: 'about:blank',
}

const instanceOf = ({ choices, path, query, world }: Call): string => {
  if (choices.instance === 'decoded') return decodeURI(path).replaceAll('%40', '@')
  if (choices.instance === 'below') return path.slice(world.basePath.length)
  return choices.instance === 'query' && query.size > 0 ? `${path}?${query}` : path
}

const joined = (errors: Errors): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([key, texts]) => [key, texts.join(' ')]))

/** Refuses with a plain problem. */
export const refuse = (call: Call, status: number, detail: string): never => {
  throw new Refusal(problem(call, status, detail))
}

/** Refuses a request whose values are not right; 403 and 412 have no list of errors. */
export const refuseValues = (call: Call, status: number, errors: Errors): never => {
  const isValidation = status === 400 || status === 409
  const detail = Object.entries(errors)
    .map(([key, texts]) => `${key}: ${texts.join(' ')}`)
    .join('; ')
  throw new Refusal(problem(call, status, detail, isValidation ? errors : undefined))
}

/** Refuses a resource that does not exist for the calling app, with a plain message. */
export const notFound = (call: Call, message: string): never => {
  const { notFound: form, notFoundFault: fault } = call.choices
  if (fault === 'empty') throw new Refusal({ status: 404, text: '', type: 'text/plain' })
  if (fault === 'null') throw new Refusal({ status: 200, document: null, type: 'application/json' })
  if (form === 'problem') throw new Refusal(problem(call, 404, message))
  const types = {
    text: 'text/plain; charset=utf-8',
    html: 'text/html',
    json: 'application/json',
    bare: 'text/plain',
    problem: 'application/problem+json',
  }
  const text = form === 'html' ? `<p>${message}</p>` : form === 'json' ? JSON.stringify(message) : message
  throw new Refusal({ status: 404, text, type: types[form] })
}

/** Writes `Precio.Importe` and `Fotos[0]` as JSON pointers; a property of the body keeps its name. */
const pointer = (key: string): string =>
  /[.[]/.test(key) ? `/${key.replace(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}` : key

/** Collects the faults of the members of a body or the parameters of a query. */
export class Findings {
  private readonly found = new Map<string, string[]>()
  private readonly call: Call

  constructor(call: Call) {
    this.call = call
  }

  add(key: string, text: string): void {
    const { errorKeys, firstErrorOnly, problemFault } = this.call.choices
    if (firstErrorOnly && this.found.size > 0) return
    const named = errorKeys === 'top' ? key.replace(/[.[].*$/, '') : key
    const shown =
      errorKeys === 'pointer'
        ? pointer(named)
        : errorKeys === 'brackets'
          ? named.replace(/\.(\w+)/g, "['$1']")
          : named
    const renamed = problemFault === 'keys' ? `campo${this.found.size + 1}` : shown
    const last = problemFault === 'entryKey' ? '_' : renamed
    this.found.set(last, [...(this.found.get(last) ?? []), text])
  }

  get isEmpty(): boolean {
    return this.found.size === 0
  }

  /** Refuses the request when anything was found. */
  settle(status = 400): void {
    if (this.isEmpty) return
    if (this.call.choices.errorsAlsoEntry && !this.found.has('_')) this.found.set('_', ['Revise los datos.'])
    refuseValues(this.call, status, Object.fromEntries(this.found))
  }
}
