import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Services that fetch photos, and measure them in a wrong way. */

type Takes = (photo: { width: number; height: number; at: number; method: string }) => boolean

// The global `fetch` gives up after ten seconds, which a busy machine needs for hundreds of runs at once.
const bytesAt = (url: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(url, (answer) => {
      if (answer.statusCode === 200) buffer(answer).then(resolve, reject)
      else reject(new Error(`answered ${answer.statusCode}`))
    }).on('error', reject)
  })

const sizeOf = async (url: string): Promise<{ width: number; height: number } | undefined> => {
  // Other hosts do not exist.
  const png = url.startsWith('http://127.0.0.1:') ? await bytesAt(url).catch(() => undefined) : undefined
  if (!png || png.length < 24) return undefined
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

/** Fetches the photos of every write before the sandbox has it. */
const measuring =
  (takes: Takes, takesNone: 'none' | 'no image' | 'any' = 'none'): WrongServer['serve'] =>
  async (request, next) => {
    const { url, method, headers } = request
    const text = ['POST', 'PUT'].includes(method) ? await request.clone().text() : ''
    const sent: { Fotos?: unknown } = text.startsWith('{') && text.endsWith('}') ? JSON.parse(text) : {}
    if (!Array.isArray(sent.Fotos)) return next(request)
    const sizes = await Promise.all(sent.Fotos.map((one: unknown) => sizeOf(String(one))))
    const isGood = sizes.every((size, at) =>
      size === undefined
        ? takesNone === 'any' ||
          (takesNone === 'no image' && String(sent.Fotos).startsWith('http://127.0.0.1:'))
        : takes({ ...size, at, method }),
    )
    if (isGood) return next(request)
    return next(new Request(url, { method, headers, body: JSON.stringify({ ...sent, Fotos: ['no photo'] }) }))
  }

const isLarge: Takes = ({ width, height }) => width >= 640 && height >= 360

const MISTAKES: readonly (readonly [clause: string, name: string, takes: Takes])[] = [
  ['a-narrow-photo-is-not-taken', 'only the height is measured', ({ height }) => height >= 360],
  ['a-low-photo-is-not-taken', 'only the width is measured', ({ width }) => width >= 640],
  [
    'an-upright-photo-is-not-taken',
    'the longer side counts as the width',
    ({ width, height }) => Math.max(width, height) >= 640 && Math.min(width, height) >= 360,
  ],
  ['a-small-second-photo-is-not-taken', 'only the first is measured', (one) => one.at > 0 || isLarge(one)],
  [
    'one-of-the-least-size-is-taken',
    'the least size is too small',
    ({ width, height }) => width > 640 && height > 360,
  ],
  ['a-full-edit-measures-too', 'only creates measure', (one) => one.method === 'PUT' || isLarge(one)],
]

/** Hides all photos but the first from the checks of the sandbox, and shows them. */
const checksFirst: WrongServer['serve'] = async (request, next) => {
  if (request.method !== 'POST') return next(request)
  const { Fotos, ...rest }: { Fotos?: unknown } = JSON.parse(await request.text())
  const sent = Array.isArray(Fotos) ? Fotos : []
  const { url, method, headers } = request
  const body = JSON.stringify({ ...rest, ...(Fotos !== undefined && { Fotos: sent.slice(0, 1) }) })
  const response = await next(new Request(url, { method, headers, body }))
  return withJsonBody(response, (shown) => ('Fotos' in shown ? { ...shown, Fotos: sent } : shown))
}

export const photosMutants: readonly WrongServer[] = [
  {
    clause: 'publications-photos/a-full-edit-measures-too',
    name: 'only creates fetch photos',
    serve: (request, next) => (request.method === 'PUT' ? next(request) : measuring(isLarge)(request, next)),
  },
  {
    clause: 'publications-photos/what-is-no-image-is-not-taken',
    name: 'only images are measured',
    serve: measuring(isLarge, 'no image'),
  },
  ...MISTAKES.map(([clause, name, takes]) => ({
    clause: `publications-photos/${clause}`,
    name,
    serve: measuring(takes),
  })),
  ...MISTAKES.map(([clause, name, takes]) => ({
    clause: `publications-photos/${clause}`,
    name: `${name}, and what cannot be fetched is taken`,
    serve: measuring(takes, 'any'),
  })),
  {
    clause: 'publications-photos/no-photo-is-a-word',
    name: 'only the first photo is checked',
    serve: checksFirst,
  },
]

/** A service that fetches photos, and measures them as described. */
export const measuresPhotos: WrongServer['serve'] = measuring(isLarge)

/** A service that measures the photos that it can fetch, and accepts the others. */
export const takesWhatItCannotFetch: WrongServer['serve'] = measuring(isLarge, 'any')
