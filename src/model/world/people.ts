import { createPrng, mixSeed, type Prng } from '../../lib/random/prng.ts'

/** Names and phrases from which people are generated; the data is `fixtures/people/people.json`. */
export interface PeoplePool {
  readonly firstNames: readonly FirstName[]
  readonly surnames: readonly string[]
  readonly streets: readonly string[]
  readonly areaCodes: readonly AreaCode[]
  /** Messages of leads, with slots such as `{Modelo}`. */
  readonly comments: readonly string[]
  /** Sentences about a car, with slots. */
  readonly descriptions: readonly string[]
}

/** A first name and its grammatical gender. */
export type FirstName = readonly [name: string, kind: 'f' | 'm' | 'mixed']

/** A telephone area code and its place. */
export interface AreaCode {
  /** 2 to 4 digits. */
  readonly code: string
  /** ISO 3166-2 code of the region, e.g. `AR-X`. */
  readonly Iso: string
  /** Names of the region and of the city. */
  readonly Provincia: string
  readonly Ciudad: string
}

/**
 * A fictional person: a mail address at a reserved domain, a phone and a document number that are never
 * issued.
 */
export interface Person {
  /** 1..50 characters. */
  readonly Nombre: string
  /** 1..50 characters. */
  readonly Apellido: string
  /** At most 50 characters, ASCII. */
  readonly Email: string
  /** e.g. `+54 9 11 5555-0123`: 8 to 20 characters. */
  readonly Telefono: string
  /** Eight digits. */
  readonly DocIdentidad: string
  /** Place of the telephone's area code. */
  readonly Provincia: string
  readonly Ciudad: string
  /** Street and number. */
  readonly Direccion: string
  /** Index in `PeoplePool.comments` of the person's preferred comment. */
  readonly comment: number
}

/** Values for the slots of a text. A text with a slot that has no value is not chosen. */
export type Slots = Readonly<Partial<Record<Slot, string | number | null>>>

type Slot = 'Marca' | 'Modelo' | 'VersionYear' | 'Kilometraje' | 'Color' | 'Precio' | 'Ciudad'

/** Generates the person of a seed; equal seeds give equal people. */
export function generatePerson(pool: PeoplePool, seed: number): Person {
  const prng = createPrng(mixSeed(seed, 'person'))
  const [Nombre] = prng.pick(pool.firstNames)
  const Apellido = prng.pick(pool.surnames)
  const Email = email(prng, Nombre, Apellido)
  const home = prng.pick(pool.areaCodes)
  return {
    Nombre,
    Apellido,
    Email,
    Telefono: telephone(prng, home),
    Provincia: home.Provincia,
    Ciudad: home.Ciudad,
    // 70 to 79 million lies above the numbers issued to citizens and below those of foreign residents.
    DocIdentidad: String(prng.int(70_000_000, 79_999_999)),
    Direccion: `${prng.pick(pool.streets)} ${prng.int(100, 4999)}`,
    comment: prng.int(0, pool.comments.length - 1),
  }
}

/** Returns the comment of the seed's person: the preferred one, or the next whose slots have values. */
export function leadComment(pool: PeoplePool, seed: number, slots: Slots): string {
  const { comment } = generatePerson(pool, seed)
  const turned = [...pool.comments.slice(comment), ...pool.comments.slice(0, comment)]
  return fillSlots(turned.find((text) => canFill(text, slots)) ?? '', slots)
}

/** Returns two to four different sentences about a car, in the pool's order. */
export function listingDescription(pool: PeoplePool, seed: number, slots: Slots): string {
  const prng = createPrng(mixSeed(seed, 'description'))
  const left = pool.descriptions.filter((text) => canFill(text, slots))
  const chosen = new Set<string>()
  for (let wanted = Math.min(prng.int(2, 4), left.length); wanted > 0; wanted--) {
    chosen.add(left.splice(prng.int(0, left.length - 1), 1)[0]!)
  }
  const sentences = pool.descriptions.filter((text) => chosen.has(text))
  return sentences.map((text) => fillSlots(text, slots)).join(' ')
}

// RFC 2606 and RFC 6761 reserve these domains: mail sent there is never delivered.
const DOMAINS = [
  ['correo.example', 3],
  ['example.com', 2],
  ['example.org', 1],
] as const

// With two digits and the longest domain this gives 50 characters, the maximum of a branch's mail
// (`agencies/branches`).
const MAX_NAME_LENGTH = 33

function email(prng: Prng, Nombre: string, Apellido: string): string {
  const name = `${toAscii(Nombre)}.${toAscii(Apellido)}`.slice(0, MAX_NAME_LENGTH).replace(/\.$/, '')
  return `${name}${prng.int(1, 99)}@${prng.weighted(DOMAINS)}`
}

/** Converts a name to a mail part: `María José` to `maria.jose`, `D'Angelo` to `dangelo`. */
function toAscii(name: string): string {
  const plain = name.normalize('NFD').toLowerCase()
  return plain.replace(/\s+/g, '.').replace(/[^a-z.]/g, '')
}

/**
 * Generates ten digits after `+54 9`. The local part starts with fives and a zero, as fictional numbers do.
 */
function telephone(prng: Prng, { code }: AreaCode): string {
  const last = String(prng.int(0, 999)).padStart(3, '0')
  return `+54 9 ${code} ${'5'.repeat(6 - code.length)}-0${last}`
}

const SLOT = /\{(\w+)\}/g

function canFill(text: string, slots: Slots): boolean {
  return [...text.matchAll(SLOT)].every(([, name]) => slotValue(slots, name!) !== undefined)
}

function fillSlots(text: string, slots: Slots): string {
  return text.replace(SLOT, (slot, name: string) => slotValue(slots, name) ?? slot)
}

function slotValue(slots: Slots, name: string): string | undefined {
  // `name` comes from a text of the pool, so it need not be a slot; hasOwn excludes names that are none.
  const given = Object.hasOwn(slots, name) ? slots[name as Slot] : undefined
  if (given === null || given === undefined || given === '') return undefined
  return typeof given === 'number' ? groupDigits(given) : given
}

/**
 * Groups digits as in `45.000`. Four digits stay together, as in Spanish orthography, so that years stay
 * readable.
 */
function groupDigits(number: number): string {
  const digits = String(Math.round(number))
  return digits.length <= 4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, '.')
}
