import type { WorldClient } from '../../ui/sandbox/world-client.ts'

/** `User-Agent` of the client. */
const TOUR_CLIENT = 'playa-tour'

/** Seconds of the world per second while the story goes on. */
const STORY_SPEED = 60

interface CarMembers {
  readonly Marca: string
  readonly Modelo: string
  readonly VersionYear: number
}

interface TourCar {
  readonly name: string
  readonly car: CarMembers
}

/** The client that a tour shows: it sends recorded requests as the first app of the world. */
export class TourClient {
  readonly #world: WorldClient
  readonly #agency: string
  /** Begins the ids of this tour's publications. */
  readonly #prefix: string
  /** Waits so that requests can be seen to arrive one after the other. */
  readonly #pause: () => Promise<void>
  /** Entity tags that the client keeps, by publication. */
  readonly #tags = new Map<string, string>()
  readonly #published = new Set<string>()
  #refused: TourCar | undefined

  constructor(world: WorldClient, agency: string, prefix: string, pause: () => Promise<void>) {
    this.#world = world
    this.#agency = agency
    this.#prefix = prefix
    this.#pause = pause
  }

  get listings(): string {
    return `/v3/publicaciones/${encodeURIComponent(this.#agency)}`
  }

  get inquiries(): string {
    return `/v3/consultas/${encodeURIComponent(this.#agency)}`
  }

  /** The car whose publication was refused last. */
  get refused(): TourCar | undefined {
    return this.#refused
  }

  /** Sends a request; resolves with the status and the entity tag of its response. */
  async send(
    method: string,
    path: string,
    { body, tag, from = TOUR_CLIENT }: { body?: object; tag?: string | undefined; from?: string } = {},
  ): Promise<{ readonly status: number; readonly etag: string | null }> {
    await this.#pause()
    const { status, headers } = await this.#world.api.request(method, path, {
      recorded: true,
      headers: {
        'User-Agent': from,
        Accept: 'application/json',
        ...(body && { 'Content-Type': 'application/json' }),
        ...(tag && { 'If-Match': tag }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const etag = headers.get('etag')
    if (etag && from === TOUR_CLIENT) this.#tags.set(path, etag)
    return { status, etag }
  }

  /** Publishes a car; true when it was accepted. */
  async publish(name: string, car: CarMembers): Promise<boolean> {
    const [word, Color] = car.Marca === 'vw' ? ['rojo', 'Rojo'] : ['azul', 'Azul']
    const photos = `${this.#world.api.origin}/_playa/photos/1280x720/hatchback/${word}`
    const body = {
      ...car,
      ExternalId: this.#prefix + name,
      Kilometraje: 61_000,
      Color,
      Precio: { Moneda: 'ARS', Importe: 15_500_000 },
      Fotos: [`${photos}/1.svg`, `${photos}/2.svg`],
    }
    const { status, etag } = await this.send('POST', this.listings, { body })
    const isAccepted = status < 300
    this.#refused = isAccepted ? undefined : { name, car }
    if (isAccepted) this.#published.add(name)
    if (etag) this.#tags.set(this.#pathOf(name), etag)
    return isAccepted
  }

  async read(name: string): Promise<void> {
    await this.send('GET', this.#pathOf(name))
  }

  /** Edits some members under the tag that the client keeps; another program keeps its own. */
  async edit(name: string, body: object, from = TOUR_CLIENT): Promise<void> {
    const path = this.#pathOf(name)
    await this.send('PATCH', path, { body, tag: this.#tags.get(path), from })
  }

  async archive(name: string): Promise<void> {
    const path = this.#pathOf(name)
    const { status } = await this.send('PATCH', `${path}/archivar`, { tag: this.#tags.get(path) })
    if (status < 300) this.#published.delete(name)
  }

  async archiveAll(): Promise<void> {
    for (const name of [...this.#published]) await this.archive(name)
  }

  async receiveLead(name: string): Promise<void> {
    await this.#world.receiveInquiries({ adminMail: this.#agency, externalid: this.#prefix + name })
  }

  async readPackage(): Promise<void> {
    await this.send('GET', `/v3/agencias/${encodeURIComponent(this.#agency)}/productos`)
  }

  async failOnce(): Promise<void> {
    const note = 'the tour'
    await this.#world.addFault({
      match: { operation: 'publications.read' },
      act: { status: 503 },
      times: 1,
      note,
    })
  }

  /** Lets the story of the world go on, if it has one. */
  async runStory(): Promise<void> {
    const { running, speed } = await this.#world.clock()
    if (!running || speed !== STORY_SPEED) await this.#world.setClock({ running: true, speed: STORY_SPEED })
  }

  /** True when the world has no story, or its last event has happened. */
  async isStoryOver(): Promise<boolean> {
    return (await this.#world.story()).next === null
  }

  /** Returns the number of the newest exchange of the world; 0 without one. */
  async newestExchange(): Promise<number> {
    const { rows } = await this.#world.journal({ limit: 1 })
    return rows[0]?.n ?? 0
  }

  #pathOf(name: string): string {
    return `${this.listings}/${this.#prefix}${name}`
  }
}
