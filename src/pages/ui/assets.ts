import { createHash } from 'node:crypto'
import { readAssetFile } from '../../lib/runtime/package-files.ts'

/**
 * Files that pages load, by their name below `ASSETS_ROOT`, with the source of each: a path, or a file of a
 * package.
 */
const ASSETS = {
  'base.css': 'src/pages/ui/static/base.css',
  'console.css': 'src/pages/ui/static/console.css',
  'console.js': 'src/pages/ui/static/console.js',
  'docs.css': 'src/pages/ui/static/docs.css',
  'docs.js': 'src/pages/ui/static/docs.js',
  'htmx.js': 'htmx.org/dist/htmx.min.js',
  'openapi-explorer.js': 'openapi-explorer/dist/browser/openapi-explorer.min.js',
  'storefront.css': 'src/pages/storefront/storefront.css',
  'icon.svg': 'src/pages/ui/static/icon.svg',
} as const
type AssetName = keyof typeof ASSETS

/** Names of all assets; the build copies them. */
// `Object.keys` returns `string[]`.
export const assetNames = Object.keys(ASSETS) as AssetName[]

/** Path below which assets are served. */
export const ASSETS_ROOT = '/_playa/ui/assets/'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Returns the source of an asset. */
export const assetSource = (name: AssetName): string => ASSETS[name]

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Hash of the content. */
  readonly version: string
}

const cache = new Map<AssetName, Asset>()

const loadAsset = (name: AssetName): Asset => {
  const cached = cache.get(name)
  if (cached) return cached
  const bytes = new Uint8Array(readAssetFile(name, assetSource(name)))
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
  const asset = { bytes, version }
  cache.set(name, asset)
  return asset
}

/**
 * Returns the URL of an asset. It contains a hash of the content, so browsers may cache it without expiry.
 */
export const assetUrl = async (name: AssetName): Promise<string> =>
  `${ASSETS_ROOT}${name}?v=${loadAsset(name).version}`

/**
 * Responds with an asset; undefined when there is none of that name. Hono's `serveStatic` knows neither files
 * of packages nor versioned URLs.
 */
export const serveAsset = async (request: Request): Promise<Response | undefined> => {
  const url = new URL(request.url)
  const name = url.pathname.slice(ASSETS_ROOT.length)
  if (!isAsset(name)) return undefined
  const { bytes, version } = loadAsset(name)
  const headers = {
    ETag: `"${version}"`,
    'Cache-Control':
      url.searchParams.get('v') === version ? 'public, max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  }
  if (request.headers.get('if-none-match') === headers.ETag)
    return new Response(null, { status: 304, headers })
  const type = CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  return new Response(bytes, { headers: { ...headers, 'Content-Type': type } })
}

const isAsset = (name: string): name is AssetName => Object.hasOwn(ASSETS, name)
