import { gunzipSync } from 'node:zlib'
import { isChosen } from '../../src/api/assumptions/profile.ts'
import { agenciesInOrder } from '../../src/model/world/agency.ts'
import { allFaultRules } from '../../src/model/world/fault-rule.ts'
import type { World } from '../../src/model/world/world.ts'
import { StoreError } from '../../src/sandbox/stores/record-file.ts'
import type { Action, Step } from './plan.ts'
import { APPS, HEADER_MARK, IDS, keyOf, SECRET_MARK } from './scenario.ts'
import type { Answer, SimulatedServer } from './simulated-server.ts'
import { differenceOf, differenceOfTexts, type View, withoutActivity } from './views.ts'
import { type Exchange, snapshotOf, viewPaths, WORLDS, type WorldClient, worldOf } from './world-client.ts'

/** What holds after every step, whatever happened in it. */

/** A broken invariant, with the expected and the actual value. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant'
}

/** A world before a step. */
interface Before {
  readonly world: World
  readonly journalNext: number
}

const LEVELS = ['Alta', 'Media', 'Baja'] as const

/** Actions after which a world is another one than before. */
const REPLACING: ReadonlySet<Action['do']> = new Set([
  'restore',
  'reset',
  'fork',
  'new-world',
  'delete-world',
])
const ENDING: ReadonlySet<Action['do']> = new Set(['restart', 'power-cut'])

/** Checks one run, step by step. */
export class Invariants {
  readonly #server: SimulatedServer
  readonly #client: WorldClient
  /** Representations by world, app, path and entity tag: a tag stands for one, through the whole run. */
  readonly #byTag = new Map<string, string>()
  /** Publications as they were last read. */
  readonly #known = new Map<string, Answer>()
  /** Views at the moment of a snapshot, by world and name. */
  readonly #snapshots = new Map<string, View>()
  readonly #before = new Map<string, Before>()
  #views = new Map<string, View>()
  /** Failed deliveries of each viewed world, as of its view. */
  readonly #failedDeliveries = new Map<string, number>()
  #failures = 0

  constructor(server: SimulatedServer, client: WorldClient) {
    this.#server = server
    this.#client = client
  }

  /** Remembers what a step must not change. */
  async beginStep({ actions }: Step): Promise<void> {
    this.#before.clear()
    this.#failures = this.#server.failures.length
    for (const name of namesOf(actions)) {
      const handle = await this.#server.world(name)
      if (handle) this.#before.set(name, { world: handle.world, journalNext: handle.journal.next })
    }
    this.#views = new Map()
    const needsViews = actions.some((action) => ENDING.has(action.do))
    const names = needsViews ? WORLDS : namesOf(actions.filter((action) => VIEWED.has(action.do)))
    for (const name of names) {
      const handle = await this.#server.world(name)
      if (!handle) continue
      this.#views.set(name, await this.#viewOf(name))
      this.#failedDeliveries.set(name, failedDeliveriesOf(handle.world))
    }
  }

  /** Throws a `BrokenInvariant`. */
  async endStep(step: Step): Promise<void> {
    this.#checkReports()
    this.#checkAnswers()
    const isEnding = step.actions.some((action) => ENDING.has(action.do))
    const names = isEnding ? WORLDS : namesOf(step.actions)
    if (!isEnding) for (const name of names) await this.#checkAgainstBefore(name, step)
    if (isEnding && step.actions.length === 1) await this.#checkRestart()
    // Which of several came first is not known here.
    if (step.actions.length > 1)
      for (const action of step.actions)
        if (action.do === 'snapshot' || action.do === 'drop-snapshot')
          this.#snapshots.delete(`${worldOf(action)}/${snapshotOf(action)}`)
    if (step.actions.length === 1) await this.#checkCopies(step.actions[0])
    for (const name of names) {
      const handle = await this.#server.world(name)
      if (!handle) this.#forget(name)
      else await this.#checkWorld(name, handle.world, step)
    }
    this.#checkRaces(step)
    await this.#checkWritten(step)
    await this.#checkSecrets(names)
  }

  #checkReports(): void {
    for (const error of this.#server.failures.slice(this.#failures))
      if (!(error instanceof StoreError))
        throw broken('the server reports no failure of its own', String(Object(error).stack))
  }

  #checkAnswers(): void {
    for (const { answer, action, path } of this.#client.controlAnswers)
      if (answer.status >= 500 && !this.#hadFullDisk())
        throw broken('control calls do not fail', `${action.do} ${path}: ${answer.status} ${answer.text}`)
    for (const { answer, method, path, world } of this.#client.exchanges)
      if (answer.status === 500 && !this.#injects500(world))
        throw broken('only injected faults answer 500', `${method} ${path}: ${answer.text}`)
  }

  #injects500(name: string): boolean {
    const { worlds } = this.#server.simulator
    const now = worlds.isLoaded(name) ? worlds.get(name)?.world : undefined
    const all = [now, this.#before.get(name)?.world].flatMap((world) =>
      world ? allFaultRules(world.faultRules) : [],
    )
    return all.some(({ act }) => act.status === 500)
  }

  #hadFullDisk(): boolean {
    return this.#server.failures.length > this.#failures
  }

  /** A refused request changed nothing, and the journal agrees with the requests. */
  async #checkAgainstBefore(name: string, { actions }: Step): Promise<void> {
    const before = this.#before.get(name)
    const handle = await this.#server.world(name)
    const isReplaced = actions.some((action) => REPLACING.has(action.do) && namesOf([action]).has(name))
    if (!before || !handle || isReplaced) return
    const exchanges = this.#client.exchanges.filter(({ world }) => world === name)
    const isControlled = actions.some(
      (action) => 'world' in action && worldOf(action) === name && !isApi(action),
    )
    const isRefused = exchanges.every(({ answer }) => answer.status >= 400)
    const hasRival = allFaultRules(before.world.faultRules).some(({ act }) => act.staleTag)
    if (isRefused && !isControlled && !hasRival)
      for (const table of ['publications', 'inquiries', 'visits', 'next'] as const)
        if (handle.world[table] !== before.world[table])
          throw broken('a refused request changes nothing', `${table} of ${name}: ${describe(exchanges)}`)
    if (!this.#hadFullDisk()) this.#checkJournal(handle.journal.all(), before.journalNext, exchanges)
  }

  #checkJournal(
    entries: ReturnType<NonNullable<Awaited<ReturnType<SimulatedServer['world']>>>['journal']['all']>,
    next: number,
    exchanges: readonly Exchange[],
  ): void {
    const recorded = entries.filter(({ n }) => n >= next)
    const lines = recorded.map(({ request, response, injectedFault }) => {
      const path = request.url.replace(/^.*?\/v3\/?/, '')
      return `${request.method} ${path} ${injectedFault?.answered === false ? 0 : response.status}`
    })
    const sent = exchanges.map(({ method, path, answer: { status, error } }) => {
      // A body that was cut is answered, for the journal.
      const isCut = status === 0 && error?.includes('terminated')
      return `${method} ${path} ${isCut ? 'cut' : status}`
    })
    const expected = sent.filter((line) => !line.endsWith('cut')).sort()
    const found = [...lines].sort()
    if (sent.some((line) => line.endsWith('cut'))) {
      if (found.length !== sent.length) throw broken('every exchange is in the journal', `${found} / ${sent}`)
      return
    }
    if (found.join('\n') !== expected.join('\n'))
      throw broken(
        'the journal agrees with what was sent',
        `journal: ${found.join(', ')}\nsent: ${expected.join(', ')}`,
      )
  }

  /**
   * What was answered survives the end of the server, except that a last attempt which fails meanwhile may
   * suspend its configuration (`events/after-last`).
   */
  async #checkRestart(): Promise<void> {
    for (const [name, view] of this.#views) {
      const handle = await this.#server.world(name)
      if (!handle) throw broken('a world survives a restart', name)
      const haveFailed = failedDeliveriesOf(handle.world) !== this.#failedDeliveries.get(name)
      const shown = (one: View) => (haveFailed ? withoutActivity(one) : one)
      const difference = differenceOf(shown(view), shown(await this.#viewOf(name)))
      if (difference) throw broken('what was answered survives a restart', `${name}: ${difference}`)
    }
  }

  /** A restored snapshot and a copy show the previous state. */
  async #checkCopies(action: Action | undefined): Promise<void> {
    const [control] = this.#client.controlAnswers
    if (!action || !('world' in action) || !control || control.answer.status >= 400) return
    const name = worldOf(action)
    const view = this.#views.get(name)
    if (action.do === 'snapshot' && view) this.#snapshots.set(`${name}/${snapshotOf(action)}`, view)
    if (action.do === 'restore') {
      const kept = this.#snapshots.get(`${name}/${snapshotOf(action)}`)
      const difference = kept && differenceOf(kept, await this.#viewOf(name))
      if (difference) throw broken('a restored snapshot shows what there was', difference)
    }
    if (action.do === 'fork' && view) {
      const difference = differenceOf(view, await this.#viewOf(WORLDS[action.name] ?? ''))
      if (difference) throw broken('a copy shows what the original does', difference)
    }
  }

  async #checkWorld(name: string, world: World, step: Step): Promise<void> {
    for (const { adminMail, ordinal } of agenciesInOrder(world.agencies)) {
      await this.#checkPackage(name, adminMail, world)
      for (const id of IDS) {
        const owner = [...world.publications].find(
          (row) => row.agency === ordinal && row.ExternalId.toLowerCase() === id,
        )
        const app = owner === undefined ? -1 : APPS.indexOf(owner.app)
        if (app >= 0) await this.#checkPublication(name, app, `publicaciones/${adminMail}/${id}`, step)
        else this.#forgetPublication(name, `publicaciones/${adminMail}/${id}`)
      }
    }
  }

  /** AGE-08, AGE-09: the counts of the package equal those of the listing. */
  async #checkPackage(name: string, mail: string, world: World): Promise<void> {
    const { profile } = world.setting
    const products = JSON.parse((await this.#aside(name, 0, `agencias/${mail}/productos`)).text)
    const isShared = isChosen(profile, 'publications/other-apps', 'shared')
    const states = [
      'Activa',
      ...(isChosen(profile, 'agencies/package-counts', 'active') ? [] : ['Suspendida']),
    ]
    const counted: Record<string, number> = { Alta: 0, Media: 0, Baja: 0 }
    for (const app of isShared ? [0] : APPS.keys())
      for (const state of states) {
        const listing = await this.#aside(name, app, `publicaciones/${mail}?estado=${state}`)
        if (listing.status !== 200) continue
        for (const { Exposicion } of JSON.parse(listing.text)._entries)
          counted[Exposicion] = (counted[Exposicion] ?? 0) + 1
      }
    for (const level of LEVELS) {
      const { Pack, Activas, Disponibles } = products[level]
      const isConsistent =
        Activas === counted[level] &&
        (Activas + Disponibles === Pack || (Activas > Pack && Disponibles === 0))
      if (!isConsistent)
        throw broken(
          'the package equals the listing',
          `${name} ${mail} ${level}: ${JSON.stringify(products[level])}, listed ${counted[level]}`,
        )
    }
  }

  /** PUB-33: a tag identifies one representation. */
  async #checkPublication(name: string, app: number, path: string, step: Step): Promise<void> {
    const read = await this.#aside(name, app, path)
    const key = `${name} ${app} ${path}`
    const tag = read.headers['etag']
    if (read.status !== 200 || tag === undefined) return void this.#known.delete(key)
    const tagKey = `${key} ${tag}`
    const same = this.#byTag.get(tagKey)
    if (same !== undefined && same !== read.text)
      throw broken(
        'a tag identifies one representation',
        `${path} ${tag}\n${differenceOfTexts(same, read.text)}`,
      )
    this.#byTag.set(tagKey, read.text)
    const known = this.#known.get(key)
    this.#known.set(key, read)
    if (known && known.text === read.text && known.headers['etag'] !== tag && !step.actions.some(isProfile))
      this.#requireWritten(name, path, `the tag changed from ${known.headers['etag']} to ${tag} alone`)
  }

  /** What was written is read, also after the end of the server. */
  async #checkWritten({ actions }: Step): Promise<void> {
    if (!actions.every((action) => isApi(action) || ENDING.has(action.do))) return
    const writes = this.#client.exchanges.filter(({ method }) => method !== 'GET')
    for (const { world, app, path, answer } of writes.filter(isPublicationWrite)) {
      // A write whose response was lost may have been done, and may have been the last one.
      const isAlone = writes.every(
        (one) => one.world !== world || one.answer === answer || one.answer.status >= 400,
      )
      if (!isAlone || this.#hasRival(world) || path.endsWith('/archivar')) continue
      const target =
        answer.status === 201
          ? `${path}/${JSON.parse(answer.text).ExternalId}`
          : path.replace('/suspender', '')
      const read = await this.#aside(world, app, target)
      if (read.headers['etag'] !== answer.headers['etag'])
        throw broken(
          'what was written is read',
          `${target}: wrote ${answer.headers['etag']}, read ${read.status} ${read.headers['etag']}`,
        )
    }
  }

  /** Another publication may get its id later. */
  #forgetPublication(name: string, path: string): void {
    for (const app of APPS.keys()) this.#known.delete(`${name} ${app} ${path}`)
  }

  #hasRival(name: string): boolean {
    const world = this.#before.get(name)?.world
    return world === undefined || allFaultRules(world.faultRules).some(({ act }) => act.staleTag)
  }

  /**
   * A tag that changes beside its representation does so because of a write
   * (`publications/etag-unchanged-write`).
   */
  #requireWritten(name: string, path: string, what: string): void {
    const isWritten = this.#client.exchanges.some(
      (one) => one.world === name && one.method !== 'GET' && one.path.startsWith(path),
    )
    const isReplaced = this.#client.controlAnswers.length > 0 || this.#hasRival(name)
    if (!isWritten && !isReplaced) throw broken('a tag changes with its publication', `${path}: ${what}`)
  }

  /** PUB-34: of racing writers with one tag one wins. */
  #checkRaces(step: Step): void {
    const isEnding = step.actions.some((action) => ENDING.has(action.do))
    for (const action of step.actions) {
      if (action.do !== 'race') continue
      const name = worldOf(action)
      const writers = this.#client.exchanges.filter((one) => one.action === action)
      const won = writers.filter(({ answer }) => answer.status >= 200 && answer.status < 300).length
      const described = describe(writers)
      if (won > 1) throw broken('of racing writers one wins', described)
      const world = this.#before.get(name)?.world
      const isUndisturbed =
        step.actions.length === 1 &&
        !isEnding &&
        world !== undefined &&
        world.faultRules.rules.length === 0 &&
        !this.#hadFullDisk()
      const mayWin = writers.some(({ answer }) => answer.status === 412)
      if (isUndisturbed && mayWin && won === 0) throw broken('one of racing writers wins', described)
    }
  }

  /** No marked secret is in a response, a journal or a delivery. */
  async #checkSecrets(names: Iterable<string>): Promise<void> {
    const texts: (readonly [string, string])[] = []
    for (const { answer, path } of this.#client.exchanges) {
      // A client may read back the header that it configured.
      if (answer.text.includes(SECRET_MARK))
        throw broken('a secret is in no response', `${path}: ${answer.text}`)
    }
    for (const { action, answer, path } of this.#client.controlAnswers) {
      if (action.do === 'export') continue
      texts.push([
        path,
        action.do === 'save' && answer.status === 200
          ? gunzipSync(Buffer.from(answer.text, 'base64')).toString()
          : answer.text,
      ])
    }
    for (const name of names) {
      const handle = await this.#server.world(name)
      if (!handle) continue
      const recorded = handle.journal
        .all()
        .map(({ request: { url, rawHeaders, body } }) => [
          url,
          rawHeaders,
          Buffer.from(body.bytes).toString(),
        ])
      texts.push([`journal of ${name}`, JSON.stringify(recorded)])
      texts.push([
        `deliveries of ${name}`,
        JSON.stringify([...handle.world.deliveries.all].map(({ attempts }) => attempts)),
      ])
    }
    for (const [where, text] of texts)
      for (const mark of [SECRET_MARK, HEADER_MARK])
        if (text.includes(mark))
          throw broken(
            'a secret is shown nowhere',
            `${where}: …${text.slice(Math.max(0, text.indexOf(mark) - 200), text.indexOf(mark) + 60)}`,
          )
  }

  async #viewOf(name: string): Promise<View> {
    const view = new Map<string, string>()
    for (const [app, path] of viewPaths) {
      const { status, headers, text } = await this.#aside(name, app, path)
      view.set(
        `${app} ${path}`,
        `${status} ${headers['etag'] ?? ''} ${text.replaceAll(`/w/${name}/`, '/w/*/')}`,
      )
    }
    return view
  }

  /** Reads aside; again if what a delivery records met a full disk, which refuses reads beside it. */
  async #aside(name: string, app: number, path: string): Promise<Answer> {
    for (;;) {
      const failures = this.#server.failures.length
      const answer = await this.#server.look(name, keyOf(app), path)
      if (answer.status !== 503 || this.#server.failures.length === failures) return answer
    }
  }

  #forget(name: string): void {
    for (const map of [this.#byTag, this.#known, this.#snapshots])
      for (const key of map.keys())
        if (key.startsWith(`${name} `) || key.startsWith(`${name}/`)) map.delete(key)
  }
}

/** Actions whose effect is judged by the client's view before them. */
const VIEWED: ReadonlySet<Action['do']> = new Set(['snapshot', 'fork'])

const isApi = (action: Action): boolean =>
  [
    'create',
    'put',
    'patch',
    'suspender',
    'archivar',
    'race',
    'create-race',
    'read',
    'garbage',
    'branch',
    'rename',
    'webhook',
    'settings',
  ].includes(action.do)
const isPublicationWrite = ({ path, answer }: Exchange): boolean =>
  path.startsWith('publicaciones/') && (answer.status === 200 || answer.status === 201)
const isProfile = (action: Action): boolean => action.do === 'profile'

/** Names of the worlds that actions touch. */
const namesOf = (actions: readonly Action[]): Set<string> => {
  const names = new Set<string>()
  for (const action of actions) {
    if ('world' in action) names.add(worldOf(action))
    if (action.do === 'fork' || action.do === 'new-world') names.add(WORLDS[action.name] ?? 'default')
  }
  return names
}

const broken = (invariant: string, what: string): BrokenInvariant =>
  new BrokenInvariant(`${invariant}: ${what}`)

const describe = (exchanges: readonly Exchange[]): string =>
  exchanges.map(({ method, path, answer }) => `${method} ${path} ${answer.status}`).join(', ')

const failedDeliveriesOf = ({ deliveries }: World): number =>
  [...deliveries.all].filter(({ state }) => state === 'failed').length
