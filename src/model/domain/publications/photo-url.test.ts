import { expect, it } from 'vitest'
import { parsePhotoPath, photoPath, photoSize } from './photo-url.ts'

it('a photo path gives its parts, and the parts give the path again', () => {
  const request = parsePhotoPath('1280x720/pick-up/gris-plata/12.png')
  expect(request).toEqual({
    widthPx: 1280,
    heightPx: 720,
    bodyStyle: 'pick-up',
    colour: 'gris-plata',
    n: 12,
    format: 'png',
  })
  expect(photoPath(request!)).toBe('/_playa/photos/1280x720/pick-up/gris-plata/12.png')
})

it.each(['1x1/a/b/1.svg', '4000x4000/suv/rojo/99.svg', '640x360/unknown-style/ultra-violet/7.png'])(
  '%s is a photo path',
  (path) => expect(parsePhotoPath(path)).toBeDefined(),
)

it.each([
  '',
  '0x360/suv/rojo/1.svg',
  '640x0/suv/rojo/1.svg',
  '4001x360/suv/rojo/1.svg',
  '640x4001/suv/rojo/1.svg',
  '0640x360/suv/rojo/1.svg',
  '-640x360/suv/rojo/1.svg',
  '640X360/suv/rojo/1.svg',
  '640/suv/rojo/1.svg',
  '640x360/SUV/rojo/1.svg',
  '640x360/suv/sedán/1.svg',
  '640x360/suv-/rojo/1.svg',
  '640x360//rojo/1.svg',
  '640x360/../rojo/1.svg',
  '640x360/suv/rojo/0.svg',
  '640x360/suv/rojo/01.svg',
  '640x360/suv/rojo/100.svg',
  '640x360/suv/rojo/1.jpg',
  '640x360/suv/rojo/1.svg\n',
  '640x360/suv/rojo/1.svg/',
  '/640x360/suv/rojo/1.svg',
  `640x360/${'a'.repeat(41)}/rojo/1.svg`,
])('"%s" is not a photo path', (path) => expect(parsePhotoPath(path)).toBeUndefined())

it.each([
  'http://127.0.0.1:4010/_playa/photos/640x360/suv/rojo/1.svg',
  'HTTPS://photos.example/_playa/photos/640x360/suv/rojo/1.png?v=2',
  '/_playa/photos/640x360/suv/rojo/1.svg#top',
])('the size of %s is known', (url) => expect(photoSize(url)).toEqual({ widthPx: 640, heightPx: 360 }))

it.each([
  'http://photos.example/640x360/suv/rojo/1.svg',
  'http://photos.example/x/_playa/photos/640x360/suv/rojo/1.svg',
  'http://photos.example/?/_playa/photos/640x360/suv/rojo/1.svg',
  '_playa/photos/640x360/suv/rojo/1.svg',
  '//photos.example/_playa/photos/640x360/suv/rojo/1.svg',
  'ftp://photos.example/_playa/photos/640x360/suv/rojo/1.svg',
  'http:///_playa/photos/640x360/suv/rojo/1.svg',
  'http://photos.example/_playa/photos/640x360/suv/rojo/100.svg',
])('%s is not one of the own photos', (url) => expect(photoSize(url)).toBeUndefined())
