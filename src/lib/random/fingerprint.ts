/**
 * Hashes lines to a short text: 64 bits of FNV-1a in base 36, empty for no lines. It salts entity tags and
 * protects nothing, so it need not be cryptographic.
 */
export const fingerprint = (lines: readonly string[]): string => {
  if (lines.length === 0) return ''
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(lines.join('\n'))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(36)
}
