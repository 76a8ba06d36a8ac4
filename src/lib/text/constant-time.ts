import { timingSafeEqual } from 'node:crypto'

/**
 * Compares two texts in constant time if their lengths are equal, so that timing does not reveal where they
 * differ.
 */
export const equalInConstantTime = (sent: string, expected: string): boolean => {
  const [sentBytes, expectedBytes] = [Buffer.from(sent), Buffer.from(expected)]
  return sentBytes.length === expectedBytes.length && timingSafeEqual(sentBytes, expectedBytes)
}
