import { compareServers } from './comparison.ts'
import type { Family, Figure, Target } from './figure.ts'
import { fetched, type Server, startPlaya } from './server.ts'

/** Measures reads over HTTP, compared to a bare server that sends as many bytes. */

const CONNECTIONS = 32

interface Read {
  readonly name: string
  readonly path: string
  readonly target: Target
  /** True: sends the entity tag of the first response. */
  readonly again?: boolean
}

const measured = async (
  playa: Server,
  { name, path, target, again = false }: Read,
  quick: boolean,
): Promise<Figure> => {
  const { status, headers, body } = await fetched(playa, path)
  if (status !== 200) throw new Error(`GET ${path}: expected 200, got ${status}: ${body}`)
  const answer = {
    status: again ? 304 : 200,
    contentType: String(headers['content-type']),
    length: again ? 0 : body.length,
  }
  const sent: Record<string, string> = again ? { 'If-None-Match': String(headers.etag) } : {}
  const work = { kind: 'repeat', path, headers: sent } as const
  const label = again ? name : `${name} (${answer.length} bytes)`
  return compareServers(
    {
      name: label,
      target,
      playa,
      bare: answer,
      connections: CONNECTIONS,
      work: () => work,
      status: answer.status,
    },
    quick,
  )
}

/** Paths of the readable publications of the agency's list. */
const listedPaths = async (playa: Server): Promise<string[]> => {
  const { body } = await fetched(playa, `/v3/publicaciones/${playa.agency}`)
  const entries: readonly unknown[] = JSON.parse(body.toString('utf8'))._entries
  const hrefs = entries.map((entry) => Object(entry)._links?.self?.href)
  if (hrefs.length < 20 || !hrefs.every((href) => typeof href === 'string'))
    throw new Error(`expected twenty publications of ${playa.agency} with a self link, got ${hrefs.length}`)
  return hrefs.map((href) => new URL(href, playa.url).pathname)
}

/** Reads many publications one after the other, so that no response is asked for twice in a row. */
const manyPublications = async (
  playa: Server,
  { name, kind, target }: { name: string; kind: 'spread' | 'spread-with-writes'; target: Target },
  quick: boolean,
): Promise<Figure> => {
  const paths = await listedPaths(playa)
  const bodies = await Promise.all(paths.map((path) => fetched(playa, path)))
  const bytes = Math.round(bodies.reduce((sum, { body }) => sum + body.length, 0) / bodies.length)
  return compareServers(
    {
      name: `${name} (${paths.length} of them, ${bytes} bytes on average)`,
      target,
      playa,
      bare: { status: 200, contentType: String(bodies[0]?.headers['content-type']), length: bytes },
      connections: CONNECTIONS,
      work: () => ({ kind, paths }),
      status: 200,
    },
    quick,
  )
}

const fromDemo = async (quick: boolean): Promise<Figure[]> => {
  const playa = await startPlaya('--scenario', 'demo')
  try {
    const [path = ''] = await listedPaths(playa)
    const figures: Figure[] = []
    // Before any write, so that the tag of a publication is that of the other build, too.
    for (const read of [
      { name: '304 of a publication', path, target: { atLeast: 0.75 }, again: true },
      { name: 'GET /v3', path: '/v3', target: { atLeast: 0.4 } },
    ]) {
      figures.push(await measured(playa, read, quick))
    }
    for (const read of [
      { name: 'GET publications in turn', kind: 'spread', target: { atLeast: 0.4 } },
      { name: 'GET publications, every tenth a PATCH', kind: 'spread-with-writes', target: { atLeast: 0.5 } },
    ] as const) {
      figures.push(await manyPublications(playa, read, quick))
    }
    return figures
  } finally {
    await playa.stop()
  }
}

const pageOfInquiries = async (quick: boolean): Promise<Figure> => {
  const playa = await startPlaya('--scenario', 'busy-inbox')
  try {
    const path = `/v3/consultas/${playa.agency}`
    const { _entries: entries } = JSON.parse((await fetched(playa, path)).body.toString('utf8'))
    if (entries?.length !== 100)
      throw new Error(`GET ${path}: expected a page of 100 inquiries, got ${entries?.length}`)
    return await measured(playa, { name: 'GET 100 inquiries', path, target: { atLeast: 0.19 } }, quick)
  } finally {
    await playa.stop()
  }
}

export const reads: Family = {
  name: 'reads',
  measure: async ({ quick }) => [...(await fromDemo(quick)), await pageOfInquiries(quick)],
}
