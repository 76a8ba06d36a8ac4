import { expect, it } from 'vitest'
import { preferredStatus } from './request-faults.ts'

it.each([
  ['code=503', 503],
  ['code="404"', 404],
  ['Code = 404', 404],
  ['dynamic=false, code=400', 400],
  ['dynamic=false;code=400', 400],
  ['code=404; example=missing', 404],
  ['example="a, code=500", code=404', 404],
  ['example="a\\", code=500", code=404', 404],
  ['code=404, code=500', 404],
  ['return=minimal', undefined],
  ['respond-async, wait=10', undefined],
  ['code', undefined],
  ['code=', undefined],
  ['code=5033', undefined],
  ['code=abc, code=404', undefined],
  ['barcode=503', undefined],
  ['', undefined],
])('Prefer: %s names the status %s', (header, status) => {
  expect(preferredStatus(header)).toBe(status)
})
