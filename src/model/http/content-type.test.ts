import { expect, it } from 'vitest'
import { defaultProfile } from '../../api/assumptions/profile.ts'
import { isJsonType } from './content-type.ts'

it.each([
  null,
  '',
  ' ',
  'application/json',
  'Application/JSON',
  'text/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset=utf8',
  'application/json; profile=x',
  'application/json; profile="a;charset=latin1"',
  'application/json; profile="a\\";charset=latin1"',
  'application/vnd.service.entry+json',
  'application/problem+json',
])('common/request-media-types: %s is JSON', (header) => {
  expect(isJsonType(header, defaultProfile)).toBe(true)
})

it.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json-patch',
  'text/vnd.x+json',
  'application/+json',
  'application/*+json',
  'application/*',
  'json',
  '*/*',
  'application/json, text/plain',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16',
])('common/request-media-types: %s is not JSON', (header) => {
  expect(isJsonType(header, defaultProfile)).toBe(false)
})
