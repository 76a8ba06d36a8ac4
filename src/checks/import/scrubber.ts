import { createPrng, mixSeed } from '../../lib/random/prng.ts'
import { foldText } from '../../lib/text/folded-text.ts'
import { type FoundText, textFinder } from '../../lib/text/text-replacer.ts'
import { generatePerson, type PeoplePool } from '../../model/world/people.ts'

/** The kind of an original value, which decides how a copy of it is recognised. */
export type PersonalKind = 'name' | 'mail' | 'phone' | 'document' | 'address' | 'text'

/** Generates people, and remembers every original value so that none is generated or kept. */
export interface Scrubber {
  readonly originals: ReadonlyMap<PersonalKind, ReadonlySet<string>>
  /** Records original values before anything is generated. */
  note(kind: PersonalKind, value: unknown): void
  /** Each returns null for a value that is not a text; equal values get equal replacements. */
  firstName(value: unknown): string | null
  surname(value: unknown): string | null
  mail(value: unknown): string | null
  phone(value: unknown): string | null
  document(value: unknown): string | null
  address(value: unknown): string | null
  /** Generates a replacement for a text of a person. */
  comment(value: unknown, car: string): string | null
  /** True when a text holds a mail, a telephone, or a noted value: of names, at least `leastNames` words. */
  isPersonal(text: string, leastNames?: number): boolean
}

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'ga', 'lu', 'me', 'ni', 'po', 'ra', 'se', 'ti', 'vo', 'xa', 'ze']
const STREETS = ['Calle del Ensayo', 'Avenida de Prueba', 'Pasaje Inventado', 'Bulevar Ficticio']
const MESSAGES = [
  'Quisiera recibir más datos sobre',
  'Me gustaría ver en persona',
  '¿Cuándo puedo probar',
  '¿Qué documentación hace falta para comprar',
  'Estoy comparando precios y me interesa',
]
const DRAWS = 200
/** Shorter texts are words of the language. */
const MIN_TEXT = 12

/** Returns a scrubber. `kept` are values that stay, such as the mail that identifies the agency. */
export const scrubber = (pool: PeoplePool, seed: number, kept: ReadonlySet<string>): Scrubber => {
  const originals = new Map<PersonalKind, Set<string>>()
  const chosen = new Map<string, string>()
  const used = new Set<string>()
  const noted: NotedPeople = { nameWords: new Set(), phoneEnds: new Set() }
  let serial = 0
  /** Finds noted addresses and texts; created on first use. */
  let longOriginals: ((text: string) => FoundText | undefined) | undefined
  const isNoted = (kind: PersonalKind, text: string) => originals.get(kind)?.has(plain(kind, text)) === true
  const anew = (
    kind: PersonalKind,
    label: string,
    value: unknown,
    draw: (n: number) => string,
  ): string | null => {
    if (typeof value !== 'string' || value === '') return value === '' ? '' : null
    if (kept.has(value.toLowerCase())) return value
    const key = `${label} ${plain(kind, value)}`
    const known = chosen.get(key)
    if (known !== undefined) return known
    for (let attempt = 0; ; attempt += 1) {
      serial += 1
      const text = attempt < DRAWS ? draw(serial) : `${draw(serial)} ${invented(serial)}`
      // Names may recur, as names of people do; other values belong to one person.
      if (isNoted(kind, text) || (kind !== 'name' && used.has(text))) continue
      used.add(text)
      chosen.set(key, text)
      return text
    }
  }
  const person = (n: number) => generatePerson(pool, mixSeed(seed, 'import', n))
  const invented = (n: number): string => {
    const prng = createPrng(mixSeed(seed, 'syllables', n))
    const word = [1, 2, 3].map(() => prng.pick(SYLLABLES)).join('')
    return word.charAt(0).toUpperCase() + word.slice(1)
  }
  return {
    originals,
    note: (kind, value) => {
      if (typeof value !== 'string' || value.trim() === '' || kept.has(value.toLowerCase())) return
      const values = originals.get(kind) ?? new Set()
      originals.set(kind, values.add(plain(kind, value)))
      if (kind === 'phone') noted.phoneEnds.add(localEnd(plain(kind, value)))
      if (kind === 'name') for (const word of wordsOf(value)) noted.nameWords.add(word)
      if (kind === 'address' || kind === 'text') longOriginals = undefined
    },
    firstName: (value) => anew('name', 'first', value, (n) => (n % 7 === 0 ? invented(n) : person(n).Nombre)),
    surname: (value) => anew('name', 'last', value, (n) => (n % 7 === 0 ? invented(n) : person(n).Apellido)),
    mail: (value) => anew('mail', 'mail', value, (n) => `persona${n}@correo.example`),
    phone: (value) => anew('phone', 'phone', value, (n) => person(n).Telefono),
    document: (value) => anew('document', 'document', value, (n) => person(n).DocIdentidad),
    address: (value) => anew('address', 'address', value, (n) => `${createPrng(n).pick(STREETS)} ${100 + n}`),
    comment: (value, car) =>
      anew(
        'text',
        `text ${serial}`,
        value,
        (n) => `${createPrng(mixSeed(seed, n)).pick(MESSAGES)} ${car} (${n}).`,
      ),
    isPersonal: (text, leastNames = 1) => {
      longOriginals ??= textFinder(
        (['address', 'text'] as const).flatMap((kind) =>
          [...(originals.get(kind) ?? [])].filter(({ length }) => length >= MIN_TEXT),
        ),
      )
      return (
        hasContact(text, noted, kept) ||
        hasNames(text, noted, leastNames) ||
        longOriginals(text.toLowerCase()) !== undefined
      )
    },
  }
}

/** Returns the comparable form of a value: digits of numbers, lower-case words of other texts. */
const plain = (kind: PersonalKind, value: string): string =>
  kind === 'phone' || kind === 'document' ? value.replaceAll(/\D/g, '') : value.trim().toLowerCase()

const MAIL = /[^\s@<>"]{1,64}@[^\s@<>"]{1,255}\.[a-z]{2,63}/gi
const PHONE = /\+?\d[\d ().-]{5,}\d/g
/** Digits of a telephone number as people of one town write it. */
const LOCAL_DIGITS = 7

/** Parts of noted values, by which people are recognised inside a text. */
interface NotedPeople {
  /** Words of names, without accents. */
  readonly nameWords: Set<string>
  /** Last digits of telephones. */
  readonly phoneEnds: Set<string>
}

/** Returns whether a free text has a mail or a telephone. */
const hasContact = (text: string, { phoneEnds }: NotedPeople, kept: ReadonlySet<string>): boolean =>
  (text.match(MAIL) ?? []).some((mail) => !kept.has(mail.toLowerCase())) ||
  (text.match(PHONE) ?? []).some((phone) => isPhone(phone, phoneEnds))

/** Noted telephones count without their prefixes too. */
const isPhone = (text: string, phoneEnds: ReadonlySet<string>): boolean => {
  const digits = plain('phone', text)
  const isLong = digits.length > LOCAL_DIGITS && text.includes('+')
  return isLong || (digits.length >= LOCAL_DIGITS && phoneEnds.has(localEnd(digits)))
}

const localEnd = (digits: string): string => digits.slice(-LOCAL_DIGITS)

/** Shorter words of names are words of the language, unless they are next to another name. */
const MIN_NAME = 4
const MIN_BESIDE = 3

const wordsOf = (text: string): string[] =>
  (foldText(text).match(/[\p{L}']+/gu) ?? []).filter(({ length }) => length >= MIN_BESIDE)

/** Returns whether a text has several words of noted names, or if one is enough, one that is long enough. */
const hasNames = (text: string, { nameWords }: NotedPeople, least: number): boolean => {
  const words = new Set(wordsOf(text).filter((word) => nameWords.has(word)))
  return words.size > 1 || (least <= 1 && [...words].some(({ length }) => length >= MIN_NAME))
}
