/**
 * A picture as vector shapes. `svg.ts` writes it as SVG and `raster.ts` as pixels, so that both formats show
 * the same car.
 */
export interface PhotoDrawing {
  readonly widthPx: number
  readonly heightPx: number
  /** Visible part of the stage, in stage units, with the aspect ratio of the picture. */
  readonly view: Box
  /** Back to front. */
  readonly layers: readonly Layer[]
}

/** A rectangle by its upper left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Shapes in local coordinates: (px, py) is drawn at (x + px * scaleX, y + py * scaleY) of the stage. */
export interface Layer {
  readonly x: number
  readonly y: number
  /** Negative mirrors. */
  readonly scaleX: number
  readonly scaleY: number
  readonly shapes: readonly DrawnShape[]
}

/** A filled outline or a line. */
export interface DrawnShape {
  readonly outline: SvgPath | Ellipse
  readonly paint: ShapePaint
  /** 0..1; default 1. */
  readonly opacity?: number
  /** Line width: the outline is stroked instead of filled, in one colour. */
  readonly pen?: number
}

/** SVG path data of the absolute commands M, L, H, V, C, Q and Z. Filled by the nonzero rule. */
export type SvgPath = string

/** An ellipse by centre and radii. */
export interface Ellipse {
  readonly cx: number
  readonly cy: number
  readonly rx: number
  readonly ry: number
}

/**
 * `#rrggbb`, or gradient stops (offset 0..1, colour) from the top to the bottom of the shape. Gradients are
 * only vertical: each row of pixels then has one colour, which makes large pictures cheap.
 */
export type ShapePaint = string | readonly (readonly [number, string])[]

/** Creates a filled shape. */
export function fill(paint: ShapePaint, outline: SvgPath | Ellipse, opacity = 1): DrawnShape {
  return opacity === 1 ? { outline, paint } : { outline, paint, opacity }
}

/** Creates a stroked line. */
export function line(paint: string, pen: number, outline: SvgPath, opacity = 1): DrawnShape {
  return opacity === 1 ? { outline, paint, pen } : { outline, paint, pen, opacity }
}

/** Creates an ellipse, or a circle without `ry`. */
export function ellipse(cx: number, cy: number, rx: number, ry = rx): Ellipse {
  return { cx, cy, rx, ry }
}

/** Path of a rectangle. */
export function rectangle({ x, y, width, height }: Box): SvgPath {
  return `M${roundCoordinate(x)} ${roundCoordinate(y)}H${roundCoordinate(x + width)}V${roundCoordinate(y + height)}H${roundCoordinate(x)}Z`
}

/** Rounds to one decimal: finer than a pixel, and short in SVG. */
export function roundCoordinate(value: number): number {
  return Math.round(value * 10) / 10
}
