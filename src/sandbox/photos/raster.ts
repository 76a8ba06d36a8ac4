import type { PhotoDrawing, ShapePaint } from './drawing.ts'
import { type Polygon, placement, polygons } from './outline.ts'

/** Receives rows from top to bottom, pixels 0xrrggbb. The array is reused for the next row. */
export type RowSink = (row: Uint32Array, y: number) => void

/**
 * Rasterises a drawing row by row, so that a row stays in the CPU cache and the whole picture is never in
 * memory. Anti-aliasing uses exact area: each edge adds its area to the pixels that it crosses, and a
 * running sum over the row gives each pixel's coverage.
 */
export function rasterise(drawing: PhotoDrawing, sink: RowSink): void {
  for (const _ of rasterRows(drawing, sink));
}

/** Rasterises like `rasterise`, and yields after each row, so that the caller may pause. */
export function* rasterRows(drawing: PhotoDrawing, sink: RowSink): Generator<void> {
  const { widthPx, heightPx, view } = drawing
  const scale = widthPx / view.width
  const painters = drawing.layers.flatMap((layer) =>
    layer.shapes.map((shape) => {
      const outlines = polygons(shape, placement(layer, scale, view))
      return painter(outlines, shape.paint, { widthPx, heightPx, opacity: shape.opacity ?? 1 })
    }),
  )
  const row = new Uint32Array(widthPx)
  // Two cells beyond the right border collect the area of edges outside the picture.
  const area = new Float32Array(widthPx + 2)
  for (let y = 0; y < heightPx; y++) {
    for (const paint of painters) {
      if (y >= paint.firstRow && y < paint.endRow) paint.over(row, area, y)
    }
    sink(row, y)
    yield
  }
}

interface Painter {
  readonly firstRow: number
  readonly endRow: number
  over(row: Uint32Array, area: Float32Array, y: number): void
}

interface Edge {
  readonly x: number
  readonly top: number
  readonly bottom: number
  /** Change of x for each row downwards. */
  readonly slope: number
  /** 1 downwards, -1 upwards. */
  readonly sign: number
}

function painter(
  outlines: Polygon[],
  paint: ShapePaint,
  frame: { widthPx: number; heightPx: number; opacity: number },
): Painter {
  const edges = outlines.flatMap(edgesOf).sort((a, b) => a.top - b.top)
  const top = edges[0]?.top ?? 0
  const bottom = edges.reduce((low, edge) => Math.max(low, edge.bottom), top)
  const colourAt = colours(paint, top, bottom)
  const span = { first: 0, last: 0 }
  let active: Edge[] = []
  let waiting = 0
  return {
    firstRow: Math.max(0, Math.floor(top)),
    endRow: Math.min(frame.heightPx, Math.ceil(bottom)),
    over(row, area, y) {
      while (waiting < edges.length && edges[waiting]!.top < y + 1) active.push(edges[waiting++]!)
      active = active.filter((edge) => edge.bottom > y)
      span.first = frame.widthPx
      span.last = 0
      for (const edge of active) addEdge(edge, area, y, span)
      cover(row, area, span, colourAt(y), frame.opacity)
    },
  }
}

function edgesOf(points: Polygon): Edge[] {
  const edges: Edge[] = []
  for (let i = 0; i < points.length; i += 2) {
    const next = (i + 2) % points.length
    const [x0, y0, x1, y1] = [points[i]!, points[i + 1]!, points[next]!, points[next + 1]!]
    if (y0 === y1) continue
    const slope = (x1 - x0) / (y1 - y0)
    edges.push(
      y0 < y1
        ? { x: x0, top: y0, bottom: y1, slope, sign: 1 }
        : { x: x1, top: y1, bottom: y0, slope, sign: -1 },
    )
  }
  return edges
}

/** Adds one edge's area in row `y` to the cells that it crosses, and extends `span` to them. */
function addEdge(edge: Edge, area: Float32Array, y: number, span: { first: number; last: number }): void {
  const from = Math.max(edge.top, y)
  const to = Math.min(edge.bottom, y + 1)
  const limit = area.length - 2
  const xa = clamp(edge.x + (from - edge.top) * edge.slope, limit)
  const xb = clamp(edge.x + (to - edge.top) * edge.slope, limit)
  const height = (to - from) * edge.sign
  const left = Math.min(xa, xb)
  const right = Math.max(xa, xb)
  const first = Math.floor(left)
  const last = Math.max(first, Math.ceil(right) - 1)
  if (first < span.first) span.first = first
  if (last + 1 > span.last) span.last = last + 1
  if (first === last) {
    const beyond = (left + right) / 2 - first
    area[first]! += height * (1 - beyond)
    area[first + 1]! += height * beyond
    return
  }
  // A shallow edge: each cell gains the area right of the edge.
  const perPixel = height / (right - left)
  let before = 0
  let reached = 0
  for (let cell = first; cell <= last; cell++) {
    const start = Math.max(left, cell)
    const end = Math.min(right, cell + 1)
    const piece = perPixel * (end - start)
    const covered = reached + piece * (cell + 1 - (start + end) / 2)
    area[cell]! += covered - before
    before = covered
    reached += piece
  }
  area[last + 1]! += height - before
}

function clamp(x: number, limit: number): number {
  return Math.max(0, Math.min(limit, x))
}

/**
 * Sums the cells from left to right, blends the colour by coverage, and clears the cells for the next shape.
 */
function cover(
  row: Uint32Array,
  area: Float32Array,
  span: { first: number; last: number },
  colour: number,
  opacity: number,
): void {
  const end = Math.min(span.last + 1, row.length)
  let sum = 0
  let alpha = 0
  for (let x = span.first; x < end; x++) {
    const change = area[x]!
    if (change !== 0) {
      area[x] = 0
      sum += change
      alpha = Math.round(Math.min(1, Math.abs(sum)) * opacity * 256)
    }
    if (alpha === 256) row[x] = colour
    else if (alpha !== 0) row[x] = blend(row[x]!, colour, alpha)
  }
  area[row.length] = 0
  area[row.length + 1] = 0
}

/** Blends `alpha` of 256 parts of `over`; red and blue share one multiplication. */
function blend(under: number, over: number, alpha: number): number {
  const rest = 256 - alpha
  const redBlue = (((under & 0xff00ff) * rest + (over & 0xff00ff) * alpha) / 256) & 0xff00ff
  const green = (((under & 0xff00) * rest + (over & 0xff00) * alpha) / 256) & 0xff00
  return redBlue | green
}

/** Colour of each row; gradients run from top to bottom of the shape, as with SVG's objectBoundingBox. */
function colours(paint: ShapePaint, top: number, bottom: number): (y: number) => number {
  if (typeof paint === 'string') {
    const one = hex(paint)
    return () => one
  }
  const stops = paint.map(([offset, colour]) => ({ offset, colour: hex(colour) }))
  return (y) => {
    const at = (y + 0.5 - top) / (bottom - top)
    const after = stops.findIndex((stop) => stop.offset > at)
    if (after === 0) return stops[0]!.colour
    if (after === -1) return stops.at(-1)!.colour
    const [a, b] = [stops[after - 1]!, stops[after]!]
    return blend(a.colour, b.colour, Math.round(((at - a.offset) / (b.offset - a.offset)) * 256))
  }
}

function hex(colour: string): number {
  return Number.parseInt(colour.slice(1), 16)
}
