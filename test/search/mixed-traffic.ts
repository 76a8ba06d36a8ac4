import { Agent, request } from 'node:http'
import { historyExchangeOf } from '../../src/checks/explore/proxy/forwarded-exchange.ts'
import type { HarFile } from '../../src/checks/explore/proxy/har-file.ts'
import { startProxy } from '../../src/checks/explore/proxy/validating-proxy.ts'
import { TrafficJudge, type TrafficSummary } from '../../src/checks/explore/traffic.ts'
import { createPrng } from '../../src/lib/random/prng.ts'
import type { Choices } from '../outsider/choices.ts'
import { startOutsider } from '../outsider/outsider.ts'

/** What two clients of the outsider's implementation do through a proxy at the same time. */
interface MixedTraffic {
  readonly switches: Partial<Choices>
  readonly seed: number
  /** Exchanges of both clients together. */
  readonly count: number
  readonly recording?: HarFile
  /** Called after each exchange. */
  readonly onExchange?: (count: number) => void
}

/** Publications that both clients share. */
const SHARED = 12

/** Returns what the judge of a proxy made of the traffic of two clients that share publications. */
export const judgeMixedTraffic = async ({
  switches,
  seed,
  count,
  recording,
  onExchange,
}: MixedTraffic): Promise<TrafficSummary> => {
  const outsider = await startOutsider({ switches })
  const traffic = new TrafficJudge({ agency: outsider.agency, isAlone: false, isDeliberate: false })
  let number = 0
  const proxy = await startProxy({
    service: new URL(outsider.url),
    port: 0,
    rewritesLinks: false,
    onExchange: (passed, isOverlapping) => {
      number += 1
      recording?.add(passed)
      traffic.observe(historyExchangeOf(passed, number), isOverlapping)
      onExchange?.(number)
    },
  })
  const agency = `/v3/publicaciones/${encodeURIComponent(outsider.agency)}`
  const agent = new Agent({ keepAlive: true })
  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    new Promise<{ tag: string; links: string[] }>((resolve) => {
      const own = { Accept: 'application/json', 'X-Api-Key': outsider.keys.first, ...headers }
      const text = body === undefined ? undefined : JSON.stringify(body)
      const given = text === undefined ? own : { ...own, 'Content-Type': 'application/json' }
      const sent = request(proxy.url + path, { method, headers: given, agent }, async (answer) => {
        let shown = ''
        for await (const part of answer) shown += part
        const links = [...shown.matchAll(/"href":"(\/v3\/[^"{}]*)"/g)].map(([, href = '']) => href)
        resolve({ tag: String(answer.headers['etag'] ?? ''), links })
      })
      // A service may close a connection instead of answering.
      sent.on('error', () => resolve({ tag: '', links: [] }))
      sent.end(text)
    })
  const client = async (name: string) => {
    const random = createPrng(seed + name.length)
    const tags = new Map<string, string>()
    let links: readonly string[] = ['/v3']
    let made = 0
    for (let n = 0; n < count / 2; n += 1) {
      const isShared = random.int(0, 2) === 0
      const id = isShared ? `comun-${random.int(0, SHARED)}` : `${name}-${random.int(0, Math.max(made, 1))}`
      const one = `${agency}/${id}`
      const tag = tags.get(id) ?? ''
      const condition: Record<string, string> =
        tag !== '' && random.int(0, 1) === 0 ? { 'If-Match': tag } : {}
      const price = { Moneda: 'ARS', Importe: random.int(1, 90) * 1_000_000 }
      const accept = random.int(0, 3) === 0 ? { Accept: 'application/vnd.service.ref+json' } : {}
      const step = random.int(0, 13)
      const answer =
        step === 0
          ? await send('POST', agency, accept, {
              ...outsider.car,
              ExternalId: id,
              Activa: random.int(0, 1) === 0,
            })
          : step === 1
            ? await send('PUT', one, condition, {
                VersionYear: 2021,
                Kilometraje: 41_500,
                RefStock: `R-${n}`,
                Precio: price,
              })
            : step === 2
              ? await send('PATCH', one, condition, { Precio: price })
              : step === 3
                ? await send('PATCH', `${one}/suspender`, condition)
                : step === 4
                  ? await send('PATCH', `${one}/archivar`, condition)
                  : step === 5
                    ? await send('POST', agency, {}, { ExternalId: `${id}/?`, Kilometraje: -1 })
                    : step === 6
                      ? await send('GET', `/v3/agencias/${encodeURIComponent(outsider.agency)}/productos`, {})
                      : step < 9
                        ? await send('GET', links[random.int(0, links.length - 1)] ?? '/v3', {})
                        : await send('GET', one, tag !== '' && step === 9 ? { 'If-None-Match': tag } : accept)
      if (step === 0 && !isShared) made += 1
      if (answer.tag !== '' && step !== 6) tags.set(id, answer.tag)
      if (answer.links.length > 0) links = answer.links
    }
  }
  try {
    await Promise.all(['ana', 'braulio'].map(client))
    return traffic.summary
  } finally {
    agent.destroy()
    await proxy.close()
    await outsider.close()
  }
}
