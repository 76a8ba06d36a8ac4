import { assumptionText } from './descriptions.ts'
import type { Json } from './schemas.ts'

/** Security schemes that identify the calling app (`auth/scheme`); the default requires none. */
export const securitySchemes: Json = {
  key: {
    type: 'http',
    scheme: 'bearer',
    description: `The key of the app. ${assumptionText('auth/scheme')}`,
    'x-playa-assumption': 'auth/scheme',
  },
  keyAndSecret: {
    type: 'http',
    scheme: 'basic',
    description: 'The key of the app as user, its secret as password.',
    'x-playa-assumption': 'auth/scheme',
  },
  hmac: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: `A signature of the request. ${assumptionText('auth/hmac')}`,
    'x-playa-assumption': 'auth/hmac',
  },
}

/** Security requirements; the empty one makes credentials optional. */
export const security: readonly Json[] = [{}, ...Object.keys(securitySchemes).map((name) => ({ [name]: [] }))]
