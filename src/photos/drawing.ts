/**
 * What a picture consists of. One such description is written as SVG (`photo-svg.ts`) and painted as pixels
 * (`photo-raster.ts`), so both formats show the same car.
 */
export interface Drawing {
  readonly widthPx: number
  readonly heightPx: number
  /** The part of the stage that fills the picture, in stage units; it has the picture's aspect ratio. */
  readonly view: Box
  /** Back to front. */
  readonly layers: readonly Layer[]
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Shapes in coordinates of their own: a point (px, py) lies at (x + px * scaleX, y + py * scaleY) of the stage. */
export interface Layer {
  readonly x: number
  readonly y: number
  /** Negative mirrors. */
  readonly scaleX: number
  readonly scaleY: number
  readonly shapes: readonly Shape[]
}

export interface Shape {
  readonly outline: Path | Ellipse
  readonly paint: Paint
  /** 0..1, 1 when absent. */
  readonly opacity?: number
  /** Given: the outline is drawn as a line of this width instead of filled; the paint is then one colour. */
  readonly pen?: number
}

/** SVG path data of the absolute commands M, L, H, V, C, Q and Z. Filled by the nonzero rule. */
export type Path = string

export interface Ellipse {
  readonly cx: number
  readonly cy: number
  readonly rx: number
  readonly ry: number
}

/**
 * `#rrggbb`, or stops (offset 0..1, colour) from the top to the bottom of the shape's box. Gradients are vertical only:
 * every row of pixels then has one colour, which is what makes painting a large picture cheap.
 */
export type Paint = string | readonly (readonly [number, string])[]

export function fill(paint: Paint, outline: Path | Ellipse, opacity = 1): Shape {
  return opacity === 1 ? { outline, paint } : { outline, paint, opacity }
}

export function line(paint: string, pen: number, outline: Path, opacity = 1): Shape {
  return opacity === 1 ? { outline, paint, pen } : { outline, paint, pen, opacity }
}

export function ellipse(cx: number, cy: number, rx: number, ry = rx): Ellipse {
  return { cx, cy, rx, ry }
}

export function rectangle({ x, y, width, height }: Box): Path {
  return `M${tidy(x)} ${tidy(y)}H${tidy(x + width)}V${tidy(y + height)}H${tidy(x)}Z`
}

/** At most one decimal: finer than any pixel here, and short in SVG. */
export function tidy(value: number): number {
  return Math.round(value * 10) / 10
}
