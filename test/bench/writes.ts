import { temporaryFile } from './child-processes.ts'
import { compareFreshServers, compareServers } from './comparison.ts'
import type { Family, Figure } from './figure.ts'
import { describedListing } from './listing.ts'
import { fetched, type Server, startPlaya } from './server.ts'
import { wideScenario } from './wide-scenario.ts'

/** Measures writes over HTTP, compared to a bare server that reads the body and sends as many bytes. */

const CONNECTIONS = 32
/** More than a round creates, so that numbers never repeat. */
const NUMBERS_PER_ROUND = 1_000_000

/** A write runs far more code than a read. */
const WARM_UPS = 2

const TEMPLATE = JSON.stringify(describedListing('BENCH-%'))

const creates = async (playa: Server, quick: boolean): Promise<Figure> => {
  const path = `/v3/publicaciones/${playa.agency}`
  const sample = await create(playa, path, 'MUESTRA-00000000')
  let round = 0
  const work = () =>
    ({ kind: 'create', path, body: TEMPLATE, firstNumber: NUMBERS_PER_ROUND * ++round }) as const
  return compareServers(
    {
      name: `POST a described publication, warm (${sample.length} bytes)`,
      target: { atLeast: 0.13 },
      playa,
      bare: { ...sample, status: 201, reads: true },
      connections: CONNECTIONS,
      work,
      status: 201,
      warmUps: WARM_UPS,
    },
    quick,
  )
}

const FRESH_REQUESTS = 10_000

const freshCreates = async (scenario: string, quick: boolean): Promise<Figure> => {
  const start = () => startPlaya('--scenario', scenario)
  const playa = await start()
  const path = `/v3/publicaciones/${playa.agency}`
  const sample = await create(playa, path, 'MUESTRA-00000000')
  await playa.stop()
  return compareFreshServers(
    {
      name: `POST, the first ${FRESH_REQUESTS} of a fresh server`,
      target: { atLeast: 0.15 },
      bare: { ...sample, status: 201, reads: true },
      connections: CONNECTIONS,
      work: () => ({ kind: 'create', path, body: TEMPLATE, firstNumber: 1 }),
      status: 201,
    },
    FRESH_REQUESTS,
    start,
    quick,
  )
}

const amends = async (playa: Server, quick: boolean): Promise<Figure> => {
  const collection = `/v3/publicaciones/${playa.agency}`
  const ids = Array.from({ length: CONNECTIONS }, (_, i) => `CAMBIA-${String(i).padStart(8, '0')}`)
  for (const server of [playa, ...(playa.beside ? [playa.beside] : [])])
    for (const id of ids) await create(server, collection, id)
  const paths = ids.map((id) => `${collection}/${id}`)
  const { headers, body } = await fetched(playa, paths[0]!)
  const bare = {
    status: 200,
    contentType: String(headers['content-type']),
    length: body.length,
    etag: String(headers.etag),
    reads: true,
  }
  return compareServers(
    {
      name: `PATCH with If-Match (${body.length} bytes)`,
      target: { atLeast: 0.17 },
      playa,
      bare,
      connections: CONNECTIONS,
      work: () => ({ kind: 'amend', paths }),
      status: 200,
      warmUps: WARM_UPS,
    },
    quick,
  )
}

const create = async (playa: Server, path: string, id: string) => {
  const response = await fetch(playa.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(describedListing(id)),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`POST ${path}: expected 201, got ${response.status}: ${text}`)
  return {
    contentType: String(response.headers.get('content-type')),
    length: Buffer.byteLength(text),
    etag: String(response.headers.get('etag')),
  }
}

export const writes: Family = {
  name: 'writes',
  measure: async ({ quick }) => {
    const scenario = temporaryFile(
      'wide.json',
      JSON.stringify(wideScenario({ publications: 100, inquiries: 0 })),
    )
    const figures = [await freshCreates(scenario, quick)]
    for (const measure of [creates, amends]) {
      const playa = await startPlaya('--scenario', scenario)
      try {
        figures.push(await measure(playa, quick))
      } finally {
        await playa.stop()
      }
    }
    return figures
  },
}
