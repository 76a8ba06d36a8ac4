import type { PhotoSize } from '../../model/domain/decision-context.ts'

/**
 * Readers of two formats whose headers the library misreads: JPEG, whose size may follow any amount of
 * metadata, and SVG, which is text. Each takes the beginning of a file and works in linear time.
 */

/** The size; `more`: it may stand in bytes that are not read yet; `none`: the file shows no size. */
export type HeaderReading = PhotoSize | 'more' | 'none' | 'another format'

/** Reads the size of a JPEG: that of its first frame, turned as EXIF says. */
export const jpegSize = (bytes: Buffer): HeaderReading => {
  let isTurned = false
  for (let at = 2; ; ) {
    // Any number of fill bytes may precede a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    if (at + 4 > bytes.length) return 'more'
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0xda || marker === 0xd9) return 'none'
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    const length = hasNoLength ? 0 : bytes.readUInt16BE(at + 2)
    if (!hasNoLength && length < 2) return 'none'
    if (isFrame(marker)) return at + 9 > bytes.length ? 'more' : frameSize(bytes.subarray(at), isTurned)
    if (marker === 0xe1) isTurned ||= isTurnedByExif(bytes.subarray(at + 4, at + 2 + length))
    at += 2 + length
  }
}

/** True for the markers that begin a frame; three of the range are none. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const frameSize = (frame: Buffer, isTurned: boolean): HeaderReading => {
  const [heightPx, widthPx] = [frame.readUInt16BE(5), frame.readUInt16BE(7)]
  if (heightPx === 0 || widthPx === 0) return 'none'
  return isTurned ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx }
}

const ORIENTATION = 0x0112

/** Returns whether EXIF turns the picture by a quarter; broken EXIF turns nothing. */
const isTurnedByExif = (segment: Buffer): boolean => {
  const tiff = segment.subarray(6)
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0' || tiff.length < 8) return false
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const count = u16(first)
  for (let i = 0; i < count && first + 14 + 12 * i <= tiff.length; i++) {
    const entry = first + 2 + 12 * i
    // From 5 on width and height are swapped.
    if (u16(entry) === ORIENTATION) return u16(entry + 8) >= 5 && u16(entry + 8) <= 8
  }
  return false
}

/** Reads the size of an SVG: width and height of its root, or the size of its view box. */
export const svgSize = (bytes: Buffer): HeaderReading => {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const start = afterProlog(text)
  if (typeof start !== 'number') return start
  const root = matchAt(/<(?:[\w.-]{1,50}:)?svg(?=[\s/>])/y, text, start)
  if (!root) return matchAt(/<?[\w.:-]{0,60}$/y, text, start) ? 'more' : 'another format'
  const attributes = new Map<string, string>()
  let at = start + root[0].length
  for (let found = matchAt(ATTRIBUTE, text, at); found; found = matchAt(ATTRIBUTE, text, at)) {
    attributes.set(found[1] ?? '', found[2] ?? found[3] ?? '')
    at += found[0].length
  }
  const isClosed = matchAt(/\s*\/?>/y, text, at) !== null
  return isClosed ? rootSize(attributes) : 'more'
}

const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Returns where the root element begins: after declaration, comments and the type of the document. */
const afterProlog = (text: string): number | 'more' | 'another format' => {
  for (let at = 0; ; ) {
    at += matchAt(/\s*/y, text, at)?.[0].length ?? 0
    const [, end] = PROLOG.find(([begin]) => text.startsWith(begin, at)) ?? []
    if (end === undefined) {
      const type = matchAt(/<!doctype\s+(?:[\w.-]{1,50}:)?(\w+)/iy, text, at)
      if (!type) return at
      if (type[1] !== 'svg') return 'another format'
      const close = matchAt(/[^[>]*(?:\[[^\]]*\]\s*)?>/y, text, at)
      if (!close) return 'more'
      at += close[0].length
      continue
    }
    const close = text.indexOf(end, at)
    if (close < 0) return 'more'
    at = close + end.length
  }
}

const PROLOG = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const

/** Pixels of the units of lengths, at the 96 pixels for an inch of CSS. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
  q: 96 / 101.6,
  em: 16,
  ex: 8,
}

const lengthPx = (text: string | undefined): number | undefined => {
  const [, number, unit = ''] =
    /^\s*\+?((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(text ?? '') ?? []
  const pixels = Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN)
  return Number.isFinite(pixels) ? pixels : undefined
}

const rootSize = (attributes: ReadonlyMap<string, string>): HeaderReading => {
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/\s*,\s*|\s+/)
    .map(Number)
  const [boxWidth = Number.NaN, boxHeight = Number.NaN] = box.length === 4 ? box.slice(2) : []
  const [width, height] = [lengthPx(attributes.get('width')), lengthPx(attributes.get('height'))]
  // A side that is not given, or in per cent, follows the view box.
  const widthPx = width ?? (height === undefined ? boxWidth : (height * boxWidth) / boxHeight)
  const heightPx = height ?? (width === undefined ? boxHeight : (width * boxHeight) / boxWidth)
  const isSize = widthPx >= 1 && heightPx >= 1 && widthPx + heightPx < Infinity
  return isSize ? { widthPx: Math.round(widthPx), heightPx: Math.round(heightPx) } : 'none'
}
