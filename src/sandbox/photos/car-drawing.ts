import { carPaint, darker, lighter } from './colours.ts'
import { type DrawnShape, ellipse, fill, line, type SvgPath } from './drawing.ts'
import type { Silhouette } from './silhouettes.ts'

const GROUND = 200
const RUBBER = '#1a1b1e'
const PLASTIC = '#2b2d31'
const GLASS: DrawnShape['paint'] = [
  [0, '#6f8796'],
  [0.55, '#41525f'],
  [1, '#26323b'],
]

/** Draws a car as shapes from back to front, in centimetres (see `Silhouette`). `lit` turns its lamps on. */
export function carShapes(shape: Silhouette, colour: string, lit: boolean): DrawnShape[] {
  const paint = carPaint(colour)
  const { length, sill, glints } = shape
  return [
    fill('#05070a', ellipse(length / 2, GROUND - 1, length * 0.54, 13), 0.25),
    fill('#05070a', ellipse(length / 2, GROUND - 2, length * 0.48, 8), 0.5),
    // The underside closes the gap between the wheels.
    fill('#15171a', `M${shape.axles[0]} ${sill - 20}H${shape.axles[1]}V${sill + 12}H${shape.axles[0]}Z`),
    ...(shape.behind ? [fill(PLASTIC, shape.behind)] : []),
    fill(bodyPaint(paint), shape.body),
    fill(shape.cladding ? PLASTIC : darker(paint, 0.45), skirt(shape)),
    fill(GLASS, shape.glass),
    ...glints.at.map((x) => fill('#ffffff', slant(x, 13, glints), 0.16)),
    ...(shape.pillars ? [line(PLASTIC, 5, shape.pillars)] : []),
    line(darker(paint, 0.5), 1.4, shape.seams),
    line(lighter(paint, 0.6), 2, shape.crease, 0.5),
    ...shape.handles.map(([x, y]) =>
      fill(darker(paint, 0.45), `M${x} ${y}H${x + 18}Q${x + 18} ${y + 5} ${x + 13} ${y + 5}H${x}Z`),
    ),
    ...(shape.before ? [fill(PLASTIC, shape.before)] : []),
    fill(darker(paint, 0.25), mirror(shape.mirror)),
    fill(PLASTIC, intake(shape)),
    fill(lit ? '#fff3c4' : '#e3edf3', shape.frontLight),
    line(darker(paint, 0.55), 1.6, shape.frontLight),
    fill(lit ? '#ff4634' : '#b3202a', shape.rearLight),
    ...shape.axles.flatMap((x) => wheel(x, shape)),
    ...(lit ? [fill('#ffe9a8', beam(shape.frontLight), 0.22)] : []),
  ]
}

/** Sky above, its reflection ending at the crease, then the shade of the lower doors. */
function bodyPaint(paint: string): DrawnShape['paint'] {
  return [
    [0, lighter(paint, 0.32)],
    [0.4, lighter(paint, 0.14)],
    [0.58, paint],
    [0.62, darker(paint, 0.1)],
    [1, darker(paint, 0.42)],
  ]
}

/** The lower edge from bumper to bumper. */
function skirt({ length, sill, cladding }: Silhouette): SvgPath {
  const height = cladding ? 16 : 8
  return `M6 ${sill - height}H${length - 5}Q${length - 5} ${sill + 1} ${length - 14} ${sill + 1}H12Q6 ${sill} 6 ${sill - height}Z`
}

/** The air intake in the front bumper, seen from the side. */
function intake({ sill }: Silhouette): SvgPath {
  const top = sill - 32
  return `M4 ${top}H24Q30 ${top + 1} 27 ${top + 6}L23 ${top + 12}H4Z`
}

function slant(x: number, width: number, { top, bottom }: Silhouette['glints']): SvgPath {
  const lean = (bottom - top) * 0.6
  return `M${x + lean} ${top + 2}H${x + lean + width}L${x + width} ${bottom - 2}H${x}Z`
}

function mirror([x, y]: Silhouette['mirror']): SvgPath {
  return `M${x} ${y}C${x + 2} ${y - 10} ${x + 10} ${y - 12} ${x + 18} ${y - 11}L${x + 17} ${y + 2}H${x + 4}Z`
}

function wheel(x: number, { wheelRadius: r, sill, cladding }: Silhouette): DrawnShape[] {
  const y = GROUND - r
  const rim = r * 0.66
  const spokes = [0, 1, 2, 3, 4].map((k) => {
    const angle = (k / 5) * 2 * Math.PI - Math.PI / 2
    return `M${x} ${y}L${Math.round(x + (rim - 1) * Math.cos(angle))} ${Math.round(y + (rim - 1) * Math.sin(angle))}`
  })
  return [
    fill(cladding ? PLASTIC : '#101113', arch(x, y, r + (cladding ? 10 : 5), sill + 1)),
    fill(RUBBER, ellipse(x, y, r)),
    fill('#b9bfc6', ellipse(x, y, rim)),
    fill('#33373d', ellipse(x, y, rim - 3)),
    line('#cdd2d8', 6, spokes.join('')),
    fill('#8b929b', ellipse(x, y, 5)),
  ]
}

/** A half disc over the wheel, straight down to the sill. */
function arch(x: number, y: number, r: number, bottom: number): SvgPath {
  const k = Math.round(r * 0.552)
  return `M${x - r} ${bottom}V${y}C${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r}C${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y}V${bottom}Z`
}

/** Light from the lamp's foremost point along the ground ahead. */
function beam(lamp: SvgPath): SvgPath {
  const [x = '0', y = '0'] = lamp.match(/\d+/g) ?? []
  return `M${x} ${y}L-190 ${Number(y) + 22}L-190 ${GROUND}L-60 ${GROUND}Z`
}
