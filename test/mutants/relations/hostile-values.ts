import type { WrongServer } from '../support/wrong-server.ts'

/** Careless services: values that no schema expects are errors of the service, or spoil what is shown. */

type Serve = WrongServer['serve']

/** Requests that a careless service answers 500, by the clause that sends them. */
const FAILS_ON: Readonly<Record<string, RegExp>> = {
  'read-pagina-of-5000-digits': /pagina=9{5000}/,
  'read-desde-of-year-999999': /desde=999999/,
  'read-desde-of-day-zero': /desde=0000/,
  'read-query-that-is-no-utf-8': /operador=%ff/i,
  'read-version-id-of-5000-digits': /versiones\/9{5000}/,
  'read-make-with-nul': /make=%00/,
  'read-external-id-that-is-no-utf-8': /%e0%a4%00/i,
  'create-importe-1e400': /^POST.*"Importe":1e400/,
  'create-importe-minus-1e400': /"Importe":-1e400/,
  'create-importe-1e-400': /"Importe":1e-400/,
  'create-importe-nan': /^POST.*"Importe":NaN/,
  'create-importe-infinity': /"Importe":Infinity/,
  'create-importe-minus-zero': /"Importe":-0/,
  'create-importe-thousand-digits': /"Importe":9{1000}/,
  'create-kilometraje-1e400': /"Kilometraje":1e400/,
  'create-kilometraje-nan': /"Kilometraje":NaN/,
  'create-versionyear-thirty-digits': /"VersionYear":9{30}/,
  'create-descripcion-with-half-a-surrogate-pair': /"Descripcion":"a\\ud83d"/,
  'create-color-with-half-a-surrogate-pair': /"Color":"a\\ud83d"/,
  'create-refstock-with-half-a-surrogate-pair': /"RefStock":"a\\ud83d"/,
  'create-descripcion-with-nul': /"Descripcion":"a\\u0000/,
  'create-color-with-nul': /"Color":"a\\u0000/,
  'create-refstock-with-nul': /"RefStock":"a\\u0000/,
  'create-descripcion-of-half-a-megabyte': /"Descripcion":"x{5000}/,
  'create-member-nested-200000-deep': /"DatosTecnicosCustom":\[{5000}/,
  'create-body-nested-200000-deep': /^POST \S+ \[{5000}/,
  'create-body-null': /^POST \S+ null$/,
  'create-duplicate-members': /"Descripcion":7,"/,
  'create-proto-member': /"__proto__"/,
  'create-byte-order-mark': /^POST \S+ \ufeff/,
  'patch-1e400': /^PATCH.*1e400/,
  'patch-nan': /^PATCH.*NaN/,
  'patch-nested': /^PATCH.*\[{5000}/,
  'patch-half-a-surrogate-pair': /^PATCH.*\\ud83d/,
  'create-external-id-of-two-dots': /"ExternalId":"\.\."/,
}

const failing =
  (on: RegExp): Serve =>
  async (request, next) => {
    const bytes = await request.clone().arrayBuffer()
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    const { pathname, search } = new URL(request.url)
    return on.test(`${request.method} ${pathname}${search} ${text}`)
      ? new Response('oops', { status: 500 })
      : next(request)
  }

/** Takes a number that is none, and shows it from then on, which is not JSON. */
const takesInfinity = (): Serve => {
  const taken = new Set<string>()
  return async (request, next) => {
    const text = await request.clone().text()
    const { url, method, headers } = request
    if (text.includes('"Importe":1e400')) {
      const body = text.replace('1e400', '1')
      const response = await next(new Request(url, { method, headers, body }))
      if (response.ok) taken.add(/"ExternalId":"(\w+)"/.exec(text)?.[1] ?? '')
      return response
    }
    const response = await next(request)
    if (method !== 'GET' || ![...taken].some((id) => url.endsWith(id))) return response
    const shown = (await response.text()).replace('"Importe":1', '"Importe":Infinity')
    return new Response(shown, { status: response.status, headers: response.headers })
  }
}

/** Takes two dots as an id, and answers with the address that a client cannot use. */
const takesTwoDots: Serve = async (request, next) => {
  const text = await request.clone().text()
  if (!text.includes('"ExternalId":".."')) return next(request)
  const { url, method, headers } = request
  const response = await next(
    new Request(url, { method, headers, body: text.replace('".."', '"kit-two-dots"') }),
  )
  const changed = new Headers(response.headers)
  changed.set('Location', `${new URL(url).pathname}/..`)
  return new Response(response.body, { status: response.status, headers: changed })
}

export const hostileMutants: readonly WrongServer[] = [
  ...Object.entries(FAILS_ON).map(([slug, on]) => ({
    clause: `hostile/${slug}`,
    name: 'it is answered 500',
    serve: failing(on),
  })),
  {
    clause: 'hostile/create-importe-1e400',
    name: 'it is taken, and shown as Infinity',
    serve: takesInfinity(),
  },
  {
    clause: 'hostile/create-external-id-of-two-dots',
    name: 'it is taken, and its Location leads to the list',
    serve: takesTwoDots,
  },
]
