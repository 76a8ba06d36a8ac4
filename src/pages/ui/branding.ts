/** Name and colour under which a world's storefront is demonstrated. */
export interface Branding {
  /** Name in the header; undefined for that of the storefront. */
  readonly name: string | undefined
  /** `#rrggbb`; undefined for the colours of the storefront. */
  readonly colour: string | undefined
}

/** Where brandings outlive the server. */
export interface BrandingFile {
  read(): string | undefined
  write(text: string): void
}

/** Worlds with a branding at a time; the oldest is forgotten. */
const MAX_BRANDINGS = 100
/** Longest name, in characters. */
export const MAX_BRAND_NAME = 40

/** The brandings of a server by world: in memory, and in a file where one is given. */
export class Brandings {
  readonly #byWorld = new Map<string, Branding>()
  readonly #file: BrandingFile | undefined

  constructor(file?: BrandingFile) {
    this.#file = file
    for (const [world, name, colour] of brandingsIn(file?.read())) this.#put(world, { name, colour })
  }

  /** Returns the branding of a world, if it has one. */
  get(world: string): Branding | undefined {
    return this.#byWorld.get(world)
  }

  /** Sets a branding; a wrong colour counts as none, a long name is cut. */
  set(world: string, branding: Branding): void {
    this.#put(world, branding)
    const rows = Array.from(this.#byWorld, ([of, { name = '', colour = '' }]) => [of, name, colour])
    this.#file?.write(JSON.stringify(rows))
  }

  #put(world: string, { name, colour }: Branding): void {
    this.#byWorld.delete(world)
    for (const [oldest] of this.#byWorld) {
      if (this.#byWorld.size < MAX_BRANDINGS) break
      this.#byWorld.delete(oldest)
    }
    const isColour = colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour)
    this.#byWorld.set(world, {
      name: name?.slice(0, MAX_BRAND_NAME) || undefined,
      colour: isColour ? colour.toLowerCase() : undefined,
    })
  }
}

/** Reads rows of world, name and colour. A damaged file has none: a demo starts again. */
const brandingsIn = (text = '[]'): [world: string, name: string, colour: string][] => {
  try {
    const rows: unknown = JSON.parse(text)
    return Array.isArray(rows)
      ? rows.map(([world, name, colour]) => [`${world}`, `${name}`, `${colour}`])
      : []
  } catch {
    return []
  }
}

type Colour = readonly [red: number, green: number, blue: number]

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
/** Grounds of the themes that are nearest to their texts, as in base.css. */
const GROUNDS = { light: [238, 241, 244], dark: [31, 39, 48] } as const
/** Contrast of text that WCAG 2.2 asks for. */
const MIN_CONTRAST = 4.5

const parsed = (hex: string): Colour => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

const written = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Returns the colour at `share` of the way from one to the other. */
const between = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

const linear = (part: number): number =>
  part <= 10.314_75 ? part / 3_294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4

const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

const contrastOf = (one: Colour, other: Colour): number => {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

/** Returns white or black, whichever is easier to read on the colour; one of them always has 4.5. */
const readableOn = (colour: Colour): Colour =>
  contrastOf(colour, WHITE) >= contrastOf(colour, BLACK) ? WHITE : BLACK

const STEPS = 100

/** Returns the colour, moved towards white or black as little as makes it readable on the ground. */
const readableAgainst = (colour: Colour, ground: Colour, towards: Colour): Colour => {
  for (let step = 0; step < STEPS; step++) {
    // Rounded as it will be written, so that the written colour is the one that was measured.
    const moved = parsed(written(between(colour, towards, step / STEPS)))
    if (contrastOf(moved, ground) >= MIN_CONTRAST) return moved
  }
  return towards
}

/** Returns the style sheet that gives a storefront this colour, readable in both themes. */
export const brandStyles = (hex: string): string => {
  const colour = parsed(hex)
  const accents = {
    light: readableAgainst(colour, GROUNDS.light, BLACK),
    dark: readableAgainst(colour, GROUNDS.dark, WHITE),
  }
  const rule = (accent: Colour): string =>
    `:root{--brand:${hex};--on-brand:${written(readableOn(colour))};--accent:${written(accent)};` +
    `--action:${written(accent)};--on-action:${written(readableOn(accent))}}`
  const header = '.top :focus-visible{outline-color:var(--on-brand)}.brand svg{fill:var(--on-brand)}'
  return `${rule(accents.light)}@media (prefers-color-scheme:dark){${rule(accents.dark)}}${header}\n`
}
