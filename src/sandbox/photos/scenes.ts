import { createPrng } from '../../lib/random/prng.ts'
import {
  type Box,
  type DrawnShape,
  ellipse,
  fill,
  line,
  rectangle,
  roundCoordinate,
  type ShapePaint,
  type SvgPath,
} from './drawing.ts'

/** The area that zoom 1 shows in full, in stage units; wheels are at `ground`. */
export const STAGE = { width: 640, height: 360, ground: 304 } as const

/** Background of a car. */
export interface PhotoScene {
  /** True in the evening and at night: lamps are on. */
  readonly dark: boolean
  /** Back to front, filling at least `view`, which may be far larger than the stage. */
  shapes(view: Box): DrawnShape[]
}

const studio: PhotoScene = {
  dark: false,
  shapes: (view) => [
    ...ground(view, 248, ['#cfd6dd', '#f3f5f7'], ['#b4bcc5', '#dfe4e9']),
    fill('#ffffff', ellipse(320, 150, 300, 150), 0.28),
    fill('#ffffff', ellipse(320, 150, 200, 100), 0.28),
    fill('#ffffff', ellipse(320, 306, 330, 40), 0.4),
  ],
}

const street: PhotoScene = {
  dark: true,
  shapes: (view) => [
    ...ground(view, 262, ['#29295a', '#8a4a78', '#f08a5c', '#fbc27a'], ['#4a4654', '#2a2a35']),
    fill('#ffe3a6', ellipse(452, 236, 34)),
    fill('#574370', skyline(view, 1, 150), 0.75),
    fill('#352d54', skyline(view, 2, 96)),
    fill('#ffd98a', windows(), 0.8),
    fill('#6b6472', band(view, 256, 8)),
    fill(
      '#d9d2c0',
      repeat(view, 90, (x) => `M${x} 338H${x + 44}L${x + 40} 343H${x - 5}Z`),
      0.55,
    ),
    line('#1d1b2e', 4, 'M86 258V92Q86 78 100 78H122'),
    fill('#ffe9b0', ellipse(122, 82, 30), 0.18),
    fill('#fff1c9', 'M110 79H134L130 86H114Z'),
  ],
}

const park: PhotoScene = {
  dark: false,
  shapes: (view) => [
    ...ground(view, 250, ['#7fc4ea', '#d8effa'], ['#8fbf62', '#6da24a']),
    fill('#ffffff', `${cloud(110, 74, 1)}${cloud(470, 50, 1.3)}`, 0.85),
    fill('#7fae74', hedge(view, 232, 34, 70)),
    fill('#5d9455', hedge(view, 246, 22, 46)),
    fill('#6b4d38', 'M70 258L74 190H82L86 258ZM556 258L560 176H569L574 258Z'),
    fill('#3f7d46', ellipse(78, 158, 48, 46)),
    fill('#56975a', ellipse(64, 146, 30, 28)),
    fill('#3f7d46', ellipse(565, 140, 58, 54)),
    fill('#56975a', ellipse(548, 126, 36, 32)),
    fill('#d9cdb4', band(view, 282, 52)),
    fill('#c7b99c', band(view, 330, 4)),
  ],
}

const mountains: PhotoScene = {
  dark: false,
  shapes: (view) => [
    ...ground(view, 254, ['#6fa9d8', '#cfe4ef', '#fbe9d2'], ['#8b8f80', '#6d7168']),
    fill('#fff4d6', ellipse(132, 84, 30)),
    fill('#748ea5', 'M520 60L360 254H690Z'),
    fill('#eef4f8', 'M520 60L480 108L502 102L518 116L534 100L565 112Z'),
    fill('#8ea6c0', ridge(view, 3, 130, 110)),
    fill('#4d6b63', ridge(view, 4, 206, 90)),
    fill('#b59a6a', band(view, 250, 18)),
    fill('#54565c', band(view, 270, 66)),
    fill(
      '#f3e9c8',
      repeat(view, 100, (x) => `M${x} 326H${x + 52}V329H${x}Z`),
      0.8,
    ),
  ],
}

const showroom: PhotoScene = {
  dark: false,
  shapes: (view) => [
    ...ground(view, 244, ['#3a414c', '#59626f'], ['#9aa3ad', '#c9d0d7']),
    fill(
      [
        [0, '#bfe0f2'],
        [0.75, '#e9f5fa'],
        [0.76, '#a9c29a'],
        [1, '#8fae82'],
      ],
      'M36 84H604V232H36Z',
    ),
    fill(
      '#2e343d',
      'M36 78H604V86H36ZM174 84H180V232H174ZM316 84H322V232H316ZM460 84H466V232H460ZM36 226H604V234H36Z',
    ),
    fill('#ffffff', 'M60 222L120 90H150L90 222ZM350 222L410 90H422L362 222Z', 0.35),
    fill(
      '#fff6dc',
      repeat(view, 128, (x) => `M${x + 20} 44H${x + 84}V50H${x + 20}Z`),
    ),
    fill('#4d7a52', 'M18 214C-6 184 8 172 18 196C16 160 34 160 30 196C40 172 56 186 32 214Z'),
    fill('#d8d2c6', 'M10 212H40L36 246H14Z'),
    fill('#ffffff', ellipse(320, 308, 320, 34), 0.28),
  ],
}

const coast: PhotoScene = {
  dark: false,
  shapes: (view) => [
    ...ground(view, 268, ['#5fb3e4', '#c4e6f3', '#fdeccd'], ['#ecd9ae', '#d3b984']),
    fill('#fff6da', ellipse(500, 80, 34)),
    fill('#ffffff', `${cloud(200, 70, 1.2)}${cloud(392, 112, 0.8)}`, 0.8),
    fill(
      [
        [0, '#2f86b5'],
        [1, '#5cc0cf'],
      ],
      band(view, 204, 58),
    ),
    fill('#ffffff', 'M580 202L596 162V202ZM600 202V154L622 202ZM576 205H626L618 212H584Z'),
    fill(
      '#ffffff',
      repeat(
        view,
        120,
        (x) => `M${x} 262Q${x + 30} 254 ${x + 60} 260Q${x + 90} 266 ${x + 120} 258V270H${x}Z`,
      ),
      0.85,
    ),
    line('#8a6546', 8, 'M60 274C70 210 66 160 84 116'),
    fill(
      '#3c8a55',
      'M84 116C60 96 34 102 22 124C46 112 64 112 84 116C72 88 48 78 30 84C54 90 70 100 84 116C96 86 120 78 140 88C116 92 98 102 84 116C112 104 136 112 146 136C126 120 104 116 84 116Z',
    ),
  ],
}

/** Scenes in the order of `n`. */
export const SCENES: readonly PhotoScene[] = [studio, street, park, mountains, showroom, coast]

/**
 * Sky or wall above `horizon`, floor below; each at least 200 units high, so that tall pictures have smooth
 * gradients.
 */
function ground(view: Box, horizon: number, above: string[], below: string[]): DrawnShape[] {
  const top = Math.min(0, view.y)
  const bottom = Math.max(STAGE.height, view.y + view.height)
  return [
    fill(even(above), wide(view, top - 1, horizon - top + 2)),
    fill(even(below), wide(view, horizon, bottom - horizon + 1)),
  ]
}

function even(colours: string[]): ShapePaint {
  return colours.map((colour, i) => [roundCoordinate(i / (colours.length - 1)), colour])
}

function wide(view: Box, y: number, height: number): SvgPath {
  return rectangle({ x: view.x - 1, y, width: view.width + 2, height })
}

const band = wide

// A picture may be thousands of times wider than high; then only the middle gets details.
const MAX_REPEATS = 12

/** Repeats a path every `step` units across the view, at positions that do not depend on the view. */
function repeat(view: Box, step: number, piece: (x: number) => SvgPath): SvgPath {
  return positions(view, step).map(piece).join('')
}

function positions(view: Box, step: number): number[] {
  const first = Math.floor(view.x / step)
  const count = Math.ceil((view.x + view.width) / step) - first
  const middle = Math.round(STAGE.width / 2 / step)
  const start = count <= MAX_REPEATS ? first : middle - MAX_REPEATS / 2
  return Array.from({ length: Math.min(count, MAX_REPEATS) }, (_, i) => (start + i) * step)
}

function skyline(view: Box, seed: number, tallest: number): SvgPath {
  return repeat(view, 80, (x) => {
    const { int } = createPrng(seed * 1000 + x)
    const roof = 262 - int(tallest / 2, tallest)
    const next = 262 - int(tallest / 3, tallest)
    return `M${x} 262V${roof}H${x + 46}V${next}H${x + 80}V262Z`
  })
}

function windows(): SvgPath {
  const { int } = createPrng(5)
  return Array.from({ length: 40 }, () => {
    const [x, y] = [int(1, 62) * 10, int(20, 25) * 10 - 2]
    return `M${x} ${y}H${x + 4}V${y + 5}H${x}Z`
  }).join('')
}

function ridge(view: Box, seed: number, top: number, step: number): SvgPath {
  const peaks = positions({ ...view, x: view.x - step, width: view.width + 2 * step }, step).map((x) => {
    const { int } = createPrng(seed * 1000 + x)
    return `L${x} ${top + int(0, 30)}L${x + step / 2} ${top + int(30, 56)}`
  })
  const inside = positions({ ...view, x: view.x - step, width: view.width + 2 * step }, step)
  return `M${inside[0]} 262${peaks.join('')}V262Z`
}

function hedge(view: Box, base: number, height: number, step: number): SvgPath {
  return repeat(view, step, (x) => {
    const top = base - height - createPrng(x + base).int(0, height)
    return `M${x - 6} ${base + 10}C${x - 10} ${top} ${x + step + 10} ${top} ${x + step + 6} ${base + 10}Z`
  })
}

function cloud(x: number, y: number, size: number): SvgPath {
  const at = (dx: number, dy: number) => `${Math.round(x + dx * size)} ${Math.round(y + dy * size)}`
  return `M${at(0, 0)}C${at(-14, 0)} ${at(-14, -18)} ${at(4, -18)}C${at(8, -38)} ${at(38, -38)} ${at(44, -20)}C${at(62, -28)} ${at(76, -2)} ${at(60, 0)}Z`
}
