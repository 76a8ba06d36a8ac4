import type { Context, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

const SELF = ["'self'"]
const NONE = ["'none'"]

/** Content security policy of every page: own resources only, nothing inline, no embedding. */
const PAGE_POLICY = {
  defaultSrc: NONE,
  scriptSrc: SELF,
  styleSrc: SELF,
  imgSrc: ["'self'", 'data:'],
  connectSrc: SELF,
  formAction: SELF,
  baseUri: NONE,
  frameAncestors: NONE,
}

const COMMON = {
  // A header that an inner handler has set stays: mails and their frames have their own policies.
  overwrite: false,
  // `no-referrer` would make browsers send `Origin: null` with forms, which the session guard refuses.
  referrerPolicy: 'same-origin',
  // The server speaks plain HTTP; a proxy that speaks TLS decides on HSTS.
  strictTransportSecurity: false,
  // The APIs share the origin and do not send it; browsers warn about origins that are not uniform.
  originAgentCluster: false,
  // `frame-ancestors` replaces it, and mails need the exception.
  xFrameOptions: false,
}

/** Sets the security headers of pages. */
export const pageSecurity: MiddlewareHandler = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: PAGE_POLICY,
})

/** Sets the security headers of the API reference, whose library writes its theme into a style element. */
export const referencePageSecurity: MiddlewareHandler = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: { ...PAGE_POLICY, styleSrc: ["'self'", "'unsafe-inline'"] },
})

/** Sets the security headers of a page that frames another page of this server. */
export const framingPageSecurity: MiddlewareHandler = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: { ...PAGE_POLICY, frameSrc: SELF },
})

/** Sets the security headers of a page that other pages of this server may frame. */
export const framedPageSecurity: MiddlewareHandler = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: { ...PAGE_POLICY, frameAncestors: SELF },
})

/**
 * Sets the security headers of a mail: no scripts, no forms, images of this server only, its own frame only.
 */
export const mailSecurity: MiddlewareHandler = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: {
    sandbox: [],
    defaultSrc: NONE,
    styleSrc: ["'unsafe-inline'"],
    imgSrc: ['data:', (context: Context) => `${new URL(context.req.url).origin}/_playa/photos/`],
    formAction: NONE,
    baseUri: NONE,
    frameAncestors: SELF,
  },
  referrerPolicy: 'no-referrer',
})
