import { createHmac } from 'node:crypto'
import { byOption, isChosen, type Profile } from '../assumptions/profile.ts'

/** A signature and the text that it covers. */
export interface Signature {
  /** Value of `Notification-Signature`. */
  readonly value: string
  /** The text that was signed. */
  readonly input: string
}

/**
 * Signs the notification's header values (EVT-05) in the description's order: HMAC-SHA256, keyed with the
 * secret in UTF-8, or decoded from base64 (`events/signature-algorithm`).
 */
export const signNotification = (profile: Profile, secret: string, values: readonly string[]): Signature => {
  const input = values.join(byOption(profile, 'events/signature-join', SEPARATORS))
  const keyEncoding = isChosen(profile, 'events/signature-algorithm', 'base64-key') ? 'base64' : 'utf8'
  const code = createHmac('sha256', Buffer.from(secret, keyEncoding)).update(input, 'utf8').digest()
  return { value: byOption(profile, 'events/signature-encoding', ENCODERS)(code), input }
}

const SEPARATORS = { newline: '\n', nothing: '', dot: '.' } as const

const ENCODERS = {
  base64: (code: Buffer) => code.toString('base64'),
  hex: (code: Buffer) => code.toString('hex'),
  'sha256-hex': (code: Buffer) => `sha256=${code.toString('hex')}`,
} as const
