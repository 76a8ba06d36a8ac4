import type { Named } from '../../world/catalogue.ts'

/** Rules for names in best-match searches and creates (`catalogue/best-match-scoring`). */

/** Bounds for the interpretations of a name, in letters and edits. Slips of single words: `allowedTypos`. */
export const MATCH_RULES = {
  /** Shorter texts sound the same by chance. */
  leastLettersOfSound: 3,
  /** Shorter texts are not searched for one slip of sounds (`renol` for `Renault`). */
  leastLettersOfSoundSlip: 5,
  /** Rank of one slip of sounds among slips of letters. */
  soundSlip: 2.5,
  /** Added to the slips of a name that begins with another sound; less than one slip. */
  otherFirstSound: 0.25,
  /** Shorter names of brands, fuels and the like have to be complete. */
  leastLettersWithoutLast: 3,
  /** Shorter beginnings of codenames fit too many. */
  leastBeginningOfCodename: 2,
  /** In a free text: names by sound or slip need this many letters. */
  leastLettersInText: 4,
  /** In a free text, a word with one slip next to its brand is a name; with two it is another word. */
  slipsInText: 1,
  /** More words of a free text are ignored. */
  wordsInText: 24,
  /** Neighbouring words that may form one name: `land rover`, `c r v`. */
  wordsInName: 4,
} as const

/** Argentine nicknames of brands, besides the catalogue's codenames, by the brand's first codename. */
const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  volkswagen: ['volks', 'v w', 'vokswagen'],
  chevrolet: ['chevro', 'chevi'],
  renault: ['reno', 'renol'],
  peugeot: ['peyo', 'pejo', 'peugeo'],
  citroen: ['citro'],
  'mercedes-benz': ['merce', 'm benz', 'mercedes b'],
  jeep: ['yip', 'yeep'],
  mitsubishi: ['mitsu'],
  'land-rover': ['land'],
  hyundai: ['hunday'],
}

const CAPITAL = ['caba', 'capital', 'cap fed', 'cap federal', 'capital federal', 'ciudad de buenos aires']

/** Argentine short forms of regions and cities, by name. */
const PLACE_NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  'Buenos Aires': ['bs as', 'bs aires', 'b aires', 'pba'],
  'Ciudad Autónoma de Buenos Aires': [...CAPITAL, 'cdad de bs as', 'ciudad de bs as'],
  Corrientes: ['ctes'],
  Córdoba: ['cba'],
  'Entre Ríos': ['e rios'],
  Formosa: ['fsa'],
  'Mar del Plata': ['mdp', 'mdq', 'mardel'],
  Mendoza: ['mza', 'mdza'],
  Misiones: ['mnes'],
  Neuquén: ['nqn'],
  'Río Negro': ['r negro'],
  Salta: ['sla'],
  'San Miguel de Tucumán': ['s m de tucuman', 'smt'],
  'Santa Cruz': ['sta cruz', 's cruz'],
  'Santa Fe': ['sta fe', 's fe', 'sfe'],
  'Santiago del Estero': ['sgo del estero', 'stgo del estero', 'sgo estero', 'sde'],
  'Tierra del Fuego, Antártida e Islas del Atlántico Sur': ['tdf', 't del fuego'],
  Tucumán: ['tuc'],
}

/** Returns the nicknames of a brand, a region or a city; none for other entries. */
export function nicknamesOf(entry: Named): readonly string[] {
  const { Nombre, path } = entry
  const [codename = ''] = entry.codenames
  if (path.startsWith('/v3/marcas/'))
    return Object.hasOwn(NICKNAMES, codename) ? (NICKNAMES[codename] ?? []) : []
  const isPlace = 'Iso' in entry || 'region' in entry
  if (!isPlace || !Object.hasOwn(PLACE_NICKNAMES, Nombre)) return []
  const names = PLACE_NICKNAMES[Nombre] ?? []
  return 'region' in entry && Nombre === 'Buenos Aires' ? [...names, ...CAPITAL] : names
}

/** Words before a model that are not part of its name. */
export const WORDS_BEFORE_MODEL: ReadonlySet<string> = new Set(['nuevo', 'nueva', 'new', 'modelo'])

/**
 * Words of ordinary language that are a brand or a model, or sound like one (`catalogue/ordinary-words`).
 * Such a word names a car only together with other words of that car.
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  [
    'alfa alhambra amigo argo astra besta bolt bongo boreal born boxer bravo bronco cabrio cactus caravan celta',
    'centra charger city civic classic compas cordoba corona courier cross cruce defender ds duna edge es escort',
    'evoque expert explorer face falcon fiesta fit focus forte fox fun galaxy gol golf han hatch ibiza idea',
    'impresa inca is king laguna lancer land leaf legacy legend leon linea lounge ls march master merce mini',
    'mirage mito montana neon note octavia onda partner patriot pilot polo prado prisma pulse punto ram reno rio',
    'santafe seal seat siena sierra sonata soul spark spin strada swift symbol tang tera toledo toro tracker',
    'transit uno up ux vento venue versa voyage',
  ].flatMap((line) => line.split(' ')),
)

/** Argentine spellings of currencies besides names, codes and symbols, without spaces, by ISO 4217 code. */
export const CURRENCY_SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  ARS: ['$', '$a', 'a$', 'ar$', '$ar', '$ars', '$arg'],
  USD: ['u$s', 'us$', 'u$d', 'u$', '$us', '$u$', 'u$a', 'usd$', '$usd', 'uss', 'u$ds', 'dls', 'usa$'],
  EUR: ['€', 'eu'],
  BRL: ['r$', 'rs'],
}

/** Words for the country of a currency, as the catalogue's name has it. */
export const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  americano: 'estadounidense',
  usa: 'estadounidense',
  eeuu: 'estadounidense',
  billete: 'estadounidense',
  nacional: 'argentino',
  brasilero: 'brasileno',
  brasil: 'brasileno',
}

/**
 * Words of version names that adverts use for any car. They do not identify the model.
 */
export const ORDINARY_TRIMS: ReadonlySet<string> = new Set(
  [
    'aire base cabina classic city confort corta corto cuero doble familiar full furgon gris high larga largo',
    'luxury mediano mixto nuevo pack pasajeros plus premium seguridad sport super techo tope ultra urban',
    '1.0 1.2 1.3 1.4 1.5 1.6 1.8 2.0 2.2 2.4 2.5 2.8 3.0 3.2 12 4p 5p 3p 4x4 4x2 at mt cv',
  ].flatMap((line) => line.split(' ')),
)
