import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'esbuild'
import { createPrng, type Prng } from '../../src/lib/random/prng.ts'

/**
 * Kills a server at random moments of a mixed load, starts it again and compares it with what it answered.
 */

const AGENCY = 'ventas@elcomienzo.example'
const CLIENTS = 4
const CACHE = 'node_modules/.cache/playa'

/** What a client knows of its world: entity tags by ExternalId, leads and the last time that was shown. */
interface Known {
  readonly tags: Map<string, string>
  leads: number
  /** Ids of fault rules, which are part of the world's value. */
  readonly faults: readonly string[]
  /** True once notifications are configured: a lead before that has no delivery. */
  configured: boolean
}

/** A request that got no response: the server did all of it or nothing. */
interface Unanswered {
  readonly id?: string
  /** The state that it leads to, when the request replaced everything. */
  readonly becomes?: Known
  /** A further world that is made or deleted. */
  readonly world?: string
  readonly brand?: string
}

const newKnown = (): Known => ({ tags: new Map(), leads: 0, faults: [], configured: false })

const copyOf = (known: Known): Known => ({ ...known, tags: new Map(known.tags) })

/** Interval of rounds in which a repair is killed before the server starts. */
const REPAIR_EVERY = 5

/** Plays rounds; returns the mistakes, and the number of checked responses. */
export const killRounds = async (
  rounds: number,
  { seed, durability = 'os' }: { readonly seed: number; readonly durability?: 'os' | 'fsync' },
): Promise<{ readonly faults: string[]; readonly answers: number; readonly repeated: number }> => {
  const target = await bundledTarget()
  const folder = mkdtempSync(join(tmpdir(), 'playa-kill-'))
  const receiver = await startReceiver()
  const prng = createPrng(seed)
  const clients = Array.from(
    { length: CLIENTS },
    (_, i) => new Client(`c${i}`, createPrng(seed + i + 1), receiver),
  )
  const faults: string[] = []
  try {
    for (let round = 0; round < rounds && faults.length === 0; round++) {
      if (round % REPAIR_EVERY === REPAIR_EVERY - 1) await killRepair(target, folder, prng.int(50, 400))
      const { url, server } = await start(target, [folder, durability, round % 2 === 0 ? 'journal' : 'none'])
      for (const client of clients)
        faults.push(...(await client.verify(url)).map((fault) => `${round}: ${fault}`))
      const loads = clients.map((client) => client.load(url))
      const before = answersOf(clients)
      while (answersOf(clients) < before + CLIENTS) await pause(1)
      await pause(prng.int(0, 300))
      server.kill('SIGKILL')
      await once(server, 'exit')
      for (const client of clients) client.stop()
      await Promise.all(loads)
    }
  } finally {
    receiver.close()
    if (faults.length === 0) rmSync(folder, { recursive: true })
  }
  const repeated = [...receiver.received.values()].filter((count) => count > 1).length
  return { faults, answers: answersOf(clients), repeated }
}

const answersOf = (clients: readonly Client[]): number =>
  clients.reduce((sum, { answers }) => sum + answers, 0)

const bundledTarget = async (): Promise<string> => {
  const outfile = `${CACHE}/kill-target.mjs`
  await build({
    entryPoints: ['test/stores/kill-target.ts'],
    outdir: `${CACHE}/kill-target`,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  })
  return outfile.replace('kill-target.mjs', 'kill-target/kill-target.mjs')
}

const killRepair = async (target: string, folder: string, afterMs: number): Promise<void> => {
  const repair = spawn(process.execPath, [target, folder, 'repair'], { stdio: 'inherit' })
  const ended = once(repair, 'exit')
  await pause(afterMs)
  repair.kill('SIGKILL')
  await ended
}

const start = async (
  target: string,
  args: readonly string[],
): Promise<{ url: string; server: ChildProcess }> => {
  const server = spawn(process.execPath, [target, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const url of createInterface({ input: server.stdout })) return { url, server }
  throw new Error('the server did not start')
}

interface Receiver {
  readonly url: string
  /** How often each notification came, by its hook id. */
  readonly received: Map<string, number>
  close(): void
}

const startReceiver = async (): Promise<Receiver> => {
  const received = new Map<string, number>()
  const server = createServer((request, response) => {
    const id = String(request.headers['notification-hook-id'])
    received.set(id, (received.get(id) ?? 0) + 1)
    request.resume()
    // Some attempts are under way when the server is killed.
    setTimeout(() => response.end(), received.size % 3 === 0 ? 100 : 0)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/hook`, received, close: () => void server.close() }
}

interface Answer {
  readonly status: number
  readonly tag: string
  readonly text: string
}

/** Writes to its own world, one request after the other. */
class Client {
  answers = 0
  readonly #world: string
  readonly #prng: Prng
  readonly #receiver: Receiver
  #known: Known | undefined
  #snapshot: { readonly name: string; readonly known: Known } | undefined
  /** Further worlds of this client by name, with the entity tag of their publication. */
  readonly #worlds = new Map<string, string | undefined>()
  #brand = ''
  #unanswered: Unanswered | undefined
  #stopped = false
  #counter = 0
  #now = ''

  constructor(world: string, prng: Prng, receiver: Receiver) {
    this.#world = world
    this.#prng = prng
    this.#receiver = receiver
  }

  stop(): void {
    this.#stopped = true
  }

  async load(url: string): Promise<void> {
    this.#stopped = false
    while (!this.#stopped) {
      try {
        await this.#step(url)
        this.answers += 1
        this.#unanswered = undefined
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        return
      }
    }
  }

  async verify(url: string): Promise<string[]> {
    const known = this.#known
    if (!known) return []
    const faults: string[] = []
    const { status, text } = await ask(url, 'GET', `/_playa/worlds/${this.#world}`)
    if (status !== 200) return [`${this.#world} is gone: ${text}`]
    const { now } = JSON.parse(text)
    // A reset or a restored snapshot puts the clock back, whether it was answered or not.
    if (now < this.#now && !this.#unanswered?.becomes)
      faults.push(`the clock of ${this.#world} went back from ${this.#now} to ${now}`)
    const unanswered = this.#unanswered
    const expected = [known, ...(unanswered?.becomes ? [unanswered.becomes] : [])]
    const ids = new Set([...expected.flatMap(({ tags }) => [...tags.keys()]), unanswered?.id ?? 'none'])
    const found = new Map<string, string>()
    let active = 0
    for (const id of ids) {
      const answer = await ask(url, 'GET', `/w/${this.#world}/v3/publicaciones/${AGENCY}/${id}`)
      if (answer.status === 200) found.set(id, answer.tag)
      if (/"EstadoActual":"Activa"/.test(answer.text)) active += 1
    }
    const differing = (state: Known): string[] =>
      [...ids].filter((id) => id !== unanswered?.id && state.tags.get(id) !== found.get(id))
    const { text: settings } = await ask(url, 'GET', `/w/${this.#world}/v3/notificaciones/${AGENCY}`)
    const configured: boolean = JSON.parse(settings).PublicacionConsultadaWebHook.Activo
    const isFound = (state: Known): boolean =>
      differing(state).length === 0 && (configured || !state.configured)
    const states = expected.filter(isFound)
    const [chosen = known] = states
    if (states.length === 0)
      faults.push(
        `${this.#world} has notifications: ${configured}, not ${known.configured}`,
        ...differing(known).map(
          (id) => `${this.#world}/${id}: ${known.tags.get(id)}, found ${found.get(id)}`,
        ),
      )
    const list = await ask(url, 'GET', `/w/${this.#world}/v3/publicaciones/${AGENCY}`)
    if (JSON.parse(list.text).Total !== active)
      faults.push(`${this.#world} lists ${JSON.parse(list.text).Total} publications, ${active} are active`)
    // Both states may have the same publications: then the fewer leads are sure.
    const leads = Math.min(chosen.leads, ...states.map((state) => state.leads))
    faults.push(...(await this.#verifyDeliveries(url, leads)))
    const { text: rules } = await ask(url, 'GET', `/_playa/worlds/${this.#world}/faults`)
    const ruleIds: string[] = JSON.parse(rules).map(({ id }: { id: string }) => id)
    // A rule that got no response may be there.
    if (expected.every(({ faults: ids }) => ids.some((id) => !ruleIds.includes(id))))
      faults.push(`${this.#world} has the fault rules ${ruleIds}, not ${known.faults}`)
    faults.push(...(await this.#verifyWorlds(url, unanswered)), ...(await this.#verifyBrand(url, unanswered)))
    this.#known = { ...chosen, tags: found, leads, faults: ruleIds, configured }
    this.#unanswered = undefined
    return faults
  }

  async #verifyWorlds(url: string, unanswered: Unanswered | undefined): Promise<string[]> {
    const faults: string[] = []
    const listed: { name: string }[] = JSON.parse((await ask(url, 'GET', '/_playa/worlds')).text)
    const names = listed.map(({ name }) => name).filter((name) => name.startsWith(`${this.#world}-`))
    for (const name of new Set([...names, ...this.#worlds.keys()])) {
      const { status, tag } = await ask(url, 'GET', `/w/${name}/v3/publicaciones/${AGENCY}/X-1`)
      const isThere = names.includes(name)
      const expected = this.#worlds.get(name)
      if (name === unanswered?.world) {
        // Made or deleted, or neither, but never half of it.
        if (isThere !== (await ask(url, 'GET', `/_playa/worlds/${name}`)).status < 400)
          faults.push(`${name} is half there`)
      } else if (!isThere || !this.#worlds.has(name)) faults.push(`${name} is ${isThere ? '' : 'not '}there`)
      else if (expected !== undefined && (status !== 200 || tag !== expected))
        faults.push(`${name}: ${expected}, found ${status} ${tag}`)
      if (!isThere) this.#worlds.delete(name)
      else this.#worlds.set(name, status === 200 ? tag : undefined)
    }
    return faults
  }

  async #verifyBrand(url: string, unanswered: Unanswered | undefined): Promise<string[]> {
    const { text } = await ask(url, 'GET', `/_playa/ui/brand?world=${this.#world}`)
    const isKnown = text === this.#brand || text === unanswered?.brand
    const faults = isKnown ? [] : [`the name of ${this.#world} is ${text}, not ${this.#brand}`]
    this.#brand = text
    return faults
  }

  async #verifyDeliveries(url: string, least: number): Promise<string[]> {
    const path = `/_playa/worlds/${this.#world}/deliveries`
    const rows: { hookId: string; state: string }[] = JSON.parse((await ask(url, 'GET', path)).text)
    if (rows.length < least) return [`${this.#world} has ${rows.length} deliveries for ${least} leads`]
    for (let waitedMs = 0; ; waitedMs += 20) {
      const missing = rows.filter(({ hookId }) => !this.#receiver.received.has(hookId))
      if (missing.length === 0) return []
      if (waitedMs > 8_000) return [`${this.#world} lost the delivery ${missing[0]?.hookId}`]
      await pause(20)
    }
  }

  async #step(url: string): Promise<void> {
    if (!this.#known) return this.#create(url)
    const known = this.#known
    if (!known.configured) return this.#configure(url, known)
    const ids = [...known.tags.keys()]
    const id = ids.length === 0 ? undefined : this.#prng.pick(ids)
    const kind = this.#prng.int(1, 40)
    const publications = `/w/${this.#world}/v3/publicaciones/${AGENCY}`
    const control = `/_playa/worlds/${this.#world}`
    if (kind === 1) {
      const becomes = newKnown()
      this.#unanswered = { becomes }
      const { status } = await ask(url, 'POST', `${control}/reset`)
      if (status === 200) this.#known = becomes
    } else if (kind <= 3) {
      const name = `s${this.#counter++}`
      const { status } = await ask(url, 'POST', `${control}/snapshots`, { name })
      const previous = this.#snapshot
      if (status === 201) this.#snapshot = { name, known: copyOf(known) }
      if (previous) await ask(url, 'DELETE', `${control}/snapshots/${previous.name}`)
    } else if (kind <= 5 && this.#snapshot) {
      const { name, known: kept } = this.#snapshot
      const becomes = copyOf(kept)
      this.#unanswered = { becomes }
      const { status } = await ask(url, 'POST', `${control}/snapshots/${name}/restore`)
      if (status === 200) this.#known = becomes
    } else if (kind <= 12 && id) {
      const { status } = await ask(url, 'POST', `${control}/inquiries`, { externalid: id })
      if (status === 201) known.leads += 1
    } else if (kind <= 18 && id) {
      const state = this.#prng.pick(['suspender', 'archivar', 'activar'])
      await this.#write(url, 'PATCH', `${publications}/${id}/${state}`, id)
    } else if (kind <= 28 && id) {
      const amount = { Precio: { Moneda: 'ARS', Importe: this.#prng.int(1_000_000, 9_000_000) } }
      await this.#write(url, 'PATCH', `${publications}/${id}`, id, amount)
    } else if (kind <= 30) {
      await ask(url, 'PUT', `${control}/profile`, {
        'publications/suspend-twice': this.#prng.pick(['200', '409']),
      })
    } else if (kind === 31) {
      const { status, text } = await ask(url, 'POST', `${control}/faults`, {
        operation: 'brands.list',
        status: 503,
        for: 'PT1H',
      })
      if (status === 201) this.#known = { ...known, faults: [...known.faults, JSON.parse(text).id] }
    } else if (kind === 32) {
      await ask(url, 'POST', `${control}/clock/advance`, { by: 'PT1S' })
    } else if (kind <= 34) {
      await this.#makeOrDelete(url)
    } else if (kind === 35) {
      const brand = `brand ${this.#counter++}`
      this.#unanswered = { brand }
      const { status } = await ask(url, 'POST', `/_playa/ui/brand?world=${this.#world}&name=${brand}`)
      if (status === 200) this.#brand = brand
    } else {
      const created = `N-${this.#counter++}`
      await this.#write(url, 'POST', publications, created, car(created))
    }
    const shown = await ask(url, 'GET', control)
    this.#now = JSON.parse(shown.text).now
  }

  async #makeOrDelete(url: string): Promise<void> {
    const [oldest] = this.#worlds.keys()
    if (oldest !== undefined && this.#worlds.size > 2) {
      this.#unanswered = { world: oldest }
      const { status } = await ask(url, 'DELETE', `/_playa/worlds/${oldest}`)
      if (status === 204) this.#worlds.delete(oldest)
      return
    }
    const name = `${this.#world}-${this.#counter++}`
    this.#unanswered = { world: name }
    const isFork = this.#prng.int(0, 1) === 0
    const { status } = isFork
      ? await ask(url, 'POST', `/_playa/worlds/${this.#world}/fork`, { name })
      : await ask(url, 'POST', '/_playa/worlds', { name, scenario: 'empty' })
    if (status !== 201) return
    this.#worlds.set(name, undefined)
    const made = await ask(url, 'POST', `/w/${name}/v3/publicaciones/${AGENCY}`, car('X-1'))
    if (made.status === 201) this.#worlds.set(name, made.tag)
  }

  async #create(url: string): Promise<void> {
    const { status, text } = await ask(url, 'POST', '/_playa/worlds', {
      name: this.#world,
      scenario: 'empty',
    })
    // A previous attempt may have been done without a response.
    if (status !== 201 && status !== 409) throw new Error(text)
    this.#known = newKnown()
  }

  async #configure(url: string, known: Known): Promise<void> {
    const { status, text } = await ask(url, 'PUT', `/w/${this.#world}/v3/notificaciones/${AGENCY}`, {
      PublicacionConsultadaWebHook: {
        Callback: this.#receiver.url,
        Secret: 'sixteen-characters',
        Activo: true,
      },
    })
    if (status !== 200) throw new Error(text)
    known.configured = true
  }

  async #write(url: string, method: string, path: string, id: string, body?: object): Promise<void> {
    this.#unanswered = { id }
    const { status, tag } = await ask(url, method, path, body)
    if (status === 200 || status === 201) this.#known?.tags.set(id, tag)
  }
}

const car = (ExternalId: string) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Fotos: ['http://127.0.0.1/_playa/photos/1280x720/hatchback/blanco/1.svg'],
})

const ask = async (url: string, method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    tag: withoutSalt(answer.headers.get('etag') ?? ''),
    text: await answer.text(),
  }
}

/** An entity tag ends with a hash of the profile, which the load changes too. */
const withoutSalt = (tag: string): string => tag.replace(/-\w+/, '')
