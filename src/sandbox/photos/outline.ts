import type { DrawnShape, Layer, SvgPath } from './drawing.ts'

/** A closed polygon as x, y, x, y, and so on. */
export type Polygon = number[]

/** Transforms a layer's coordinates to pixels: (x * scaleX + left, y * scaleY + top). */
export interface Placement {
  readonly left: number
  readonly top: number
  readonly scaleX: number
  readonly scaleY: number
}

/** Flattens a shape to closed polygons in pixels; curves become segments too short to see. */
export function polygons({ outline, pen }: DrawnShape, placement: Placement): Polygon[] {
  const subpaths = typeof outline === 'string' ? flatten(outline, placement) : [oval(outline, placement)]
  if (pen === undefined) return subpaths
  return subpaths.map((points) => stroke(points, (pen * Math.abs(placement.scaleY)) / 2))
}

/** Places a layer in a picture of `scale` pixels per unit whose upper left corner is at `corner`. */
export function placement(layer: Layer, scale: number, corner: { x: number; y: number }): Placement {
  return {
    left: (layer.x - corner.x) * scale,
    top: (layer.y - corner.y) * scale,
    scaleX: layer.scaleX * scale,
    scaleY: layer.scaleY * scale,
  }
}

const OPERANDS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, Z: 0 }

function flatten(path: SvgPath, { left, top, scaleX, scaleY }: Placement): Polygon[] {
  const done: Polygon[] = []
  let points: Polygon = []
  let x = 0
  let y = 0
  for (const [, command = '', rest = ''] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const count = OPERANDS[command]
    if (count === undefined || (count > 0 && numbers.length % count !== 0)) {
      throw new Error(`path: expected absolute M, L, H, V, C, Q, Z with their numbers, got ${command}${rest}`)
    }
    for (let i = 0; i < numbers.length; i += count) {
      const pixel = numbers.slice(i, i + count).map((value, k) => {
        const vertical = command === 'V' || k % 2 === 1
        return vertical ? value * scaleY + top : value * scaleX + left
      })
      if (command === 'M') done.push((points = []))
      const from: Point = [x, y]
      if (command === 'H') x = pixel[0]!
      else if (command === 'V') y = pixel[0]!
      else [x, y] = [pixel[count - 2]!, pixel[count - 1]!]
      if (command === 'C' || command === 'Q')
        bend(points, from, command === 'C' ? pixel : raised(from, pixel))
      else points.push(x, y)
    }
  }
  return done
}

type Point = readonly [number, number]

/** Converts the control points of a quadratic curve to those of the equal cubic one. */
function raised([x, y]: Point, q: readonly number[]): number[] {
  const third = (from: number, control: number) => from + ((control - from) * 2) / 3
  return [third(x, q[0]!), third(y, q[1]!), third(q[2]!, q[0]!), third(q[3]!, q[1]!), q[2]!, q[3]!]
}

function bend(points: Polygon, [x, y]: Point, c: readonly number[]): void {
  const reach = Math.abs(c[0]! - x) + Math.abs(c[1]! - y) + Math.abs(c[4]! - c[2]!) + Math.abs(c[5]! - c[3]!)
  const steps = pieces(reach)
  for (let i = 1; i <= steps; i++) {
    const t = i / steps
    const u = 1 - t
    const [a, b, d, e] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
    points.push(a * x + b * c[0]! + d * c[2]! + e * c[4]!, a * y + b * c[1]! + d * c[3]! + e * c[5]!)
  }
}

function oval(
  { cx, cy, rx, ry }: Exclude<DrawnShape['outline'], string>,
  { left, top, scaleX, scaleY }: Placement,
): Polygon {
  const [a, b] = [rx * Math.abs(scaleX), ry * Math.abs(scaleY)]
  const steps = 4 * pieces(1.1 * Math.max(a, b))
  return Array.from({ length: steps * 2 }, (_, i) => {
    const angle = (Math.floor(i / 2) / steps) * 2 * Math.PI
    return i % 2 === 0 ? cx * scaleX + left + a * Math.cos(angle) : cy * scaleY + top + b * Math.sin(angle)
  })
}

/** Number of segments for a curve: the error falls with its square, and stays near a tenth of a pixel. */
function pieces(reachPx: number): number {
  return Math.max(4, Math.min(160, Math.ceil(Math.sqrt(reachPx) * 1.6)))
}

/**
 * Outlines a line: one side forward, the other back, in one direction, so that crossing lines do not cancel.
 */
function stroke(points: Polygon, half: number): Polygon {
  const there: number[] = []
  const back: number[] = []
  const count = points.length / 2
  const direction = (i: number): Point => {
    const j = Math.max(0, Math.min(count - 2, i))
    const dx = points[j * 2 + 2]! - points[j * 2]!
    const dy = points[j * 2 + 3]! - points[j * 2 + 1]!
    const length = Math.hypot(dx, dy) || 1
    return [dx / length, dy / length]
  }
  for (let i = 0; i < count; i++) {
    const [ax, ay] = direction(i - 1)
    const [bx, by] = direction(i)
    // The mitre is limited to twice the pen, since sharp corners would extend too far.
    const lengthen = half / Math.max(0.5, Math.hypot(ax + bx, ay + by) / 2)
    const sum = Math.hypot(ax + bx, ay + by) || 1
    const [nx, ny] = [(-(ay + by) / sum) * lengthen, ((ax + bx) / sum) * lengthen]
    there.push(points[i * 2]! + nx, points[i * 2 + 1]! + ny)
    back.unshift(points[i * 2]! - nx, points[i * 2 + 1]! - ny)
  }
  return [...there, ...back]
}
