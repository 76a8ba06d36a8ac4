/** The service on Cloudflare: what `wrangler deploy` bundles. */
export { default, RegistryObject, WorldObject } from 'playa/worker'
