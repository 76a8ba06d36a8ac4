import { foldText } from '../../../lib/text/folded-text.ts'
/** A transmission, as the catalogue names it. */
export type Transmission = 'Automática' | 'Manual'

const WORDS: Readonly<Record<string, Transmission>> = {
  a: 'Automática',
  automatica: 'Automática',
  m: 'Manual',
  manual: 'Manual',
}

/**
 * PUB-12: Automática, Manual, A or M, in any case and with or without the accent
 * (`publications/transmission-spelling`); spelled out (`publications/transmission-form`).
 */
export const parseTransmission = (text: string): Transmission | undefined => {
  const plain = foldText(text)
  return Object.hasOwn(WORDS, plain) ? WORDS[plain] : undefined
}
