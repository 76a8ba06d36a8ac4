import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, it } from 'vitest'
import { NOW } from '../../../test/support/miniature-world.ts'
import type { Mail } from '../../model/world/outbox.ts'
import { messageOf } from './mime.ts'
import { type SmtpSender, smtpSender } from './smtp-sender.ts'

const MAIL: Mail = {
  number: 1,
  delivery: 1,
  atMs: NOW,
  messageId: '<one@playa.example>',
  from: 'consultas@playa.example',
  to: ['raul@taller.example'],
  bcc: ['a@otra.example', 'b@otra.example'],
  subject: 'Consulta por un camión ñandú',
  text: 'hola\n.\n..fin\n',
  html: '<p>hola</p>',
  attachments: [],
}

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly bytes: Buffer
}

/** A mail server, for as long as it is used. */
const withServer = async (
  options: SMTPServerOptions,
  use: (sender: SmtpSender, received: readonly Received[]) => Promise<void>,
  address: (port: number) => string = (port) => `smtp://127.0.0.1:${port}`,
): Promise<void> => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        received.push({ from, to: rcptTo.map((to) => to.address), bytes: Buffer.concat(parts) })
        done()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const sender = smtpSender(address(port))
  try {
    await use(sender, received)
  } finally {
    sender.close()
    await new Promise<void>((resolve) => server.close(resolve))
  }
}

it('a mail reaches the receiver and the blind copies, which it does not mention', async () => {
  // This server offers encryption with a certificate of its own making, as such servers do.
  await withServer({}, async (sender, received) => {
    expect(await sender.send(MAIL)).toEqual({ ok: true })
    expect(received).toHaveLength(1)
    const [{ from, to, bytes } = { from: '', to: [], bytes: Buffer.of() }] = received
    expect(from).toBe('consultas@playa.example')
    expect(to).toEqual(['raul@taller.example', 'a@otra.example', 'b@otra.example'])
    expect(bytes.toString()).not.toMatch(/otra\.example|^bcc/im)
    const { subject, text, html } = await PostalMime.parse(bytes)
    expect([subject, text?.trimEnd(), html?.trimEnd()]).toEqual([
      MAIL.subject,
      MAIL.text.trimEnd(),
      MAIL.html,
    ])
  })
})

it('what a server receives is what the outbox shows as a file', async () => {
  await withServer({ hideSTARTTLS: true }, async (sender, received) => {
    await sender.send(MAIL)
    expect(received[0]?.bytes.toString().trimEnd()).toBe(
      Buffer.from(await messageOf(MAIL))
        .toString()
        .trimEnd(),
    )
  })
})

it('several mails may go at once', async () => {
  await withServer({ hideSTARTTLS: true }, async (sender, received) => {
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, i) => sender.send({ ...MAIL, subject: `${i}` })),
    )
    expect(sent.every(({ ok }) => ok)).toBe(true)
    expect(received).toHaveLength(10)
  })
})

it('credentials of the URL are used, and never shown again', async () => {
  const options: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' ? done(null, { user: username }) : done(new Error('No such user.')),
  }
  await withServer(
    options,
    async (sender) => expect(await sender.send(MAIL)).toEqual({ ok: true }),
    (port) => `smtp://ana:p%40ss@127.0.0.1:${port}`,
  )
  await withServer(
    options,
    async (sender) => {
      const sent = await sender.send(MAIL)
      expect(sent.ok).toBe(false)
      expect(JSON.stringify(sent)).not.toContain('very-wrong')
    },
    (port) => `smtp://ana:very-wrong@127.0.0.1:${port}`,
  )
})

it('a refusal of the server is shown in one sentence', async () => {
  await withServer(
    { hideSTARTTLS: true, onRcptTo: (_address, _session, done) => done(new Error('Mailbox full\r\nreally')) },
    async (sender) => {
      const sent = await sender.send(MAIL)
      expect(sent).toMatchObject({
        ok: false,
        why: expect.stringMatching(/^The mail server did not accept it: .*$/),
      })
    },
  )
})

it('a server that is not there is a failure, not an exception', async () => {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const sender = smtpSender(`smtp://127.0.0.1:${port}`)
  expect(await sender.send(MAIL)).toMatchObject({ ok: false, why: expect.stringContaining('ECONNREFUSED') })
  sender.close()
})

it('an address that names no mail server is refused with what was expected', () => {
  for (const url of ['', 'localhost:25', 'http://localhost', 'smtp://']) {
    expect(() => smtpSender(url)).toThrow(/Expected smtp:\/\/host:port/)
  }
})

it('a refusal that repeats the credentials is shown without them', async () => {
  const plain = Buffer.from('\0ana\0very-wrong').toString('base64')
  await withServer(
    {
      authOptional: false,
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      onAuth: (_, __, done) => done(new Error(`Refused: AUTH PLAIN ${plain} of very-wrong`)),
    },
    async (sender) => {
      const sent = JSON.stringify(await sender.send(MAIL))
      expect(sent).not.toContain(plain)
      expect(sent).not.toContain('very-wrong')
    },
    (port) => `smtp://ana:very-wrong@127.0.0.1:${port}`,
  )
})
