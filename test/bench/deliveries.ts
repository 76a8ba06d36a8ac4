import { setTimeout as pause } from 'node:timers/promises'
import { type Family, type Figure, figure } from './figure.ts'
import { load } from './load.ts'
import { fetched, residentMiB, type Server, startBare, startPlaya } from './server.ts'

/**
 * Measures many deliveries to a receiver on loopback: their memory, and the remaining throughput of the API.
 */

const CONNECTIONS = 32
const DELIVERIES = 10_000
const TOPIC = 'publicacion-consultada'
const PATIENCE_MS = 120_000

const call = async (server: Server, method: string, path: string, body: object): Promise<unknown> => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const pendingCount = async (server: Server): Promise<number> => {
  const answer = await fetched(server, '/_playa/worlds/default/deliveries?state=pending&limit=9999')
  return JSON.parse(answer.body.toString('utf8')).length
}

const measured = async (quick: boolean): Promise<Figure[]> => {
  const playa = await startPlaya('--scenario', 'empty')
  const receiver = await startBare(
    { status: 204, contentType: 'text/plain', length: 0, reads: true },
    'client',
  )
  try {
    const collection = `/v3/publicaciones/${playa.agency}`
    await call(playa, 'POST', `/v3/appnotificaciones/${TOPIC}`, { Callback: `${receiver.url}/hook` })
    await call(playa, 'POST', collection, {
      ExternalId: 'bench-1',
      Marca: 'vw',
      Modelo: 'gol trend',
      VersionYear: 2018,
      Kilometraje: 61_000,
      Fotos: [`${playa.url}/_playa/photos/1280x720/hatchback/blanco/1.svg`],
    })
    const seconds = quick ? 1 : 2
    const work = { kind: 'repeat', path: `${collection}/bench-1`, headers: {} } as const
    const round = async () =>
      (await load(playa, { connections: CONNECTIONS, work, status: 200, seconds })).perSecond
    await round()
    const quiet = [await round(), await round()]
    const before = await residentMiB(playa.pid)
    const startMs = performance.now()
    await call(playa, 'POST', '/_playa/worlds/default/inquiries', {
      externalid: 'bench-1',
      count: DELIVERIES,
      over: 'PT1H',
      notify: true,
    })
    const busy: number[] = []
    const memory: number[] = []
    for (let left = DELIVERIES; left > 0; left = await pendingCount(playa)) {
      if (performance.now() - startMs > PATIENCE_MS) throw new Error(`${left} deliveries are still pending`)
      busy.push(await round())
      memory.push((await residentMiB(playa.pid)) - before)
    }
    const tookMs = performance.now() - startMs
    await pause(1_000)
    quiet.push(await round())
    const calm = [...quiet].sort((a, b) => a - b)[1]!
    const note = `${DELIVERIES.toLocaleString('en')} deliveries in ${(tookMs / 1_000).toFixed(1)} s`
    return [
      figure(
        { name: 'GET during deliveries, of idle', unit: 'x', target: { atLeast: 0.7 }, note },
        busy.map((each) => each / calm),
        { 'quiet requests/s': quiet, 'busy requests/s': busy },
      ),
      figure({ name: `growth during ${DELIVERIES.toLocaleString('en')} deliveries`, unit: 'MiB' }, [
        Math.max(...memory),
      ]),
    ]
  } finally {
    await playa.stop()
    await receiver.stop()
  }
}

export const deliveries: Family = { name: 'deliveries', measure: ({ quick }) => measured(quick) }
