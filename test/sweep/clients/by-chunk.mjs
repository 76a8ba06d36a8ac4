/** Weak: decodes each chunk of a body by itself. */
import assert from 'node:assert/strict'
import { get } from 'node:http'

let text = ''
get(`${process.env.PLAYA_URL}/v3/publicaciones/${process.env.PLAYA_AGENCY}`, (response) => {
  response.on('data', (chunk) => {
    text += chunk.toString()
  })
  response.on('end', () => assert.ok(!text.includes('\u{fffd}'), 'a letter is broken'))
})
