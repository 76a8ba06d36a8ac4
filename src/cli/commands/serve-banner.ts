import { agenciesInOrder } from '../../model/world/agency.ts'
import type { Simulator } from '../../sandbox/simulator/simulator.ts'
import { DEFAULT_WORLD } from '../../sandbox/simulator/world-registry.ts'

interface AnnounceOptions {
  readonly json?: boolean
  readonly quiet?: boolean
  /** The world file that is served. */
  readonly file?: string | undefined
  /** The folder that keeps the worlds, and whether it kept some before. */
  readonly data?: string
  readonly hadData?: boolean
}

/** Prints where the server is: one line of JSON, or the banner, or nothing. */
export const announce = (simulator: Simulator, url: string, options: AnnounceOptions): void => {
  const { json, quiet } = options
  const { world } = simulator.worlds.require(DEFAULT_WORLD)
  const agency = agenciesInOrder(world.agencies)[0]?.adminMail ?? ''
  const control = `${url}/_playa`
  if (json) console.log(JSON.stringify({ url, control, world: DEFAULT_WORLD, agency, pid: process.pid }))
  else if (!quiet) {
    const { scenario, seed } = world.setting
    console.log(`
  Playa ${simulator.version}, scenario ${scenario}, seed ${seed}
${servedFrom(simulator, options)}
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

/** Returns the lines on where the worlds come from, empty for a world that was made from its scenario. */
const servedFrom = (simulator: Simulator, { file, data, hadData }: AnnounceOptions): string => {
  if (file !== undefined) return `\n  File        ${file}, as it was saved\n`
  if (data === undefined) return ''
  const { size } = simulator.worlds
  const [worlds, left] = size === 1 ? ['1 world', 'as it was left'] : [`${size} worlds`, 'as they were left']
  return `\n  Data        ${data}, ${hadData ? `${worlds} ${left}` : `a new folder, ${worlds}`}\n`
}
