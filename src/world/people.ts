import { type Prng, createPrng, mixSeed } from '../random/prng.ts'

/** What people are put together from; the data is `fixtures/people/people.json`. */
export interface PeoplePool {
  readonly firstNames: readonly FirstName[]
  readonly surnames: readonly string[]
  readonly streets: readonly string[]
  readonly areaCodes: readonly AreaCode[]
  /** Messages of leads; `{Modelo}` and the like are slots. */
  readonly comments: readonly string[]
  /** Sentences about a car, with slots. */
  readonly descriptions: readonly string[]
}

export type FirstName = readonly [name: string, kind: 'f' | 'm' | 'mixed']

export interface AreaCode {
  /** 2 to 4 digits. */
  readonly code: string
  /** ISO 3166-2 of the region that it serves, e.g. `AR-X`. */
  readonly Iso: string
  /** Names of the region and of the city that it belongs to. */
  readonly Provincia: string
  readonly Ciudad: string
}

/** Somebody who never lived: mail at a reserved domain, a telephone and a document number that are not handed out. */
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
  /** Where the telephone is from. */
  readonly Provincia: string
  readonly Ciudad: string
  /** Street and number. */
  readonly Direccion: string
  /** Which of `PeoplePool.comments` they would send first. */
  readonly comment: number
}

/** What a text may mention; a text that mentions something absent or null is not chosen. */
export type Slots = Readonly<Partial<Record<Slot, string | number | null>>>
export type Slot = 'Marca' | 'Modelo' | 'VersionYear' | 'Kilometraje' | 'Color' | 'Precio' | 'Ciudad'

/** The person of that seed, the same for ever. */
export function generatePerson(pool: PeoplePool, seed: number): Person {
  const draw = createPrng(mixSeed(seed, 'person'))
  const [Nombre] = draw.pick(pool.firstNames)
  const Apellido = draw.pick(pool.surnames)
  const Email = email(draw, Nombre, Apellido)
  const home = draw.pick(pool.areaCodes)
  return {
    Nombre,
    Apellido,
    Email,
    Telefono: telephone(draw, home),
    Provincia: home.Provincia,
    Ciudad: home.Ciudad,
    // Seventy millions: past every number issued to citizens, below those of residents from abroad.
    DocIdentidad: String(draw.int(70_000_000, 79_999_999)),
    Direccion: `${draw.pick(pool.streets)} ${draw.int(100, 4999)}`,
    comment: draw.int(0, pool.comments.length - 1),
  }
}

/** What `person(pool, seed)` writes about a car: their comment, or the next one that the slots can fill. */
export function leadComment(pool: PeoplePool, seed: number, slots: Slots): string {
  const { comment } = generatePerson(pool, seed)
  const turned = [...pool.comments.slice(comment), ...pool.comments.slice(0, comment)]
  return fillSlots(turned.find((text) => canFill(text, slots)) ?? '', slots)
}

/** Two to four different sentences about a car, in the pool's order. */
export function listingDescription(pool: PeoplePool, seed: number, slots: Slots): string {
  const draw = createPrng(mixSeed(seed, 'description'))
  const left = pool.descriptions.filter((text) => canFill(text, slots))
  const chosen = new Set<string>()
  for (let wanted = Math.min(draw.int(2, 4), left.length); wanted > 0; wanted--) {
    chosen.add(left.splice(draw.int(0, left.length - 1), 1)[0]!)
  }
  const sentences = pool.descriptions.filter((text) => chosen.has(text))
  return sentences.map((text) => fillSlots(text, slots)).join(' ')
}

// RFC 2606 and 6761 keep these for examples: no mail sent there ever reaches anyone.
const DOMAINS = [
  ['correo.example', 3],
  ['example.com', 2],
  ['example.org', 1],
] as const

// With two digits and the longest domain 50 characters, the most that a branch's mail may have (agencies/branches).
const LONGEST_NAME = 33

function email(draw: Prng, Nombre: string, Apellido: string): string {
  const name = `${toAscii(Nombre)}.${toAscii(Apellido)}`.slice(0, LONGEST_NAME).replace(/\.$/, '')
  return `${name}${draw.int(1, 99)}@${draw.weighted(DOMAINS)}`
}

/** `María José` is `maria.jose`, `D'Angelo` is `dangelo`. */
function toAscii(name: string): string {
  const plain = name.normalize('NFD').toLowerCase()
  return plain.replace(/\s+/g, '.').replace(/[^a-z.]/g, '')
}

/** Ten digits after `+54 9`, the local part beginning with fives and a zero, as invented numbers in films do. */
function telephone(draw: Prng, { code }: AreaCode): string {
  const last = String(draw.int(0, 999)).padStart(3, '0')
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
  // A slot's name comes from the pool's texts, and what no slot has is no own member.
  const given = Object.hasOwn(slots, name) ? slots[name as Slot] : undefined
  if (given === null || given === undefined || given === '') return undefined
  return typeof given === 'number' ? groupDigits(given) : given
}

/** `45.000`; four digits stay together, as Spanish orthography has it, so that a year reads as one. */
function groupDigits(number: number): string {
  const digits = String(Math.round(number))
  return digits.length <= 4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, '.')
}
