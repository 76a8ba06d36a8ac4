import { having, type JsonBody, without } from '../support/body-changes.ts'
import {
  altersRequestBody,
  altersResponseBody,
  altersStatus,
  ignoresHeader,
  PUBLICATION,
  pretendsSuccess,
} from '../support/operation-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

const PATCH = { method: 'PATCH', at: PUBLICATION }
const PUT = { method: 'PUT', at: PUBLICATION }
const GET = { method: 'GET', at: PUBLICATION }
const SUSPENDER = { method: 'PATCH', at: /\/suspender$/ }
const ARCHIVAR = { method: 'PATCH', at: /\/archivar$/ }

/** Replaces a wrong member of a full edit by a legal one. */
const forgiven = (word: string, right: JsonBody): WrongServer => ({
  clause: `publications-edit/put-refuses-${word}`,
  name: 'the wrong value is replaced silently',
  serve: altersRequestBody(PUT, having(right)),
})

/** Shows the refused value in reads. */
const taken: WrongServer = {
  clause: 'publications-edit/put-refuses-a-long-ref-stock',
  name: 'refused, but reads show the value',
  serve: altersResponseBody(GET, having({ RefStock: 'r'.repeat(26) })),
}

const boundsMutants: readonly WrongServer[] = [
  forgiven('a-long-ref-stock', { RefStock: 'KIT' }),
  taken,
  forgiven('a-long-description', { Descripcion: 'Corta.' }),
  forgiven('a-short-vin', { Vin: null }),
  forgiven('a-long-vin', { Vin: null }),
  forgiven('a-vin-with-foreign-letters', { Vin: null }),
  forgiven('a-long-exposure', { Exposicion: null }),
  forgiven('a-year-before-cars', { VersionYear: 2026 }),
  forgiven('a-year-after-the-last', { VersionYear: 2026 }),
  forgiven('a-year-beyond-32-bits', { VersionYear: 2020 }),
  forgiven('a-mileage-beyond-32-bits', { Kilometraje: 10 }),
  forgiven('a-text-as-year', { VersionYear: 2026 }),
  forgiven('a-mileage-below-zero', { Kilometraje: 0 }),
  forgiven('a-mileage-above-the-most', { Kilometraje: 0 }),
  forgiven('an-empty-color', { Color: 'Rojo' }),
  forgiven('too-much-custom-data', { DatosTecnicosCustom: [] }),
]

/** Takes a tag for the current one when they differ in the first character alone. */
const comparesFromSecond =
  ({ method, at }: typeof PUT): WrongServer['serve'] =>
  async (request, next) => {
    const sent = request.headers.get('If-Match')
    const { pathname } = new URL(request.url)
    if (sent === null || request.method !== method || !at.test(pathname)) return next(request)
    const address = request.url.replace(/\/(suspender|archivar)$/, '')
    const tag = (await next(new Request(address))).headers.get('ETag') ?? ''
    if (sent.slice(2) === tag.slice(2)) request.headers.set('If-Match', tag)
    return next(request)
  }

const staleMutants: readonly WrongServer[] = (
  [
    ['put', PUT],
    ['patch', PATCH],
    ['suspender', SUSPENDER],
    ['archivar', ARCHIVAR],
  ] as const
).flatMap(([word, place]) => [
  {
    clause: `publications-edit/${word}-with-a-stale-etag-is-refused`,
    name: 'If-Match is ignored',
    serve: ignoresHeader(place, 'If-Match'),
  },
  {
    clause: `publications-edit/${word}-with-a-stale-etag-is-refused`,
    name: 'the first character of If-Match is not compared',
    serve: comparesFromSecond(place),
  },
  {
    clause: `publications-edit/${word}-with-a-stale-etag-is-refused`,
    name: 'answers 409',
    serve: altersStatus(place, 409, 412),
  },
])

/** Accepts every phone in a full edit, and shows it. */
const showsThePhoneSent: WrongServer['serve'] = async (request, next) => {
  const sent: unknown = request.method === 'PUT' ? await request.clone().json() : {}
  const Telefono: unknown =
    typeof sent === 'object' && sent !== null ? Reflect.get(sent, 'Telefono') : undefined
  if (typeof Telefono !== 'string') return next(request)
  const accepted = altersRequestBody(PUT, having({ Telefono: null }))
  return withJsonBody(await accepted(request, next), having({ Telefono }))
}

/** Shows a brand that a full edit sends, if the catalogue may have it. */
const takesListedBrands = (): WrongServer['serve'] => {
  let taken: unknown
  return async (request, next) => {
    const text = request.method === 'PUT' ? await request.clone().text() : ''
    if (text.startsWith('{')) taken = JSON.parse(text).Marca ?? taken
    const response = await next(request)
    const isShown = request.method === 'GET' && GET.at.test(request.url) && taken !== undefined
    return isShown && taken !== 'Toyota' ? withJsonBody(response, having({ Marca: taken })) : response
  }
}

export const publicationsEditMutants: readonly WrongServer[] = [
  {
    clause: 'publications-edit/patch-changes-precio',
    name: 'answers 200 without doing it',
    serve: pretendsSuccess(PATCH),
  },
  {
    clause: 'publications-edit/patch-changes-precio',
    name: 'absent amounts and colours are cleared',
    serve: altersResponseBody(GET, having({ Color: null })),
  },
  {
    clause: 'publications-edit/patch-changes-adelanto',
    name: 'the member is ignored',
    serve: altersRequestBody(PATCH, without('Adelanto')),
  },
  {
    clause: 'publications-edit/patch-changes-cuota',
    name: 'shown as a number',
    serve: altersResponseBody(PATCH, having({ Cuota: 240_000 })),
  },
  {
    clause: 'publications-edit/patch-changes-cuota',
    name: 'Precio becomes null',
    serve: altersRequestBody(PATCH, having({ Precio: null })),
  },
  {
    clause: 'publications-edit/patch-of-nothing-changes-nothing',
    name: 'Precio becomes null',
    serve: altersRequestBody(PATCH, having({ Precio: null })),
  },
  {
    clause: 'publications-edit/patch-of-nothing-changes-nothing',
    name: 'answers 400',
    serve: altersStatus(PATCH, 400),
  },
  {
    clause: 'publications-edit/patch-refuses-a-text-as-precio',
    name: 'ignored',
    serve: altersRequestBody(PATCH, without('Precio')),
  },
  {
    clause: 'publications-edit/patch-refuses-a-text-as-activa',
    name: 'any text counts as true',
    serve: altersRequestBody(PATCH, having({ Activa: true })),
  },
  {
    clause: 'publications-edit/put-leaves-what-is-not-editable',
    name: 'the brand is changed',
    serve: altersResponseBody(GET, having({ Marca: 'Toyota' })),
  },
  {
    clause: 'publications-edit/put-leaves-what-is-not-editable',
    name: 'a brand of the catalogue is taken',
    serve: takesListedBrands(),
  },
  {
    clause: 'publications-edit/put-leaves-what-is-not-editable',
    name: 'answers 500',
    serve: altersStatus(PUT, 500),
  },
  {
    clause: 'publications-edit/patch-leaves-what-is-not-editable',
    name: 'the transmission is changed',
    serve: altersResponseBody(GET, having({ Transmision: 'Sin cambios' })),
  },
  ...(['put', 'patch'] as const).map((word) => ({
    clause: `publications-edit/${word}-of-an-unknown-one-finds-nothing`,
    name: 'answers 500',
    serve: altersStatus(word === 'put' ? PUT : PATCH, 500, 404),
  })),
  {
    clause: 'publications-edit/suspender-of-an-unknown-one-finds-nothing',
    name: 'answers 200',
    serve: altersStatus(SUSPENDER, 200, 404),
  },
  {
    clause: 'publications-edit/archivar-of-an-unknown-one-finds-nothing',
    name: 'answers 200',
    serve: altersStatus(ARCHIVAR, 200, 404),
  },
  {
    clause: 'publications-edit/put-changes-what-is-editable',
    name: 'Precio becomes null',
    serve: altersRequestBody(PUT, having({ Precio: null })),
  },
  {
    clause: 'publications-edit/put-changes-what-is-editable',
    name: 'RefStock is ignored',
    serve: altersRequestBody(PUT, without('RefStock')),
  },
  {
    clause: 'publications-edit/put-cuts-a-long-color',
    name: 'answers 400',
    serve: altersStatus(PUT, 400),
  },
  {
    clause: 'publications-edit/put-cuts-a-long-color',
    name: 'the text is not truncated',
    serve: altersResponseBody(PUT, having({ Color: 'Azul'.repeat(15) })),
  },
  {
    clause: 'publications-edit/put-ignores-as-many-photos',
    name: 'they are replaced',
    serve: (() => {
      let Fotos: unknown
      return async (request, next) => {
        if (request.method === 'PUT') ({ Fotos } = (await request.clone().json()) as JsonBody) // of our own clause
        const response = await next(request)
        return Fotos && response.ok ? withJsonBody(response, having({ Fotos })) : response
      }
    })(),
  },
  {
    clause: 'publications-edit/put-takes-fewer-photos',
    name: 'they are never replaced',
    serve: altersRequestBody(PUT, without('Fotos')),
  },
  {
    clause: 'publications-edit/put-of-a-used-car-without-photos',
    name: 'the empty list is accepted',
    serve: (() => {
      let isEdited = false
      const altered = altersResponseBody(GET, (body: JsonBody) => (isEdited ? { ...body, Fotos: [] } : body))
      return (request, next) => {
        isEdited ||= request.method === 'PUT'
        return altered(request, next)
      }
    })(),
  },
  ...(['null', 'a-stranger'] as const).map((word) => ({
    clause: `publications-edit/put-keeps-the-operator-for-${word}`,
    name: 'the administrator is assigned',
    serve: altersRequestBody(PUT, having({ OperadorResponsable: 'ventas@lospinos.example' })),
  })),
  {
    clause: 'publications-edit/put-keeps-the-operator-for-a-stranger',
    name: 'answers 400',
    serve: altersStatus(PUT, 400),
  },
  {
    clause: 'publications-edit/put-assigns-the-administrator',
    name: 'the operator is never changed',
    serve: altersRequestBody(PUT, without('OperadorResponsable')),
  },
  {
    clause: 'publications-edit/put-takes-a-phone-of-the-operator',
    name: 'every phone is refused',
    serve: altersStatus(PUT, 400),
  },
  {
    clause: 'publications-edit/put-takes-a-phone-of-the-operator',
    name: 'another phone',
    serve: altersResponseBody(PUT, having({ Telefono: '+54 11 4000-0000' })),
  },
  {
    clause: 'publications-edit/put-refuses-the-end-of-a-phone',
    name: 'any phone is accepted',
    serve: showsThePhoneSent,
  },
  {
    clause: 'publications-edit/put-refuses-a-phone-of-another-operator',
    name: 'any phone is accepted',
    serve: showsThePhoneSent,
  },
  {
    clause: 'publications-edit/put-refuses-a-strange-phone',
    name: 'any phone is accepted',
    serve: showsThePhoneSent,
  },
  {
    clause: 'publications-edit/put-refuses-part-of-a-phone',
    name: 'a part of a phone is accepted',
    serve: showsThePhoneSent,
  },
  {
    clause: 'publications-edit/put-with-null-phone-shows-one-of-the-operator',
    name: 'null is shown',
    serve: altersResponseBody(PUT, having({ Telefono: null })),
  },
  {
    clause: 'publications-edit/put-of-another-operator-shows-a-phone-of-theirs',
    name: 'a phone of the previous operator is taken',
    serve: showsThePhoneSent,
  },
  {
    clause: 'publications-edit/put-of-another-operator-shows-a-phone-of-theirs',
    name: 'another phone is shown',
    serve: altersResponseBody(PUT, having({ Telefono: '+54 11 0000-0000' })),
  },
  {
    clause: 'publications-edit/put-takes-the-iso-code-of-a-region',
    name: 'ISO codes are refused',
    serve: altersRequestBody(PUT, having({ Locacion: { Region: 'Nowhere' } })),
  },
  {
    clause: 'publications-edit/put-takes-the-iso-code-of-a-region',
    name: 'the code is shown',
    serve: altersResponseBody(PUT, (body) => ({
      ...body,
      Locacion: { Region: 'AR-B', Ciudad: '', Direccion: '' },
    })),
  },
  ...boundsMutants,
  ...staleMutants,
  {
    clause: 'publications-edit/patch-with-a-stale-etag-is-refused',
    name: 'a 412 in plain text',
    serve: async (request, next) => {
      const response = await next(request)
      return response.status === 412 ? new Response('stale', { status: 412 }) : response
    },
  },
  {
    clause: 'publications-edit/current-etag-lets-a-write-through',
    name: 'answers 412',
    serve: altersStatus(PATCH, 412),
  },
  {
    clause: 'publications-edit/one-of-two-writers-wins',
    name: 'If-Match is ignored',
    serve: ignoresHeader(PATCH, 'If-Match'),
  },
  {
    clause: 'publications-edit/one-of-two-writers-wins',
    name: 'the entity tag is compared too early',
    serve: (() => {
      let looked = 0
      // Accepts the first two writes with a tag, like a server that compares the tag before it performs
      // either.
      return (request, next) => {
        const early = request.method === 'PATCH' && request.headers.has('If-Match') && looked++ < 2
        return early ? ignoresHeader(PATCH, 'If-Match')(request, next) : next(request)
      }
    })(),
  },
  {
    clause: 'publications-edit/write-without-an-etag',
    name: 'answers 200 without doing it',
    serve: pretendsSuccess(PATCH),
  },
  { clause: 'publications-edit/write-without-an-etag', name: 'answers 401', serve: altersStatus(PATCH, 401) },
  {
    clause: 'publications-edit/a-stale-etag-is-no-missing-one',
    name: 'a tag that does not match is answered as none',
    serve: altersStatus(PATCH, 428, 412),
  },
  {
    clause: 'publications-edit/an-etag-without-its-quotes',
    name: 'an unreadable tag is an internal failure',
    serve: altersStatus(PATCH, 500, 412),
  },
  {
    clause: 'publications-edit/stale-etag-with-a-wrong-body',
    name: 'answers 200',
    serve: altersStatus(PATCH, 200, 412),
  },
  {
    clause: 'publications-edit/stale-etag-with-a-wrong-body',
    name: 'answers 500',
    serve: altersStatus(PATCH, 500, 412),
  },
]
