/**
 * The parts of the Workers platform that are used here. Its own package of types would declare web classes a
 * second time, beside those of Node.
 */

/** A row that SQLite returns. */
export type SqlRow = Readonly<Record<string, string | number | null>>

/** The SQLite database of a Durable Object. */
export interface ObjectSql {
  exec(query: string, ...bindings: (string | number | null)[]): Iterable<SqlRow>
}

/** The storage of a Durable Object. */
export interface ObjectStorage {
  readonly sql: ObjectSql
  /** Does all or, when it throws, nothing. */
  transactionSync<T>(change: () => T): T
  setAlarm(atMs: number): Promise<void>
  getAlarm(): Promise<number | null>
  deleteAlarm(): Promise<void>
  deleteAll(): Promise<void>
}

/** Input of a Durable Object's constructor. */
export interface ObjectState {
  readonly storage: ObjectStorage
  /** Ends the object's memory; the next request starts it again. */
  abort(reason?: string): void
}

/** A Durable Object as others see it. */
export interface ObjectStub {
  fetch(request: Request): Promise<Response>
}

/** The Durable Objects of one class. */
export interface ObjectNamespace {
  idFromName(name: string): unknown
  get(id: unknown): ObjectStub
}

/** Bindings and settings of a deployment. */
export interface WorkerEnv {
  readonly WORLD: ObjectNamespace
  readonly REGISTRY: ObjectNamespace
  /** Bearer token of the control API of the whole deployment. */
  readonly PLAYA_CONTROL_TOKEN?: string
  /** `true`: strangers may make worlds, each with its own token. */
  readonly PLAYA_SHARED?: string
  /** Maximum number of worlds of one owner in a shared deployment. Default 10. */
  readonly PLAYA_WORLDS_PER_OWNER?: string
  /** Days after its last use at which a stranger's world is deleted. Default 30. */
  readonly PLAYA_EXPIRE_DAYS?: string
  /** Scenario of the world `default`. Default `demo`. */
  readonly PLAYA_SCENARIO?: string
  /** `true`: webhooks and photos may lead to private addresses, for a deployment on one machine. */
  readonly PLAYA_ALLOW_PRIVATE?: string
}

/** Returns the object of a world. */
export const worldObject = ({ WORLD }: Pick<WorkerEnv, 'WORLD'>, name: string): ObjectStub =>
  WORLD.get(WORLD.idFromName(name))
