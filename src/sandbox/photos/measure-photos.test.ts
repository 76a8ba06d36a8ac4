import * as http from 'node:http'
import { deflateSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { measurePhotos, type PhotoFetchOptions } from './measure-photos.ts'
import { renderPhoto } from './picture.ts'

const ascii = (text: string) => Buffer.from(text, 'latin1')
const u16 = (...numbers: number[]) => Buffer.from(numbers.flatMap((n) => [n >> 8, n & 255]))
const u32 = (...numbers: number[]) =>
  Buffer.from(numbers.flatMap((n) => [n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255]))

const png = (widthPx: number, heightPx: number) =>
  Buffer.from(renderPhoto({ widthPx, heightPx, bodyStyle: 'suv', colour: 'rojo', n: 1, format: 'png' }))

const segment = (marker: number, content: Buffer) =>
  Buffer.concat([u16(0xff00 + marker, content.length + 2), content])
const frame = (widthPx: number, heightPx: number) =>
  segment(0xc0, Buffer.concat([Buffer.of(8), u16(heightPx, widthPx), Buffer.of(1, 1, 0x11, 0)]))
const jfif = segment(0xe0, ascii('JFIF\0\x01\x01\0\0\x01\0\x01\0\0'))
const jpeg = (...segments: Buffer[]) =>
  Buffer.concat([u16(0xffd8), jfif, ...segments, segment(0xda, Buffer.alloc(6)), Buffer.alloc(64)])

/** EXIF that says nothing but how the picture is turned. */
const turned = (orientation: number) =>
  segment(
    0xe1,
    Buffer.concat([ascii('Exif\0\0MM\0*'), u32(8), u16(1, 274, 3), u32(1), u16(orientation, 0), u32(0)]),
  )

const box = (type: string, ...content: Buffer[]) => {
  const inside = Buffer.concat(content)
  return Buffer.concat([u32(inside.length + 8), ascii(type), inside])
}
const avif = Buffer.concat([
  box('ftyp', ascii('avif'), u32(0), ascii('avifmif1')),
  box('meta', u32(0), box('iprp', box('ipco', box('ispe', u32(0, 800, 600))))),
  box('mdat', Buffer.alloc(100)),
])
const little = (text: string, ...numbers: number[]) =>
  Buffer.concat([ascii(text), ...numbers.map((n) => Buffer.from(u16(n)).reverse()), Buffer.alloc(60)])
const webp = (...chunk: Buffer[]) => Buffer.concat([ascii('RIFF\0\0\0\0WEBP'), ...chunk, Buffer.alloc(40)])

const FILES: Readonly<Record<string, Buffer>> = {
  '/a.png': png(1280, 720),
  '/a.svg': Buffer.from(
    renderPhoto({ widthPx: 1280, heightPx: 720, bodyStyle: 'suv', colour: 'rojo', n: 1, format: 'svg' }),
  ),
  '/prolog.svg': ascii(
    '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a car -->\n<svg viewBox="0 0 900 500"></svg>',
  ),
  '/a.jpg': jpeg(frame(1024, 768)),
  '/turned.jpg': jpeg(turned(6), frame(1024, 768)),
  '/upside-down.jpg': jpeg(turned(3), frame(1024, 768)),
  '/thumbnail.jpg': jpeg(segment(0xe1, jpeg(frame(160, 120))), frame(1024, 768)),
  '/apple.png': Buffer.concat([
    ascii('\x89PNG\r\n\x1a\n\0\0\0\x04CgBI'),
    u32(0, 0, 13),
    ascii('IHDR'),
    u32(1027, 771, 0, 0),
  ]),
  '/odd.jpg': jpeg(segment(0xfe, Buffer.alloc(30)), frame(1027, 771)),
  // Cut after its comment, it shows another frame to a reader that goes on byte by byte: 256 and zeros pass
  // for lengths.
  '/decoy.jpg': jpeg(
    segment(0xfe, Buffer.concat([u16(0, 4, 0), frame(2000, 2000), Buffer.alloc(235)])),
    frame(1024, 768),
  ),
  '/late.jpg': jpeg(
    ...Array.from({ length: 3 }, () => segment(0xe2, Buffer.alloc(60_000, 0x20))),
    frame(1024, 768),
  ),
  '/metadata.jpg': jpeg(
    ...Array.from({ length: 6 }, () => segment(0xe2, Buffer.alloc(60_000, 0xff))),
    frame(1024, 768),
  ),
  '/frame-first.jpg': Buffer.concat([u16(0xffd8), frame(1024, 768), jfif, Buffer.alloc(64)]),
  '/filled.jpg': jpeg(Buffer.alloc(9, 0xff), frame(1024, 768)),
  '/broken-exif.jpg': jpeg(segment(0xe1, ascii('Exif\0\0MM\0*\xff\xff\xff\xff')), frame(1024, 768)),
  '/cut-exif.jpg': jpeg(segment(0xe1, ascii('Exif\0\0II')), frame(1024, 768)),
  '/spaces.svg': ascii('<svg\n  width = "1280px"\n  height = \'720\' >                        '),
  '/commas.svg': ascii('<svg viewBox="0,0, 900 ,500"><rect/></svg>'),
  '/prefix.svg': ascii('<s:svg xmlns:s="http://www.w3.org/2000/svg" width="900" height="500"/>'),
  '/type.svg': ascii(
    '<!DOCTYPE svg [ <!ENTITY a "b"> ]>\n<svg width="100%" height="500" viewBox="0 0 9 5"/>',
  ),
  '/comment.svg': ascii('<!-- <svg width="1" height="1"/> -->\n<svg width="10in" height="180mm"></svg>'),
  '/a.gif': little('GIF89a', 700, 400),
  '/lossy.webp': webp(ascii('VP8 '), u32(0), Buffer.of(0, 0, 0, 0x9d, 1, 0x2a), Buffer.of(0x80, 2, 0x68, 1)),
  '/extended.webp': webp(ascii('VP8X'), u32(0), u32(0), Buffer.of(0x7f, 2, 0, 0x67, 1, 0)),
  '/a.avif': avif,
}

/** Answers until the test ends; `hits` are the paths that were asked for. */
const serve = async (handler: http.RequestListener) => {
  const hits: string[] = []
  const server = http.createServer((request, response) => {
    hits.push(request.url ?? '')
    handler(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { origin: `http://127.0.0.1:${address.port}`, hits }
}

const measured = async (
  handler: http.RequestListener,
  path: string,
  options: Partial<PhotoFetchOptions> = {},
) => {
  const { origin } = await serve(handler)
  return (await measurePhotos({ allowPrivate: true, timeoutMs: 1000, ...options })([origin + path])).get(
    origin + path,
  )
}

const files: http.RequestListener = (request, response) => {
  response.end(FILES[request.url ?? ''])
}

const sending = (bytes: Uint8Array): http.RequestListener => {
  return (_, response) => {
    response.end(bytes)
  }
}

test.each([
  ['/a.png', 1280, 720],
  ['/a.svg', 1280, 720],
  ['/prolog.svg', 900, 500],
  ['/a.jpg', 1024, 768],
  ['/upside-down.jpg', 1024, 768],
  ['/thumbnail.jpg', 1024, 768],
  ['/late.jpg', 1024, 768],
  ['/metadata.jpg', 1024, 768],
  ['/frame-first.jpg', 1024, 768],
  ['/filled.jpg', 1024, 768],
  ['/broken-exif.jpg', 1024, 768],
  ['/cut-exif.jpg', 1024, 768],
  ['/spaces.svg', 1280, 720],
  ['/commas.svg', 900, 500],
  ['/prefix.svg', 900, 500],
  ['/type.svg', 900, 500],
  ['/comment.svg', 960, 680],
  ['/a.gif', 700, 400],
  ['/lossy.webp', 640, 360],
  ['/extended.webp', 640, 360],
  ['/a.avif', 800, 600],
])('%s measures %i x %i pixels', async (path, widthPx, heightPx) => {
  expect(await measured(files, path)).toEqual({ widthPx, heightPx })
})

test('a photo taken with the camera on its side is measured as it is shown', async () => {
  expect(await measured(files, '/turned.jpg')).toEqual({ widthPx: 768, heightPx: 1024 })
})

test.each(['/apple.png', '/odd.jpg', '/decoy.jpg', '/lossy.webp', '/a.avif'])(
  '%s is never measured wrongly, wherever its first piece ends',
  async (path) => {
    const whole = FILES[path]!
    const { origin } = await serve((request, response) => {
      const cut = Number(request.url?.slice(1))
      response.write(whole.subarray(0, cut))
      setTimeout(() => response.end(whole.subarray(cut)), 5)
    })
    const pieces = Array.from({ length: Math.min(whole.length, 300) - 32 }, (_, i) => `${origin}/${i + 32}`)
    const sizes = await measurePhotos({ allowPrivate: true, concurrency: 40 })(pieces)
    const right = await measured(files, path)
    expect(right).not.toHaveProperty('failure')
    for (const url of pieces) expect([url, sizes.get(url)]).toEqual([url, right])
  },
)

test('no more is read than the size needs', async () => {
  let ended: () => void
  const closed = new Promise<void>((resolve) => (ended = resolve))
  const endless: http.RequestListener = (_, response) => {
    response.on('close', () => ended())
    response.write(FILES['/a.jpg'])
  }
  expect(await measured(endless, '/a.jpg')).toEqual({ widthPx: 1024, heightPx: 768 })
  await closed
})

test('up to three redirects are followed', async () => {
  const redirecting: http.RequestListener = (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end(FILES['/a.png'])
    else response.writeHead(302, { location: `/${left - 1}` }).end()
  }
  expect(await measured(redirecting, '/3')).toEqual({ widthPx: 1280, heightPx: 720 })
  expect(await measured(redirecting, '/4')).toEqual({ failure: 'La URL redirige demasiadas veces.' })
})

test('a response other than 2xx is a failure, whatever it shows', async () => {
  const missing: http.RequestListener = (_, response) => {
    response.writeHead(404).end(FILES['/a.png'])
  }
  expect(await measured(missing, '/a.png')).toEqual({
    failure: 'La URL respondió con el estado HTTP 404 en lugar de una imagen.',
  })
})

test.each([
  ['text', ascii('Not a picture at all, however long one reads on in it.')],
  ['nothing', ascii('')],
  ['zeros, which a looser reader takes for a picture', Buffer.alloc(1000)],
  ['an icon', Buffer.concat([u32(0x100), u16(0x100, 0), Buffer.alloc(100, 1)])],
  ['a compressed picture', deflateSync(FILES['/a.svg']!)],
  ['a web page', ascii('<!doctype html><html><body><p>Not found, and yet 200.</p></body></html>')],
  ['a web page with a drawing', ascii('<html><body><svg width="1280" height="720"></svg></body></html>')],
  [
    'a page of XHTML',
    ascii('<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0"><html></html>'),
  ],
  ['a page behind a drawing in a comment', ascii('<!-- <svg width="1280" height="720"/> --><html></html> ')],
  [
    'a document of another root',
    ascii('<svgs width="1280" height="720"><svg width="1280" height="720"/></svgs>'),
  ],
])('%s is not a picture', async (_, bytes) => {
  expect(await measured(sending(bytes), '/')).toEqual({
    failure:
      'La URL no entrega una imagen de un formato conocido (JPEG, PNG, GIF, WebP, AVIF, HEIF, SVG, BMP o TIFF).',
  })
})

test.each([
  ['an SVG without a size', ascii('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>')],
  ['an SVG of no width', ascii('<svg width="0" height="500"><rect/></svg> ')],
  ['an SVG whose width is not a number', ascii('<svg width="1.2.3" height="500" viewBox="a b c d"></svg>')],
  ['a JPEG that ends before its frame', FILES['/turned.jpg']!.subarray(0, 50)],
  ['a JPEG that ends between two segments', FILES['/turned.jpg']!.subarray(0, 56)],
])('%s has no size to read', async (_, bytes) => {
  expect(await measured(sending(bytes), '/')).toEqual({
    failure: 'No se pudo leer el tamaño de la imagen: está incompleta o dañada.',
  })
})

test('a picture whose size stands beyond the bound has none to read', async () => {
  const { failure } = (await measured(files, '/late.jpg', { maxBytes: 100_000 })) as { failure: string }
  expect(failure).toContain('es lo único que el sandbox lee de una foto')
})

test('endless bytes end at the bound', async () => {
  const endless: http.RequestListener = (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(30_000)));
    }
    response.write(ascii(`<!--${' '.repeat(100)}`))
    response.on('drain', more)
    more()
  }
  expect(await measured(endless, '/')).toHaveProperty('failure', expect.stringContaining('hasta 2 MiB'))
})

test('markup made to keep a searcher busy is given up soon', async () => {
  const openings = ascii(`${'<svg '.repeat(190)}"<svg a>${' '.repeat(250_000)}`)
  const sizes = Buffer.concat(Array.from({ length: 12_900 }, () => box('ispe', u32(0, 1, 1))))
  const boxes = Buffer.concat([
    box('ftyp', ascii('avif'), u32(0)),
    box('meta', u32(0), box('iprp', box('ipco', sizes))),
  ])
  const startedMs = performance.now()
  expect(await measured(sending(openings), '/')).toHaveProperty('failure')
  expect(await measured(sending(boxes), '/')).toHaveProperty('failure')
  expect(performance.now() - startedMs).toBeLessThan(500)
})

test('a photo that drips fails in time, and so do those that wait behind it', async () => {
  const { origin, hits } = await serve((_, response) => {
    const drip = setInterval(() => response.write('<'), 10)
    response.on('close', () => clearInterval(drip))
  })
  const failure = { failure: 'La foto no se pudo descargar a tiempo.' }
  const bounds = { allowPrivate: true, timeoutMs: 60, totalTimeoutMs: 90, concurrency: 1 }
  const sizes = await measurePhotos(bounds)(['/1', '/2', '/3'].map((path) => origin + path))
  expect([...sizes.values()]).toEqual([failure, failure, failure])
  // Whether the last of them is asked for at all in its last millisecond is the timers' affair.
  expect(hits[0]).toBe('/1')
})

test('a photo named twice is fetched once, and no more at a time than agreed', async () => {
  let now = 0
  let most = 0
  const { origin, hits } = await serve((_, response) => {
    most = Math.max(most, (now += 1))
    setTimeout(() => {
      now -= 1
      response.end(FILES['/a.png'])
    }, 10)
  })
  const urls = Array.from({ length: 20 }, (_, i) => `${origin}/${i % 10}`)
  const sizes = await measurePhotos({ allowPrivate: true })(urls)
  expect(sizes.size).toBe(10)
  expect([...hits].sort()).toEqual([...new Set(hits)].sort())
  expect(most).toBe(4)
})

test('private addresses are refused with a sentence that reveals nothing about them', async () => {
  const { origin, hits } = await serve(files)
  const urls = [
    `${origin}/a.png`,
    'http://localhost/a.png',
    'http://[::1]/a.png',
    'http://169.254.169.254/latest/meta-data',
  ]
  const sizes = await measurePhotos({ allowPrivate: false })(urls)
  const failure = { failure: 'La URL, o una a la que redirige, no lleva a una dirección pública.' }
  expect([...sizes]).toEqual(urls.map((url) => [url, failure]))
  expect(hits).toEqual([])
})

test('each kind of failure has its sentence', async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/cut') request.socket.destroy()
    else response.writeHead(302, { location: 'file:///etc/passwd' }).end()
  })
  const urls = [
    `${origin}/cut`,
    `${origin}/away`,
    'http://user@example.com/a.png',
    origin.replace('http', 'https'),
  ]
  const sizes = await measurePhotos({ allowPrivate: true })(urls)
  expect([...sizes.values()].map((size) => ('failure' in size ? size.failure : size)).sort()).toEqual([
    'La URL, o una a la que redirige, lleva usuario o contraseña.',
    'La URL, o una a la que redirige, no es http ni https.',
    'No se pudo conectar con el servidor de la URL o la conexión se cortó.',
    'No se pudo establecer una conexión segura con el servidor de la URL.',
  ])
})
