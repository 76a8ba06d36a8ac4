import { nextTurn } from '../../lib/runtime/next-turn.ts'
import { PngStrips, pngWriter } from '../../lib/runtime/png-writer.ts'
import type { PhotoRequest } from '../../model/domain/publications/photo-url.ts'
import { carShapes } from './car-drawing.ts'
import type { Box, Layer, PhotoDrawing } from './drawing.ts'
import { rasterise, rasterRows } from './raster.ts'
import { SCENES, STAGE } from './scenes.ts'
import { type Silhouette, silhouette } from './silhouettes.ts'
import { svgDocument } from './svg.ts'

/** Renders a photo as SVG or PNG. Pure: equal requests give equal bytes. */
export function renderPhoto(request: PhotoRequest): Uint8Array {
  const drawing = draw(request)
  if (request.format === 'svg') return new TextEncoder().encode(svgDocument(drawing))
  const png = pngWriter(request.widthPx, request.heightPx)
  rasterise(drawing, png.row)
  return png.bytes()
}

/** Maximum time that rendering holds the event loop at once. */
const SLICE_MS = 8

/**
 * Renders a photo like `renderPhoto`, in slices between which other work gets its turn, and with little
 * memory.
 */
export async function renderPhotoInSlices(request: PhotoRequest): Promise<Uint8Array> {
  if (request.format === 'svg') return renderPhoto(request)
  const png = new PngStrips(request.widthPx, request.heightPx)
  let sliceStartMs = performance.now()
  for (const _ of rasterRows(draw(request), png.row)) {
    if (png.isFull) await png.compress()
    if (performance.now() - sliceStartMs < SLICE_MS) continue
    await nextTurn()
    sliceStartMs = performance.now()
  }
  return png.end()
}

interface View {
  readonly mirrored: boolean
  readonly zoom: number
  readonly on: 'whole' | 'front' | 'rear'
}

/** `n` indexes both lists; their lengths have no common divisor, so 42 pictures differ. */
const VIEWS: readonly View[] = [
  { mirrored: false, zoom: 1, on: 'whole' },
  { mirrored: true, zoom: 1, on: 'whole' },
  { mirrored: false, zoom: 1.12, on: 'whole' },
  { mirrored: true, zoom: 0.88, on: 'whole' },
  { mirrored: false, zoom: 2, on: 'front' },
  { mirrored: true, zoom: 1.7, on: 'rear' },
  { mirrored: false, zoom: 0.94, on: 'whole' },
]

function draw({ widthPx, heightPx, bodyStyle, colour, n }: PhotoRequest): PhotoDrawing {
  const view = VIEWS[(n - 1) % VIEWS.length]!
  const scene = SCENES[(n - 1) % SCENES.length]!
  const shape = silhouette(bodyStyle)
  const place = carPlacement(shape, view)
  const box = visibleBox(focus(shape, view, place), view.zoom, widthPx / heightPx)
  const backdrop = { x: 0, y: 0, scaleX: 1, scaleY: 1, shapes: scene.shapes(box) }
  return {
    widthPx,
    heightPx,
    view: box,
    layers: [backdrop, { ...place, shapes: carShapes(shape, colour, scene.dark) }],
  }
}

/** Centres a car on the ground of the stage; long vehicles are scaled down to fit. */
function carPlacement({ length }: Silhouette, { mirrored }: View): Omit<Layer, 'shapes'> {
  const scale = Math.round(Math.min(1.16, 560 / length) * 1000) / 1000
  const half = (length * scale) / 2
  const x = mirrored ? STAGE.width / 2 + half : STAGE.width / 2 - half
  return { x, y: STAGE.ground - 200 * scale, scaleX: mirrored ? -scale : scale, scaleY: scale }
}

function focus({ axles }: Silhouette, { on }: View, place: Omit<Layer, 'shapes'>): { x: number; y: number } {
  if (on === 'whole') return { x: STAGE.width / 2, y: STAGE.height / 2 }
  const at = on === 'front' ? axles[0] + 34 : axles[1] - 20
  return { x: place.x + at * place.scaleX, y: place.y + 122 * place.scaleY }
}

/** Extends the stage around a point to the picture's aspect ratio, without cropping or distortion. */
function visibleBox(centre: { x: number; y: number }, zoom: number, aspect: number): Box {
  const width = Math.max(STAGE.width, STAGE.height * aspect) / zoom
  const height = width / aspect
  return { x: centre.x - width / 2, y: centre.y - height / 2, width, height }
}
