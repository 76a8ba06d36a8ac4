import { PassThrough, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { agentMessages } from './agent-messages.ts'

const MIB = 1024 * 1024
const room = async () => {}

it('hands on whole lines, however they were cut', async () => {
  const input = Readable.from(['one\ntw', 'o\n\nthr', 'ee'].map((text) => Buffer.from(text)))
  const lines: string[] = []
  for await (const line of agentMessages(input, new PassThrough(), room)) lines.push(String(line))
  expect(lines).toEqual(['one\n', 'two\n', '\n'])
})

it('refuses a message that is too long, and hands on the next', async () => {
  const long = Array.from({ length: 40 }, () => Buffer.alloc(MIB, 'x'))
  const output = new PassThrough()
  const lines: string[] = []
  const input = Readable.from([...long, Buffer.from('\nnext\n')])
  for await (const line of agentMessages(input, output, room)) lines.push(String(line))
  expect(lines).toEqual(['next\n'])
  expect(String(output.read())).toContain('A message has at most 2097152 bytes.')
})

it('reads nothing more while responses wait for their reader, or there is no room', async () => {
  const output = new PassThrough({ highWaterMark: 10 })
  let hasRoom = () => {}
  const messages = agentMessages(
    Readable.from([Buffer.from('one\ntwo\nthree\n')]),
    output,
    () => new Promise<void>((resolve) => (hasRoom = resolve)),
  )
  await messages.next()
  output.write('a response that fills the buffer')
  let handedOn = 0
  const next = messages.next().then(() => (handedOn += 1))
  const aWhile = () => new Promise((resolve) => setTimeout(resolve, 20))
  await aWhile()
  expect(handedOn).toBe(0)
  hasRoom()
  await aWhile()
  expect(handedOn).toBe(0)
  output.resume()
  await next
  expect(handedOn).toBe(1)
})
