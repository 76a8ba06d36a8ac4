import {
  type DrawnShape,
  type Layer,
  type PhotoDrawing,
  roundCoordinate,
  type ShapePaint,
} from './drawing.ts'

/** Writes a drawing as an SVG document of its pixel size, without scripts, links or fonts. */
export function svgDocument({ widthPx, heightPx, view, layers }: PhotoDrawing): string {
  const gradients = new Map<string, string>()
  const body = layers.map((layer) => group(layer, gradients)).join('')
  const box = [view.x, view.y, view.width, view.height]
    .map((value) => Math.round(value * 1000) / 1000)
    .join(' ')
  const definitions = [...gradients].map(
    ([stops, id]) => `<linearGradient id="${id}" x2="0" y2="1">${stops}</linearGradient>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="${box}">` +
    `<defs>${definitions.join('')}</defs>${body}</svg>\n`
  )
}

function group({ x, y, scaleX, scaleY, shapes }: Layer, gradients: Map<string, string>): string {
  const drawn = shapes.map((shape) => element(shape, gradients)).join('')
  if (x === 0 && y === 0 && scaleX === 1 && scaleY === 1) return drawn
  return `<g transform="translate(${roundCoordinate(x)} ${roundCoordinate(y)}) scale(${scaleX} ${scaleY})">${drawn}</g>`
}

function element({ outline, paint, opacity, pen }: DrawnShape, gradients: Map<string, string>): string {
  const colour = reference(paint, gradients)
  const style =
    pen === undefined ? `fill="${colour}"` : `fill="none" stroke="${colour}" stroke-width="${pen}"`
  const veil = opacity === undefined ? '' : ` opacity="${opacity}"`
  if (typeof outline === 'string') return `<path d="${outline}" ${style}${veil}/>`
  const [cx, cy, rx, ry] = [outline.cx, outline.cy, outline.rx, outline.ry].map(roundCoordinate)
  if (rx === ry) return `<circle cx="${cx}" cy="${cy}" r="${rx}" ${style}${veil}/>`
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" ${style}${veil}/>`
}

/** Returns a colour or a reference to a gradient; equal gradients are defined once. */
function reference(paint: ShapePaint, gradients: Map<string, string>): string {
  if (typeof paint === 'string') return paint
  const stops = paint.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('')
  const id = gradients.get(stops) ?? `g${gradients.size}`
  gradients.set(stops, id)
  return `url(#${id})`
}
