import type { Simulator } from '../../simulator/simulator.ts'
import { DEFAULT_WORLD } from '../../simulator/world-registry.ts'
import { agenciesInOrder } from '../../world/agency.ts'

interface AnnounceOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Prints where the server is: one line of JSON, or the banner, or nothing. */
export const announce = (simulator: Simulator, url: string, { json, quiet }: AnnounceOptions): void => {
  const { world } = simulator.worlds.require(DEFAULT_WORLD)
  const agency = agenciesInOrder(world.agencies)[0]?.adminMail ?? ''
  const control = `${url}/_playa`
  if (json) console.log(JSON.stringify({ url, control, world: DEFAULT_WORLD, agency, pid: process.pid }))
  else if (!quiet) {
    const { scenario, seed } = world.setting
    console.log(`
  Playa ${simulator.version}, scenario ${scenario}, seed ${seed}

  API         ${url}/v3
  Agency      ${agency}
  Try         curl ${url}/v3/publicaciones/${encodeURIComponent(agency)}
  OpenAPI     ${url}/openapi.json
  Docs        ${url}/docs
  Console     ${control}/ui
  Storefront  ${control}/ui/w/${DEFAULT_WORLD}/vidriera
  Control     ${control}

  Ctrl-C stops it.
`)
  }
}
