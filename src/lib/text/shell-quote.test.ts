import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { shellQuoted, shellWord } from './shell-quote.ts'

const TEXTS = ['', 'plain', "it's", '$HOME `id` "x" \\', 'two words', 'línea\notra', '--env=A={url}']

it('a shell reads quoted texts back as they were', () => {
  for (const write of [shellQuoted, shellWord]) {
    const line = TEXTS.map(write).join(' ')
    const read = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    expect(read.split('\0').slice(0, -1)).toEqual(TEXTS)
  }
})

it('a word that needs no quotes is left alone', () => {
  expect([shellWord('auth/scheme=hmac'), shellWord('a b')]).toEqual(['auth/scheme=hmac', "'a b'"])
})
