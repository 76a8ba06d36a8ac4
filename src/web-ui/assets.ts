import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { packageRoot } from '../fixtures/package-root.ts'

/** Files that pages load, by their name below `ASSETS_ROOT`, with the module or package path of each. */
const ASSETS = {
  'base.css': { from: './static/base.css' },
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

/** Returns the source file of an asset, in this project or in the package that it comes from. */
export const assetPath = (name: AssetName): string =>
  createRequire(import.meta.url).resolve(ASSETS[name].from)

/** Returns the built file of an asset. Brotli makes the largest a fifth smaller than the package's gzip. */
export const builtAssetPath = (name: AssetName): string =>
  join(packageRoot(), 'dist', 'ui', name.startsWith('swagger-ui') ? `${name}.br` : name)

const readAsset = async (name: AssetName): Promise<Buffer> => {
  if (import.meta.url.endsWith('.ts')) return readFile(assetPath(name))
  const path = builtAssetPath(name)
  const bytes = await readFile(path)
  return path.endsWith('.br') ? brotliDecompressSync(bytes) : bytes
}

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Hash of the content. */
  readonly version: string
}

const cache = new Map<AssetName, Promise<Asset>>()

const loadAsset = (name: AssetName): Promise<Asset> => {
  const cached = cache.get(name)
  if (cached) return cached
  const asset = readAsset(name).then((file) => {
    const bytes = new Uint8Array(file)
    return { bytes, version: createHash('sha256').update(bytes).digest('base64url').slice(0, 12) }
  })
  cache.set(name, asset)
  return asset
}

/**
 * Returns the URL of an asset. It contains a hash of the content, so browsers may cache it without expiry.
 */
export const assetUrl = async (name: AssetName): Promise<string> =>
  `${ASSETS_ROOT}${name}?v=${(await loadAsset(name)).version}`

/**
 * Responds with an asset; undefined when there is none of that name. Hono's `serveStatic` knows neither files
 * of packages nor versioned URLs.
 */
export const serveAsset = async (request: Request): Promise<Response | undefined> => {
  const url = new URL(request.url)
  const name = url.pathname.slice(ASSETS_ROOT.length)
  if (!isAsset(name)) return undefined
  const { bytes, version } = await loadAsset(name)
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
