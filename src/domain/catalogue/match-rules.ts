import type { Named } from '../../world/catalogue.ts'

/** What the best-match searches and the car of a create take for a name (`catalogue/best-match-scoring`). */

/** Bounds of the readings of a name, in letters and edits. Slips of single words: `allowedTypos`. */
export const MATCH_RULES = {
  /** Shorter texts sound alike by chance. */
  leastLettersOfSound: 3,
  /** Shorter texts are not searched for one slip of sounds (`renol` for `Renault`). */
  leastLettersOfSoundSlip: 5,
  /** Rank of one slip of sounds among slips of letters. */
  soundSlip: 2.5,
  /** Shorter names of brands, fuels and the like have to be complete. */
  leastLettersWithoutLast: 3,
  /** Shorter beginnings of codenames fit too many. */
  leastBeginningOfCodename: 2,
  /** In a free text: names by sound or slip need this many letters. */
  leastLettersInText: 4,
  /** In a free text one slip is a name beside its brand; two are another word. */
  slipsInText: 1,
  /** Further words of a free text are ignored. */
  wordsInText: 24,
  /** Neighbouring words that may form one name: `land rover`, `c r v`. */
  wordsInName: 4,
} as const

/** How Argentines call brands, beside the catalogue's codenames, by the brand's first codename. */
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

/** Returns the nicknames of a brand; none for other entries. */
export const nicknamesOf = ({ path, codenames: [codename = ''] }: Named): readonly string[] =>
  path.startsWith('/v3/marcas/') && Object.hasOwn(NICKNAMES, codename) ? (NICKNAMES[codename] ?? []) : []

/** Words before a model that are no part of its name. */
export const WORDS_BEFORE_MODEL: ReadonlySet<string> = new Set(['nuevo', 'nueva', 'new', 'modelo'])

/**
 * Words of ordinary language that are, or sound like, a brand or a model. Such a word names a car only beside
 * other words of that car.
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  [
    'a accent acento acorde agil agile al alfa alta alto amiga amigo argo astra ateca avenger base blazer born',
    'bolt boxer bravo cabrio captar capturar caravana carga carnaval charger city clase clasica clasico classic',
    'clio compacto compas compass cordoba corona corsa cross cruce cruza cupra de defender del dolphin ds duna',
    'edge el en es escort expert experto face falcon fiesta fit fox fun gas gol grande han hatch idea impresa',
    'inca is king la land las leaf leal legacy legend leon li linea lo los ls mac march marcha master mb merce',
    'merced mercedes mi mini mito montana monta note nota nx onda one partner patriot pilot polo prado prelude',
    'premio prisma pro pulsa pulse punta punto ram rapid rapido rea rio rota sandra seal seat sentra serie shark',
    'sierra sin so sol song sonata soul space spark sport spin spring stinger strada stratus swift symbol talla',
    'tang tank tera toda todo toledo toro toros tracker transito transit trafico trafic uno un up ux venue venta',
    'vento versa via vitara x',
  ].flatMap((line) => line.split(' ')),
)
