/** Headers of every page: nothing from elsewhere, nothing inline, never inside somebody else's frame. */
export const pageHeaders = ({ frames = false }: { frames?: boolean } = {}): Record<string, string> => ({
  'Content-Security-Policy': policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    ...(frames && { 'frame-src': "'self'" }),
  }),
  'Cache-Control': 'no-store',
  ...EVERYWHERE,
})

/** A mail is a stranger's document: it is shown without scripts, forms or anything loaded but our own pictures, in our own frame alone. */
export const mailHeaders = (origin: string): Record<string, string> => ({
  'Content-Security-Policy': `sandbox; ${policy({
    'default-src': "'none'",
    'style-src': "'unsafe-inline'",
    'img-src': `data: ${origin}/_playa/photos/`,
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'self'",
  })}`,
  'Cache-Control': 'no-store',
  'Content-Type': 'text/html; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
})

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
