/** Car paints by URL word, in Spanish and English. */
const PAINTS: readonly (readonly [string, ...string[]])[] = [
  ['#eef0f2', 'blanco', 'white', 'blanco-perla', 'perla', 'pearl', 'nacar', 'marfil'],
  ['#26282d', 'negro', 'black', 'negro-metalizado', 'negro-perla'],
  ['#85898f', 'gris', 'grey', 'gray', 'gris-claro', 'light-grey'],
  ['#4e545c', 'gris-oscuro', 'grafito', 'gris-grafito', 'graphite', 'antracita', 'dark-grey', 'plomo'],
  ['#b9bec4', 'plata', 'gris-plata', 'plateado', 'silver', 'gris-metalizado', 'aluminio'],
  ['#c8272e', 'rojo', 'red', 'rojo-metalizado', 'colorado'],
  ['#7a1f32', 'bordo', 'burgundy', 'vino', 'borravino', 'granate', 'rojo-oscuro', 'maroon'],
  ['#2458a8', 'azul', 'blue', 'azul-metalizado', 'azul-electrico'],
  ['#1d2f52', 'azul-marino', 'azul-oscuro', 'navy', 'azul-noche', 'dark-blue'],
  ['#7fb6dd', 'celeste', 'azul-claro', 'light-blue', 'sky-blue'],
  ['#2f7a4b', 'verde', 'green', 'verde-metalizado'],
  ['#2d4a39', 'verde-oscuro', 'verde-ingles', 'dark-green', 'british-green', 'verde-militar', 'oliva'],
  ['#1f8a8c', 'turquesa', 'turquoise', 'petroleo', 'verde-agua', 'teal'],
  ['#d7c6a5', 'beige', 'arena', 'sand', 'crema', 'cream', 'champagne', 'champan'],
  ['#6a4a35', 'marron', 'brown', 'cafe', 'chocolate', 'tabaco', 'marron-metalizado'],
  ['#a8683e', 'bronce', 'bronze', 'cobre', 'copper'],
  ['#e5762a', 'naranja', 'orange', 'terracota'],
  ['#f0c22f', 'amarillo', 'yellow'],
  ['#c9a24b', 'dorado', 'gold', 'oro'],
  ['#6d4b8f', 'violeta', 'violet', 'purpura', 'purple', 'morado', 'lila'],
  ['#d9759b', 'rosa', 'pink', 'rosado', 'fucsia'],
]

const BY_WORD = new Map(PAINTS.flatMap(([paint, ...words]) => words.map((word) => [word, paint])))

/** Finds a paint as `#rrggbb`. `rojo-fuego` falls back to `rojo`; an unknown word to grey. */
export function carPaint(colour: string): string {
  return BY_WORD.get(colour) ?? BY_WORD.get(colour.split('-')[0]!) ?? '#85898f'
}

/** Mixes `share` (0..1) of `other` into `colour`, both `#rrggbb`. */
function tinted(colour: string, other: string, share: number): string {
  const mixed = [1, 3, 5].map((at) => {
    const [a, b] = [colour, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(a! + (b! - a!) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${mixed.join('')}`
}

/** Mixes white into a colour. */
export const lighter = (colour: string, share: number): string => tinted(colour, '#ffffff', share)
/** Mixes near-black into a colour. */
export const darker = (colour: string, share: number): string => tinted(colour, '#0c0f14', share)
