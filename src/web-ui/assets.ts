import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Files that pages load, by the name below `ASSETS_ROOT`, each with the package or folder that it comes from. */
const ASSETS = {
  'console.css': { from: './static/console.css' },
  'console.js': { from: './static/console.js' },
  'docs.css': { from: './static/docs.css' },
  'docs.js': { from: './static/docs.js' },
  'htmx.js': { from: 'htmx.org/dist/htmx.min.js' },
  'swagger-ui.css': { from: 'swagger-ui-dist/swagger-ui.css' },
  'swagger-ui.js': { from: 'swagger-ui-dist/swagger-ui-bundle.js' },
  'storefront.css': { from: '../storefront/storefront.css' },
  'icon.svg': { from: './static/icon.svg' },
} as const
type AssetName = keyof typeof ASSETS

// `Object.keys` forgets which keys there are.
export const assetNames = Object.keys(ASSETS) as AssetName[]

export const ASSETS_ROOT = '/_playa/ui/assets/'

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Where a file is found: in its own place while this runs from source, beside the bundles (`dist/ui`) once it is built. */
export const assetPath = (name: AssetName): string => {
  const { from } = ASSETS[name]
  if (!import.meta.url.endsWith('.ts')) return fileURLToPath(new URL(`../ui/${name}`, import.meta.url))
  return from.startsWith('../console/')
    ? fileURLToPath(new URL(from, import.meta.url))
    : createRequire(import.meta.url).resolve(from)
}

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly version: string
}

const read = new Map<AssetName, Promise<Asset>>()

const assetOf = (name: AssetName): Promise<Asset> => {
  const known = read.get(name)
  if (known) return known
  const asset = readFile(assetPath(name)).then((file) => {
    const bytes = new Uint8Array(file)
    return { bytes, version: createHash('sha256').update(bytes).digest('base64url').slice(0, 12) }
  })
  read.set(name, asset)
  return asset
}

/** The address of a file; its version is part of it, so browsers may keep it for ever. */
export const assetUrl = async (name: AssetName): Promise<string> =>
  `${ASSETS_ROOT}${name}?v=${(await assetOf(name)).version}`

/** Answers a request for a file; undefined when there is none of that name. */
export const serveAsset = async (request: Request): Promise<Response | undefined> => {
  const url = new URL(request.url)
  const name = url.pathname.slice(ASSETS_ROOT.length)
  if (!isAsset(name)) return undefined
  const { bytes, version } = await assetOf(name)
  const headers = {
    ETag: `"${version}"`,
    'Cache-Control': url.searchParams.get('v') === version ? 'public, max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  }
  if (request.headers.get('if-none-match') === headers.ETag) return new Response(null, { status: 304, headers })
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  return new Response(bytes, { headers: { ...headers, 'Content-Type': type } })
}

const isAsset = (name: string): name is AssetName => Object.hasOwn(ASSETS, name)
